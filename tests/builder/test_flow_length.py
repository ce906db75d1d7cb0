"""However long a page is, a flow of it is short and says what it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.flow_pages import built

import siglum
from siglum import Library
from siglum.detail import LONGEST_LINE, LONGEST_TITLE, MEASURES
from siglum.render_tools import flow_lines

if TYPE_CHECKING:
    from siglum.parameters import Style


LONG = {
    "long.md": (
        "# Setting up\n\n## First\n\n"
        + "".join(f"1. Do thing {n}.\n" for n in range(30))
        + "\n## Second\n\nWrite this:\n\n```js\n"
        + "".join(f"call({n})\n" for n in range(30))
        + "```\n\n## Third\n\nWords.\n"
    ),
    "chapter.txt": "".join(
        f"{n}. {'Chapter that goes on and on ' * 12}without an end\n" + "More of the same text.\n" * 80
        for n in range(1, 4)
    ),
    "run.go": (
        'package run\n\nfunc Run(c *Command) error {\n\tif c == nil {\n\t\treturn errors.New("no command")\n'
        "\t}\n"
        + "".join(
            f'\tif err := c.step{n}(); err != nil {{\n\t\treturn fmt.Errorf("step {n}: %w", err)\n\t}}\n'
            for n in range(4)
        )
        + '\tfmt.Println("all steps done")\n\tc.work()\n\tc.finish()\n\treturn nil\n}\n'
    ),
    "types.ts": (
        "export function make<" + ", ".join(f"Part{n} extends Base{n}" for n in range(30)) + ">(): void {\n"
        "  build()\n}\n"
    ),
}


@pytest.fixture(scope="module")
def long_pages(tmp_path_factory: pytest.TempPathFactory) -> Library:
    root = tmp_path_factory.mktemp("long")
    for path, text in LONG.items():
        (root / path).write_text(text, encoding="utf-8")
    return siglum.open(built(root))


@pytest.mark.parametrize("path", sorted(LONG))
@pytest.mark.parametrize("style", ["brief", "default"])
def test_a_step_is_a_few_lines_under_a_short_title_whatever_it_holds(
    long_pages: Library, path: str, style: Style
) -> None:
    flow = long_pages.summarize_flow(seeds=[f"file:{path}"], style=style).flow
    assert flow
    for step in flow:
        assert len(step.title) <= LONGEST_TITLE
        assert len(step.description.splitlines()) <= MEASURES["default"].lines
        assert all(len(line) <= LONGEST_LINE for line in step.description.splitlines())


def test_a_step_that_is_cut_says_so_and_closes_its_fence(long_pages: Library) -> None:
    first, second, third = long_pages.summarize_flow(seeds=["file:long.md"]).flow
    assert first.left_out == 30 - len(first.description.splitlines())
    shown = second.description.splitlines()
    assert (shown[1], shown[-1]) == ("```js", "```")
    assert second.left_out == len(("Write this:", "```js", "```")) + 30 - len(shown)
    assert third.left_out is None


def test_a_terminal_names_how_to_read_what_was_cut(long_pages: Library) -> None:
    lines = list(flow_lines(long_pages.summarize_flow(seeds=["file:long.md"])))
    assert "   … 18 more lines: siglum get 'md:long.md#first'" in lines


def test_calls_are_told_before_returns_of_failures_where_there_is_no_room_for_all(
    long_pages: Library,
) -> None:
    (step,) = long_pages.summarize_flow(seeds=["file:run.go"]).flow
    assert step.description.splitlines()[-2:] == ["c.work()", "c.finish()"]
    assert "fmt." not in step.description
    assert step.left_out
