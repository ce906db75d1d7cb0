"""Blocks of a page as runs of lines, which a table of readers takes one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from siglum_builder.model import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from siglum_builder.parse.sections import Body

MOST_NESTED = 30
"""Blocks inside blocks that are told apart; what is deeper is one paragraph."""

Span = tuple[str, int, int, int]
"""Kind, depth, first line and the line after the last."""
Read = tuple[list[Span], int]
"""Blocks, and the line after them."""
Lines = TypeVar("Lines")


class Region(NamedTuple, Generic[Lines]):
    """Where a block is read."""

    lines: Lines
    first: int
    after: int
    depth: int


def read_spans(
    place: Region[Lines],
    readers: Sequence[Callable[[Region[Lines]], Read | None]],
    *,
    blank: Callable[[Lines, int], bool],
) -> list[Span]:
    """Return the blocks of some lines; the first reader that takes a line reads it and what belongs to it.

    The last reader takes every line.
    """
    spans: list[Span] = []
    line = place.first
    while line < place.after:
        if blank(place.lines, line):
            line += 1
            continue
        here = place._replace(first=line)
        for read in readers if place.depth < MOST_NESTED else readers[-1:]:
            found = read(here)
            if found:
                spans += found[0]
                line = max(line + 1, found[1])
                break
    return spans


def placed(spans: Iterable[Span], body: Body) -> tuple[Block, ...]:
    """Return blocks by their bytes."""
    return tuple(
        Block(kind, depth, body.start(first), body.start(after)) for kind, depth, first, after in spans
    )
