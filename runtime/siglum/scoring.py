"""What each leg says of every chunk, and the one score that it makes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, feedback, fusion, lexical, pages

if TYPE_CHECKING:
    from siglum.embedding import Rows
    from siglum.filters import Mask
    from siglum.lexical import Floats, LexicalScores
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Ints

VECTOR_DEPTH = 200
"""Chunks that the vector leg proposes at most."""
SLACK = 1e-9
"""Cosines as near as this may be equal once they are scaled."""


class Legs(NamedTuple):
    """What the legs say of each chunk, filters aside."""

    words: LexicalScores
    paged: Floats
    """BM25F of the chunk with a little for words that stand elsewhere in the document."""
    cosines: Floats | None
    """With the query's own vector; None where no word of it has one."""
    moved: Floats | None
    """Cosines with the vector after feedback."""
    meaning: Floats | None = None
    """The same, 0..1 above the background; filled in to explain a hit."""


def ask_legs(reader: Reader, query: Query) -> Legs:
    """Return what each leg says of every chunk."""
    words, paged = _words(reader, query)
    vector = _vector(reader, query)
    if vector is None or reader.space is None:
        return Legs(words, paged, None, None)
    cosines = reader.space.cosines(vector)
    first = Legs(words, paged, cosines, cosines)
    weight = reader.manifest.search.feedback_weight
    if weight == 0:
        return first
    proposed, scores = _fused(reader, first, None)
    best = fusion.best(scores, feedback.CHUNKS)
    chunks = reader.space.chunks[proposed[best]]
    vector = feedback.moved(vector, chunks, scores[best].tolist(), weight=weight)
    return first._replace(moved=reader.space.cosines(vector))


def with_meaning(reader: Reader, legs: Legs) -> Legs:
    """Return the legs with what the vector leg says of each chunk."""
    if legs.moved is None:
        return legs
    median = reader.manifest.embedder.background_median
    return legs._replace(meaning=fusion.above_background(legs.moved, median))


def _words(reader: Reader, query: Query) -> tuple[LexicalScores, Floats]:
    """Return BM25F of the chunks, without and with a little for words elsewhere in their documents."""
    settings, document = reader.manifest.search, reader.store.chunks.document
    found = reader.index_terms(query.rows.values())
    terms = [(term, query.weights[name]) for name, term in zip(query.rows, found, strict=True)]
    terms += [(reader.index_term(phrase.postings), phrase.weight) for phrase in query.phrases]
    weighted = [lexical.WeightedTerm(term.impact, weight) for term, weight in terms]
    words = lexical.score(weighted, k1=settings.k1, total=len(document))
    if settings.page_weight == 0 or not terms:
        return words, words.score
    spread = [pages.PageTerm(term.impact.chunks, term.spread, weight) for term, weight in terms]
    at = np.flatnonzero(words.score > 0)
    rest = pages.elsewhere(spread, document, reader.page_saturation, at=at)
    own, paged = words.score[at], np.zeros(len(document))
    paged[at] = own + settings.page_weight * float(own.max(initial=0.0)) * rest
    return words, paged


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


def combine(reader: Reader, legs: Legs, mask: Mask | None) -> Floats:
    """Return each chunk's score, 0..1, 0 where no leg proposes it or `mask` is false."""
    scores = np.zeros(len(legs.paged))
    proposed, fused = _fused(reader, legs, mask)
    scores[proposed] = fused
    return scores


def _fused(reader: Reader, legs: Legs, mask: Mask | None) -> tuple[Ints, Floats]:
    """Return the chunks that a leg proposes, ascending, and their scores."""
    settings, chunks = reader.manifest.search, reader.store.chunks
    may_answer = chunks.indexed if mask is None else chunks.indexed & mask
    is_proposed, semantic = may_answer & (legs.words.score > 0), None
    median = reader.manifest.embedder.background_median
    top = 0.0 if legs.moved is None else float(legs.moved.max(initial=-1.0))
    if legs.moved is not None:
        is_proposed[_nearest(legs.moved, may_answer, median=median, top=top)] = True
    at = np.flatnonzero(is_proposed)
    if legs.moved is not None:
        semantic = fusion.above_background(legs.moved[at], median, top=top)
    earned = fusion.earned(settings.vector_weight, chunks=len(may_answer), half=settings.vector_half)
    best = float(legs.paged.max(initial=0.0))
    fused = fusion.fuse(legs.paged[at], semantic, vector_weight=earned, top=best)
    fused += settings.heading_boost * legs.words.heading[at] + settings.path_boost * legs.words.path[at]
    fused /= 1.0 + settings.heading_boost + settings.path_boost
    fused[chunks.changelog[at]] *= settings.changelog_weight
    return at, fused


def _nearest(cosines: Floats, may_answer: Mask, *, median: float, top: float) -> Ints:
    """Return the chunks that the vector leg proposes."""
    if top <= median:
        return np.zeros(0, dtype=np.int64)
    above = cosines - median
    above *= may_answer
    least = fusion.best(above, VECTOR_DEPTH)[-1:]
    near = np.flatnonzero(above >= above[least] - SLACK) if len(least) else least
    near = near[above[near] > 0]
    return near[fusion.best(fusion.above_background(cosines[near], median, top=top), VECTOR_DEPTH)]
