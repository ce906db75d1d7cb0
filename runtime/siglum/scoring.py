"""What each leg says of every chunk, and the one score that it makes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, feedback, fusion, lexical, page_evidence, prior

if TYPE_CHECKING:
    from siglum.embedding import Rows
    from siglum.lexical import Floats, LexicalScores
    from siglum.lookup import Query
    from siglum.lowered import Lowered
    from siglum.reader import Reader
    from siglum.rows import Ints, Mask
    from siglum.semantic import Space

VECTOR_DEPTH = 200
"""Chunks that a vector leg proposes at most."""
SLACK = 1e-9
"""Cosines as near as this may be equal once they are scaled."""


AT_ONCE = 16_384
"""Chunks that are scored at once, so that what is between stays in the processor's cache."""
PROBED = 256
"""Best chunks by words that show which scores the first ones reach."""


class VectorLeg(NamedTuple):
    """What one space of vectors says of each chunk."""

    name: str
    weight: float
    """What it counts for this query, against 1 for the lexical leg."""
    cosines: Floats
    """Of each chunk with the query."""
    background: float
    """Cosine that unrelated text has."""

    @property
    def top(self) -> float:
        """How far the nearest chunk is above the background; 0 where none is."""
        return max(0.0, float(self.cosines.max(initial=self.background)) - self.background)

    def above(self, at: Ints, *, top: float) -> Floats:
        """Return how far the chunks `at` are above the background, 0..1."""
        return fusion.above_background(self.cosines[at] - self.background, top=top)


class Legs(NamedTuple):
    """What the legs say of each chunk, filters aside."""

    words: LexicalScores
    paged: Floats
    """BM25F of the chunk with a little for words that stand elsewhere in the document."""
    cosines: Floats | None
    """With the query's own vector; None where no word of it has one."""
    vectors: tuple[VectorLeg, ...] = ()
    lowered: tuple[Lowered, ...] = ()
    """What counts less for this query."""


def ask_legs(reader: Reader, query: Query, *, less: tuple[Lowered, ...] = ()) -> Legs:
    """Return what each leg says of every chunk; `less` are the kinds that count less."""
    words = Legs(*_words(reader, query), cosines=None, lowered=less)
    legs = _with_meaning(reader, query, words)
    weight = prior.weigh(reader, query, covered=_covered(legs))
    space = reader.prior
    cosines = prior.ask(space, query) if weight > 0 else None
    if space is None or cosines is None:
        return legs
    return legs._replace(vectors=(*legs.vectors, VectorLeg("prior", weight, cosines, space.background)))


def _covered(legs: Legs) -> float:
    """Return what the best chunk has of what the query's words could give: 0 to a little over 1."""
    return float(legs.paged.max(initial=0.0)) / legs.words.mass if legs.words.mass else 0.0


def _with_meaning(reader: Reader, query: Query, legs: Legs) -> Legs:
    """Return the legs with what the corpus's own vectors say, after feedback."""
    settings, total, space = reader.manifest.search, len(reader.store.chunks.document), reader.space
    vector = None if space is None else query_vector(space, query, total=total)
    if vector is None or space is None:
        return legs
    earned = space.earned(settings.vector_weight, half=settings.vector_half)
    leg = VectorLeg("vector", earned, space.cosines(vector), space.background)
    first = legs._replace(cosines=leg.cosines, vectors=(leg,))
    if settings.feedback_weight == 0:
        return first
    best, scores = _best_fused(reader, first, feedback.CHUNKS)
    vector = space.moved(vector, best, scores.tolist(), weight=settings.feedback_weight)
    return first._replace(vectors=(leg._replace(cosines=space.cosines(vector)),))


def meanings(legs: Legs) -> list[tuple[str, Floats]]:
    """Return what each vector leg says of each chunk: 0..1 above the background."""
    return [(leg.name, fusion.above_background(leg.cosines - leg.background)) for leg in legs.vectors]


def _words(reader: Reader, query: Query) -> tuple[LexicalScores, Floats]:
    """Return BM25F of the chunks, without and with a little for words elsewhere in their documents."""
    settings, document = reader.manifest.search, reader.store.chunks.document
    found = reader.index_terms(query.rows.values())
    terms = [(term, query.weights[name]) for name, term in zip(query.rows, found, strict=True)]
    found_phrases = (phrase for phrase in query.phrases if len(phrase.postings.chunks))
    terms += [(reader.index_term(phrase.postings), phrase.weight) for phrase in found_phrases]
    weighted = [lexical.WeightedTerm(term.impact, weight) for term, weight in terms]
    words = lexical.score(weighted, total=len(document))
    if settings.page_weight == 0 or not terms:
        return words, words.score
    spread = [page_evidence.PageTerm(term.impact.chunks, term.spread, weight) for term, weight in terms]
    at = np.flatnonzero(words.score > 0)
    rest = page_evidence.elsewhere(spread, document, documents=len(reader.page_saturation), at=at)
    own, paged = words.score[at], np.zeros(len(document))
    paged[at] = own + settings.page_weight * float(own.max(initial=0.0)) * rest
    return words, paged


def query_vector(space: Space, query: Query, *, total: int) -> Rows | None:
    """Return a query's vector among `total` chunks; None where no word of it has one."""
    counts = Counter(t for term in query.terms for t, _ in term.terms)
    weighted = [
        (
            row,
            query.weights[term]
            * embedding.term_weight(
                counts[term] or 1, document_frequency=row.document_frequency, total=total
            ),
        )
        for term, row in query.rows.items()
    ]
    return space.embed(weighted)


def combine(reader: Reader, legs: Legs, mask: Mask | None) -> Floats:
    """Return each chunk's score, 0..1, 0 where no leg proposes it or `mask` is false."""
    scores = np.zeros(len(legs.paged))
    proposed, fused = _fused(reader, legs, mask)
    scores[proposed] = fused
    return scores


def _fused(reader: Reader, legs: Legs, mask: Mask | None) -> tuple[Ints, Floats]:
    """Return the chunks that a leg proposes, ascending, and their scores."""
    chunks = reader.store.chunks
    may_answer = chunks.indexed if mask is None else chunks.indexed & mask
    is_proposed = may_answer & (legs.words.score > 0)
    tops = _tops(legs)
    for leg, top in zip(legs.vectors, tops.vectors, strict=True):
        is_proposed[_nearest(leg, may_answer, top=top)] = True
    at = np.flatnonzero(is_proposed)
    if reader.manifest.search.fusion == "rrf":
        return at, _scored(reader, legs, at, tops)
    fused = np.empty(len(at))
    for start in range(0, len(at), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        fused[some] = _scored(reader, legs, at[some], tops)
    return at, fused


def _best_fused(reader: Reader, legs: Legs, count: int) -> tuple[Ints, Floats]:
    """Return the first `count` of the chunks that a leg proposes, best first, and their scores.

    Chunks that cannot be among them are not scored. What is not among the nearest is below all of these
    in meaning, so it needs so much of its words to reach the `count`-th of the nearest and the best by words
    (as in Turtle and Flood, "Query evaluation: strategies and optimizations", IP&M 1995).
    """
    settings, tops = reader.manifest.search, _tops(legs)
    may_answer = reader.store.chunks.indexed
    if settings.fusion == "rrf" or len(legs.vectors) != 1:
        return _first(*_fused(reader, legs, None), count)
    (leg,), (top,) = legs.vectors, tops.vectors
    near = _nearest(leg, may_answer, top=top)
    by_words = fusion.not_below(legs.paged, PROBED)
    is_probed = np.zeros(len(may_answer), dtype=np.bool_)
    is_probed[near] = True
    is_probed[by_words] = may_answer[by_words]
    probed = np.flatnonzero(is_probed)
    reached = np.sort(_scored(reader, legs, probed, tops))[::-1][count - 1 : count]
    if not len(reached):
        return _first(*_fused(reader, legs, None), count)
    least = float(leg.above(near, top=top).min(initial=1.0)) if len(near) else 0.0
    boosts = settings.heading_boost + settings.path_boost
    needed = (float(reached[0]) * (1.0 + boosts) - boosts) * (1.0 + leg.weight) - leg.weight * least
    floor = max(0.0, (needed - SLACK) * tops.paged)
    likely = (legs.paged >= floor) & (legs.words.score > 0) & may_answer
    likely[near] = True
    at = np.flatnonzero(likely)
    return _first(at, _scored(reader, legs, at, tops), count)


def _first(at: Ints, scores: Floats, count: int) -> tuple[Ints, Floats]:
    best = fusion.best(scores, count)
    return at[best], scores[best]


class _Tops(NamedTuple):
    """The greatest score of any chunk, by leg."""

    paged: float
    vectors: list[float]


def _tops(legs: Legs) -> _Tops:
    return _Tops(float(legs.paged.max(initial=0.0)), [leg.top for leg in legs.vectors])


def _scored(reader: Reader, legs: Legs, at: Ints, tops: _Tops) -> Floats:
    """Return the scores of the chunks `at`."""
    settings = reader.manifest.search
    above = [
        (leg.weight, leg.above(at, top=top)) for leg, top in zip(legs.vectors, tops.vectors, strict=True)
    ]
    if settings.fusion == "rrf":
        fused = fusion.reciprocal_ranks(legs.paged[at], above)
    else:
        fused = fusion.fuse(legs.paged[at], above, top=tops.paged)
    heading, path = legs.words.shares(at)
    fused += settings.heading_boost * heading + settings.path_boost * path
    fused /= 1.0 + settings.heading_boost + settings.path_boost
    for kind in legs.lowered:
        fused[kind.of(reader, at)] *= kind.weight
    return fused


def _nearest(leg: VectorLeg, may_answer: Mask, *, top: float) -> Ints:
    """Return the chunks that a vector leg proposes."""
    if top <= 0:
        return np.zeros(0, dtype=np.int64)
    near = _nearest_allowed(leg, may_answer)
    return near[fusion.best(leg.above(near, top=top), VECTOR_DEPTH)]


def _nearest_allowed(leg: VectorLeg, may_answer: Mask) -> Ints:
    """Return chunks that may answer, the `VECTOR_DEPTH` nearest of them among others.

    Where most may answer, none is set aside before the nearest of all are known.
    """
    if 2 * np.count_nonzero(may_answer) < len(may_answer):
        at = np.flatnonzero(may_answer)
        return at[fusion.not_below(leg.cosines[at], VECTOR_DEPTH, slack=SLACK, above=leg.background)]
    depth = VECTOR_DEPTH
    while True:
        near = fusion.not_below(leg.cosines, depth, slack=SLACK, above=leg.background)
        allowed = near[may_answer[near]]
        if len(allowed) >= VECTOR_DEPTH or len(near) < depth:
            return allowed
        depth *= 4
