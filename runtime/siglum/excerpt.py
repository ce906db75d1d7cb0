"""The parts of a text that matter for a flow, as ranges of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.operations import operations
from siglum.results import Range
from siglum.steps import first_rung, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum.page import Page
    from siglum.rows import SymbolRow

NEAR = 40
"""Lines before and behind an anchor that count as near it: a screen."""


class Excerpt(NamedTuple):
    """Ranges of lines, and whether more of them matter than were asked for."""

    ranges: tuple[Range, ...]
    cut: bool


def docs_excerpt(page: Page, sections: Iterable[int], *, max_lines: int) -> Excerpt:
    """Return items, labelled steps and headings of sections, each whole; of those without, the paragraphs."""
    return _bounded(sorted(_docs_lines(page, sections)), max_lines)


def _docs_lines(page: Page, sections: Iterable[int]) -> Iterator[tuple[int, int]]:
    found = {index: [s for s in steps_of(page, index) if s.rung != "heading"] for index in sections}
    listed = any(step.rung != "paragraph" for steps in found.values() for step in steps)
    for index, steps in found.items():
        if page.sections[index].level:
            start = page.section_start(index)
            heading = page.blocks_in(start, start + 1)
            yield page.table.range(start, heading[0].end_byte if heading else start + 1)
        for step in [s for s in steps if s.rung != "paragraph"] if listed else first_rung(steps):
            yield page.table.range(step.start, step.end)


def code_excerpt(page: Page, symbols: Sequence[SymbolRow], anchor: int | None, *, max_lines: int) -> Excerpt:
    """Return anchor, signatures, routes, calls and returns near it, each with a line around it.

    Without an anchor, those of the whole file.
    """
    first, last = 1, page.document.lines
    around = [s for s in symbols if anchor is not None and s.start_line <= anchor <= s.end_line]
    if anchor is not None:
        first, last = max(first, anchor - NEAR), min(last, anchor + NEAR)
    if around:
        first, last = max(first, around[-1].start_line), min(last, around[-1].end_line)
    lines = [(anchor, anchor)] if anchor is not None else []
    signed = around if anchor is not None else symbols
    lines += [_signature(page, symbol) for symbol in signed]
    lines += [(o.start_line, o.end_line) for o in operations(page, first, last)]
    end = page.document.lines
    return _bounded(sorted((max(1, start - 1), min(end, stop + 1)) for start, stop in lines), max_lines)


def _signature(page: Page, symbol: SymbolRow) -> tuple[int, int]:
    """Return the lines of a definition in front of the first statement in it."""
    start, end = page.table.start(symbol.start_line), page.table.start(symbol.end_line + 1)
    inner = next((b.start_byte for b in page.blocks_in(start + 1, end)), end)
    last = max(symbol.start_line, page.table.line_at(inner) - (inner < end))
    return symbol.start_line, min(last, symbol.end_line)


def _bounded(lines: Sequence[tuple[int, int]], max_lines: int) -> Excerpt:
    """Merge ranges that touch, and keep the first `max_lines` lines of them."""
    merged: list[Range] = []
    for start, end in lines:
        if merged and start <= merged[-1].end_line + 1:
            merged[-1] = Range(merged[-1].start_line, max(end, merged[-1].end_line))
        else:
            merged.append(Range(start, end))
    kept: list[Range] = []
    room = max_lines
    for part in merged:
        if room <= 0:
            return Excerpt(tuple(kept), cut=True)
        last = min(part.end_line, part.start_line + room - 1)
        kept.append(Range(part.start_line, last))
        room -= last - part.start_line + 1
        if last < part.end_line:
            return Excerpt(tuple(kept), cut=True)
    return Excerpt(tuple(kept), cut=False)
