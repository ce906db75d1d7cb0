"""A guide's steps earn their place: on topic, in order, not repeated, each from what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import siglum
from siglum.cli import main
from siglum.found_steps import reading_order
from siglum.language_names import OTHER_NAMES
from siglum_builder.languages import format_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum import Library
    from siglum.results import GuideResponse

LAMPS = "".join(
    f"- [lamp-{n}](https://lamps.example/{n}) lights a lantern by sensor {n}.\n" for n in range(6)
)
FILES = {
    "docs/dimmer.md": (
        "# Dimmer of a lantern\n\n- [Wire it](#wire-it)\n- [Tune it](#tune-it)\n- [Recap](#recap)\n\n"
        "## Wire it\n\nThe dimmer of a lantern needs two wires.\n\n"
        "## Tune it\n\nTurn the dimmer until the lantern flickers no more.\n\n"
        "## Recap\n\nA dimmer of a lantern was wired and tuned.\n"
    ),
    "docs/options.md": (
        "# Options\n\nOf the program.\n\n## dimmerRange\n\nHow far the dimmer of a lantern may go.\n\n"
        "## colour\n\nWhich colour paper has.\n\n## currency\n\nIn which money prices are shown.\n"
    ),
    "docs/ecosystem.md": f"# Ecosystem\n\n## Community\n\nPlugins with a dimmer for a lantern.\n\n{LAMPS}",
    "docs/ja/dimmer.md": (
        "# ランタンの調光器\n\ndimmer lantern\n\n## 配線する\n\nランタンの dimmer には線が二本必要です。"
        "まず電源を切り、それから線をつなぎます。\n"
    ),
    "book/ch02-lens.md": "# Grind a lens\n\n## Grind a lens by hand\n\nGrind the lens until it is round.\n",
    "book/ch10-polish.md": (
        "# Polish\n\n## Polish after you grind a lens\n\nTo grind a lens is not enough: polish the lens.\n"
    ),
    "docs/manual.md": (
        "# Manual\n\n"
        + "".join(f"## Part {n}\n\nOf gable number {n}, of slates and gutters.\n\n" for n in range(10, 20))
        + "## Hang a shutter\n\nA shutter is hung on each hinge: lift the shutter onto its hinge.\n\n"
        + "".join(f"## Part {n}\n\nOf chimney number {n}, of bricks and soot.\n\n" for n in range(100, 104))
        + "## Oil its hinge\n\nA shutter creaks where its hinge is dry: oil the hinge of the shutter.\n"
    ),
    "public/dimmer-of-a-lantern/hello.txt": "hey\n",
    "public/note.txt": "a dimmer of a lantern\n",
    "src/dimmer.py": 'def dim_lantern(dimmer):\n    """Dim a lantern."""\n    return dimmer.set(3)\n',
    "tests/test_dimmer.py": (
        'def test_lantern_dimmer(dimmer, lantern):\n    """A lantern has its dimmer."""\n'
        "    assert dimmer.of(lantern)\n"
    ),
    "package.json": '{"scripts": {"dimmer": "lantern"}, "bugs": {"url": "https://lantern.example"}}\n',
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("guide")
    for path, text in FILES.items():
        (root / "in" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "in" / path).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["build", str(root / "in"), "-o", str(root / "out"), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    with siglum.open(root / "out") as opened:
        yield opened


@pytest.fixture(scope="module")
def guide(library: Library) -> GuideResponse:
    return library.guide_implementation("dimmer of a lantern")


def titles(guide: GuideResponse) -> list[str]:
    return [step.title for step in guide.guide]


def test_steps_keep_the_order_of_their_page(guide: GuideResponse) -> None:
    found = titles(guide)
    assert found.index("Wire it") + 1 == found.index("Tune it")


def test_a_section_earns_its_place_by_itself_not_by_its_page(guide: GuideResponse) -> None:
    assert "dimmerRange" in titles(guide)
    assert not {"colour", "currency"} & set(titles(guide))


def test_what_closes_a_page_or_lists_links_is_no_step(guide: GuideResponse) -> None:
    assert not {"Recap", "Community", "Ecosystem"} & set(titles(guide))


def test_a_translation_is_not_told_beside_the_page(guide: GuideResponse) -> None:
    assert "配線する" not in titles(guide)


def test_code_that_tests_is_left_to_who_asks_for_tests(library: Library, guide: GuideResponse) -> None:
    assert "src/dimmer.py" in {ref.path for ref in guide.sample_code}
    assert "tests/test_dimmer.py" not in {ref.path for ref in guide.sample_code}
    asked = library.guide_implementation("test the dimmer of a lantern")
    assert "tests/test_dimmer.py" in {ref.path for ref in asked.sample_code}


def test_a_document_of_a_line_is_no_documentation_whatever_its_path_says(
    guide: GuideResponse,
) -> None:
    assert not {ref.path for ref in guide.docs} & {"public/dimmer-of-a-lantern/hello.txt", "public/note.txt"}


def test_of_a_chapter_only_the_parts_in_which_something_was_found_are_steps(library: Library) -> None:
    parts = {"Hang a shutter", "Oil its hinge"}
    found = library.guide_implementation("hang a shutter on its hinge")
    assert parts <= set(titles(found))
    flow = library.summarize_flow("hang a shutter on its hinge").flow
    assert flow
    assert not [step for step in (*found.guide, *flow) if step.title.startswith("Part")]


def test_keys_of_data_are_no_steps(guide: GuideResponse) -> None:
    assert not [title for title in titles(guide) if title.startswith('"')]


def test_a_word_that_the_corpus_lacks_is_said_and_lowers_the_level(library: Library) -> None:
    guide = library.guide_implementation("turn the dimmer until the lantern flickers no more in Kotlin")
    (said,) = (a for a in guide.assumptions if a.code == "words_not_found")
    assert "kotlin" in said.text
    assert guide.confidence.level in {"low", "medium"}


def test_two_words_of_which_one_is_unknown_are_not_covered(library: Library) -> None:
    guide = library.guide_implementation("tune a violin")
    assert (guide.guide, guide.confidence.level) == ((), "none")


def test_chapters_are_read_by_their_numbers(library: Library) -> None:
    found = titles(library.guide_implementation("grind a lens and polish it"))
    assert found.index("Grind a lens by hand") < found.index("Polish after you grind a lens")
    paths = ["b/ch10-x.md", "a.md", "b/ch2-y.md", "c/1.md", "b/2024-01-02-post.md", "b/ch9.md"]
    assert [paths[n] for n in reading_order(paths)] == [
        "b/ch2-y.md",
        "a.md",
        "b/ch9.md",
        "c/1.md",
        "b/2024-01-02-post.md",
        "b/ch10-x.md",
    ]


def test_every_ref_of_a_guide_resolves(library: Library, guide: GuideResponse) -> None:
    steps = [ref for step in guide.guide for ref in step.refs]
    for ref in [*steps, *(ref.ref_id for ref in (*guide.docs, *guide.sample_code))]:
        assert library.get_content(ref).content


@pytest.mark.parametrize(
    "topic", ["a hinge by which it creaks at an", "in money at an of the prices", "prices by an money at"]
)
def test_function_words_leave_no_topic_uncovered(library: Library, topic: str) -> None:
    assert "topic_not_covered" not in [a.code for a in library.guide_implementation(topic).assumptions]


@pytest.mark.parametrize(("name", "language"), OTHER_NAMES.items())
def test_a_language_is_called_in_a_guide_as_in_a_notebook(name: str, language: str) -> None:
    assert format_named(name) == language
