"""Scores of ranked pages, and how sure they are."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DEPTH = 10
"""Pages of a ranking that are judged."""
RESAMPLES = 2000
SEED = 20240229
"""Of every bootstrap, so that a table is the same on every run."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Judgement of one ranking, or the mean of several; all 0..1."""

    ndcg: float
    """nDCG@10, linear gain."""
    mrr: float
    """Reciprocal rank of the first relevant page among ten."""
    hit1: float
    hit5: float


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the middle 95 % of its bootstrap distribution."""

    mean: float
    low: float
    high: float


def judge(gains: Mapping[str, int], pages: Iterable[str]) -> Scores:
    """Score a ranking of pages against the gain of each relevant page, as the golden set's `score.py` does.

    A page that is ranked several times counts where it comes first. `gains` must not be empty.
    """
    ranked = list(dict.fromkeys(pages))[:DEPTH]
    best = sorted(gains.values(), reverse=True)[:DEPTH]
    gained = sum(gains.get(page, 0) / math.log2(i + 2) for i, page in enumerate(ranked))
    ideal = sum(gain / math.log2(i + 2) for i, gain in enumerate(best))
    rank = next((i + 1 for i, page in enumerate(ranked) if page in gains), 0)
    return Scores(gained / ideal, 1 / rank if rank else 0.0, float(rank == 1), float(0 < rank <= 5))


def mean(scores: Sequence[Scores]) -> Scores:
    """Return the mean of each score; of none, zeros."""
    if not scores:
        return Scores(0.0, 0.0, 0.0, 0.0)
    columns = zip(*map(astuple, scores), strict=True)
    return Scores(*(sum(column) / len(scores) for column in columns))


def interval(strata: Sequence[Sequence[float]]) -> Interval:
    """Return the mean of all values with its interval; each stratum (a set) is resampled within itself."""
    arrays = [np.asarray(stratum, dtype=np.float64) for stratum in strata if stratum]
    count = sum(map(len, arrays))
    if not count:
        return Interval(0.0, 0.0, 0.0)
    generator = np.random.Generator(np.random.PCG64(SEED))
    totals = np.zeros(RESAMPLES)
    for array in arrays:
        drawn = generator.integers(len(array), size=(RESAMPLES, len(array)))
        totals += array[drawn].sum(axis=1)
    low, high = np.percentile(totals / count, [2.5, 97.5])
    return Interval(sum(float(array.sum()) for array in arrays) / count, float(low), float(high))


def auroc(answerable: Sequence[float], unanswerable: Sequence[float]) -> float | None:
    """Return how often a score is higher where there is an answer (ties count half); None without both."""
    if not answerable or not unanswerable:
        return None
    with_answer, without = np.asarray(answerable)[:, None], np.asarray(unanswerable)[None, :]
    wins = (with_answer > without).sum() + 0.5 * (with_answer == without).sum()
    return float(wins) / (len(answerable) * len(unanswerable))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` (0..1) of the values lie; of none, 0."""
    return float(np.percentile(np.asarray(values), 100 * share)) if values else 0.0
