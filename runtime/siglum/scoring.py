"""What each leg says of every chunk, and the one score that it makes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, feedback, fusion, lexical, pages, prior

if TYPE_CHECKING:
    from siglum.embedding import Rows
    from siglum.filters import Mask
    from siglum.lexical import Floats, LexicalScores
    from siglum.lookup import Query
    from siglum.reader import Reader

VECTOR_DEPTH = 200
"""Chunks that a vector leg proposes at most."""


class Legs(NamedTuple):
    """What the legs say of each chunk, filters aside."""

    words: LexicalScores
    paged: LexicalScores
    """The same with a little for words that stand elsewhere in the document."""
    cosines: Floats | None
    """With the query's own vector; None where no word of it has one."""
    meaning: Floats | None
    """0..1 above the background, with the vector after feedback."""
    prior: Floats | None = None
    """0..1 above the background, by the prior's vectors; None where they know no word of it."""
    prior_weight: float = 0.0
    """What they count, for this query."""


def ask_legs(reader: Reader, query: Query) -> Legs:
    """Return what each leg says of every chunk."""
    legs = _with_meaning(reader, query, Legs(*_words(reader, query), None, None))
    weight = prior.weigh(reader, query)
    return legs._replace(prior=prior.ask(reader, query), prior_weight=weight) if weight > 0 else legs


def _with_meaning(reader: Reader, query: Query, legs: Legs) -> Legs:
    """Return the legs with what the corpus's own vectors say."""
    vector, weight = _vector(reader, query), reader.manifest.search.feedback_weight
    if vector is None or reader.space is None:
        return legs
    cosines = reader.space.cosines(vector)
    first = legs._replace(cosines=cosines, meaning=_above_background(reader, cosines))
    if weight == 0:
        return first
    scores = combine(reader, first, None)
    best = fusion.best(scores, feedback.CHUNKS)
    vector = feedback.moved(vector, reader.space.chunks[best], scores[best].tolist(), weight=weight)
    return first._replace(meaning=_above_background(reader, reader.space.cosines(vector)))


def _words(reader: Reader, query: Query) -> tuple[LexicalScores, LexicalScores]:
    """Return BM25F of the chunks, without and with a little for words elsewhere in their documents."""
    settings, chunks = reader.manifest.search, reader.store.chunks
    found = reader.store.postings(query.rows.values())
    terms = [lexical.WeightedTerm(p, query.weights[name]) for name, p in zip(query.rows, found, strict=True)]
    terms += [lexical.WeightedTerm(phrase.postings, phrase.weight) for phrase in query.phrases]
    words = lexical.score(terms, reader.normalisers, k1=settings.k1, total=len(chunks.document))
    if settings.page_weight == 0 or not terms:
        return words, words
    rest = pages.elsewhere(terms, chunks.document, reader.page_saturation)
    share = settings.page_weight * float(words.score.max(initial=0.0))
    return words, words._replace(score=np.where(words.score > 0, words.score + share * rest, 0.0))


def _vector(reader: Reader, query: Query) -> Rows | None:
    """Return the query's vector; None where no word of it has one."""
    if reader.space is None:
        return None
    total = len(reader.store.chunks.document)
    counts = Counter(t for term in query.terms for t, _ in term.terms)
    weighted = [
        (
            row.vector_row,
            query.weights[term]
            * embedding.term_weight(
                counts[term] or 1, document_frequency=row.document_frequency, total=total
            ),
        )
        for term, row in query.rows.items()
        if row.vector_row >= 0
    ]
    return embedding.embed(reader.space.table, weighted)


def _above_background(reader: Reader, cosines: Floats) -> Floats:
    return fusion.above_background(cosines, reader.manifest.embedder.background_median)


def combine(reader: Reader, legs: Legs, mask: Mask | None) -> Floats:
    """Return each chunk's score, 0..1, 0 where no leg proposes it or `mask` is false."""
    settings, chunks = reader.manifest.search, reader.store.chunks
    earned = fusion.earned(settings.vector_weight, chunks=len(chunks.document), half=settings.vector_half)
    meanings = [
        (weight, scores)
        for weight, scores in ((earned, legs.meaning), (legs.prior_weight, legs.prior))
        if scores is not None
    ]
    fused = fusion.fuse(legs.paged.score, meanings)
    fused += settings.heading_boost * legs.words.heading + settings.path_boost * legs.words.path
    fused /= 1.0 + settings.heading_boost + settings.path_boost
    fused[chunks.changelog] *= settings.changelog_weight
    may_answer = chunks.indexed if mask is None else chunks.indexed & mask
    proposed = may_answer & (legs.words.score > 0)
    for _, scores in meanings:
        proposed[fusion.best(np.where(may_answer, scores, 0.0), VECTOR_DEPTH)] = True
    return np.where(proposed, fused, 0.0)
