"""The ladder of steps, on the pages of every format."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest
from tests.builder.flow_pages import built, read

import siglum
from siglum.code_steps import Code, file_steps
from siglum.detail import MEASURES, described
from siglum.drafts import docs_steps
from siglum.excerpt import docs_excerpt
from siglum.references import Ref
from siglum.rows import SymbolRow
from siglum_builder.parse import parse

if TYPE_CHECKING:
    from pathlib import Path


def shown(text: str, format: str = "markdown") -> str:
    """Return the flow of a page's first heading as the cases write it."""
    page = read(text, format)
    lines = []
    for step in docs_steps(page, Ref("md", "a.md", slug=page.sections[0].slug)):
        title, description, _ = described(page, step, style="detailed")
        lines.append(f"{'*' if step.explicit else '-'} {title}\n")
        lines += [f"  | {line}\n" for line in description.splitlines()]
    return "".join(lines)


@pytest.mark.cases("flow")
def test_steps_are_what_the_cases_say(case: tuple[str, str]) -> None:
    source, expected = case
    assert shown(source) == expected


@pytest.mark.cases("flow_formats")
def test_other_formats_tell_what_their_readers_see(case: tuple[str, str]) -> None:
    format, _, source = case[0].partition("\n")
    assert shown(source, format) == case[1]


@pytest.mark.cases("flow")
def test_line_ends_change_no_step(case: tuple[str, str]) -> None:
    source, expected = case
    assert shown(source.replace("\n", "\r\n")) == expected


@pytest.mark.cases("code_flow")
def test_code_tells_what_it_does_in_every_language(case: tuple[str, str], tmp_path: Path) -> None:
    source, expected = case
    name, _, code = source.partition("\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / name).write_text(code, encoding="utf-8")
    with siglum.open(built(tmp_path / "src")) as library:
        flow = library.summarize_flow(seeds=[f"file:{name}"], style="detailed").flow
    lines = [(step.title, *(f"  | {line}" for line in step.description.splitlines())) for step in flow]
    assert "".join(f"{line}\n" for step in lines for line in step) == expected


def test_a_step_of_more_text_than_fits_is_cut_not_emptied() -> None:
    page = read(
        "# Top\n\n## Wire it\n\nLike this:\n\n```sh\n" + "wire on\n" * 40 + "```\n\n## Tune it\n\nTurn.\n"
    )
    wire, tune = docs_steps(page, Ref("file", "a.md"))
    title, description, _ = described(page, wire, style="default")
    assert (title, description.splitlines()[:3]) == ("Wire it", ["Like this:", "```sh", "wire on"])
    assert len(description.splitlines()) == MEASURES["default"].lines
    assert described(page, tune, style="default")[:2] == ("Tune it", "Turn.")


REPEATED = (
    ("markdown", "## Part {n}\n\nWords.\n\n"),
    ("markdown", "- item {n}\n"),
    ("markdown", "```\n{n}\n```\n\n"),
    ("asciidoc", "term {n}:: said\n"),
    ("asciidoc", "|===\n|cell {n}\n|===\n\n"),
    ("python", "def f{n}(x):\n    return g(x)\nstart({n})\n"),
)
"""By format, what a page may hold any number of."""


def seconds_to_read(format: str, unit: str, times: int) -> float:
    """Return the CPU time to find what matters in a page of one thing over and over; the best of three."""
    text = "".join(unit.replace("{n}", str(n)) for n in range(times))
    page = read(text, format)
    symbols = [
        SymbolRow(n, 0, s.parent, s.qualified_name, s.kind, s.signature, s.start_line, s.end_line)
        for n, s in enumerate(parse(text, format=format).symbols if format == "python" else ())
    ]
    taken = []
    for _ in range(3):
        started = process_time()
        if symbols:
            file_steps(Code(page, symbols, [""] * len(symbols)))
        else:
            docs_steps(page, Ref("file", "a.md"))
            docs_excerpt(page, range(len(page.sections)), max_lines=100)
        taken.append(process_time() - started)
    return min(taken)


@pytest.mark.parametrize(("format", "unit"), REPEATED)
def test_four_times_the_page_takes_about_four_times_the_time(format: str, unit: str) -> None:
    assert seconds_to_read(format, unit, 4000) < 8 * seconds_to_read(format, unit, 1000)
