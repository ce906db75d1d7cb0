"""How likely it is that the corpus answers a query at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.results import Confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.settings import ConfidenceSettings

Level = Literal["high", "medium", "low", "none"]
DECIMALS = 6
NOT_COVERED = 0.5
"""Share of the query's idf mass in the best hit's document below which that is given as a reason."""
FAR = 0.4
"""Cosine of the nearest chunk below which that is given as a reason."""


class Evidence(NamedTuple):
    """What is known of a query and its best hit; idf masses count an unknown word as the rarest."""

    masses: tuple[float, ...]
    """The idf of each query term."""
    best_bm25: float
    """Greatest BM25F of any chunk that may answer."""
    covered: float
    """Idf mass of the query terms that stand in the best hit's document."""
    cosine: float
    """Greatest cosine of any chunk that may answer; 0 where there is none."""
    unknown: tuple[str, ...]
    """Query terms that the corpus does not have."""


def assess(evidence: Evidence, settings: ConfidenceSettings) -> Confidence:
    """Return the confidence that a query is answered, by logistic regression over four features.

    BM25F grows with the terms of a query, answered or not: divided by the root of their squared idf
    it is on the scale of its own chance, divided by their sum a share of what it could be. Both, the
    greatest cosine and the share of the idf mass in the best hit's document mean the same in any
    corpus; their weights come from questions with and without an answer (schemas/README.md). Where one
    document has all that is asked, as a lone word that it names, the level is never `none`.
    """
    total = math.fsum(evidence.masses)
    root = math.sqrt(math.fsum(mass * mass for mass in evidence.masses))
    if total == 0:
        return NO_ANSWER
    covered = evidence.covered / total
    logit = (
        settings.intercept
        + settings.bm25_by_chance * evidence.best_bm25 / root
        + settings.bm25_share * evidence.best_bm25 / total
        + settings.cosine * evidence.cosine
        + settings.coverage * covered
    )
    score = round(1.0 / (1.0 + math.exp(-round(max(-50.0, min(50.0, logit)), DECIMALS))), DECIMALS)
    if round(covered, DECIMALS) >= 1.0:
        score = max(score, settings.none_below)
    return Confidence(_level(score, settings), score, tuple(_reasons(evidence, covered)))


NO_ANSWER = Confidence("none", 0.0, ("nothing in the corpus matches",))


def _level(score: float, settings: ConfidenceSettings) -> Level:
    if score < settings.none_below:
        return "none"
    if score < settings.low_below:
        return "low"
    return "medium" if score < settings.medium_below else "high"


def _reasons(evidence: Evidence, covered: float) -> list[str]:
    """Say what speaks for and against an answer."""
    reasons = [f"the best hit's document covers {covered:.0%} of the query's weight"]
    if evidence.unknown:
        reasons.append(f"unknown to the corpus: {', '.join(evidence.unknown)}")
    if covered < NOT_COVERED:
        reasons.append("no document has most of what is asked")
    if evidence.cosine < FAR:
        reasons.append("nothing is close in meaning")
    return reasons


def is_flat(scores: Sequence[float], ratio: float) -> bool:
    """Tell whether the scores' maximum is less than `ratio` times their mean: `low_confidence`.

    It measures the shape of a ranking and means different things in two corpora; `assess` does not.
    """
    if len(scores) < 2 or not math.fsum(scores) > 0:
        return False
    return max(scores) / (math.fsum(scores) / len(scores)) < ratio
