"""Plain text: paragraphs under the headings that it has, or else in parts of some pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum_builder.model import Parsed
from siglum_builder.parse.outline import headings_of
from siglum_builder.parse.sections import Heading, body_of, sections_of
from siglum_builder.parse.spans import placed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.parse.sections import Body
    from siglum_builder.parse.spans import Span

PART = 4_500
"""Bytes from which a part of a text without headings ends at the next blank line: about 60 lines. A
section gives one hit, so that a book in one would have one answer."""


def parse_text(text: str, body_byte: int) -> Parsed:
    """Parse a text file: sections by the headings of its outline; what stands before the first, in parts.

    A heading that the text starts with is its title. The parts are `_preamble`, `_preamble-1`, …; a text
    where nothing is written has none.
    """
    body = body_of(text, body_byte)
    headings = headings_of(body.lines)
    before = headings[0].first if headings else len(body.lines)
    parts = [Heading(0, line, line, "", "_preamble") for line in _part_starts(body, before)]
    sections = sections_of([*parts, *headings], body)
    heads = headings and headings[0].level == 1 and not body.solid[headings[0].first]
    return Parsed(headings[0].title if heads else None, sections, placed(_spans(body.lines, headings), body))


def paragraphs(body: Body, *, kind: str = "paragraph") -> Iterator[Span]:
    """Yield the runs of lines between blank ones as blocks of `kind`."""
    return _runs(body.lines, 0, len(body.lines), kind=kind)


def _part_starts(body: Body, after: int) -> Iterator[int]:
    """Yield the lines at which the parts of the first `after` lines start, at least `PART` long each."""
    if not body.solid[after]:
        return
    start, end = 0, body.start(after)
    yield start
    for line in range(1, body.solid[after]):
        size = body.start(line) - body.start(start)
        fresh = not body.lines[line - 1].strip() and body.lines[line].strip()
        if size >= (PART if fresh else 2 * PART) and end - body.start(line) >= PART // 3:
            start = line
            yield start


def _spans(lines: Sequence[str], headings: Sequence[Heading]) -> Iterator[Span]:
    start = 0
    for heading in headings:
        yield from _runs(lines, start, heading.first)
        yield "heading", 0, heading.first, heading.after
        start = heading.after
    yield from _runs(lines, start, len(lines))


def _runs(lines: Sequence[str], first: int, after: int, *, kind: str = "paragraph") -> Iterator[Span]:
    start: int | None = None
    for line in range(first, after):
        if not lines[line].strip():
            if start is not None:
                yield kind, 0, start, line
            start = None
        elif start is None:
            start = line
    if start is not None:
        yield kind, 0, start, after
