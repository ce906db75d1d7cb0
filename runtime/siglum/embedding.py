"""A query's vector, looked up from the corpus's own term table: no model at run time.

Every float here is a product, quotient, sum in a fixed order or square root, which IEEE 754 rounds
the same on every machine; cosines come from whole numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numkong import PackedMatrix
    from numpy.typing import NDArray

    Rows = NDArray[np.int8]

LEVELS = 127
"""Largest magnitude of a stored component."""


AT_ONCE = 65_536
"""Rows that are compared at once: what is between stays in the processor's cache (15 ms instead of 27 for a
million rows of 64 components)."""


class TermTable(NamedTuple):
    """Terms as vectors: row r is `scales[r] * rows[r]`."""

    rows: Rows
    """[terms, dimension]."""
    scales: NDArray[np.float16]
    """[terms]."""


class Packed(NamedTuple):
    """Int8 rows as usearch's kernels compare them with queries."""

    parts: tuple[PackedMatrix, ...]
    """`AT_ONCE` rows each, the last fewer."""
    norms: NDArray[np.float64]
    """[rows]."""


def term_weight(frequency: float, *, document_frequency: int, total: int) -> float:
    """Return (1 + ln tf) · ln((N + 1)/(df + ½)): what a term counts in a text's vector.

    Rounded to 2⁻²⁰, so that the last bit of a platform's logarithm decides nothing.
    """
    idf = math.log((total + 1) / (document_frequency + 0.5))
    return round((1.0 + math.log(frequency)) * idf * 2**20) / 2**20


def term_weights(
    frequency: NDArray[np.int64],
    *,
    document_frequency: NDArray[np.int64],
    total: int,
    term: NDArray[np.uint32],
) -> NDArray[np.float64]:
    """Return `term_weight` of many: entry i is of `term[i]`, whose frequencies are by term, to the bit."""
    growth = np.array([0.0, *(1.0 + math.log(tf) for tf in range(1, int(frequency.max(initial=0)) + 1))])
    idf = np.array([math.log((total + 1) / (df + 0.5)) for df in document_frequency.tolist()])
    weights: NDArray[np.float64] = np.rint(growth[frequency] * idf[term] * 2**20) / 2**20
    return weights


def embed(table: TermTable, weighted: Sequence[tuple[int, float]]) -> Rows | None:
    """Return the int8 vector of a text whose terms are (row, weight), or None where nothing is known."""
    total = np.zeros(table.rows.shape[1])
    for row, weight in weighted:
        total += weighted_row(table, row, weight)
    return quantise(total)


def weighted_row(table: TermTable, row: int, weight: float) -> NDArray[np.float64]:
    """Return what a term adds to the vector of a text."""
    added: NDArray[np.float64] = table.rows[row] * (weight * float(table.scales[row]))
    return added


def quantise(vector: NDArray[np.float64]) -> Rows | None:
    """Return `vector` scaled so that its largest component is ±127, as int8; None for the zero vector."""
    largest = float(np.abs(vector).max(initial=0.0))
    if largest == 0.0:
        return None
    scaled: Rows = np.rint(vector / largest * LEVELS).astype(np.int8)
    return scaled


def norms(rows: Rows) -> NDArray[np.float64]:
    """Return the Euclidean length of each int8 row; a zero row counts as 1, so that its cosine is 0."""
    squares = np.einsum("ij,ij->i", rows, rows, dtype=np.int64)
    lengths: NDArray[np.float64] = np.sqrt(np.maximum(squares, 1).astype(np.float64))
    return lengths


def length(vector: Rows) -> float:
    """Return the Euclidean length of an int8 vector."""
    return math.sqrt(int(np.dot(vector.astype(np.int64), vector.astype(np.int64))))


def pack(rows: Rows) -> Packed:
    """Lay int8 rows out to be compared with queries: 0.1 s for a million of 64 components."""
    from numkong import dots_pack  # not before there are vectors

    parts = (dots_pack(rows[start : start + AT_ONCE], "int8") for start in range(0, len(rows), AT_ONCE))
    return Packed(tuple(parts), norms(rows))


def cosines(packed: Packed, query: Rows) -> NDArray[np.float64]:
    """Return the cosine of each row with `query`.

    Dot products are of whole numbers, so neither the processor nor an order of summation decides a bit.
    """
    from numkong import dots_packed

    found, of_query = np.empty(len(packed.norms)), length(query)
    for number, part in enumerate(packed.parts):
        some = slice(number * AT_ONCE, (number + 1) * AT_ONCE)
        dots = np.asarray(dots_packed(query[None, :], part))[0]
        np.divide(dots, packed.norms[some] * of_query, out=found[some])
    return found
