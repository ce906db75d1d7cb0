"""Train the corpus's own term vectors: latent semantic indexing by a randomised SVD.

Deerwester et al., "Indexing by latent semantic analysis", JASIS 1990; Halko, Martinsson and Tropp,
"Finding structure with randomness", SIAM Review 2011. Everything runs in float64 on one BLAS thread,
and only int8 leaves, so that the last bit of a machine's arithmetic does not reach the artifact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from threadpoolctl import threadpool_limits

from siglum import embedding
from siglum.text import is_unigram
from siglum_builder.vectors import Vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from siglum_builder.postings import Index

    Floats = NDArray[np.float64]

DIMENSION = 64
"""nDCG@10 pooled over five documentation sets: .741 at 48, .738 at 64 and 96, .732 at 128, .723 at 256."""
PAGE_WEIGHT = 0.5
"""What the mean of its document counts beside a chunk: a passage means what its page is about (+.007)."""
OVERSAMPLE = 20
POWER_ITERATIONS = 3
GAP = 1e-6
"""Singular values nearer to each other, or to 0 beside the first, cannot be told apart."""
HEADING_WEIGHT = 2
SEED = 20_240_229
BACKGROUND_QUERIES = 256
"""Headings that serve as queries when the background similarity is sampled."""
LARGEST_SCALE = 1024.0
"""Of a term row: keeps the smallest ones inside the normal range of float16."""


def train(index: Index) -> Vectors | None:
    """Return the vectors of a corpus, or None where it is too small to have any."""
    weights, vector_row = _weights(index)
    chunks, terms = weights.shape
    dimension = min(DIMENSION, chunks - 1, terms - 1)
    if dimension < 2:
        return None
    matrix = _in_context(weights, index.document)
    with threadpool_limits(limits=1, user_api="blas"):
        basis = _right_singular_vectors(matrix, dimension)
        if basis.shape[1] < 2:
            return None
        chunk_rows = quantised(matrix.times(basis))
    rows, scales = _scaled_rows(basis)
    table = embedding.TermTable(rows, scales)
    return Vectors(
        vector_row=vector_row,
        term_rows=rows,
        term_scales=scales,
        chunk_rows=chunk_rows,
        background_median=_background(index, vector_row, table, chunk_rows),
    )


def _weights(index: Index) -> tuple[sp.csr_array, NDArray[np.int64]]:
    """Return X[chunk, row] = (1 + ln tf) · ln((N + 1)/(df + ½)), rows of length 1, and each term's row."""
    df, total = index.document_frequency.astype(np.int64), index.chunks
    unigram = np.fromiter((is_unigram(t) for t in index.terms), dtype=np.bool_, count=len(df))
    kept = (df >= 2) & (2 * df <= total) & ~unigram
    vector_row = np.where(kept, np.cumsum(kept) - 1, -1)
    frequency = index.frequency[:, 3].astype(np.int64) + HEADING_WEIGHT * index.frequency[:, 0]
    posting = np.flatnonzero(kept[index.term] & (frequency > 0))
    term = index.term[posting]
    values = embedding.term_weights(frequency[posting], document_frequency=df, total=total, term=term)
    shape = (total, int(kept.sum()))
    matrix = sp.csr_array((values, (index.chunk[posting], vector_row[term])), shape=shape)
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    lengths[lengths == 0.0] = 1.0
    return sp.csr_array(sp.diags_array(1.0 / lengths) @ matrix), vector_row


@dataclass(frozen=True, slots=True)
class _InContext:
    """The matrix (I + w·P) X, P the mean over a document: never written out, since it is not sparse."""

    weights: sp.csr_array
    """X, [chunks, terms]."""
    means: sp.csr_array
    """[documents, chunks], 1/n at each of the n chunks of a document."""
    document: NDArray[np.uint32]
    """[chunks]."""

    def times(self, columns: Floats) -> Floats:
        """Return (I + w·P) X · columns."""
        return self._in_context(self.weights @ columns)

    def transposed_times(self, columns: Floats) -> Floats:
        """Return Xᵀ (I + w·P) · columns; P is symmetric."""
        return np.asarray(self.weights.T @ self._in_context(columns))

    def _in_context(self, columns: Floats) -> Floats:
        return columns + PAGE_WEIGHT * (self.means @ columns)[self.document]


def _in_context(weights: sp.csr_array, document: NDArray[np.uint32]) -> _InContext:
    sizes, chunks = np.bincount(document), np.arange(len(document))
    shape = (len(sizes), len(document))
    means = sp.csr_array((1.0 / sizes[document], (document, chunks)), shape=shape)
    return _InContext(weights, means, document)


def _right_singular_vectors(matrix: _InContext, dimension: int) -> Floats:
    """Return an orthonormal basis [terms, about dimension] of the leading right singular vectors.

    Single vectors of equal singular values, as copies of a text give them, depend on the last bit of
    the arithmetic, and those of value 0 are noise; the space that the others span does not. It is cut
    at a gap, and its basis is the one nearest to the sketch. The sketch is of signs, drawn by the one
    numpy generator whose stream is frozen.
    """
    chunks, terms = matrix.weights.shape
    width = min(dimension + OVERSAMPLE, chunks, terms)
    signs = np.random.RandomState(SEED).randint(0, 2, size=(terms, width)) * 2.0 - np.float64(1)
    basis = _orthonormal(matrix.times(signs))
    for _ in range(POWER_ITERATIONS):
        basis = _orthonormal(matrix.times(_orthonormal(matrix.transposed_times(basis))))
    small = matrix.transposed_times(basis).T
    values, right = np.linalg.svd(small, full_matrices=False)[1:]
    space = right[: _cut(values, dimension)].T
    left, _, turned = np.linalg.svd(space.T @ signs[:, : space.shape[1]])
    return np.asarray(space @ (left @ turned))


def _cut(values: Floats, dimension: int) -> int:
    """Return how many of the descending singular values to keep: at least `dimension`, none near 0."""
    cut = dimension
    while cut < len(values) and values[cut] > values[cut - 1] * (1.0 - GAP):
        cut += 1
    return min(cut, int((values > values[0] * GAP).sum()))


def _orthonormal(columns: Floats) -> Floats:
    return np.asarray(np.linalg.qr(columns)[0], dtype=np.float64)


def quantised(vectors: Floats) -> NDArray[np.int8]:
    """Return each row scaled so that its largest component is ±127."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    largest[largest == 0.0] = 1.0
    return np.asarray(np.rint(vectors * (embedding.LEVELS / largest)), dtype=np.int8)


def _scaled_rows(basis: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return int8 rows and their float16 scales; a common power of two keeps the scales in range."""
    largest = np.abs(basis).max(axis=1)
    factor = 2.0 ** np.floor(np.log2(LARGEST_SCALE * embedding.LEVELS / largest.max(initial=1e-300)))
    scales = (largest * factor / embedding.LEVELS).astype(np.float16)
    divisor = np.where(scales > 0, scales.astype(np.float64), 1.0)
    rows = np.rint(basis * factor / divisor[:, None])
    return np.clip(rows, -embedding.LEVELS, embedding.LEVELS).astype(np.int8), scales


def _background(
    index: Index,
    vector_row: NDArray[np.int64],
    table: embedding.TermTable,
    chunk_rows: NDArray[np.int8],
) -> float:
    """Return the median cosine of evenly spaced chunks' headings, taken as queries, with all chunks."""
    packed = embedding.pack(chunk_rows)
    medians = []
    for query in _heading_queries(index, vector_row):
        vector = embedding.embed(table, query)
        if vector is not None:
            medians.append(float(np.median(embedding.cosines(packed, vector))))
    return round(float(np.median(medians)), 6) if medians else 0.0


def _heading_queries(index: Index, vector_row: NDArray[np.int64]) -> list[list[tuple[int, float]]]:
    return [
        [
            (
                int(vector_row[index.term[p]]),
                embedding.term_weight(
                    1,
                    document_frequency=int(index.document_frequency[index.term[p]]),
                    total=index.chunks,
                ),
            )
            for p in group
        ]
        for group in heading_postings(index, vector_row).values()
    ]


def heading_postings(index: Index, row: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """Return, by chunk, the postings of evenly spaced headings that serve as queries: of terms with a row."""
    posting = np.flatnonzero((index.frequency[:, 0] > 0) & (row[index.term] >= 0))
    posting = posting[np.argsort(index.chunk[posting], kind="stable")]
    chunks, starts = np.unique(index.chunk[posting], return_index=True)
    step = max(1, len(chunks) // BACKGROUND_QUERIES)
    groups = np.split(posting, starts[1:])
    return dict(zip(chunks[::step].tolist(), groups[::step], strict=True)) if len(chunks) else {}
