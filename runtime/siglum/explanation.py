"""Why a hit stands where it does, and how likely it is that there is an answer at all."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siglum import confidence, lexical, results

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.results import Confidence
    from siglum.rows import TermRow
    from siglum.scoring import Legs
    from siglum.text import QueryTerm

DECIMALS = 6
STANDS_FOR = 0.5
"""Weight from which an index term stands for the query term that it was made from."""


class Stage(NamedTuple):
    """What a stage after fusion leaves of every chunk's score."""

    name: str
    scores: Floats


class Explained(NamedTuple):
    """What a ranking was made of."""

    legs: Legs
    meanings: Sequence[tuple[str, Floats]]
    """What each vector leg says of each chunk, 0..1."""
    stages: Sequence[Stage]


def assess(reader: Reader, query: Query, legs: Legs, scores: Floats) -> Confidence:
    """Return the confidence that the corpus answers, from what `scores` (0: may not answer) leaves."""
    open_chunks = np.flatnonzero(scores)
    if not query.terms or not len(open_chunks):
        return confidence.NO_ANSWER
    document = int(reader.store.chunks.document[open_chunks[np.argmax(scores[open_chunks])]])
    within = reader.chunk_range(document)
    known = [_occurrence(reader, query, term, within) for term in query.terms]
    masses = tuple(lexical.inverse_document_frequency(found, len(scores)) for found, _ in known)
    evidence = confidence.Evidence(
        masses=masses,
        best_bm25=float(legs.words.score[open_chunks].max()),
        covered=sum(mass for mass, (_, is_within) in zip(masses, known, strict=True) if is_within),
        cosine=0.0 if legs.cosines is None else round(float(legs.cosines[open_chunks].max()), DECIMALS),
        unknown=tuple(term.text for term, (found, _) in zip(query.terms, known, strict=True) if not found),
    )
    return confidence.assess(evidence, reader.manifest.search.confidence)


def _occurrence(reader: Reader, query: Query, term: QueryTerm, within: range) -> tuple[int, bool]:
    """Return in how many chunks a query term occurs, a phrase verbatim, and whether it does `within`."""
    phrase = next((phrase for phrase in query.phrases if phrase.text == term.text), None)
    if phrase is not None and len(phrase.postings.chunks):
        return len(phrase.postings.chunks), _count(phrase.postings.chunks, within) > 0
    rows = _rows_of(query, term)
    return max((row.document_frequency for row in rows), default=0), _any_in(reader, rows, within)


def _rows_of(query: Query, term: QueryTerm) -> list[TermRow]:
    """Return the index terms that stand for a query term and are known, a correction included."""
    names = [name for name, weight in term.terms if weight >= STANDS_FOR]
    names += [correction.term for correction in query.corrected if correction.text == term.text]
    return [query.rows[name] for name in names if name in query.rows]


def _any_in(reader: Reader, rows: list[TermRow], within: range) -> bool:
    return any(_count(term.impact.chunks, within) for term in reader.index_terms(rows))


def _count(chunks: NDArray[np.integer[Any]], within: range) -> int:
    first, last = np.searchsorted(chunks, [within.start, within.stop])
    return int(last - first)


def explain(reader: Reader, query: Query, explained: Explained, chunk: int) -> results.Explanation:
    """Return the matched terms of a chunk, its place and score in each leg, and its boosts."""
    one = range(chunk, chunk + 1)
    matched = (term.text for term in query.terms if _any_in(reader, _rows_of(query, term), one))
    boosts = ((name, round(value, DECIMALS)) for name, value in _boosts(reader, explained, chunk))
    return results.Explanation(
        tuple(matched),
        tuple(_leg_scores(explained, chunk)),
        tuple(results.Boost(name, value) for name, value in boosts if value),
    )


def _boosts(reader: Reader, explained: Explained, chunk: int) -> Iterator[tuple[str, float]]:
    """Yield what was added to a chunk's score in fusion, and by how much later stages raised it.

    A stage that adds scales all scores back to 0..1: it raised a chunk by what the least raised one lacks.
    """
    settings, words = reader.manifest.search, explained.legs.words
    yield "heading", settings.heading_boost * float(words.heading[chunk])
    yield "path", settings.path_boost * float(words.path[chunk])
    if reader.store.chunks.changelog[chunk]:
        yield "changelog", settings.changelog_weight - 1.0
    if reader.store.chunks.test[chunk]:
        yield "test", explained.legs.test_weight - 1.0
    for before, after in pairwise(explained.stages):
        both = (before.scores > 0) & (after.scores > 0)
        scale = float((after.scores[both] / before.scores[both]).min(initial=1.0))
        yield after.name, float(after.scores[chunk] - scale * before.scores[chunk])


def _leg_scores(explained: Explained, chunk: int) -> Iterator[results.LegScore]:
    for name, scores in (("lexical", explained.legs.words.score), *explained.meanings):
        if scores[chunk] > 0:
            score = float(scores[chunk])
            yield results.LegScore(name, int((scores > score).sum()) + 1, round(score, DECIMALS))
