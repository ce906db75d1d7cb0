"""The text under a step's title, as much of it as a style keeps."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple

from siglum.plain import shortened
from siglum.step_titles import Leaf, leaves, step_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.page import Page
    from siglum.parameters import Style
    from siglum.steps import Step

OUTLINE, PROSE, MATTER = 0, 1, 2
"""What a line is: an item or heading; running text; code, tables and the like."""


class Measure(NamedTuple):
    """What a style keeps of a step."""

    of_item: int
    """The last of outline, prose and matter that is kept under an item or paragraph; -1: nothing."""
    of_heading: int
    lines: int
    operations: int
    """Of a definition in code."""


MEASURES: dict[Style, Measure] = {
    "brief": Measure(of_item=-1, of_heading=-1, lines=4, operations=2),
    "default": Measure(of_item=PROSE, of_heading=OUTLINE, lines=12, operations=6),
    "detailed": Measure(of_item=MATTER, of_heading=MATTER, lines=200, operations=40),
}
"""By eye: a screen of twelve steps; all that a page's longest steps say (a few reach 200 lines)."""
LONGEST_TITLE = 200
LONGEST_LINE = 1000
"""Characters: paragraphs are often written on one line, and minified code is one."""

_CODE = frozenset({"fence", "code"})
_MATTER = frozenset({"html", "table_head", "row", "text", "term", "definition"})
SILENT = frozenset({"rule", "directive", "footnote"})
"""Kinds of blocks that say nothing in a flow."""
_CLOSING = re.compile(r"\s*([`~$.=+*_/-])\1+\s*")
"""How fences end, of any format."""


_EMPTY = Leaf("rule", 0, 0, opens_item=False)


class StepLine(NamedTuple):
    """A line of a step and what it is."""

    rank: int
    text: str
    closing: str = ""
    """What ends the fence that it stands in, unless it is that itself."""


class Described(NamedTuple):
    """A step's title and text."""

    title: str
    description: str
    left_out: int = 0
    """Lines for which the style has no room."""


def described(page: Page, step: Step, *, style: Style) -> Described:
    """Return a step's title and description: lines of the source in order, without inline marks."""
    title, whole = step_title(page, step)
    measure = MEASURES[style]
    kept = measure.of_heading if step.rung == "heading" else measure.of_item
    if kept < 0:
        return Described(shortened(title, LONGEST_TITLE), "")
    _, *rest = [*leaves(page, step.start, step.end)] or [_EMPTY]
    lines = list(_told(page, rest, title=title))
    if step.rung == "heading" and not any(line.rank <= kept for line in lines):
        kept = PROSE if any(line.rank == PROSE for line in lines) else MATTER
        lines = _lead(lines) or lines
    short = shortened(title, LONGEST_TITLE)
    opened = [text.strip() for text in (whole or title * (short != title)).splitlines()]
    fitted, left_out = _fitted(lines, kept, room=max(0, measure.lines - len(opened)))
    texts = dedent("\n".join(shortened(text, LONGEST_LINE) for text in fitted))
    opening = [shortened(text, LONGEST_LINE) for text in opened[: measure.lines]]
    left_out += len(opened) - len(opening)
    return Described(short, "\n".join(filter(None, (*opening, texts))), left_out)


def _told(page: Page, rest: Sequence[Leaf], *, title: str) -> Iterator[StepLine]:
    """Yield the lines below a title; code that a colon announces says what to do as the text does."""
    before = title
    for leaf in rest:
        announced = leaf.kind in _CODE and before.rstrip().endswith((":", "："))
        for line in leaf_lines(page, leaf):
            yield line._replace(rank=PROSE) if announced else line
            before = line.text


def _lead(lines: Sequence[StepLine]) -> list[StepLine]:
    """Return the first run of prose."""
    found: list[StepLine] = []
    for line in lines:
        if line.rank == PROSE:
            found.append(line)
        elif found:
            break
    return found


def _fitted(lines: Sequence[StepLine], kept: int, *, room: int) -> tuple[list[str], int]:
    """Return the lines up to a rank, and how many of them had no room; those of the least rank go first."""
    wanted = [line for line in lines if line.rank <= kept] or list(lines)
    for rank in range(kept, OUTLINE - 1, -1):
        found = [line for line in lines if line.rank <= rank]
        if 0 < len(found) <= room:
            return [line.text for line in found], len(wanted) - len(found)
    outline = [line for line in lines if line.rank == OUTLINE]
    shown = (outline or wanted)[:room]
    closing = shown[-1].closing if shown else ""
    if closing:
        shown = shown[:-1]
    if closing and not (shown and shown[-1].closing):
        closing = ""  # only its first line would be shown
    texts = [*(line.text for line in shown), *([closing] if closing else [])]
    return texts, len(wanted) - len(texts)


def leaf_lines(page: Page, leaf: Leaf) -> Iterator[StepLine]:
    """Yield the lines of a stretch of text: prose without inline marks, code as it stands."""
    text = page.text(leaf.start, leaf.end)
    if leaf.kind in _CODE:
        yield from _code_lines(text.splitlines())
    elif leaf.kind == "heading":
        yield StepLine(OUTLINE, _heading(page, leaf, text))
    elif leaf.kind not in SILENT and not page.markup.noise.fullmatch(text):
        rank = OUTLINE if leaf.opens_item else MATTER if leaf.kind in _MATTER else PROSE
        plain = page.markup.plain(page.markup.closing.sub("", text))
        yield from (StepLine(rank, line.rstrip()) for line in plain.splitlines() if line.strip())


def _code_lines(lines: Sequence[str]) -> Iterator[StepLine]:
    fenced = len(lines) > 1 and _CLOSING.fullmatch(lines[-1])
    for number, line in enumerate(lines, 1):
        if fenced and number < len(lines):
            yield StepLine(MATTER, line, closing=lines[-1])
        else:
            yield StepLine(MATTER, line)


def _heading(page: Page, leaf: Leaf, text: str) -> str:
    named = page.heading_at(page.table.line_at(leaf.start))
    return named or page.markup.plain(text.lstrip("# ")).partition("\n")[0].strip()
