"""Combine the legs into one total order."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from siglum.lexical import Floats

DECIMALS = 6
"""Scores are rounded to this before they are compared, so that what is shown decides the order."""


def best(scores: Floats, count: int) -> NDArray[np.int64]:
    """Return the ids of the `count` greatest positive scores, greatest first, ties by id."""
    ids = not_below(scores, count)
    return ids[np.argsort(-scores[ids], kind="stable")][:count]


def not_below(scores: Floats, count: int, *, slack: float = 0.0, above: float = 0.0) -> NDArray[np.int64]:
    """Return the ids, ascending, of scores over `above` that are not below the `count`-th by over `slack`."""
    floor = _floor(scores, count) - slack
    ids = np.flatnonzero(scores >= floor if floor > above else scores > above)
    if 0 < count < len(ids):
        found = scores[ids]
        threshold = np.partition(found, len(ids) - count)[len(ids) - count]
        ids = ids[found >= threshold - slack]
    return ids


BLOCKS = 64
"""Scores of which only the greatest is looked at first: a pass that costs a tenth of a partition."""


def _floor(scores: Floats, count: int) -> float:
    """Return a score that at least `count` have or exceed; -inf where a quick look finds none."""
    groups = len(scores) // BLOCKS
    if not 0 < count < groups:
        return -inf
    greatest = scores[: groups * BLOCKS].reshape(BLOCKS, groups).max(axis=0)
    return float(np.partition(greatest, groups - count)[groups - count])


def above_background(excess: Floats, *, top: float | None = None) -> Floats:
    """Return how far chunks are above the background on a scale where that is 0 and the best chunk 1.

    `top` is the best chunk's where `excess` is that of some. Where nothing is above the background, all
    are 0.
    """
    if top is None:
        top = float(excess.max(initial=0.0))
    return np.clip(excess / top, 0.0, 1.0) if top > 0 else np.zeros_like(excess)


def earned(weight: float, *, chunks: int, half: int) -> float:
    """Return how much of `weight` a space learnt from `chunks` texts has earned: a half at `half`."""
    return weight * (chunks / (chunks + half))


def fuse(lexical: Floats, legs: Sequence[tuple[float, Floats]], *, top: float | None = None) -> Floats:
    """Return lexical / max + Σ w · leg, scaled to 0..1; `legs` are weights and scores of 0..1.

    `top` is the maximum of a lexical leg given in part.

    A combination of scores; reciprocal ranks lose where one leg is weak (Bruch, Gai and Ingber, "An
    Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023, and schemas/README.md).
    """
    if top is None:
        top = float(lexical.max(initial=0.0))
    scaled = lexical / top if top > 0 else np.zeros_like(lexical)
    for weight, scores in legs:
        scaled = scaled + weight * scores
    return scaled / (1.0 + sum(weight for weight, _ in legs))


RANK_CONSTANT = 60
"""Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods", SIGIR 2009."""


def reciprocal_ranks(lexical: Floats, legs: Sequence[tuple[float, Floats]]) -> Floats:
    """Return the legs' weighted sum of 1 / (k + rank), scaled to 0..1: 1 for what is first in all.

    Ranks count from 1, ties by id; what a leg does not score has no rank in it.
    """
    every = [(1.0, lexical), *legs]
    total, most = np.zeros(len(lexical)), sum(weight for weight, _ in every) / (RANK_CONSTANT + 1)
    for weight, scores in every:
        ranked = best(scores, len(scores))
        total[ranked] += weight / (RANK_CONSTANT + 1.0 + np.arange(len(ranked)))
    return total / most
