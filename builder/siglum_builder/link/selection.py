"""The lines of a file that an include takes: by marks in comments, definitions, text and numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from siglum_builder.line_ranges import LineRanges, merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from siglum_builder.model import Document, Marks, Selection

_MARKS: Mapping[Marks, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "mdbook": (re.compile(r"ANCHOR:\s*([\w.-]+)"), re.compile(r"ANCHOR_END:\s*([\w.-]+)")),
    "snippet": (
        re.compile(r"(?<!-)-+8<-+\s*\[\s*start\s*:\s*([\w-]+)\s*\]", re.IGNORECASE),
        re.compile(r"(?<!-)-+8<-+\s*\[\s*end\s*:\s*([\w-]+)\s*\]", re.IGNORECASE),
    ),
    "docfx": (
        re.compile(r"(?:<!--|[^\w\s<>]{1,4}|rem\b)\s*<([\w.+-]+)>\s*(?:-->|[^\w\s]{0,4})", re.IGNORECASE),
        re.compile(r"(?:<!--|[^\w\s<>]{1,4}|rem\b)\s*</([\w.+-]+)>\s*(?:-->|[^\w\s]{0,4})", re.IGNORECASE),
    ),
    "asciidoc": (re.compile(r"\btag::([^\s\[\]]+)\[\]"), re.compile(r"\bend::([^\s\[\]]+)\[\]")),
}
"""What marks the start and the end of a part, by its name, in a line without the white space around it."""

_REGION = re.compile(r"[^\w\s#]{0,4}\s*#\s*(?:pragma\s+)?region\b(.*)", re.IGNORECASE)
_REGION_END = re.compile(r"[^\w\s#]{0,4}\s*#\s*(?:pragma\s+)?end\s?region\b", re.IGNORECASE)


class Taken(NamedTuple):
    """What an include takes of a document."""

    lines: LineRanges
    """None, without a reason: the whole."""
    highlight: LineRanges
    reason: str
    """Why it takes nothing."""


def selected(document: Document, lines: Sequence[str], selection: Selection) -> Taken:
    """Return the lines that `selection` takes of a document's `lines`, and the stressed ones."""
    shown, reason = _part(document, lines, selection)
    if reason:
        return Taken((), (), reason)
    if selection.ranges:
        taken = {number for start, end in selection.ranges for number in _slice(shown, start, end)}
        shown = sorted(taken)
    path = document.file.logical_path
    if not shown and lines:
        return Taken((), (), f"{path} has {len(lines)} lines, and what is included has none")
    stressed = shown if selection.highlight_within else range(1, len(lines) + 1)
    marked = {number for start, end in selection.highlight for number in _slice(stressed, start, end)}
    whole = len(shown) == len(lines)
    highlight = _joined(sorted(marked.intersection(shown)))
    return Taken(() if whole else _joined(shown), highlight, "")


def _slice(numbers: Sequence[int], start: int, end: int | None) -> Sequence[int]:
    """Return entries `start` to `end` (inclusive, from 1; negative ones from the end)."""
    count = len(numbers)
    first = max(0, start - 1 if start >= 0 else count + start)
    last = count if end is None else end if end >= 0 else count + end + 1
    return numbers[first : max(first, last)]


def _joined(numbers: Iterable[int]) -> LineRanges:
    return merged((number, number) for number in numbers)


def _part(document: Document, lines: Sequence[str], selection: Selection) -> tuple[Sequence[int], str]:
    """Return the numbers of the lines that the names and texts of `selection` take, or what is missing."""
    path, every = document.file.logical_path, range(1, len(lines) + 1)
    if selection.symbol:
        name = selection.symbol
        found = [each for each in document.parsed.symbols if each.qualified_name == name]
        if not found:
            return (), f"{path} defines no {name}"
        return range(found[0].start_line, found[0].end_line + 1), ""
    if selection.tags and selection.marks:
        parts = [(tag, _marked(lines, tag, selection.marks)) for tag in selection.tags]
        missing = [tag for tag, numbers in parts if numbers is None]
        if missing:
            return (), f"{path} has no part {missing[0]}"
        return sorted({number for _, numbers in parts for number in numbers or ()}), ""
    return _between(path, lines, selection) if selection.start or selection.end else (every, "")


def _between(path: str, lines: Sequence[str], selection: Selection) -> tuple[Sequence[int], str]:
    first, last = 1, len(lines)
    if selection.start:
        found = _line_with(lines, selection.start, 1)
        if found is None:
            return (), f"{path} has no line with {selection.start!r}"
        first = found + selection.start_after
    if selection.end:
        found = _line_with(
            lines, selection.end, first + (not selection.start_after and bool(selection.start))
        )
        if found is None:
            return (), f"{path} has no line with {selection.end!r} after line {first}"
        last = found - selection.end_before
    return range(first, last + 1), ""


def _line_with(lines: Sequence[str], text: str, first: int) -> int | None:
    return next((n for n in range(first, len(lines) + 1) if text in lines[n - 1]), None)


def _marked(lines: Sequence[str], tag: str, marks: Marks) -> list[int] | None:
    """Return the lines between the marks of a name, lines with marks left out; None: no such mark."""
    start, end = _MARKS[marks]
    match = re.Pattern.fullmatch if marks == "docfx" else re.Pattern.search
    name, inside, numbers = tag.casefold(), False, list[int]()
    for number, line in enumerate(map(str.strip, lines), 1):
        opening, closing = match(start, line), match(end, line)
        if closing and inside and closing[1].casefold() == name:
            return numbers
        if opening and opening[1].casefold() == name:
            inside = True
        elif inside and not opening and not closing:
            numbers.append(number)
    if inside:
        return numbers
    return _region(lines, name) if marks == "docfx" else None


def _region(lines: Sequence[str], name: str) -> list[int] | None:
    """Return the lines of `#region name` up to its own `#endregion`."""
    depth, numbers = 0, list[int]()
    for number, line in enumerate(map(str.strip, lines), 1):
        opening, closing = _REGION.fullmatch(line), _REGION_END.match(line)
        if closing and depth:
            depth -= 1
            if not depth:
                return numbers
        elif opening and (depth or _unquoted(opening[1]).casefold() == name):
            depth += 1
        elif depth:
            numbers.append(number)
    return numbers if depth else None


def _unquoted(name: str) -> str:
    """Return the name of a region without quotes, and without what closes the comment that it stands in."""
    bare = name.strip().removesuffix("-->").removesuffix("*/").rstrip()
    return bare.removeprefix('"').removesuffix('"')
