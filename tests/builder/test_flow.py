"""The ladder of steps on Markdown, and what flows, guides and excerpts promise on a corpus."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import siglum
from siglum import Library
from siglum.cli import main
from siglum.code_steps import Code, file_steps
from siglum.detail import LONGEST_LINE, LONGEST_TITLE, MEASURES, described
from siglum.drafts import docs_steps
from siglum.errors import RefError
from siglum.excerpt import docs_excerpt
from siglum.lines import split_lines
from siglum.page import Page, page_of
from siglum.plain import on_one_line, plain_text
from siglum.references import Ref
from siglum.render import to_json
from siglum.render_tools import flow_lines
from siglum.rows import BlockRow, DocumentRow, SectionRow, SymbolRow
from siglum_builder.parse import parse

if TYPE_CHECKING:
    from pathlib import Path

    from siglum.parameters import Style
    from siglum.results import FlowResponse

DOCUMENT = DocumentRow(
    document_id=0,
    source="s",
    base_url=None,
    path="a.md",
    kind="docs",
    format="markdown",
    language="en",
    title="",
    category=None,
    topic=None,
    tags=(),
    date=None,
    front_matter="",
    sha256="",
    lossy=False,
    lines=0,
    date_us=None,
)


def read(text: str, format: str = "markdown") -> Page:
    """Return a page as an artifact would hold it."""
    parsed = parse(text, format=format)
    blocks = [BlockRow(b.kind, b.depth, b.start_byte, b.end_byte) for b in parsed.blocks]
    sections = [
        SectionRow(n, 0, s.parent, s.level, s.heading, s.slug, s.start_line, s.end_line)
        for n, s in enumerate(parsed.sections)
    ]
    document = DOCUMENT._replace(lines=len(split_lines(text)), format=format)
    return page_of(document, text, blocks, sections)


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


PAGES = {
    "docs/first.md": "# First\n\nWords.\n\n## Install\n\n1. Get it\n2. Unpack it\n\n## Run\n\nUse `it`.\n",
    "docs/second.md": "# Second\n\n1. Get it\n2. Unpack it\n",
    "docs/flat.md": "## One\n\na\n\n## Two\n\nb\n",
    "docs/same.md": "# Same\n\n- again\n- again\n",
    "docs/empty.md": "# Empty\n",
    "src/app.py": (
        '"""The app."""\n\nimport web\n\napp = web.App()\napp.use(web.lantern(colour="red"))\n\n\n'
        '@app.get("/lamps/{lamp}")\nasync def read_lamp(\n    lamp: int,\n) -> dict:\n'
        '    """Return a lamp."""\n    # light it first\n    if lamp < 0:\n        raise KeyError(lamp)\n'
        "    found = await load(lamp)\n    return found\n\n\nclass Lamps:\n    def light(self) -> None:\n"
        "        self.switch(True)\n\n    def dim(self) -> None:\n        self.switch(False)\n"
    ),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    root = tmp_path_factory.mktemp("flow")
    for path, text in PAGES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return siglum.open(built(root))


def built(root: Path) -> Path:
    """Return the artifact of a folder."""
    output = root.parent / f"{root.name}-artifact"
    result = CliRunner().invoke(main, ["build", str(root), "-o", str(output), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    return output


def titles(response: FlowResponse) -> list[str]:
    return [step.title for step in response.flow]


def codes(response: FlowResponse) -> list[str]:
    return [assumption.code for assumption in response.assumptions]


def test_a_document_gives_a_step_for_each_heading_below_its_only_top_one(library: Library) -> None:
    response = library.summarize_flow(seeds=["file:docs/first.md"])
    assert titles(response) == ["Install", "Run"]
    assert response.flow[0].description == "1. Get it\n2. Unpack it"
    assert response.flow[0].refs == ("md:docs/first.md#install",)
    assert titles(library.summarize_flow(seeds=["file:docs/flat.md"])) == ["One", "Two"]


def test_the_order_is_that_of_the_refs_then_of_the_source(library: Library) -> None:
    response = library.summarize_flow(seeds=["md:docs/first.md#run", "md:docs/second.md#second"])
    assert titles(response) == ["Use it.", "Get it", "Unpack it"]


def test_equal_steps_merge_and_keep_every_ref(library: Library) -> None:
    seeds = ["md:docs/first.md#install", "md:docs/second.md#second"]
    response = library.summarize_flow(seeds=seeds)
    assert [step.refs for step in response.flow] == [tuple(seeds)] * 2
    assert "steps_merged" in codes(response)
    assert response.confidence.level == "low"
    again = library.summarize_flow(seeds=["md:docs/same.md#same"])
    assert (titles(again), "steps_merged" in codes(again)) == (["again"], False)


def test_code_gives_a_step_for_each_definition_with_what_it_does(library: Library) -> None:
    response = library.summarize_flow(seeds=["file:src/app.py"])
    assert titles(response) == [
        "app = web.App()",
        "async def read_lamp( lamp: int, ) -> dict",
        "def light(self) -> None",
        "def dim(self) -> None",
    ]
    assert response.flow[0].description == 'app.use(web.lantern(colour="red"))'
    assert response.flow[1].description.splitlines() == [
        '@app.get("/lamps/{lamp}")',
        "Return a lamp.",
        "raise KeyError(lamp)",
        "found = await load(lamp)",
        "return found",
    ]
    assert titles(library.summarize_flow(seeds=["code:src/app.py@L17"])) == [response.flow[1].title]
    assert titles(library.summarize_flow(seeds=["code:src/app.py@L21"])) == titles(response)[2:]


def test_what_was_taken_for_steps_does_not_deny_those_that_are_numbered(library: Library) -> None:
    mixed = library.summarize_flow(seeds=["md:docs/first.md#install", "file:docs/flat.md"])
    assert [a.text for a in mixed.assumptions] == [
        "2 of 4 steps are headings: nothing is numbered or labelled where they stand"
    ]
    headings = library.summarize_flow(seeds=["file:docs/flat.md"])
    assert headings.assumptions[0].text.startswith("no numbered or labelled steps")


def test_confidence_is_high_with_explicit_steps_and_code_only(library: Library) -> None:
    both = library.summarize_flow(seeds=["md:docs/first.md#install", "code:src/app.py@L17"])
    assert both.confidence.level == "high"
    assert library.summarize_flow(seeds=["md:docs/first.md#install"]).confidence.level == "medium"
    assert library.summarize_flow(seeds=["code:src/app.py@L17"]).confidence.level == "low"


def test_what_does_not_resolve_or_says_nothing_is_skipped_and_named(library: Library) -> None:
    seeds = [
        "md:docs/first.md#no",
        "../etc",
        "file:docs/empty.md",
        "code:src/app.py@L999",
        "file:docs/flat.md",
    ]
    response = library.summarize_flow(seeds=seeds, max_steps=1)
    assert titles(response) == ["One"]
    assert {skipped.ref_id for skipped in response.skipped} == set(seeds[:4])
    assert "steps_left_out" in codes(response)


def test_a_topic_narrows_refs_and_alone_is_searched_for(library: Library) -> None:
    narrowed = library.summarize_flow("run", ["file:docs/first.md", "file:docs/flat.md"])
    assert titles(narrowed) == ["Run"]
    assert "narrowed_to_topic" in codes(narrowed)
    found = library.summarize_flow("unpack")
    assert "Unpack it" in titles(found)
    assert "refs_searched" in codes(found)


def test_without_anything_usable_the_flow_is_empty_or_the_topic_itself(library: Library) -> None:
    empty = library.summarize_flow()
    assert (empty.flow, codes(empty), empty.confidence.level) == ((), ["no_refs"], "low")
    nothing = library.summarize_flow("zebra crossing xylophone")
    assert (titles(nothing), nothing.flow[0].refs) == (["zebra crossing xylophone"], ())
    assert (codes(nothing), nothing.confidence.level) == (["topic_not_found"], "low")


def test_sources_leave_out_refs_of_others(library: Library) -> None:
    (source,) = library.manifest.sources
    assert library.summarize_flow(seeds=["file:docs/flat.md"], sources=[source.name]).flow
    none = library.summarize_flow(seeds=["file:docs/flat.md"], sources=["elsewhere"])
    assert (none.flow, [skipped.ref_id for skipped in none.skipped]) == ((), ["file:docs/flat.md"])
    assert "nothing is called elsewhere" in none.warnings[0]


def test_a_guide_says_only_what_its_refs_say(library: Library) -> None:
    guide = library.guide_implementation("install and unpack")
    assert guide.guide
    for step in guide.guide:
        texts = [on_one_line(plain_text(library.get_content(ref, "full").content)) for ref in step.refs]
        for line in (step.title, *step.description.splitlines()):
            assert any(on_one_line(line) in text for text in texts), (step.refs, line)
    assert {ref.kind for ref in guide.sample_code} <= {"code_range"}


def test_a_topic_that_is_not_covered_gets_no_guide(library: Library) -> None:
    guide = library.guide_implementation("violin tuning in winter")
    assert (guide.guide, guide.docs, guide.sample_code) == ((), (), ())
    assert guide.confidence.level == "none"
    assert [a.code for a in guide.assumptions] == ["topic_not_covered"]


def test_a_missing_sample_is_said_not_made_up(library: Library) -> None:
    guide = library.guide_implementation("unpack", language="rust")
    assert "no_sample_in_language" in [a.code for a in guide.assumptions]
    assert guide.sample_code == ()


def test_multi_range_shows_whole_steps_with_their_lines(library: Library) -> None:
    shown = library.get_content("file:docs/first.md", "multi_range")
    assert shown.content == (
        "[lines 1-1]\n# First\n[lines 5-5]\n## Install\n[lines 7-8]\n1. Get it\n2. Unpack it\n"
        "[lines 10-10]\n## Run\n"
    )
    assert shown.truncated
    assert 'mode="full"' in (shown.reason or "")
    cut = library.get_content("file:docs/first.md", "multi_range", max_lines=3)
    assert [part.end_line for part in cut.ranges] == [1, 5, 7]
    assert "max_lines" in (cut.reason or "")


def test_multi_range_of_code_shows_the_anchor_and_what_is_done_near_it(library: Library) -> None:
    shown = library.get_content("code:src/app.py@L17", "multi_range")
    assert all(text in shown.content for text in ("async def read_lamp(", "raise KeyError", "return found"))
    assert "class Lamps" not in shown.content


def test_content_is_its_first_range_byte_for_byte(library: Library) -> None:
    for path, text in PAGES.items():
        lines = split_lines(text)
        refs = [f"file:{path}"]
        if path.endswith(".py"):
            refs += [f"code:{path}@L{n}" for n in range(1, len(lines) + 1)]
        else:
            refs += [f"md:{path}#{s.slug}" for s in read(text).sections]
        for ref in refs:
            for size in (1, 3, 1000):
                for mode in ("snippet", "full"):
                    found = library.get_content(ref, mode, snippet_lines=size, max_lines=size)
                    (part,) = found.ranges
                    assert found.content == "".join(lines[part.start_line - 1 : part.end_line])
                    assert found.truncated == (part.end_line - part.start_line + 1 < found.total_lines)


def test_answers_are_the_same_every_time(library: Library) -> None:
    ask = ("lantern", ["file:docs/first.md", "file:src/app.py"])
    assert to_json(library.summarize_flow(*ask)) == to_json(library.summarize_flow(*ask))


def test_an_artifact_without_code_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\ntext\n", encoding="utf-8")
    library = siglum.open(built(tmp_path))
    for ref in ("code:src/app.py@L1", "code:a.md@L1", "file:src/app.py"):
        with pytest.raises(RefError, match="documents only"):
            library.get_content(ref)


def test_a_step_of_more_text_than_fits_is_cut_not_emptied() -> None:
    page = read(
        "# Top\n\n## Wire it\n\nLike this:\n\n```sh\n" + "wire on\n" * 40 + "```\n\n## Tune it\n\nTurn.\n"
    )
    wire, tune = docs_steps(page, Ref("file", "a.md"))
    title, description, _ = described(page, wire, style="default")
    assert (title, description.splitlines()[:3]) == ("Wire it", ["Like this:", "```sh", "wire on"])
    assert len(description.splitlines()) == MEASURES["default"].lines
    assert described(page, tune, style="default")[:2] == ("Tune it", "Turn.")


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
