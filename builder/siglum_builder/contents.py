"""Tables of contents in plain text: titles by number, or with page numbers, and nothing about them."""

from __future__ import annotations

import re
from itertools import pairwise

LEAST = 6
"""Entries of a table of contents; a page's own list of its three sections is too short to be in the way."""
SHARE = 0.35
"""Of the lines, that start an entry: long titles take two lines and three."""
ASCENDING = 0.9
"""Of the entries, that stand after the one before: an outline ascends, a list of releases does not."""

_LEADERS = re.compile(r"(?:(?<!\.)\.{4,}|(?<!\. )(?:\. ){4,}|(?<!…)…{2,}|(?<!・)・{4,})[ \t]*(?:\d|[ivxl])")
_LEADERS_NEED = ("....", ". . . .", "……", "・・・・")
_LETTER = re.compile(r"[^\W\d]")
_NUMBERED = re.compile(r"[ \t]*(\d{1,3}(?:\.\d{1,3})*)(?:\.[ \t]*|[ \t]+)(?=[^\W\d_]|[\"'“„»「『（(<~`/.-])")
_STOPS = re.compile(r"[.。;；][\"'”»」)]?[ \t]*\Z")


def is_contents(body: str) -> bool:
    """Tell whether a text is a table of contents, or a stretch of one.

    Its lines end with page numbers behind dots; or they start with numbers of two depths that ascend, and end
    as no sentences do.
    """
    lines = [line for line in body.splitlines() if line.strip()]
    if len(lines) < LEAST:
        return False
    led = any(map(body.__contains__, _LEADERS_NEED)) and sum(map(_leads_to_page, lines))
    if led >= max(LEAST, SHARE * len(lines)):
        return True
    found = [number for line in lines if (number := _NUMBERED.match(line))]
    if (
        len(found) < max(LEAST, SHARE * len(lines))
        or sum(map(bool, map(_STOPS.search, lines))) > len(lines) // 10
    ):
        return False
    numbers = [tuple(map(int, number[1].split("."))) for number in found]
    ascending = sum(before < after for before, after in pairwise(numbers))
    return len(set(map(len, numbers))) > 1 and ascending >= ASCENDING * (len(numbers) - 1)


def _leads_to_page(line: str) -> bool:
    leaders = _LEADERS.search(line)
    return leaders is not None and _LETTER.search(line, 0, leaders.start()) is not None
