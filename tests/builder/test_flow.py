"""What flows, guides and excerpts promise on a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.flow_pages import built, read

import siglum
from siglum import Library
from siglum.errors import RefError
from siglum.lines import split_lines
from siglum.plain import on_one_line, plain_text
from siglum.render import to_json

if TYPE_CHECKING:
    from pathlib import Path

    from siglum.results import FlowResponse

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
    assert headings.assumptions[0].text.startswith("the steps are headings")


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
