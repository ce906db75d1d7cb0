"""Chunks: a document's text cut into the units that are indexed and ranked."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fnmatch import translate
from itertools import groupby
from typing import TYPE_CHECKING

from siglum.lines import LineTable
from siglum_builder.cuts import BUDGET, NEVER, Cuts, find_cuts
from siglum_builder.model import FUNCTIONS, Chunk
from siglum_builder.unseen import is_preamble_unseen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.model import Block, Kind, Parsed, Section, Symbol

LEAST = BUDGET * 2 // 5
"""A chunk is cut no shorter than this where there is a choice."""

TAIL = BUDGET // 5
"""What a cut leaves to the last chunk at least, where there is a choice."""

CONTEXT_LIMIT = 2_000
"""Characters of a table's head that a continuation repeats."""

_CLOSERS = re.compile(
    rb"(?:\}[ \t;]*//[^\r\n]*|#[ \t]*endif\b[^\r\n]*|(?:end|fi|done|esac)\b|[^\w\x80-\xff])*+"
)
"""Brackets and words that only close, and comments behind them."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Text that chunks do not mix with other text: places `low` up to `high`."""

    owner: int | None
    """Index of its section or symbol."""
    low: int
    high: int
    indexed: bool = True


def chunk_document(
    text: str,
    *,
    body_byte: int,
    parsed: Parsed,
    kind: Kind,
    exclude_headings: Sequence[str] = (),
) -> tuple[Chunk, ...]:
    """Cut a document into chunks that partition its text from `body_byte` on.

    A chunk holds text of one section (docs) or one definition (code), about 400 tokens at most, cut
    at the outermost block border that fills it sensibly. Headings without text open the next chunk.
    A text of white space only has none. Sections that `exclude_headings` names (shell patterns,
    case ignored) and all below them give chunks that are not indexed; nor are comments and labels in front
    of the first heading.
    """
    data, table = text.encode(), LineTable.of(text)
    code = kind == "code"
    cuts = find_cuts(data, table, body_byte=body_byte, blocks=parsed.blocks, code=code)
    if all(cuts.blank):
        return ()
    if code:
        groups = _code_groups(data, cuts=cuts, parsed=parsed)
    else:
        kept = indexed(parsed.sections, exclude_headings)
        if is_preamble_unseen(data, parsed):
            kept = (False, *kept[1:])
        groups = _docs_groups(cuts, parsed.sections, indexed=kept)
    starts = [(cuts.starts[cut], group) for group in groups for cut in _split(cuts, group)]
    heads = _table_heads(data, parsed.blocks)
    return tuple(_chunks(starts, table, body_byte=body_byte, heads=heads, code=code))


def indexed(sections: Sequence[Section], exclude_headings: Sequence[str] = ()) -> tuple[bool, ...]:
    """Return for each section whether it is indexed: not named by a pattern, nor below one that is."""
    patterns = [re.compile(translate(pattern.casefold())) for pattern in exclude_headings]
    kept: list[bool] = []
    for section in sections:
        heading = section.heading.casefold()
        named = section.level > 0 and any(pattern.match(heading) for pattern in patterns)
        below = section.parent is None or kept[section.parent]
        kept.append(below and not named)
    return tuple(kept)


def _docs_groups(cuts: Cuts, sections: Sequence[Section], *, indexed: Sequence[bool]) -> list[_Group]:
    """Return the own texts of sections, headings without text glued to the next text."""
    places = len(cuts.ranks)
    lows = [bisect_left(cuts.starts, section.start_byte) for section in sections]
    lows[:1] = [0]
    groups = [
        _Group(index, low, high, indexed[index])
        for index, (low, high) in enumerate(zip(lows, (*lows[1:], places), strict=True))
        if sections
    ]
    bodies = [bisect_left(cuts.starts, section.body_byte) for section in sections]
    glued: list[_Group] = []
    for _, run in groupby(groups, key=lambda group: group.indexed):
        glued.extend(_glue(list(run), cuts, bodies=bodies))
    return glued or [_Group(None, 0, places)]


def _glue(run: Sequence[_Group], cuts: Cuts, *, bodies: Sequence[int]) -> list[_Group]:
    glued: list[_Group] = []
    low = run[0].low
    for group in run:
        body = bodies[group.owner or 0]
        if not all(cuts.blank[body : group.high]):
            glued.append(_Group(group.owner, low, group.high, group.indexed))
            low = group.high
    if not glued:
        return [_Group(run[0].owner, low, run[-1].high, run[0].indexed)]
    last = glued.pop()
    return [*glued, _Group(last.owner, last.low, run[-1].high, last.indexed)]


def _code_groups(data: bytes, *, cuts: Cuts, parsed: Parsed) -> list[_Group]:
    """Return definitions, the heads of classes, and the text between.

    A constant stands in the text around it, and so does what is defined inside a function, unless
    that function is too long for one chunk.
    """
    places = len(cuts.ranks)
    owners = array("q", [-1]) * places
    for index, symbol in enumerate(parsed.symbols):
        around = None if symbol.parent is None else parsed.symbols[symbol.parent]
        local = around is not None and around.kind in FUNCTIONS
        if not symbol.owns_chunk or (local and around and _fits(cuts, around)):
            continue
        low, high = _places(cuts, symbol)
        owners[low:high] = array("q", [index]) * (high - low)
    return list(_join(data, cuts, owners=owners))


def _places(cuts: Cuts, symbol: Symbol) -> tuple[int, int]:
    """Return the first place of a definition, comments in front included, and the one after it."""
    low = max(0, bisect_right(cuts.starts, symbol.lead_byte) - 1)
    return low, max(low, min(len(cuts.ranks), bisect_left(cuts.starts, symbol.end_byte)))


def _fits(cuts: Cuts, symbol: Symbol) -> bool:
    low, high = _places(cuts, symbol)
    return cuts.costs[high] - cuts.costs[low] <= BUDGET


def _join(data: bytes, cuts: Cuts, *, owners: array[int]) -> Iterator[_Group]:
    """Yield runs of one owner; white space, and lone brackets after a member, go with what is before."""
    current: _Group | None = None
    place = 0
    for owner, run in groupby(owners):
        low, place = place, place + len(list(run))
        start = next((cut for cut in range(low, place) if not cuts.blank[cut]), place)
        wordless = _CLOSERS.fullmatch(data, cuts.starts[start], cuts.starts[place])
        if current is None:
            current = _Group(None if owner < 0 else owner, low, place)
        elif wordless or start == place:
            current = _Group(current.owner, current.low, place)
        else:
            yield _Group(current.owner, current.low, start)
            current = _Group(None if owner < 0 else owner, start, place)
    if current is not None:
        yield current


def _split(cuts: Cuts, group: _Group) -> Iterator[int]:
    """Yield the places at which the chunks of a group start."""
    start: int | None = group.low
    while start is not None:
        yield start
        fits = cuts.costs[group.high] - cuts.costs[start] <= BUDGET
        start = None if fits else _next_start(cuts, start, group.high)


def _next_start(cuts: Cuts, start: int, high: int) -> int | None:
    """Return the best place after `start` for the next chunk to start, or None.

    Best is the outermost border, the latest of several, among those that leave a chunk neither short
    nor over the budget; then any within the budget; then the first after it.
    """
    base = cuts.costs[start]
    ceiling = min(BUDGET, cuts.costs[high] - base - TAIL)
    while start < high - 1 and cuts.blank[start]:
        start += 1
    least = max(start + 1, bisect_left(cuts.costs, base + LEAST, start, high))
    for first, limit in ((least, base + ceiling), (start + 1, base + BUDGET)):
        last = min(high - 1, bisect_right(cuts.costs, limit, start, high + 1) - 1)
        best = min(
            ((cuts.ranks[cut], -cut) for cut in range(first, last + 1) if _may_cut(cuts, cut)),
            default=None,
        )
        if best:
            return -best[1]
    return next((cut for cut in range(start + 1, high) if _may_cut(cuts, cut)), None)


def _may_cut(cuts: Cuts, cut: int) -> bool:
    return cuts.ranks[cut] < NEVER and not cuts.blank[cut]


def _table_heads(data: bytes, blocks: Sequence[Block]) -> list[tuple[int, int, str]]:
    """Return for each table where its rows start and end, and the text of its head."""
    heads: list[tuple[int, int, str]] = []
    end = 0
    for block in blocks:
        if block.kind == "table":
            end = block.end_byte
        elif block.kind == "table_head":
            head = data[block.start_byte : block.end_byte].decode(errors="replace")
            heads.append((block.end_byte, end, head.strip()[:CONTEXT_LIMIT]))
    return heads


def _chunks(
    starts: Sequence[tuple[int, _Group]],
    table: LineTable,
    *,
    body_byte: int,
    heads: Sequence[tuple[int, int, str]],
    code: bool,
) -> Iterator[Chunk]:
    rows = [first for first, _, _ in heads]
    for index, (place, group) in enumerate(starts):
        start = place if index else body_byte
        end = starts[index + 1][0] if index + 1 < len(starts) else table.size
        start_line, end_line = table.range(start, end)
        nearest = bisect_right(rows, start) - 1
        continued = nearest >= 0 and start < heads[nearest][1]
        yield Chunk(
            section=None if code else group.owner,
            symbol=group.owner if code else None,
            start_byte=start,
            end_byte=end,
            start_line=start_line,
            end_line=end_line,
            context=heads[nearest][2] if continued else "",
            indexed=group.indexed,
        )
