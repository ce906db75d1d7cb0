"""A query's second vector: moved towards what its first ranking found.

Rocchio, "Relevance feedback in information retrieval", 1971, with the best chunks taken for relevant.
Chunks that the words have found say in the corpus's own terms what the query is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siglum import embedding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from siglum.embedding import Rows

CHUNKS = 5
"""Best chunks that count as relevant: 3 to 5 do equally well, with 8 the gain is gone."""


def moved(query: Rows, chunks: Rows, scores: Sequence[float], *, weight: float) -> Rows:
    """Return query + weight · (mean of `chunks` by their scores), each of length 1, as int8.

    `chunks` holds whole numbers, best first. Sums run in that order and lengths come from whole
    numbers, so that no CPU decides a bit.
    """
    total = np.zeros(len(query))
    for row, norm, score in zip(chunks, embedding.norms(chunks).tolist(), scores, strict=True):
        total += row * (score / norm)
    centre = embedding.quantise(total)
    if centre is None:
        return query
    sum_of_both = _unit(query) + weight * _unit(centre)
    found = embedding.quantise(sum_of_both)
    return query if found is None else found


def _unit(row: Rows) -> NDArray[np.float64]:
    return row / float(embedding.norms(row[None, :])[0])
