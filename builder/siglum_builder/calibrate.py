"""Calibrate confidence: how sure the regression is of questions that a corpus does not answer.

Such questions are made of the corpus's own words, each from another place and half of them forgotten, as
a question about something else shares some words with any text. What the regression says of them differs
from corpus to corpus as it does for real ones (schemas/README.md); a part of the difference is taken off
every query.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from siglum import embedding, fusion, lexical, prior
from siglum.artifact.manifest import CalibrationEntry
from siglum.confidence import Evidence, logit
from siglum.evidence import around
from siglum.lookup import Query, index_weights
from siglum.rows import Postings, TermRow
from siglum.scoring import query_vector
from siglum.semantic import VectorSpace
from siglum.text import list_words, query_term
from siglum.weighing import held, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from siglum.lexical import Floats
    from siglum.settings import SearchSettings
    from siglum.text import QueryTerm
    from siglum.weighing import Weighed
    from siglum_builder.model import Chunk, Document
    from siglum_builder.postings import Index
    from siglum_builder.vectors import Vectors

QUESTIONS = 64
FEWEST_TERMS, LENGTHS = 3, 8
"""Questions have 3 to 10 terms."""
KNOWN = 0.5
"""Share of their index terms that the corpus is taken to have."""
WINDOW = 120
"""Bytes of a chunk in which a word is drawn."""
AT_HAND = 16
"""Documents whose text is kept: long ones are drawn from again and again."""
DRAWS = 20
"""Chunks that are looked at for one word."""
USUAL = -2.4
"""Median log odds of such questions in nine collections (−4.2 to +0.6)."""
TRUST = 0.25
"""Share of the difference to it that is taken off: at .25 as many or more questions without an answer got
the level `none` in each of nine collections pooled, and fewer with one; at 1 it was worse than nothing."""
LARGEST_SHIFT = 1.0
SEED = 20_240_229


@dataclass(frozen=True, slots=True)
class _Corpus:
    """What questions are drawn from and asked of."""

    stored: Callable[[int], tuple[bytes, Sequence[Chunk]]]
    """The text of a document by its number, and its chunks."""
    index: Index
    settings: SearchSettings
    languages: tuple[str, ...]
    may_answer: NDArray[np.bool_]
    """[chunks]."""
    norms: tuple[Floats, ...]
    vectors: Vectors | None
    own: VectorSpace | None
    general: VectorSpace | None


def calibrate(
    documents: Sequence[Document],
    index: Index,
    vectors: Vectors | None,
    *,
    languages: tuple[str, ...],
    settings: SearchSettings,
) -> CalibrationEntry:
    """Return the calibration of a corpus; the same documents give the same, on every machine."""

    @lru_cache(maxsize=AT_HAND)
    def stored(number: int) -> tuple[bytes, Sequence[Chunk]]:
        document = documents[number]
        return document.decoded.text.encode(), document.chunks

    corpus = _Corpus(
        stored,
        index,
        settings,
        languages,
        _may_answer(documents, settings.min_quality),
        lexical.normalisers(tuple(index.lengths.T), settings),
        vectors,
        *_spaces(vectors, settings),
    )
    found = [
        logit(evidence, settings.confidence)
        for question in _questions(corpus)
        if (evidence := _evidence(corpus, question)) is not None
    ]
    if not found:
        return CalibrationEntry()
    background = round(median(found), 3)
    shift = min(LARGEST_SHIFT, max(-LARGEST_SHIFT, TRUST * (USUAL - background)))
    return CalibrationEntry(len(found), background, round(shift, 3))


def _may_answer(documents: Sequence[Document], least: float) -> NDArray[np.bool_]:
    found = (chunk.indexed and chunk.quality >= least for each in documents for chunk in each.chunks)
    return np.fromiter(found, np.bool_)


def _spaces(
    vectors: Vectors | None, settings: SearchSettings
) -> tuple[VectorSpace | None, VectorSpace | None]:
    if vectors is None:
        return None, None
    own = _space(vectors.term_rows, vectors.term_scales, vectors.chunk_rows)
    own = own._replace(background=vectors.background_median)
    second = vectors.prior
    if second is None or second.reliability * settings.prior_weight == 0:
        return own, None
    general = _space(second.term_rows, second.term_scales, second.chunk_rows)
    return own, general._replace(background=second.background_median, column="prior_row")


def _space(rows: embedding.Rows, scales: NDArray[np.float16], chunks: embedding.Rows) -> VectorSpace:
    return VectorSpace(embedding.TermTable(rows, scales), chunks, embedding.pack(chunks), 0.0, "vector_row")


def _questions(corpus: _Corpus) -> Iterator[Query]:
    random = Random(SEED)  # noqa: S311 - the same questions every time
    places = np.flatnonzero(corpus.may_answer).tolist()
    for number in range(QUESTIONS if places else 0):
        words = (_word(corpus, random, places) for _ in range(FEWEST_TERMS + number % LENGTHS))
        terms = {word.text: word for word in words if word is not None}
        weights, functional = index_weights(
            terms.values(), corpus.languages, share=corpus.settings.function_word_weight
        )
        remembered = [name for name in weights if random.random() < KNOWN]
        rows = {name: row for name in remembered if (row := _row(corpus, name)) is not None}
        used = tuple(terms)
        yield Query(" ".join(used), used, tuple(terms.values()), (), (), (), rows, weights, (), functional)


def _word(corpus: _Corpus, random: Random, places: Sequence[int]) -> QueryTerm | None:
    """Return a term of any chunk; None where too many have none."""
    for _ in range(DRAWS):
        text = _text(corpus, places[_drawn(random, len(places))])
        start = _drawn(random, max(1, len(text) - WINDOW))
        found = list_words(text[start : start + WINDOW].decode(errors="ignore"), corpus.languages)
        whole = found[start > 0 : -1 if start + WINDOW < len(text) else None]  # the window cuts the others
        if whole:
            return query_term(whole[_drawn(random, len(whole))], corpus.languages)
    return None


def _drawn(random: Random, count: int) -> int:
    return int(random.random() * count)


def _text(corpus: _Corpus, chunk: int) -> bytes:
    number = int(corpus.index.document[chunk])
    text, chunks = corpus.stored(number)
    found = chunks[chunk - int(np.searchsorted(corpus.index.document, np.uint32(number)))]
    return text[found.start_byte : found.end_byte]


def _row(corpus: _Corpus, name: str) -> TermRow | None:
    terms = corpus.index.terms
    number = bisect_left(terms, name)
    if number == len(terms) or terms[number] != name:
        return None
    first = int(np.searchsorted(corpus.index.term, np.uint32(number)))  # an int would have all copied
    return TermRow(first, int(corpus.index.document_frequency[number]), *_vector_rows(corpus, number))


def _vector_rows(corpus: _Corpus, number: int) -> tuple[int, int]:
    vectors = corpus.vectors
    if vectors is None:
        return -1, -1
    second = vectors.prior
    return int(vectors.vector_row[number]), -1 if second is None else int(second.prior_row[number])


def _evidence(corpus: _Corpus, query: Query) -> Evidence | None:
    """Return what speaks for an answer; None where nothing is found."""
    settings, total = corpus.settings, corpus.index.chunks
    terms = [
        lexical.WeightedTerm(
            lexical.impact(_postings(corpus, row), corpus.norms, k1=settings.k1), query.weights[name]
        )
        for name, row in query.rows.items()
    ]
    words = lexical.score(terms, total=total).score * corpus.may_answer
    vector = None if corpus.own is None else query_vector(corpus.own, query, total=total)
    cosines = np.zeros(total) if corpus.own is None or vector is None else corpus.own.cosines(vector)
    weighed = weigh(query, total=total, share=settings.function_word_weight)
    if not words.any() or not any(each.mass for each in weighed):
        return None
    earned = fusion.earned(settings.vector_weight, chunks=total, half=settings.vector_half)
    background = 0.0 if corpus.own is None else corpus.own.background
    above = fusion.above_background((cosines - background) * corpus.may_answer)
    best = int(np.argmax(fusion.fuse(words, [(earned, above)])))
    return Evidence(
        masses=tuple(mass for each in weighed for mass in each.masses),
        best_bm25=float(words.max()),
        covered=_covered(corpus, weighed, best),
        cosine=float(cosines[corpus.may_answer].max(initial=0.0)),
        general=_general(corpus, query),
    )


def _general(corpus: _Corpus, query: Query) -> float:
    """Return how far the nearest chunk is above the background by general vectors; 0 where none is."""
    cosines = prior.ask(corpus.general, query)
    if corpus.general is None or cosines is None:
        return 0.0
    background = corpus.general.background
    return float(cosines[corpus.may_answer].max(initial=background)) - background


def _postings(corpus: _Corpus, row: TermRow) -> Postings:
    index, at = corpus.index, slice(row.first_posting, row.first_posting + row.document_frequency)
    return Postings(index.chunk[at], tuple(index.frequency[at].T), row.vector_row)


def _covered(corpus: _Corpus, weighed: Sequence[Weighed], chunk: int) -> float:
    """Return the mass that a chunk has with those around it."""
    of_document = corpus.index.document
    first, last = np.searchsorted(of_document, [of_document[chunk], of_document[chunk] + 1])
    within = around(chunk, range(int(first), int(last)))
    return math.fsum(
        each.mass * held(each, within, lambda row: _postings(corpus, row).chunks) for each in weighed
    )
