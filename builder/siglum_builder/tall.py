"""Orthonormal bases of matrices of far more rows than columns, some rows at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROWS = 65_536
"""Worked on at once: what LAPACK copies of them, three or four times, is some 0.2 GB."""


def pieces(rows: int) -> Iterator[slice]:
    """Yield the rows, some at a time."""
    for start in range(0, rows, ROWS):
        yield slice(start, min(start + ROWS, rows))


def orthonormal(columns: Floats) -> tuple[Floats, Floats]:
    """Return Q, which may take the place of `columns`, and R: the product is `columns`.

    Each piece gets a basis of its own, then what is left of all of them one together: Demmel, Grigori,
    Hoemmen and Langou, "Communication-optimal parallel and sequential QR and LU factorizations", SISC 2012.
    """
    if len(columns) <= ROWS:
        basis, remainder = np.linalg.qr(columns)
        return basis, remainder
    remainders = []
    for at in pieces(len(columns)):
        basis, remainder = np.linalg.qr(columns[at])
        columns[at, : basis.shape[1]] = basis
        remainders.append(remainder)
    ends = np.cumsum([len(remainder) for remainder in remainders])[:-1]
    joined, whole = np.linalg.qr(np.concatenate(remainders))
    for at, turn in zip(pieces(len(columns)), np.split(joined, ends), strict=True):
        columns[at] = columns[at, : len(turn)] @ turn
    return columns, whole


def turned(basis: Floats, turn: Floats) -> Floats:
    """Return `basis` @ `turn`, which has at most as many columns, in the place of `basis`."""
    for at in pieces(len(basis)):
        basis[at, : turn.shape[1]] = basis[at] @ turn
    return basis[:, : turn.shape[1]]
