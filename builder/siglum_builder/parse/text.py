"""Plain text: paragraphs under one section without a heading."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from siglum.lines import LineTable
from siglum_builder.model import Block, Parsed, Section

if TYPE_CHECKING:
    from collections.abc import Iterator


def parse_text(text: str, body_byte: int) -> Parsed:
    """Parse a text file: one section, `_preamble`, for the whole; none where nothing is written."""
    table, data = LineTable.of(text), text.encode()
    if not data[body_byte:].decode(errors="replace").strip():
        return Parsed(None)
    start_line, end_line = table.range(body_byte, table.size)
    section = Section(
        parent=None,
        level=0,
        heading="",
        slug="_preamble",
        start_byte=body_byte,
        end_byte=table.size,
        start_line=start_line,
        end_line=end_line,
        body_byte=body_byte,
    )
    return Parsed(None, (section,), tuple(paragraphs(data, table, body_byte=body_byte)))


def paragraphs(data: bytes, table: LineTable, *, body_byte: int, kind: str = "paragraph") -> Iterator[Block]:
    """Yield the runs of lines between blank ones as blocks of `kind`."""
    start: int | None = None
    first = bisect_left(table.starts, body_byte)
    bounds = (*table.starts[first:], table.size)
    for begin, end in pairwise(bounds):
        blank = not data[begin:end].strip()
        if blank and start is not None:
            yield Block(kind, 0, start, begin)
            start = None
        elif not blank and start is None:
            start = begin
    if start is not None:
        yield Block(kind, 0, start, table.size)
