"""Find the steps of a section: the one place that reads a text as a procedure."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from siglum.lines import split_lines
from siglum.markers import FIRST_CELL, is_counted, is_labelled, sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.markers import Rung
    from siglum.page import Page
    from siglum.rows import BlockRow

LADDER: tuple[Rung, ...] = ("numbered", "labelled", "bullet", "heading", "paragraph")
"""Of what a section's steps are made: the first of these that it has."""
EXPLICIT: tuple[Rung, ...] = ("numbered", "labelled")


class Step(NamedTuple):
    """A step as it stands in a page."""

    rung: Rung
    start: int
    """First byte."""
    end: int
    """One past the last byte, of its continuation lines and nested code."""
    section: int
    """Index of the section that holds it; of a heading, its own."""
    explicit: bool
    """Whether it carries a number or a label."""


class _Unit(NamedTuple):
    kind: Rung | None
    """None: no step."""
    start: int
    end: int
    number: int = 0
    """That a numbered one carries."""
    listed: bool = False
    """An item of a Markdown list."""
    attached: bool = False
    """Code and the like, which belongs to the text before it."""


def steps_of(page: Page, index: int) -> list[Step]:
    """Return all that may be a step in a section's own text, then the headings right below it."""
    units = list(_units(page, page.own_blocks(index)))
    own = [
        Step(unit.kind, unit.start, unit.end, index, unit.kind in EXPLICIT)
        for unit in _extended(_counted(units))
        if unit.kind is not None
    ]
    return own + [heading_step(page, child) for child in page.children(index) if page.sections[index].level]


def heading_step(page: Page, index: int) -> Step:
    """Return a heading with all below it as a step."""
    heading = page.sections[index].heading
    explicit = is_counted(heading)
    return Step("heading", page.section_start(index), page.section_end(index), index, explicit)


def first_rung(steps: Sequence[Step]) -> list[Step]:
    """Return the steps of the highest rung of the ladder that has any."""
    for rung in LADDER:
        found = [step for step in steps if step.rung == rung]
        if found:
            return found
    return []


_LISTS = frozenset({"ordered_list", "bullet_list", "definition_list", "table"})


def _units(page: Page, blocks: Sequence[BlockRow]) -> Iterator[_Unit]:
    """Cut own text into list items, pieces of paragraphs and what belongs to the piece before."""
    listed = ""
    for place, block in enumerate(blocks):
        if block.depth == 0:
            listed = block.kind if block.kind in _LISTS else ""
        if block.depth == 0 and block.kind == "paragraph":
            yield from _pieces(page, block)
        elif block.depth == 0 and (not listed or listed == "table"):
            yield from _numbered_rows(page, blocks, place)
        elif listed and block.depth == 1 and block.kind == "item":
            yield _item(page, block, ordered=listed == "ordered_list")
        elif listed and block.depth == 1 and block.kind == "term":
            yield _definition(blocks, place)


def _below(blocks: Sequence[BlockRow], place: int) -> Iterator[BlockRow]:
    """Yield the blocks up to the next at the top; a slice would copy the rest of the page for each."""
    for following in range(place + 1, len(blocks)):
        if blocks[following].depth == 0:
            break
        yield blocks[following]


def _definition(blocks: Sequence[BlockRow], place: int) -> _Unit:
    """Return a term with what defines it."""
    defining = takewhile(lambda block: block.kind != "term", _below(blocks, place))
    end = max((block.end_byte for block in defining), default=0)
    return _Unit("bullet", blocks[place].start_byte, max(blocks[place].end_byte, end), listed=True)


def _numbered_rows(page: Page, blocks: Sequence[BlockRow], place: int) -> Iterator[_Unit]:
    """Yield the rows of a table that counts them in its first column; all else belongs to the text before."""
    block, rows = blocks[place], list[_Unit]()
    for row in _below(blocks, place) if block.kind == "table" else ():
        first = FIRST_CELL.match(page.text(row.start_byte, row.end_byte)) if row.kind == "row" else None
        if first and is_labelled(first["cell"]):
            rows.append(_Unit("labelled", row.start_byte, row.end_byte, listed=True))
        elif first and int(first["number"] or 0) == len(rows) + 1:
            rows.append(_Unit("numbered", row.start_byte, row.end_byte, len(rows) + 1, listed=True))
    if len(rows) > 1:
        yield from rows
    else:
        yield _Unit(None, block.start_byte, block.end_byte, attached=True)


def _item(page: Page, block: BlockRow, *, ordered: bool) -> _Unit:
    text = page.text(block.start_byte, block.end_byte)
    marker = page.markup.marker.match(text)
    rest = text[marker.end() :] if marker else text
    kind: Rung | None = "numbered" if ordered else "bullet"
    if not rest.strip():
        kind = None
    elif not ordered and is_labelled(rest):
        kind = "labelled"
    number = int(marker["number"]) if marker and marker["number"] else 0
    return _Unit(kind, block.start_byte, block.end_byte, number, listed=True)


def _pieces(page: Page, block: BlockRow) -> Iterator[_Unit]:
    """Yield a paragraph, cut where a line begins with a label, a number or a bullet of its own."""
    text = page.text(block.start_byte, block.end_byte)
    if page.markup.noise.fullmatch(text):
        yield _Unit(None, block.start_byte, block.end_byte)
        return
    piece = _Unit("paragraph", block.start_byte, block.start_byte)
    for line in split_lines(text):
        end = piece.end + len(line.encode())
        kind, number = sign(line)
        if kind == "paragraph" or piece.start == piece.end:
            piece = piece._replace(end=end)
        else:
            yield piece
            piece = _Unit("paragraph", piece.end, end)
        if kind != "paragraph":
            piece = piece._replace(kind=kind, number=number)
    yield piece


def _counted(units: Sequence[_Unit]) -> list[_Unit]:
    """Take numbers and bullets in paragraphs for what they seem only where several follow one another."""
    run: list[int] = []
    kept: set[int] = set()
    for place, unit in enumerate(units):
        if unit.kind != "numbered" or unit.listed:
            continue
        if not run or unit.number != units[run[-1]].number + 1:
            run = []
        if run or unit.number in (0, 1):
            run.append(place)
        kept.update(run if len(run) > 1 else ())
    bullets = [n for n, unit in enumerate(units) if unit.kind == "bullet" and not unit.listed]
    kept.update(bullets if len(bullets) > 1 else ())
    return [
        unit if unit.listed or unit.kind not in ("numbered", "bullet") or n in kept
        else unit._replace(kind="paragraph")
        for n, unit in enumerate(units)
    ]  # fmt: skip


def _extended(units: Sequence[_Unit]) -> list[_Unit]:
    """Let a step run to the next of its kind where the count goes on, else over code and the like."""
    extended: list[_Unit] = []
    next_of: dict[Rung | None, _Unit] = {}
    attached_end = 0  # of the code and the like right behind a unit
    for unit in reversed(units):
        following = next_of.get(unit.kind)
        end = unit.end if unit.listed else attached_end
        if unit.kind in EXPLICIT and following and _goes_on(unit, following):
            end = following.start
        extended.append(unit._replace(end=max(unit.end, end)))
        next_of[unit.kind] = unit
        attached_end = (attached_end or unit.end) if unit.attached else 0
    return extended[::-1]


def _goes_on(unit: _Unit, following: _Unit) -> bool:
    return unit.kind == "labelled" or (following.number == unit.number + 1)
