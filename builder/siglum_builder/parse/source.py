"""A text as bytes and lines, which every part of the code parser asks for ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.lines import LineTable

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Source:
    """Stored bytes and where their lines start."""

    data: bytes
    table: LineTable

    @classmethod
    def of(cls, text: str) -> Source:
        """Index a text."""
        return cls(text.encode(), LineTable.of(text))

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.data[node.start_byte : node.end_byte].decode(errors="replace")

    def end_of(self, node: Node, limit: int) -> str:
        """Return the last `limit` bytes of a node as text."""
        return self.data[max(node.start_byte, node.end_byte - limit) : node.end_byte].decode(errors="ignore")

    def opens_line(self, byte: int) -> bool:
        """Return whether only white space stands before `byte` on its line."""
        return not self.data[self.table.start(self.table.line_at(byte)) : byte].strip()

    def full_lines(self, start: int, end: int) -> tuple[int, int]:
        """Widen a byte range to line borders where only white space stands outside it."""
        first = self.table.start(self.table.line_at(start))
        after = self.table.start(self.table.line_at(max(start, end - 1)) + 1)
        start = start if self.data[first:start].strip() else first
        return start, end if self.data[end:after].strip() else after

    def before_closers(self, end: int) -> int:
        """Return `end` without the white space and semicolons in front of it, 64 of them at most."""
        least = max(0, end - 64)
        return least + len(self.data[least:end].rstrip(b" \t\r\n;"))
