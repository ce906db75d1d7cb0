"""What documents of every markup share: their lines, and the tree of sections from their headings."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from siglum.lines import LineTable, split_lines
from siglum_builder.model import Section
from siglum_builder.slugs import unique_slugs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DEEPEST = 6
"""Level of a heading, as in Markdown and HTML."""

LINE_LIMIT = 16_384
"""Characters of a line that a parser sees; the rest counts as text without links."""


@dataclass(frozen=True, slots=True)
class Body:
    """The lines that the parser sees, and their places in the stored text."""

    table: LineTable
    before: int
    """Lines of the stored text in front of the body."""
    start_byte: int
    lines: tuple[str, ...]
    solid: tuple[int, ...]
    """For every line count n, how many of the first n lines are left without trailing blank ones."""

    def line(self, index: int) -> int:
        """Return the stored text's line number (from 1) of the parser's line `index` (from 0)."""
        return self.before + index + 1

    def start(self, index: int) -> int:
        """Return the byte at which the parser's line `index` starts."""
        return max(self.start_byte, self.table.start(self.line(index)))


class Heading(NamedTuple):
    """A heading that opens a section; lines are indices into the body's."""

    level: int
    """From 1; what is deeper than 6 counts as 6. 0: text of no heading."""
    first: int
    after: int
    title: str
    """Plain text."""
    id: str | None = None
    """That the page gives it."""


def body_of(text: str, body_byte: int) -> Body:
    """Return the lines of a document whose front matter ends at `body_byte`."""
    table = LineTable.of(text)
    body = text.encode()[body_byte:].decode(errors="replace") if body_byte else text
    lines = tuple(_seen(line) for line in split_lines(body))
    solid = [0]
    for number, line in enumerate(lines, 1):
        solid.append(number if line.strip() else solid[-1])
    return Body(table, bisect_left(table.starts, body_byte), body_byte, lines, tuple(solid))


def _seen(line: str) -> str:
    """Return a line as the parser sees it: without its end, without NUL, of bounded length."""
    return line.rstrip("\r\n")[:LINE_LIMIT].replace("\0", "\ufffd")


def sections_of(headings: Sequence[Heading], body: Body) -> tuple[Section, ...]:
    """Return the tree of sections; text in front of the first heading is `_preamble`."""
    found = [heading._replace(level=min(heading.level, DEEPEST)) for heading in headings]
    first_heading = found[0].first if found else len(body.lines)
    preamble = body.solid[first_heading] > 0
    slugs = unique_slugs(
        [(heading.title, heading.id) for heading in found], taken=("_preamble",) if preamble else ()
    )
    if preamble:
        found.insert(0, Heading(0, 0, 0, ""))
        slugs = ("_preamble", *slugs)
    return tuple(_nest(found, slugs, body))


def _nest(heads: Sequence[Heading], slugs: Sequence[str], body: Body) -> Iterator[Section]:
    levels = [heading.level for heading in heads]
    parents, ends = _parents(levels), _ends(levels)
    for index, (level, first, after, title, _) in enumerate(heads):
        end = body.start(heads[ends[index]].first) if ends[index] < len(heads) else body.table.size
        start = body.start(first) if level or first else body.start_byte
        start_line, end_line = body.table.range(start, end)
        yield Section(
            parent=parents[index],
            level=level,
            heading=title,
            slug=slugs[index],
            start_byte=start,
            end_byte=end,
            start_line=start_line,
            end_line=end_line,
            body_byte=body.start(after) if level else start,
        )


def _parents(levels: Sequence[int]) -> list[int | None]:
    """Return for each heading the nearest one before it of a lower level; text before has no child."""
    open_heads: list[int] = []
    parents: list[int | None] = []
    for index, level in enumerate(levels):
        while open_heads and levels[open_heads[-1]] >= level:
            open_heads.pop()
        parents.append(open_heads[-1] if open_heads else None)
        if level:
            open_heads.append(index)
    return parents


def _ends(levels: Sequence[int]) -> list[int]:
    """Return for each heading the index of the next of the same or a higher level, or the count."""
    ends = [len(levels)] * len(levels)
    open_heads: list[int] = []
    for index, level in enumerate(levels):
        while open_heads and (levels[open_heads[-1]] >= level or not levels[open_heads[-1]]):
            ends[open_heads.pop()] = index
        open_heads.append(index)
    return ends
