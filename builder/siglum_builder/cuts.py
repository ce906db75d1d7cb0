"""Places where a text may be cut, with the cost of what lies between them and a rank for each.

Costs are in parts of a token, which add up.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.tokens import ASCII_PARTS, OTHER_PARTS, PARTS, token_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.lines import LineTable
    from siglum_builder.model import Block

BUDGET = 400 * PARTS
"""Cost of a chunk."""

UNCUT_LIMIT = 8_192
"""Bytes of a line of code or a table row that stays whole whatever it costs."""

PIECE = 120 * PARTS
"""A sentence of an oversize line that costs more is cut further, at white space."""

LEAST_SENTENCES = 60
"""Characters of sentences of an oversize line that are kept together, so that places stay few."""

IN_PROSE, AFTER_BLANK, IN_CODE, SENTENCE, SPACE = 500, 600, 700, 800, 900
"""Ranks of line starts in a paragraph, in code after a blank line, elsewhere in code; and of the
places in an oversize line. The start of a block ranks by its depth, far lower."""

NEVER = 1_000
"""Rank of a place that is no border: after a heading, a table's head or the line that opens a fence,
before the line that closes one."""

_WHOLE_LINES = frozenset({"fence", "code", "row", "table_head"})
_HEADS = frozenset({"heading", "table_head"})
_WHOLE, _IN_HEAD, _ENDS_HEAD = 1, 2, 4
_SENTENCE_END = re.compile(r"[。！？．][」』）)\"'”’]*|[.!?][\"')\]”’]*\s+")


@dataclass(frozen=True, slots=True)
class Cuts:
    """Line starts, and places inside oversize lines, in order."""

    starts: array[int]
    """Bytes; the text's end follows the last place."""
    costs: array[int]
    """Cost of the body before each of `starts`."""
    ranks: array[int]
    """How bad a place it is to cut: lower is better, `NEVER` is none."""
    blank: bytearray
    """Whether only white space lies between a place and the next."""


def find_cuts(data: bytes, table: LineTable, *, body_byte: int, blocks: Sequence[Block], code: bool) -> Cuts:
    """Return the places at which the body of `data` may be cut, its start among them."""
    found = Cuts(array("q"), array("q", [0]), array("h"), bytearray())
    traits = _traits(table, blocks)
    ranks = _block_ranks(table, blocks)
    previous, after_head = "", False
    for index, line_start in enumerate(table.starts):
        line_end = table.start(index + 2)
        if line_end <= body_byte:
            continue
        start = max(line_start, body_byte)
        if found.blank and found.blank[-1] and not data[start:line_end].strip():
            found.costs[-1] += token_parts(data[start:line_end].decode(errors="replace"))
            continue
        line = data[start:line_end].decode(errors="replace")
        whole = code or bool(traits[index] & _WHOLE)
        rank = _line_rank(ranks[index], previous, whole=whole)
        forbidden = after_head or traits[index] & _IN_HEAD
        _add(found, line, start=start, rank=NEVER if forbidden else rank, whole=whole)
        after_head = (after_head and not line.strip()) or bool(traits[index] & _ENDS_HEAD)
        previous = line
    found.starts.append(table.size)
    return found


def _traits(table: LineTable, blocks: Sequence[Block]) -> bytearray:
    """Return for each line whether it stays whole, and whether it is part or end of a head."""
    traits = bytearray(len(table.starts))
    for block in blocks:
        if block.kind not in _WHOLE_LINES and block.kind not in _HEADS:
            continue
        first, last = table.range(block.start_byte, block.end_byte)
        if block.kind == "fence":
            traits[first - 1] |= _ENDS_HEAD
            traits[last - 1] |= _IN_HEAD if last > first else 0
        for line in range(first - 1, last):
            traits[line] |= _WHOLE if block.kind in _WHOLE_LINES else 0
            traits[line] |= _IN_HEAD if block.kind in _HEADS and line >= first else 0
        traits[last - 1] |= _ENDS_HEAD if block.kind in _HEADS else 0
    return traits


def _block_ranks(table: LineTable, blocks: Sequence[Block]) -> array[int]:
    """Return for each line the rank of the outermost block that starts with it; NEVER for none."""
    ranks = array("h", [NEVER]) * len(table.starts)
    for block in blocks:
        line = table.line_at(block.start_byte) - 1
        if block.start_byte == table.starts[line]:
            ranks[line] = min(ranks[line], 2 * min(block.depth, 200))
    return ranks


def _line_rank(rank: int, previous: str, *, whole: bool) -> int:
    """Return a line's rank; a block that a colon announces is a little worse a place to cut."""
    if rank < NEVER:
        return rank + previous.rstrip().endswith((":", "："))
    if not whole:
        return IN_PROSE
    return IN_CODE if previous.strip() else AFTER_BLANK


def _add(found: Cuts, line: str, *, start: int, rank: int, whole: bool) -> None:
    if len(line) <= BUDGET // OTHER_PARTS:
        _append(found, start, rank=rank, piece=line)
        return
    for piece, piece_rank in _pieces(line, rank=rank, whole=whole):
        _append(found, start, rank=piece_rank, piece=piece)
        start += len(piece.encode())


def _append(found: Cuts, start: int, *, rank: int, piece: str) -> None:
    found.starts.append(start)
    found.ranks.append(rank)
    found.costs.append(found.costs[-1] + token_parts(piece))
    found.blank.append(not piece.strip())


def _pieces(line: str, *, rank: int, whole: bool) -> Iterator[tuple[str, int]]:
    """Yield a line, or the parts of an oversize one, each with the rank of its start."""
    if token_parts(line) <= BUDGET or (whole and len(line.encode()) <= UNCUT_LIMIT):
        yield line, rank
        return
    position = 0
    for match in () if whole else _SENTENCE_END.finditer(line):
        if match.end() - position < LEAST_SENTENCES:
            continue
        yield from _sentence(line[position : match.end()], rank=rank)
        position, rank = match.end(), SENTENCE
    yield from _sentence(line[position:], rank=rank)


def _sentence(text: str, *, rank: int) -> Iterator[tuple[str, int]]:
    """Yield a sentence, or parts of bounded cost cut at white space where there is some."""
    position = 0
    while position < len(text):
        end = _part_end(text, position)
        yield text[position:end], rank
        position, rank = end, SPACE


def _part_end(text: str, position: int) -> int:
    part = text[position : position + PIECE // ASCII_PARTS]
    part = part if part.isascii() else part[: PIECE // OTHER_PARTS]
    if position + len(part) >= len(text):
        return len(text)
    space = part.rfind(" ", len(part) // 2)
    return position + (space + 1 if space > 0 else len(part))
