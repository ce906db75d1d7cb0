"""Judge borders of blocks by readings of the whole file that siglum's own cutting has no part in."""

from __future__ import annotations

import re
import sys
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING

from siglum.lines import split_lines
from siglum_builder.parse.grammar import read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKS = re.compile(r"[*_~`]|\{[^}]*\}")
_PREFIX = re.compile(r"^[ \t]*(?:>[ \t]?)*", re.MULTILINE)
_CODE = re.compile(r"<[^<>\s]+>|(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
AROUND = 40
"""Characters shown on either side."""
CONTEXT = 120
"""Characters on either side by which a border is judged."""
MARKS = 2
"""Characters by which a border may differ: Markdown's marks around a sentence."""


class Borders:
    """The paragraphs and the lines of a Markdown file, and where its sentences end."""

    def __init__(self, text: str, name: str) -> None:
        lines = split_lines(text)
        self._text = text
        self._starts = list(accumulate(map(len, lines), initial=0))
        self._bytes = text.encode()
        self._paragraphs = list(_paragraphs(lines)) if name.endswith(".md") else []

    def faults(self, byte: int) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with a cut: `block` (inside a line that is none of prose) or `sentence`."""
        place = len(self._bytes[:byte].decode())
        around = f"…{self._text[max(0, place - AROUND) : place]!r} ✂ {self._text[place : place + AROUND]!r}…"
        within = next((p for p in self._paragraphs if self._starts[p[0]] < place < self._starts[p[1]]), None)
        if within is None:
            if place not in self._line_starts:
                yield "block", around
            return
        start, end = self._starts[within[0]], self._starts[within[1]]
        text = _plain(self._text[start:end])
        place -= start
        place += len(text[place:]) - len(text[place:].lstrip())  # indentation belongs to what follows
        low = max(0, place - CONTEXT)
        known = _unicode_ends(text[low : place + CONTEXT])
        if known is not None and not any(abs(place - low - edge) <= MARKS for edge in known):
            yield "sentence", around

    @cached_property
    def _line_starts(self) -> frozenset[int]:
        return frozenset(self._starts)


def _paragraphs(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first line of each paragraph and the line after it, from 0."""
    body = 0
    if lines and lines[0].rstrip() in ("---", "+++"):
        body = next((n + 1 for n in range(1, len(lines)) if lines[n].rstrip() == lines[0].rstrip()), 0)
    for token in read_blocks(
        "".join("\n" if n < body else line.rstrip("\r\n") + "\n" for n, line in enumerate(lines)), {}
    ):
        if token.type in ("paragraph_open", "td_open", "dt_open") and token.map:
            yield token.map[0], token.map[1]


def _plain(text: str) -> str:
    """Return text of the same length without what is Markdown's.

    Code and addresses are capitalised names, marks are quotes, line ends are spaces.
    """
    text = _CODE.sub(lambda match: "X" * len(match[0]), text)
    text = _PREFIX.sub(lambda match: " " * len(match[0]), text)
    return _MARKS.sub(lambda match: '"' * len(match[0]), text).replace("\r", " ").replace("\n", " ")


@cache
def _unicode_ends(text: str) -> list[int] | None:
    if find_spec("uniseg") is None:
        return None
    return list(import_module("uniseg.sentencebreak").sentence_boundaries(text))


if find_spec("uniseg") is None:
    sys.stderr.write("uniseg is not installed: sentences are not judged\n")
