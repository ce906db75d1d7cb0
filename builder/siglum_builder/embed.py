"""Train the corpus's own term vectors: latent semantic indexing by a randomised SVD.

Deerwester et al., "Indexing by latent semantic analysis", JASIS 1990; Halko, Martinsson and Tropp,
"Finding structure with randomness", SIAM Review 2011. Everything runs in float64, with one BLAS
thread (`assemble.py` sees to it), and only int8 leaves, so that the last bit of a machine's arithmetic
does not reach the artifact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from siglum import embedding
from siglum.text import is_unigram
from siglum_builder.by_chunk import Columns, matrix, rows_of, whole_documents
from siglum_builder.count import HEADING
from siglum_builder.tall import orthonormal, pieces, turned
from siglum_builder.vectors import Vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    vector_row = _vector_rows(index)
    terms = int(vector_row.max(initial=-1)) + 1
    dimension = min(DIMENSION, index.chunks - 1, terms - 1)
    if dimension < 2:
        return None
    context = _in_context(index, vector_row)
    basis = _right_singular_vectors(context, dimension)
    if basis.shape[1] < 2:
        return None
    chunk_rows = np.concatenate([quantised(block.times(basis)) for block in context])
    rows, scales = _scaled_rows(basis)
    table = embedding.TermTable(rows, scales)
    return Vectors(
        vector_row=vector_row,
        term_rows=rows,
        term_scales=scales,
        chunk_rows=chunk_rows,
        background_median=_background(index, vector_row, table, chunk_rows),
    )


def _vector_rows(index: Index) -> NDArray[np.int64]:
    """Return each term's row, -1 for what is in one chunk, in most of them, or a single character."""
    df, total = index.document_frequency.astype(np.int64), index.chunks
    unigram = np.fromiter((is_unigram(t) for t in index.terms), dtype=np.bool_, count=len(df))
    kept = (df >= 2) & (2 * df <= total) & ~unigram
    return np.where(kept, np.cumsum(kept) - 1, -1)


@dataclass(frozen=True, slots=True)
class _InContext:
    """Rows of (I + w·P) X, P the mean over a document: never written out, since it is not sparse."""

    at: slice
    """Which chunks they are: those of whole documents."""
    weights: sp.csr_array
    """Their rows of X, [chunks, terms]."""
    means: sp.csr_array
    """[documents, chunks], 1/n at each of the n chunks of a document."""
    document: NDArray[np.uint32]
    """[chunks], from 0."""

    def times(self, columns: Floats) -> Floats:
        """Return (I + w·P) X · columns."""
        return self._in_context(self.weights @ columns)

    def transposed_times(self, columns: Floats) -> Floats:
        """Return Xᵀ (I + w·P) · columns; P is symmetric."""
        return np.asarray(self.weights.T @ self._in_context(columns))

    def _in_context(self, columns: Floats) -> Floats:
        return columns + PAGE_WEIGHT * (self.means @ columns)[self.document]


def _in_context(index: Index, vector_row: NDArray[np.int64]) -> list[_InContext]:
    """Return X[chunk, row] = (1 + ln tf) · ln((N + 1)/(df + ½)), rows of length 1, in blocks."""
    columns = Columns(vector_row, HEADING_WEIGHT, _weighting(index))
    weights, found = matrix(index, columns), []
    for at in whole_documents(index.document):
        block = rows_of(weights, at)
        lengths = np.sqrt(np.asarray(block.multiply(block).sum(axis=1)).ravel())
        lengths[lengths == 0.0] = 1.0
        block.data *= np.repeat(1.0 / lengths, np.diff(block.indptr))
        found.append(_InContext(at, block, *_means(index.document[at] - index.document[at.start])))
    return found


def _weighting(index: Index) -> Callable[[NDArray[np.int64], NDArray[np.uint32]], Floats]:
    df, total = index.document_frequency.astype(np.int64), index.chunks

    def weights(frequency: NDArray[np.int64], term: NDArray[np.uint32]) -> Floats:
        if not len(term):
            return np.empty(0)
        first, last = int(term[0]), int(term[-1])
        return embedding.term_weights(
            frequency, document_frequency=df[first : last + 1], total=total, term=term - np.uint32(first)
        )

    return weights


def _means(document: NDArray[np.uint32]) -> tuple[sp.csr_array, NDArray[np.uint32]]:
    sizes, chunks = np.bincount(document), np.arange(len(document))
    shape = (len(sizes), len(document))
    return sp.csr_array((1.0 / sizes[document], (document, chunks)), shape=shape), document


def _times(matrix: Sequence[_InContext], columns: Floats) -> Floats:
    found = np.empty((matrix[-1].at.stop, columns.shape[1]))
    for block in matrix:
        found[block.at] = block.times(columns)
    return found


def _transposed_times(matrix: Sequence[_InContext], columns: Floats) -> Floats:
    found = matrix[0].transposed_times(columns[matrix[0].at])
    for block in matrix[1:]:
        found += block.transposed_times(columns[block.at])
    return found


def _right_singular_vectors(matrix: Sequence[_InContext], dimension: int) -> Floats:
    """Return an orthonormal basis [terms, about dimension] of the leading right singular vectors.

    Single vectors of equal singular values, as copies of a text give them, depend on the last bit of
    the arithmetic, and those of value 0 are noise; the space that the others span does not. It is cut
    at a gap, and its basis is the one nearest to the sketch. The sketch is of signs, drawn by the one
    numpy generator whose stream is frozen.
    """
    chunks, terms = matrix[-1].at.stop, matrix[0].weights.shape[1]
    width = min(dimension + OVERSAMPLE, chunks, terms)
    signs = _signs(terms, width)
    basis, _ = orthonormal(_times(matrix, signs.astype(np.float64)))
    for _ in range(POWER_ITERATIONS):
        of_terms, _ = orthonormal(_transposed_times(matrix, basis))
        basis, _ = orthonormal(_times(matrix, of_terms))
    of_terms, small = orthonormal(_transposed_times(matrix, basis))
    values, right = np.linalg.svd(small.T)[1:]
    space = turned(of_terms, right[: _cut(values, dimension)].T)
    left, _, nearest = np.linalg.svd(_transposed_product(space, signs))
    return turned(space, left @ nearest)


def _signs(terms: int, width: int) -> NDArray[np.int8]:
    random = np.random.RandomState(SEED)
    drawn = (random.randint(0, 2, size=(at.stop - at.start, width)) for at in pieces(terms))
    return np.concatenate([2 * each.astype(np.int8) - np.int8(1) for each in drawn])


def _transposed_product(space: Floats, signs: NDArray[np.int8]) -> Floats:
    """Return spaceᵀ · signs of as many columns."""
    found = np.zeros((space.shape[1], space.shape[1]))
    for at in pieces(len(space)):
        found += space[at].T @ signs[at, : space.shape[1]].astype(np.float64)
    return found


def _cut(values: Floats, dimension: int) -> int:
    """Return how many of the descending singular values to keep: at least `dimension`, none near 0."""
    cut = dimension
    while cut < len(values) and values[cut] > values[cut - 1] * (1.0 - GAP):
        cut += 1
    return min(cut, int((values > values[0] * GAP).sum()))


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
    rows = np.empty(basis.shape, dtype=np.int8)
    for at in pieces(len(basis)):
        scaled = np.rint(basis[at] * factor / divisor[at, None])
        rows[at] = np.clip(scaled, -embedding.LEVELS, embedding.LEVELS)
    return rows, scales


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
    found = [_headings(index, row, at) for at in index.pieces()]
    posting = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
    chunks = np.unique(index.chunk[posting])
    if not len(chunks):
        return {}
    wanted = chunks[:: max(1, len(chunks) // BACKGROUND_QUERIES)]
    posting = posting[np.isin(index.chunk[posting], wanted)]
    posting = posting[np.argsort(index.chunk[posting], kind="stable")]
    starts = np.searchsorted(index.chunk[posting], wanted)
    return dict(zip(wanted.tolist(), np.split(posting, starts[1:]), strict=True))


def _headings(index: Index, row: NDArray[np.int64], at: slice) -> NDArray[np.int64]:
    found = np.flatnonzero((index.frequency[at, HEADING] > 0) & (row[index.term[at]] >= 0))
    return np.asarray(found + at.start, dtype=np.int64)
