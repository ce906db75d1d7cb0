"""Definitions and statement groups of a piece of code, by its blank lines and indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.citations.blocks import BareLine

WHOLE = 800
"""Characters of a definition that are one block; a longer one is cut between what it consists of."""
_CLOSING = ("}", ")", "]", "end", "else", "elif", "except", "finally", "catch", "</")


class _Part(NamedTuple):
    """Lines without a blank one between them."""

    first: int
    indent: int


def statement_groups(lines: Sequence[BareLine], first: int, last: int) -> list[int]:
    """Return the lines, of `first` up to `last`, on which a definition or statement group starts."""
    parts = list(_parts(lines, first, last))
    if not parts:
        return [first]
    level = min(part.indent for part in parts)
    groups = list(_split(parts, level))
    ends = [group[0].first for group in groups[1:]] + [last]
    starts = [
        start for group, end in zip(groups, ends, strict=True) for start in _inner(lines, group, end=end)
    ]
    return [first, *starts[1:]]


def _parts(lines: Sequence[BareLine], first: int, last: int) -> Iterator[_Part]:
    for number in range(first, last):
        if lines[number].text and (number == first or not lines[number - 1].text):
            closes = lines[number].text.startswith(_CLOSING) and number > first
            yield _Part(number, lines[number].indent + closes * 1_000)


def _split(parts: Sequence[_Part], level: int) -> Iterator[list[_Part]]:
    """Yield runs of parts that each start at `level` or further out."""
    run: list[_Part] = []
    for part in parts:
        if run and part.indent <= level:
            yield run
            run = []
        run.append(part)
    if run:
        yield run


def _inner(lines: Sequence[BareLine], group: Sequence[_Part], *, end: int) -> list[int]:
    """Return where a group is cut: nowhere while it is short, else between what it consists of."""
    first = group[0].first
    size = sum(len(line.text) + line.indent + 1 for line in lines[first:end])
    if size <= WHOLE or len(group) == 1:
        return [first]
    level = min(part.indent for part in group[1:])
    groups = [*_split(group[1:], level)]
    ends = [inner[0].first for inner in groups[1:]] + [end]
    starts = [first]
    for inner, stop in zip(groups, ends, strict=True):
        starts += _inner(lines, inner, end=stop)
    return starts
