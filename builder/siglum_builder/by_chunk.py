"""The postings of an index as a sparse matrix with a row a chunk, looked through some at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp

from siglum_builder.count import ABOVE, BODY, HEADING
from siglum_builder.postings import Placing
from siglum_builder.scratch import scratch_array

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from siglum_builder.postings import Index

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Value = Callable[[Integers, NDArray[np.uint32]], Floats]
    """From frequencies and terms of postings to what they count."""

LEAST = 65_536
"""Chunks at least whose rows are worked on at once, but for the last ones."""


class Columns(NamedTuple):
    """What of the postings a matrix has."""

    of_term: Integers
    """[terms], the column of each, or -1."""
    heading_weight: int
    """How often a word of a heading counts."""
    value: Value
    above_weight: int = 0
    """The same for the title and the headings above."""


class _Entries(NamedTuple):
    row: Integers
    column: Integers
    frequency: Integers
    term: NDArray[np.uint32]


def matrix(index: Index, columns: Columns, *, of_chunks: Integers | None = None) -> sp.csr_array:
    """Return [chunks, columns]; given `of_chunks`, ascending, their rows alone."""
    rows = index.chunks if of_chunks is None else len(of_chunks)
    row_of = None
    if of_chunks is not None:
        row_of = np.full(index.chunks, -1, dtype=np.int64)
        row_of[of_chunks] = np.arange(rows)
    sizes = np.zeros(rows, dtype=np.int64)
    for entries in _entries(index, columns, row_of):
        sizes += np.bincount(entries.row, minlength=rows)
    total, placing = int(sizes.sum()), Placing(sizes)
    data = scratch_array(index.folder, (total,), np.float64)
    indices = scratch_array(index.folder, (total,), np.int32)
    for entries in _entries(index, columns, row_of):
        order = np.argsort(entries.row, kind="stable")
        places = placing.places(entries.row[order])
        data[places] = columns.value(entries.frequency, entries.term)[order]
        indices[places] = entries.column[order]
    ends = np.append(0, np.cumsum(sizes))
    return sp.csr_array((data, indices, ends), shape=(rows, int(columns.of_term.max(initial=-1)) + 1))


def _entries(index: Index, columns: Columns, row_of: Integers | None) -> Iterator[_Entries]:
    for at in index.pieces():
        term, chunk, frequency = index.term[at], index.chunk[at], index.frequency[at]
        heading, above, body = frequency[:, (HEADING, ABOVE, BODY)].T.astype(np.int64)
        times = body + columns.heading_weight * heading + columns.above_weight * above
        kept = (columns.of_term[term] >= 0) & (times > 0)
        row = chunk.astype(np.int64) if row_of is None else row_of[chunk]
        found = np.flatnonzero(kept & (row >= 0))
        yield _Entries(row[found], columns.of_term[term[found]], times[found], term[found])


def whole_documents(document: NDArray[np.uint32]) -> Iterator[slice]:
    """Yield the chunks of whole documents, some at a time; `document` is that of each chunk."""
    start = 0
    while start < len(document):
        last = document[min(start + LEAST, len(document)) - 1]
        end = int(np.searchsorted(document, last, side="right"))
        yield slice(start, end)
        start = end


def rows_of(matrix: sp.csr_array, at: slice) -> sp.csr_array:
    """Return some rows of a matrix, which share its memory."""
    first, last = int(matrix.indptr[at.start]), int(matrix.indptr[at.stop])
    ends = (matrix.indptr[at.start : at.stop + 1] - first).astype(np.int32)
    shape = (at.stop - at.start, matrix.shape[1])
    return sp.csr_array((matrix.data[first:last], matrix.indices[first:last], ends), shape=shape)
