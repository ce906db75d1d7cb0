"""Markdown pages give sections, blocks and links with true lines and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum.lines import LineTable, split_lines
from siglum_builder.parse import parse
from siglum_builder.parse.markdown import parse_markdown

if TYPE_CHECKING:
    from siglum_builder.model import Parsed


def _sections(parsed: Parsed) -> list[str]:
    return [f"{s.level} {s.start_line}-{s.end_line} {s.slug} {s.heading}".rstrip() for s in parsed.sections]


@pytest.mark.cases("markdown_sections")
def test_sections(case: tuple[str, str]) -> None:
    assert _sections(parse_markdown(case[0], 0)) == case[1].splitlines()


@pytest.mark.cases("markdown_links")
def test_links(case: tuple[str, str]) -> None:
    links = parse_markdown(case[0], 0).links
    found = [f"{link.line} {link.kind} {link.target} {link.label}".rstrip() for link in links]
    assert found == case[1].splitlines()


@pytest.mark.cases("markdown_blocks")
def test_blocks(case: tuple[str, str]) -> None:
    table = LineTable.of(case[0])
    found = []
    for block in parse_markdown(case[0], 0).blocks:
        first, last = table.range(block.start_byte, block.end_byte)
        found.append(f"{' ' * block.depth}{block.kind} {first}-{last}")
    assert found == case[1].splitlines()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_change_no_line_number(end: str) -> None:
    text = end.join(["# A", "", "\f text\u2028x\x85y", "", "## B \v", "", "[l](l.md)"])
    parsed = parse_markdown(text, 0)
    assert [(s.start_line, s.end_line) for s in parsed.sections] == [(1, 7), (5, 7)]
    assert [link.line for link in parsed.links] == [7]
    starts = [text.encode()[s.start_byte :].decode()[:3] for s in parsed.sections]
    assert starts == ["# A", "## "]


def test_places_count_from_the_stored_text_when_front_matter_is_cut_off() -> None:
    front = "---\ntitle: é\n---\n"
    parsed = parse_markdown(front + "# A\n\n[x](x.md)\n", len(front.encode()))
    assert _sections(parsed) == ["1 4-6 a A"]
    assert parsed.sections[0].start_byte == len(front.encode())
    assert parsed.links[0].line == 6


def test_blank_pages_have_no_section() -> None:
    assert parse_markdown(" \n\t\n", 0).sections == parse_markdown("", 0).sections == ()


@pytest.mark.parametrize(
    "text",
    ["- " * 5_000 + "x", ">" * 10_000, "".join(f"{'  ' * n}- x\n" for n in range(300))],
    ids=["lists in a line", "quotes in a line", "lists in lines"],
)
def test_nesting_past_the_limit_is_text_and_reported(text: str) -> None:
    parsed = parse_markdown(f"{text}\n\n# After\n", 0)
    assert any("nested too deep" in reason for reason, _ in parsed.notices)
    assert any(block.kind == "text" for block in parsed.blocks)
    assert parsed.sections[-1].heading == "After"


@pytest.mark.parametrize(
    "text",
    ["[" * 2_000_000, "a" * 3_000_000, "[a]: b\n\n" + ("[" * 79 + "\n") * 5_000, "<a " * 99_999],
    ids=["brackets", "one word", "brackets in lines", "angle brackets"],
)
def test_pathological_text_is_bounded_and_reported(text: str) -> None:
    assert parse_markdown(text, 0).notices


@pytest.mark.parametrize(
    "text",
    [
        *("```py\n# x\n", "```\nunclosed\nfoo ```", "```\nx\n``` foo", "```\nx\n    ```", "````\nx\n```"),
        *("```\nx\n~~~", "```", "```\n", "> ```\n> x ```\n", "> ```\n> > ```\n", "> ```\n> x\n```py\ny\n```"),
        *("- ```\n  x\n```\ny\n```", "```\nx\n\n\n", "~~~\n~~~~x"),
    ],
)
def test_a_fence_that_no_line_of_marks_alone_closes_is_reported_with_its_line(text: str) -> None:
    notices = parse_markdown(f"# A\n\n{text}", 0).notices
    assert notices[0] == ("the code fence that line 3 opens is never closed", 3)


@pytest.mark.parametrize(
    "text",
    [
        "```py\nx\n```\n",
        "```\n```",
        "```\nx\n   `````  \nfoo ```",
        "> ```\n> x\n> ```",
        "- ~~~\n  x\n  ~~~\n",
    ],
)
def test_a_closed_fence_is_not_reported(text: str) -> None:
    assert not parse_markdown(text, 0).notices


_MARKUP = st.lists(
    st.sampled_from(
        [
            "# ",
            "- ",
            "> ",
            "1. ",
            "    ",
            "\t",
            "```",
            "~~~",
            "|",
            "---",
            "===",
            "\n",
            "\r\n",
            "\r",
            "\n\n",
            "[a](b.md)",
            "[[w|x]]",
            "[r]",
            "[r]: u\n",
            "[^1]: ",
            ": ",
            "<div>",
            "<!--",
            "é",
            "。",
            "import x from 'y'\n",
            "export const a = {\n",
            "text",
            " ",
            "\\",
            "`",
            "\x00",
            "\x0c",
            "{#id}",
        ]
    ),
    max_size=40,
).map("".join)


@given(_MARKUP, st.sampled_from(["", "---\na: 1\n---\n"]))
def test_anything_parses_into_true_nested_ranges(body: str, front: str) -> None:
    text, lines = front + body, len(split_lines(front + body))
    parsed = parse_markdown(text, len(front))
    assert all("could not be parsed" not in reason for reason, _ in parsed.notices)
    open_blocks: list[tuple[int, int, int]] = []
    for block in parsed.blocks:
        while open_blocks and open_blocks[-1][0] >= block.depth:
            open_blocks.pop()
        assert len(open_blocks) == block.depth
        assert len(front) <= block.start_byte < block.end_byte <= len(text.encode())
        if open_blocks:
            assert open_blocks[-1][1] <= block.start_byte
            assert block.end_byte <= open_blocks[-1][2]
        open_blocks.append((block.depth, block.start_byte, block.end_byte))
    assert len({section.slug for section in parsed.sections}) == len(parsed.sections)
    assert all(1 <= link.line <= lines for link in parsed.links)


def test_plain_text_is_one_section_of_paragraphs() -> None:
    parsed = parse("a\nb\n\nc", format="text")
    assert [(s.slug, s.heading, s.end_line) for s in parsed.sections] == [("_preamble", "", 4)]
    assert [(b.start_byte, b.end_byte) for b in parsed.blocks] == [(0, 4), (5, 6)]
