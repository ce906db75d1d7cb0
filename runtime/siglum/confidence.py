"""How likely it is that the corpus answers a query at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.results import Confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.results import SearchResponse
    from siglum.settings import ConfidenceSettings

Level = Literal["high", "medium", "low", "none"]
DECIMALS = 6
GIVEN_FROM = 0.5
"""Share of the query's idf mass around the best hit from which that is a reason for an answer, and
below which against one."""
LEAST_BY_CHANCE, LEAST_SHARE = 0.05, 0.02
"""Added before a logarithm is taken: a query whose words stand nowhere is no worse than this."""
FAR = 0.4
"""Cosine of the nearest chunk below which that is given as a reason."""


class Evidence(NamedTuple):
    """What is known of a query and its best hit; idf masses count an unknown word as the rarest."""

    masses: tuple[float, ...]
    """Of each query term; see `weighing`."""
    best_bm25: float
    """Greatest BM25F of any chunk that may answer."""
    covered: float
    """Mass of the query terms that stand around the best hit; see `evidence.around`."""
    cosine: float
    """Greatest cosine of any chunk that may answer; 0 where there is none."""
    general: float = 0.0
    """The same by the prior's vectors, above their background."""
    unknown: tuple[str, ...] = ()
    """Query terms that the corpus does not have."""
    apart: tuple[str, ...] = ()
    """Names that stand nowhere as a whole, though each of their parts does."""
    is_name: bool = False
    """Whether the query is one word, and written as names are."""


def assess(evidence: Evidence, settings: ConfidenceSettings, *, shift: float = 0.0) -> Confidence:
    """Return the confidence that a query is answered.

    `shift` is what the artifact's calibration adds to the logit. Where one passage has all that is asked,
    as a lone word that it says, the level is never `none`, and at least `medium` where that is a name: who
    asks for one wants to know where it stands.
    """
    total = math.fsum(evidence.masses)
    if total == 0:
        return NO_ANSWER
    covered = evidence.covered / total
    exponent = max(-50.0, min(50.0, logit(evidence, settings) + shift))
    score = round(1.0 / (1.0 + math.exp(-round(exponent, DECIMALS))), DECIMALS)
    if round(covered, DECIMALS) >= 1.0:
        score = max(score, settings.low_below if evidence.is_name else settings.none_below)
    level = _level(score, settings)
    reasons = _reasons(evidence, covered, doubted=level in ("none", "low"))
    return Confidence(level, score, tuple(reasons))


def logit(evidence: Evidence, settings: ConfidenceSettings) -> float:
    """Return the log odds of an answer by logistic regression; the masses are not all 0.

    BM25F grows with the terms of a query, answered or not: divided by the root of their squared masses it
    is on the scale of its own chance, divided by their sum a share of what it could be. Both as logarithms,
    since they are ratios: a run of an unspaced script is many index terms and scores as many times as much.
    With the cosines and the share of the mass around the best hit they mean the same in any corpus;
    their weights come from questions with and without an answer (schemas/README.md).
    """
    total = math.fsum(evidence.masses)
    root = math.sqrt(math.fsum(mass * mass for mass in evidence.masses))
    return (
        settings.intercept
        + settings.bm25_by_chance * math.log(evidence.best_bm25 / root + LEAST_BY_CHANCE)
        + settings.bm25_share * math.log(evidence.best_bm25 / total + LEAST_SHARE)
        + settings.cosine * evidence.cosine
        + settings.general * evidence.general
        + settings.coverage * evidence.covered / total
    )


NO_ANSWER = Confidence("none", 0.0, ("nothing in the corpus matches",))


def _level(score: float, settings: ConfidenceSettings) -> Level:
    if score < settings.none_below:
        return "none"
    if score < settings.low_below:
        return "low"
    return "medium" if score < settings.medium_below else "high"


def _reasons(evidence: Evidence, covered: float, *, doubted: bool) -> list[str]:
    """Say what speaks for and against an answer, that first which decides."""
    share = f"{covered:.0%} of the query's weight"
    against = [f"unknown to the corpus: {', '.join(evidence.unknown)}"] if evidence.unknown else []
    if evidence.apart:
        against.append(f"nowhere as a whole, only in parts: {', '.join(evidence.apart)}")
    if covered < GIVEN_FROM:
        against.append(f"the text around the best hit covers only {share}")
    if evidence.cosine < FAR:
        against.append("nothing is close in meaning")
    if doubted and not against:
        against = [WEAK_WORD if len(evidence.masses) == 1 else WEAK_WORDS]
    said = [f"the text around the best hit covers {share}"] if covered >= GIVEN_FROM else []
    return [*against, *(f"yet {each}" for each in said)] if doubted else [*said, *against]


WEAK_WORD = "one word alone tells little, and no passage is much about it"
WEAK_WORDS = "no passage has much of what is asked together"
"""What is left to speak against an answer: BM25F of the best passage is small for what it could be."""


def is_flat(scores: Sequence[float], ratio: float) -> bool:
    """Tell whether the scores' maximum is less than `ratio` times their mean: `low_confidence`.

    It measures the shape of a ranking and means different things in two corpora; `assess` does not. So it
    says that no hit stands out, never that there is no answer: ten sections that all answer score alike.
    """
    if len(scores) < 2 or not math.fsum(scores) > 0:
        return False
    return max(scores) / (math.fsum(scores) / len(scores)) < ratio


_ANSWER_DOUBTED = {
    "none": "the corpus probably does not answer the query",
    "low": "the corpus perhaps does not answer the query",
}


def doubts(response: SearchResponse) -> list[str]:
    """Return what readers should be told of the hits as a whole.

    Whether there is an answer is said by `confidence` alone: `low_confidence` does not contradict it.
    """
    level = response.confidence.level
    if not response.results or not (response.low_confidence or level == "none"):
        return []
    return [_ANSWER_DOUBTED.get(level, "the results score alike, none stands out")]
