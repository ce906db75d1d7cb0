"""Lines of a text as an editor counts them: CRLF, CR and LF end one, nothing else does."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


def split_lines(text: str) -> list[str]:
    r"""Return the lines of `text` with their ends; joined they are `text` again.

    Unlike `str.splitlines`, form feeds, U+0085 and U+2028 are ordinary characters. A text that ends
    with a line end has no empty last line; an empty text has no line.
    """
    if "\r" in text:
        lines = _LINE.findall(text)
    else:
        *whole, rest = text.split("\n")
        lines = [*(f"{line}\n" for line in whole), rest]
    while lines and not lines[-1]:
        lines.pop()
    return lines


@dataclass(frozen=True, slots=True)
class LineTable:
    """Where each line of a text starts, in UTF-8 bytes."""

    starts: tuple[int, ...]
    """Byte offset of each line's start."""
    size: int
    """Bytes of the whole text."""

    @classmethod
    def of(cls, text: str) -> LineTable:
        """Index the lines of `text`."""
        lines = split_lines(text)
        sizes = map(len, lines if text.isascii() else map(str.encode, lines))
        *starts, size = accumulate(sizes, initial=0)
        return cls(tuple(starts), size)

    def start(self, line: int) -> int:
        """Return the byte at which `line` (from 1) starts; one past the last line is the end."""
        return self.starts[line - 1] if line <= len(self.starts) else self.size

    def line_at(self, byte: int) -> int:
        """Return the line (from 1) that holds `byte`; the end of the text belongs to the last line."""
        return max(1, bisect_right(self.starts, byte))

    def range(self, start_byte: int, end_byte: int) -> tuple[int, int]:
        """Return the first and last line, inclusive, that the half-open byte range touches."""
        return self.line_at(start_byte), self.line_at(max(start_byte, end_byte - 1))
