"""Lay out rows of text as a table for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """Return the rows in columns under `header`: the first `left` columns flush left, the others right."""
    cells = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_line(row, widths, left).rstrip() for row in cells)


def _line(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    padded = (
        cell.ljust(width) if number < left else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(padded)
