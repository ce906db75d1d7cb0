"""Combine the legs into one total order."""

from __future__ import annotations

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
    ids = np.flatnonzero(scores > 0)
    if 0 < count < len(ids):
        threshold = np.partition(scores[ids], len(ids) - count)[len(ids) - count]
        ids = ids[scores[ids] >= threshold]
    return ids[np.argsort(-scores[ids], kind="stable")][:count]


def above_background(cosines: Floats, median: float) -> Floats:
    """Return cosines on a scale where the corpus's background is 0 and the best chunk 1.

    Where nothing is above the background, all are 0.
    """
    top = float(cosines.max(initial=-1.0))
    if top <= median:
        return np.zeros_like(cosines)
    return np.clip((cosines - median) / (top - median), 0.0, 1.0)


def earned(weight: float, *, chunks: int, half: int) -> float:
    """Return how much of `weight` a space learnt from `chunks` texts has earned: a half at `half`."""
    return weight * (chunks / (chunks + half))


def fuse(lexical: Floats, legs: Sequence[tuple[float, Floats]]) -> Floats:
    """Return lexical / max + Σ w · leg, scaled to 0..1; `legs` are weights and scores of 0..1.

    A combination of scores; reciprocal ranks lose where one leg is weak (Bruch, Gai and Ingber, "An
    Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023, and schemas/README.md).
    """
    top = float(lexical.max(initial=0.0))
    scaled = lexical / top if top > 0 else np.zeros_like(lexical)
    for weight, scores in legs:
        scaled = scaled + weight * scores
    return scaled / (1.0 + sum(weight for weight, _ in legs))
