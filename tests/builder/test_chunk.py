"""Chunks partition a document, keep to sections and definitions, and are cut at borders."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.lines import LineTable, split_lines
from siglum.tokens import estimate_tokens
from siglum_builder.chunk import chunk_document
from siglum_builder.parse import parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from siglum_builder.model import Chunk, Kind


def _chunk(
    text: str, format: str = "markdown", *, body_byte: int = 0, exclude: Sequence[str] = ()
) -> tuple[Chunk, ...]:
    """Parse and cut a text, and check what holds of every partition."""
    kind: Kind = "docs" if format in {"markdown", "text"} else "code"
    parsed = parse(text, format=format, body_byte=body_byte)
    chunks = chunk_document(text, body_byte=body_byte, parsed=parsed, kind=kind, exclude_headings=exclude)
    data, table = text.encode(), LineTable.of(text)
    if not data[body_byte:].decode().strip():
        assert chunks == ()
        return chunks
    assert chunks[0].start_byte == body_byte
    assert chunks[-1].end_byte == len(data)
    assert all(one.end_byte == two.start_byte for one, two in pairwise(chunks))
    for chunk in chunks:
        content = data[chunk.start_byte : chunk.end_byte].decode()
        assert content.strip()
        assert estimate_tokens(content.strip()) <= 400 or (format != "text" and _has_whole_line(content))
        assert (chunk.start_line, chunk.end_line) == table.range(chunk.start_byte, chunk.end_byte)
        line_start = table.start(chunk.start_line)
        line = data[line_start : table.start(chunk.start_line + 1)].decode()
        whole_lines = chunk.start_byte in {line_start, body_byte}
        assert whole_lines or estimate_tokens(line) > 400
    return chunks


def _has_whole_line(content: str) -> bool:
    """Tell whether one line, which is not cut, is what takes a chunk over the budget."""
    longest = max(split_lines(content), key=estimate_tokens)
    return (
        estimate_tokens(content.strip()) - estimate_tokens(longest) <= 400 and len(longest.encode()) <= 8192
    )


def _contents(text: str, chunks: Sequence[Chunk]) -> list[str]:
    data = text.encode()
    return [data[chunk.start_byte : chunk.end_byte].decode() for chunk in chunks]


@pytest.mark.cases("chunks")
def test_sections_and_headings(case: tuple[str, str]) -> None:
    sections = parse(case[0], format="markdown").sections
    found = [
        f"{chunk.start_line}-{chunk.end_line} {sections[chunk.section or 0].slug}"
        for chunk in _chunk(case[0])
    ]
    assert found == case[1].splitlines()


@pytest.mark.parametrize(
    ("format", "text", "kept"),
    [
        ("markdown", "<!-- Licence\n\ntext -->\n\n# Boats\n\nThey float.\n", False),
        ("markdown", "(boats)=\n\n# Boats\n\nThey float.\n", False),
        ("markdown", "<!-- note --> Read on.\n\n# Boats\n\nThey float.\n", True),
        ("markdown", "<!-- note -->\n\nRead on.\n\n# Boats\n\nThey float.\n", True),
        ("rst", ":orphan:\n\n.. Licence\n   text\n\n.. _boats:\n\nBoats\n=====\n\nThey float.\n", False),
        ("rst", ".. note:: Read on.\n\nBoats\n=====\n\nThey float.\n", True),
        ("rst", ".. image:: boat.png\n\nBoats\n=====\n\nThey float.\n", True),
        ("rst", "...\n\nBoats\n=====\n\nThey float.\n", True),
        ("markdown", "# Boats\n\n<!-- note -->\n", True),
    ],
)
def test_what_no_reader_sees_before_the_first_heading_is_not_indexed(
    format: str, text: str, kept: bool
) -> None:
    parsed = parse(text, format=format, body_byte=0)
    first, *rest = chunk_document(text, body_byte=0, parsed=parsed, kind="docs")
    assert first.indexed == kept
    assert all(chunk.indexed for chunk in rest)


_PIECES = st.lists(
    st.sampled_from(
        [
            "# A\n",
            "## B\n\n",
            "A\n===\n",
            "- item\n",
            "  more\n",
            "> q\n",
            "```\n",
            "\n",
            "\r\n",
            "\r",
            "| a | b |\n|---|---|\n",
            "| 1 | 2 |\n" * 30,
            "| long " * 300 + "|\n",
            "word " * 300 + "\n",
            "Sentence one. And two! " * 90,
            "文。" * 300,
            "x" * 9000,
            "\u3000",
            " ",
            "\x0c",
            "é",
            "\n" * 9,
        ]
    ),
    max_size=25,
).map("".join)


@settings(deadline=None)
@given(_PIECES, st.sampled_from(["markdown", "text", "python", "unknown"]), st.booleans())
def test_chunks_partition_any_text(body: str, format: str, front: bool) -> None:
    front_matter = "---\na: é\n---\n" if front and format == "markdown" else ""
    _chunk(front_matter + body, format, body_byte=len(front_matter.encode()))


def test_chunks_keep_the_budget_and_are_cut_at_outer_borders() -> None:
    paragraph = "Some words that make a line of text.\n" * 12
    text = "# A\n\n" + f"{paragraph}\n" * 9
    chunks = _chunk(text)
    assert all(estimate_tokens(content) <= 400 for content in _contents(text, chunks))
    assert all(content.startswith(("# A", "Some")) for content in _contents(text, chunks))
    assert all(content.endswith("\n\n") for content in _contents(text, chunks))
    assert min(estimate_tokens(content) for content in _contents(text, chunks)) > 80


def test_a_cut_table_repeats_its_head_as_context_only() -> None:
    rows = "".join(f"| E{n:04} | {'meaning ' * 6}|\n" for n in range(120))
    text = f"# Codes\n\n| Code | Meaning |\n|---|---|\n{rows}\nAfter.\n"
    chunks = _chunk(text)
    assert len(chunks) > 3
    assert chunks[0].context == ""
    assert {chunk.context for chunk in chunks[1:]} == {"| Code | Meaning |\n|---|---|"}
    assert all(content.startswith("| E") for content in _contents(text, chunks)[1:])


@pytest.mark.parametrize(("size", "parts"), [(7_000, 1), (30_000, 19)], ids=["whole", "cut"])
def test_a_code_line_is_cut_only_over_8_kib(size: int, parts: int) -> None:
    text = f"```\n{'abcd ' * (size // 5)}\n```\n"
    assert len([c for c in _contents(text, _chunk(text)) if "abcd" in c]) == pytest.approx(parts, abs=2)


def test_an_oversize_line_of_prose_is_cut_after_sentences() -> None:
    text = "# 見出し\n\n" + "これは文です。それも文です。" * 200
    contents = _contents(text, _chunk(text))
    assert len(contents) > 3
    assert all(content.endswith("。") for content in contents)
    assert contents[0].startswith("# 見出し\n\nこれは")


def test_no_chunk_is_a_heading_alone_before_an_oversize_block() -> None:
    text = "# A\n\n```\n" + "x " * 3_000 + "\n```\n"
    assert _contents(text, _chunk(text))[0].count("x") > 1


def test_excluded_headings_and_all_below_them_are_kept_but_not_indexed() -> None:
    text = "# A\na\n## See also\nb\n### Deep\nc\n## End\nd\n"
    assert [chunk.indexed for chunk in _chunk(text, exclude=["see *"])] == [True, False, False, True]


def test_code_chunks_follow_definitions_with_their_comments() -> None:
    text = (
        "import os\n\nLIMIT = 3\n\n\n# About f.\n@d\ndef f():\n    return 1\n\n\n"
        'class A:\n    """Doc."""\n\n    x = 1\n\n    # About g.\n    def g(self): ...\n\n'
        "    y = 2\n\n\nmain()\n"
    )
    symbols = parse(text, format="python").symbols
    chunks = _chunk(text, "python")
    owners = [None if c.symbol is None else symbols[c.symbol].qualified_name for c in chunks]
    assert owners == [None, "f", "A", "A.g", "A", None]
    starts = [content.strip().splitlines()[0] for content in _contents(text, chunks)]
    assert starts == ["import os", "# About f.", "class A:", "# About g.", "y = 2", "main()"]


def test_a_long_definition_is_cut_at_statement_borders() -> None:
    body = "".join(f"    if a{n}:\n        call(1,\n             2)\n" for n in range(120))
    contents = _contents(text := f"def f():\n{body}", _chunk(text, "python"))
    assert len(contents) > 3
    assert all(content.startswith("    if a") for content in contents[1:])


@pytest.mark.parametrize("unit", ["word ", "a", "文。", "a\n", "# a\n\ntext\n\n", "\n"])
def test_big_inputs_take_linear_time(unit: str) -> None:
    _chunk("x" + unit * 40_000, "text")


def test_every_document_of_the_shared_corpora_is_partitioned_within_the_budget(shared: Path) -> None:
    pages = sorted((shared / "corpora").rglob("*.md"))
    assert len(pages) > 600
    for page in pages:
        text = page.read_bytes().decode()
        for content in _contents(text, _chunk(text)):
            assert estimate_tokens(content) <= 400 or content.startswith("|"), page
