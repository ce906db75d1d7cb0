"""Find the steps of code: a definition each, or a run of statements outside any."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from siglum.operations import Operation, operations
from siglum.plain import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.page import Page
    from siglum.rows import SymbolRow


class CodeStep(NamedTuple):
    """A definition, or statements outside any, with what it does."""

    start_line: int
    end_line: int
    title: str
    """Signature, or the first statement."""
    notes: tuple[str, ...]
    """Decorators and documentation."""
    operations: tuple[Operation, ...]
    is_route: bool


class Code(NamedTuple):
    """A file of code with its definitions."""

    page: Page
    symbols: Sequence[SymbolRow]
    documentation: Sequence[str]
    """Of each symbol."""


def file_steps(code: Code) -> list[CodeStep]:
    """Return the steps of a whole file in source order."""
    found = [_step(code, symbol) for symbol in _told(code.symbols)]
    return sorted([*found, *_loose(code)], key=lambda step: step.start_line)


def line_steps(code: Code, line: int) -> list[CodeStep]:
    """Return the steps of the definition around a line; outside any, of the statements there."""
    around = [s for s in code.symbols if s.start_line <= line <= s.end_line]
    if around:
        inside = [s for s in code.symbols if _is_below(s, around[-1], code.symbols)]
        return [_step(code, symbol) for symbol in _told(inside) or [around[-1]]]
    loose = [step for step in _loose(code) if step.start_line <= line <= step.end_line]
    return loose or file_steps(code)


def found_step(code: Code, line: int, first: int, last: int) -> CodeStep | None:
    """Return the definition around a line as one step, or else what the lines around it do.

    Data and declarations, which do nothing and are not explained, are none.
    """
    around = [s for s in code.symbols if s.kind != "constant" and s.start_line <= line <= s.end_line]
    if around:
        step = _step(code, around[-1])
        return step if step.notes or step.operations else None
    run = operations(code.page, first, last)
    return _run_step(run) if run else None


def _is_below(symbol: SymbolRow, top: SymbolRow, symbols: Sequence[SymbolRow]) -> bool:
    first = symbols[0].symbol_id
    current: SymbolRow | None = symbol
    while current is not None and current.symbol_id != top.symbol_id:
        current = symbols[current.parent_id - first] if current.parent_id is not None else None
    return current is not None


def _told(symbols: Sequence[SymbolRow]) -> list[SymbolRow]:
    """Return the definitions that are steps: what does something, and types without such members."""
    acting = [s for s in symbols if s.kind != "constant"]
    parents = {s.parent_id for s in acting}
    return [s for s in acting if s.symbol_id not in parents]


def _step(code: Code, symbol: SymbolRow) -> CodeStep:
    page = code.page
    first, last = page.table.start(symbol.start_line), page.table.start(symbol.end_line + 1)
    text = page.text(first, last)
    written = on_one_line(text)
    title = symbol.signature if symbol.signature in written else text.strip().partition("\n")[0].strip()
    documentation = code.documentation[symbol.symbol_id - code.symbols[0].symbol_id]
    found = operations(page, symbol.start_line, symbol.end_line)
    decorators = tuple(_decorators(text))
    notes = [*decorators, documentation if documentation in written else ""]
    return CodeStep(
        symbol.start_line,
        symbol.end_line,
        title,
        notes=tuple(filter(None, notes)),
        operations=tuple(o for o in found if not o.text.startswith((*decorators, title))),
        is_route=any(o.kind == "route" for o in found),
    )


def _decorators(text: str) -> Iterator[str]:
    """Yield the lines in front of a signature that say how it is used."""
    for line in text.strip().splitlines():
        if not line.lstrip().startswith(("@", "[", "#[")):
            break
        yield line.strip()


def _loose(code: Code) -> list[CodeStep]:
    """Return the runs of statements outside definitions that do something."""
    inside = sorted((s.start_line, s.end_line) for s in code.symbols if s.kind != "constant")
    starts = [start for start, _ in inside]
    reached = [0, *accumulate((end for _, end in inside), max)]
    runs: list[list[Operation]] = [[]]
    passed = 0
    for operation in operations(code.page, 1, code.page.document.lines):
        before = bisect_right(starts, operation.start_line)
        if operation.start_line <= reached[before]:
            continue
        if before != passed:
            runs.append([])
        passed = before
        runs[-1].append(operation)
    return [_run_step(run) for run in runs if run]


def _run_step(run: Sequence[Operation]) -> CodeStep:
    is_route = any(operation.kind == "route" for operation in run)
    return CodeStep(run[0].start_line, run[-1].end_line, run[0].text, (), tuple(run[1:]), is_route)
