"""Vectors of terms that a table lacks, by what else stands in the chunks that have them.

A corpus's own names and rare words are what its questions are about, and no table learnt from other
texts has them. The mean of the texts around a word, through a linear map, is near to the vector that
the word would have been given; the map is fitted on the words that have one (Khodak et al., "A La
Carte Embedding: Cheap but Effective Induction of Semantic Feature Vectors", ACL 2018).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def by_context(texts: Sequence[sp.csr_array], vectors: Floats, known: NDArray[np.bool_]) -> Floats:
    """Return the vectors [terms, dimension] with those of the terms that are not `known` filled in.

    `texts` are [chunks, terms], 1 + ln tf, some chunks each. A term that stands in no chunk with a known
    term stays zero.
    """
    around = _around(texts, vectors)
    chunks = np.sum([np.bincount(text.indices, minlength=len(vectors)) for text in texts], axis=0)[known]
    counted = np.where(chunks >= LEAST_CHUNKS, np.minimum(chunks, MOST_CHUNKS), 0).astype(np.float64)
    weighted, penalty = around[known].T * counted, REGULARISATION * np.eye(vectors.shape[1])
    fitted = np.linalg.solve(weighted @ around[known] + penalty, weighted @ vectors[known])
    filled = vectors.copy()
    filled[~known] = around[~known] @ (np.rint(fitted / STEP) * STEP)
    return filled


def _around(texts: Sequence[sp.csr_array], vectors: Floats) -> Floats:
    """Return the mean direction of each term's chunks without the term itself, less that of all chunks."""
    terms = len(vectors)
    around, itself, times = np.zeros_like(vectors), np.zeros(terms), np.zeros(terms)
    whole = np.zeros(vectors.shape[1])
    for text in texts:
        sums = np.asarray(text @ vectors)
        lengths = np.sqrt((sums * sums).sum(axis=1))
        inverse = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
        directions = sums * inverse[:, None]
        around += text.T @ directions
        itself += text.multiply(text).T @ inverse
        times += text.T @ (inverse > 0).astype(np.float64)
        whole += directions.sum(axis=0)
    mean = whole / sum(text.shape[0] for text in texts)
    around -= itself[:, None] * vectors + times[:, None] * mean
    around[times == 0] = 0.0
    np.divide(around, times[:, None], out=around, where=times[:, None] > 0)
    return around
