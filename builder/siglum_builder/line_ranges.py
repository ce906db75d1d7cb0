"""Ranges of lines: inclusive, from 1, ascending and apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

LineRanges: TypeAlias = "tuple[tuple[int, int], ...]"


def merged(ranges: Iterable[tuple[int, int]]) -> LineRanges:
    """Return ranges in order, those that touch or overlap joined; reversed ones are turned round."""
    found: list[tuple[int, int]] = []
    for start, end in sorted((min(each), max(each)) for each in ranges):
        if found and start <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)


def within(ranges: Iterable[tuple[int, int]], start: int, end: int) -> LineRanges:
    """Return the part of `ranges` between `start` and `end`, inclusive."""
    cut = ((max(first, start), min(last, end)) for first, last in ranges)
    return merged((first, last) for first, last in cut if first <= last)


def written_ranges(ranges: LineRanges) -> str:
    """Return ranges as people write them: `1-3,5`."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)
