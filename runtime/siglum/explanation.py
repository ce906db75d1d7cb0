"""Say why a hit stands where it does."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import results
from siglum.weighing import occurs, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.scoring import Legs
    from siglum.weighing import Weighed

DECIMALS = 6


class Stage(NamedTuple):
    """What a stage after fusion leaves of every chunk's score."""

    name: str
    scores: Floats


class Explained(NamedTuple):
    """What a ranking was made of."""

    terms: tuple[Weighed, ...]
    legs: tuple[tuple[str, Floats], ...]
    """What each says of each chunk."""
    boosts: tuple[tuple[str, Floats], ...]
    """What was added to each chunk's score, the name of it first."""


def explained(
    reader: Reader,
    query: Query,
    legs: Legs,
    stages: Sequence[Stage],
    *,
    meanings: Sequence[tuple[str, Floats]],
) -> Explained:
    """Return what a ranking was made of; `meanings` is what each vector leg says of each chunk, 0..1."""
    settings, words = reader.manifest.search, legs.words
    every = np.arange(len(words.score))
    heading, path = words.shares(every)
    boosts: tuple[tuple[str, Floats], ...] = (
        ("heading", settings.heading_boost * heading),
        ("path", settings.path_boost * path),
        *(
            (kind.name, (kind.weight - 1.0) * kind.of(reader, every).astype(np.float64))
            for kind in legs.lowered
        ),
        *((after.name, _raised(before.scores, after.scores)) for before, after in pairwise(stages)),
    )
    return Explained(weigh_terms(reader, query), (("lexical", words.score), *meanings), boosts)


def _raised(before: Floats, after: Floats) -> Floats:
    """Return by how much a stage raised each score.

    A stage that adds scales all scores back to 0..1: it raised a chunk by what the least raised one lacks.
    """
    both = (before > 0) & (after > 0)
    scale = float((after[both] / before[both]).min(initial=1.0))
    return after - scale * before


def explain(reader: Reader, ranking: Explained, chunk: int) -> results.Explanation:
    """Return the matched terms of a chunk, its place and score in each leg, and its boosts."""
    here = range(chunk, chunk + 1)
    boosts = ((name, round(float(values[chunk]), DECIMALS)) for name, values in ranking.boosts)
    return results.Explanation(
        tuple(each.term.text for each in ranking.terms if occurs(reader, each, here)),
        tuple(_leg_scores(ranking, chunk)),
        tuple(results.Boost(name, value) for name, value in boosts if value),
    )


def _leg_scores(ranking: Explained, chunk: int) -> Iterator[results.LegScore]:
    for name, scores in ranking.legs:
        if scores[chunk] > 0:
            score = float(scores[chunk])
            yield results.LegScore(name, int((scores > score).sum()) + 1, round(score, DECIMALS))
