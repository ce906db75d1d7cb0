"""What the options of an include say: ranges of lines, and Sphinx's directive options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from siglum_builder.model import Selection

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Ranges: TypeAlias = "tuple[tuple[int, int | None], ...]"

_PART = re.compile(r"(?P<start>-?\d{1,9})?(?P<sign>-|:|\.\.)?(?P<end>-?\d{1,9})?")
_SPACED = re.compile(r"\s*(-|:|\.\.)\s*")


def ranges(text: str) -> Ranges:
    """Return the ranges of a list such as `1-3,5,8-`, `1:3 5`, `-9` or `5..7;10..-1`; others are left out."""
    return tuple(_ranges(text))


def _ranges(text: str) -> Iterator[tuple[int, int | None]]:
    for part in re.split(r"[,;\s]+", _SPACED.sub(r"\1", text.strip(" \t\"'"))):
        match = _PART.fullmatch(part)
        if match is None or not (match["start"] or match["end"]):
            continue
        start = int(match["start"] or 1)
        if match["sign"]:
            yield start, int(match["end"]) if match["end"] else None
        else:  # one line, or with a dash in front all up to it
            yield (1, -start) if start < 0 else (start, start)


def directive_selection(name: str, options: Mapping[str, str]) -> Selection:
    """Return what the options of reST's `include` or Sphinx's `literalinclude` take."""
    start, start_after = _text_option(options, "start-after", "start-at")
    end, end_before = _text_option(options, "end-before", "end-at")
    lines = ranges(options.get("lines", ""))
    if name == "include" and not lines:
        lines = _line_bounds(options)
    return Selection(
        symbol=options.get("pyobject", ""),
        start=start,
        start_after=start_after,
        end=end,
        end_before=end_before,
        ranges=lines,
        highlight=ranges(options.get("emphasize-lines", "")),
    )


def _text_option(options: Mapping[str, str], outside: str, inside: str) -> tuple[str, bool]:
    text = options.get(outside, "")
    return (text, True) if text else (options.get(inside, ""), False)


def _line_bounds(options: Mapping[str, str]) -> Ranges:
    """Return docutils' `start-line` and `end-line`, which count from 0 and leave the end out."""
    start, end = (options.get(name, "") for name in ("start-line", "end-line"))
    if not re.fullmatch(r"(?:-?\d{1,9})?", start) or not re.fullmatch(r"(?:-?\d{1,9})?", end):
        return ()
    if not start and not end:
        return ()
    first = int(start or 0)
    last = int(end) if end else None
    return ((first + (first >= 0), last if last is None or last >= 0 else last - 1),)
