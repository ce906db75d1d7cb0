"""Why a hit stands where it does, and how likely it is that there is an answer at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siglum import confidence, lexical
from siglum.results import Boost, Explanation, LegScore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.results import Confidence
    from siglum.rows import Postings, TermRow
    from siglum.scoring import Legs
    from siglum.text import QueryTerm

DECIMALS = 6
STANDS_FOR = 0.5
"""Weight from which an index term stands for the query term that it was made from."""


def assess(reader: Reader, query: Query, legs: Legs, scores: Floats) -> Confidence:
    """Return the confidence that the corpus answers, from what `scores` (0: may not answer) leaves."""
    open_chunks = scores > 0
    if not query.terms or not open_chunks.any():
        return confidence.NO_ANSWER
    known = [(term, _rows_of(query, term)) for term in query.terms]
    total = len(scores)
    masses = tuple(
        lexical.inverse_document_frequency(max((r.document_frequency for r in rows), default=0), total)
        for _, rows in known
    )
    document = int(reader.store.chunks.document[int(np.argmax(scores))])
    within = reader.chunk_range(document)
    evidence = confidence.Evidence(
        masses=masses,
        best_bm25=float(legs.words.score[open_chunks].max()),
        covered=sum(m for m, (_, rows) in zip(masses, known, strict=True) if _any_in(reader, rows, within)),
        cosine=0.0 if legs.cosines is None else round(float(legs.cosines[open_chunks].max()), DECIMALS),
        unknown=tuple(term.text for term, rows in known if not rows),
    )
    return confidence.assess(evidence, reader.manifest.search.confidence)


def _rows_of(query: Query, term: QueryTerm) -> list[TermRow]:
    """Return the index terms that stand for a query term and are known, a correction included."""
    names = [name for name, weight in term.terms if weight >= STANDS_FOR]
    names += [correction.term for correction in query.corrected if correction.text == term.text]
    return [query.rows[name] for name in names if name in query.rows]


def _any_in(reader: Reader, rows: list[TermRow], within: range) -> bool:
    return any(_count(postings, within) for postings in reader.store.postings(rows))


def _count(postings: Postings, within: range) -> int:
    first, last = np.searchsorted(postings.chunks, [within.start, within.stop])
    return int(last - first)


def explain(reader: Reader, query: Query, legs: Legs, chunk: int) -> Explanation:
    """Return the matched terms of a chunk, its place and score in each leg, and its boosts."""
    settings, one = reader.manifest.search, range(chunk, chunk + 1)
    matched = (term.text for term in query.terms if _any_in(reader, _rows_of(query, term), one))
    boosts = [
        Boost("heading", round(settings.heading_boost * float(legs.words.heading[chunk]), DECIMALS)),
        Boost("path", round(settings.path_boost * float(legs.words.path[chunk]), DECIMALS)),
    ]
    if reader.store.chunks.changelog[chunk]:
        boosts.append(Boost("changelog", round(settings.changelog_weight - 1.0, DECIMALS)))
    return Explanation(tuple(matched), tuple(_leg_scores(legs, chunk)), tuple(b for b in boosts if b.value))


def _leg_scores(legs: Legs, chunk: int) -> Iterator[LegScore]:
    for name, scores in (
        ("lexical", legs.words.score),
        ("vector", legs.meaning),
        ("prior", legs.prior),
    ):
        if scores is not None and scores[chunk] > 0:
            score = float(scores[chunk])
            yield LegScore(name, int((scores > score).sum()) + 1, round(score, DECIMALS))
