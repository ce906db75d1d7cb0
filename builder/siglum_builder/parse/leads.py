"""What stands right in front of a definition: its comments and attributes."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from siglum_builder.parse.source import Source

_GAP = 1_000
"""White space in bytes over which nothing belongs together; it bounds the time."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Where the comments, and where the attributes in front of something start."""

    start: int
    attributes: int
    comments: tuple[str, ...]
    """In order, syntax included."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    comment: bool


class Leads:
    """The comments and attributes of a file, asked by what follows them."""

    def __init__(self, source: Source, *, comments: Sequence[Node], attributes: Sequence[Node]) -> None:
        self._source = source
        pieces = [_piece(source, node, comment=True) for node in comments]
        pieces += [_piece(source, node, comment=False) for node in attributes]
        self._pieces = sorted(pieces, key=lambda piece: piece.end)
        self._ends = [piece.end for piece in self._pieces]
        self.taken: set[int] = set()
        """Starts of the pieces that belong to something."""

    def before(self, start: int) -> Lead:
        """Return the lead of what starts at `start`; a blank line ends it, code before a comment too."""
        low = attributes = start
        comments: list[str] = []
        index = bisect_right(self._ends, start) - 1
        while index >= 0 and self._adjoins(self._pieces[index], low):
            piece = self._pieces[index]
            low = piece.start
            self.taken.add(low)
            if piece.comment:
                comments.append(self._source.data[piece.start : piece.end].decode(errors="replace"))
            else:
                attributes = low
            index = bisect_right(self._ends, low) - 1
        return Lead(low, attributes, tuple(reversed(comments)))

    def _adjoins(self, piece: _Piece, low: int) -> bool:
        source = self._source
        if piece.end <= piece.start or low - piece.end > _GAP or source.data[piece.end : low].strip():
            return False
        lines = source.table.line_at(low) - source.table.line_at(piece.end - 1)
        return lines <= 1 and (not piece.comment or source.opens_line(piece.start))


def _piece(source: Source, node: Node, *, comment: bool) -> _Piece:
    start = node.start_byte
    return _Piece(start, start + len(source.data[start : node.end_byte].rstrip()), comment)
