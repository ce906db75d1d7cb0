"""Vectors of terms that a table lacks, by what else stands in the chunks that have them.

A corpus's own names and rare words are what its questions are about, and no table learnt from other
texts has them. The mean of the texts around a word, through a linear map, is near to the vector that
the word would have been given; the map is fitted on the words that have one (Khodak et al., "A La
Carte Embedding: Cheap but Effective Induction of Semantic Feature Vectors", ACL 2018).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from siglum_builder.embed import Floats

LEAST_CHUNKS = 3
"""That have a known term, from which the map is fitted to it."""
MOST_CHUNKS = 50
"""From which a term counts no more in the fit."""
REGULARISATION = 1.0
"""Of the fit; 10 does as well."""
STEP = 2.0**-20
"""To which the map is rounded, so that the last bits of a platform's solver do not go on."""


def by_context(growth: sp.csr_array, vectors: Floats, known: NDArray[np.bool_]) -> Floats:
    """Return the vectors [terms, dimension] with those of the terms that are not `known` filled in.

    `growth` is [chunks, terms], 1 + ln tf. A term that stands in no chunk with a known term stays zero.
    """
    with threadpool_limits(limits=1, user_api="blas"):
        around = _around(growth, vectors)
        chunks = np.bincount(growth.indices, minlength=growth.shape[1])[known]
        counted = np.where(chunks >= LEAST_CHUNKS, np.minimum(chunks, MOST_CHUNKS), 0).astype(np.float64)
        weighted, penalty = around[known].T * counted, REGULARISATION * np.eye(vectors.shape[1])
        fitted = np.linalg.solve(weighted @ around[known] + penalty, weighted @ vectors[known])
        filled = vectors.copy()
        filled[~known] = around[~known] @ (np.rint(fitted / STEP) * STEP)
    return filled


def _around(growth: sp.csr_array, vectors: Floats) -> Floats:
    """Return the mean direction of each term's chunks without the term itself, less that of all chunks."""
    texts = np.asarray(growth @ vectors)
    lengths = np.sqrt((texts * texts).sum(axis=1))
    inverse = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    directions = texts * inverse[:, None]
    transposed = growth.T.tocsr()
    itself = np.asarray(transposed.multiply(transposed) @ inverse)[:, None] * vectors
    times = np.asarray(transposed @ (inverse > 0).astype(np.float64))[:, None]
    around = np.asarray(transposed @ directions) - itself - times * directions.mean(axis=0)
    mean: Floats = np.divide(around, times, out=np.zeros_like(around), where=times > 0)
    return mean
