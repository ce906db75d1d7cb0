"""Scores of ranked pages, and how sure they are."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

DEPTH = 10
"""Pages of a ranking that are judged where nothing else is said."""
RESAMPLES = 2000
SEED = 20240229
"""Of every bootstrap, so that a table is the same on every run."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Judgement of one ranking, or the mean of several; all 0..1."""

    recall: float
    """Share of the relevant pages among the first k."""
    ndcg: float
    """nDCG@k, linear gain."""
    mrr: float
    """Reciprocal rank of the first relevant page among the first k."""
    hit1: float
    """Whether the first page is relevant."""
    hit5: float
    """Whether one of the first five pages is."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the middle 95 % of its bootstrap distribution."""

    mean: float
    low: float
    high: float


def ranks_of(relevant: Container[str], pages: Iterable[str]) -> dict[str, int]:
    """Return the rank, from 1, of each relevant page; a page that is ranked again is not counted again."""
    return {page: rank for rank, page in enumerate(dict.fromkeys(pages), 1) if page in relevant}


def judge_ranks(gains: Mapping[str, int], ranks: Mapping[str, int], *, k: int = DEPTH) -> Scores:
    """Score the ranks of relevant pages against the gain of each, which is above 0; there must be one."""
    found = sorted((rank, gains[page]) for page, rank in ranks.items() if rank <= k)
    best = sorted(gains.values(), reverse=True)[:k]
    gained = sum(gain / math.log2(rank + 1) for rank, gain in found)
    ideal = sum(gain / math.log2(i + 2) for i, gain in enumerate(best))
    first = min(ranks.values(), default=0)
    return Scores(
        recall=len(found) / len(gains),
        ndcg=gained / ideal,
        mrr=1 / first if 0 < first <= k else 0.0,
        hit1=float(first == 1),
        hit5=float(0 < first <= 5),
    )


def judge(gains: Mapping[str, int], pages: Iterable[str], *, k: int = DEPTH) -> Scores:
    """Score a ranking of pages against the gain of each relevant page, as `judge_ranks` does."""
    return judge_ranks(gains, ranks_of(gains, pages), k=k)


def mean(scores: Sequence[Scores]) -> Scores:
    """Return the mean of each score; of none, zeros."""
    if not scores:
        return Scores(0.0, 0.0, 0.0, 0.0, 0.0)
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
