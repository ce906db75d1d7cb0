"""Pages in reStructuredText and AsciiDoc, and notebooks, give sections, blocks and links with true lines."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.lines import LineTable
from siglum_builder.chunk import chunk_document
from siglum_builder.notebook_text import Notebook, read_notebook
from siglum_builder.parse import parse
from siglum_builder.parse.rst import looks_like_rst

MARKUP = "=-~*.:`_<>|+/[]{}# \n\nab1"


def _seen(text: str, format: str) -> str:
    parsed, table = parse(text, format=format), LineTable.of(text)
    sections = [
        f"{s.level} {s.start_line}-{s.end_line} {s.slug} {s.heading}".rstrip() for s in parsed.sections
    ]
    places = [(b, table.range(b.start_byte, b.end_byte)) for b in parsed.blocks]
    blocks = [f"{block.depth} {block.kind} {first}-{last}" for block, (first, last) in places]
    links = [f"{link.line} {link.target} {link.label}".rstrip() for link in parsed.links]
    return "\n".join([*map(str.rstrip, sections), "--", *blocks, "--", *links])


@pytest.mark.cases("rst_pages")
def test_rst(case: tuple[str, str]) -> None:
    assert _seen(case[0], "rst") == case[1].rstrip("\n")


@pytest.mark.cases("asciidoc_pages")
def test_asciidoc(case: tuple[str, str]) -> None:
    assert _seen(case[0], "asciidoc") == case[1].rstrip("\n")


@pytest.mark.cases("text_pages")
def test_text(case: tuple[str, str]) -> None:
    assert _seen(case[0], "text") == case[1].rstrip("\n")


def test_a_long_text_without_headings_has_parts_that_start_at_paragraphs() -> None:
    for paragraph in ("word " * 12 + "\n" + "more " * 12 + "\n\n", "吾輩は猫である。" * 20 + "\n\n"):
        text = paragraph * (60_000 // len(paragraph.encode()))
        sections = parse(text, format="text").sections
        assert [s.slug for s in sections[:3]] == ["_preamble", "_preamble-1", "_preamble-2"]
        assert 10 < len(sections) < 16
        data = text.encode()
        assert all(data[: s.start_byte].endswith(b"\n\n") for s in sections[1:])
        assert "".join(data[s.start_byte : s.end_byte].decode() for s in sections) == text
    assert len(parse("word " * 30_000, format="text").sections) == 1
    assert len(parse("a line\n" * 5_000, format="text").sections) == 4


@pytest.mark.parametrize("format", ["rst", "asciidoc", "text"])
@settings(deadline=None)
@given(text=st.text(MARKUP, max_size=200))
def test_any_text_gives_nested_blocks_and_chunks_that_partition_it(format: str, text: str) -> None:
    parsed, size = parse(text, format=format), len(text.encode())
    open_: list[tuple[int, int]] = []
    for block in parsed.blocks:
        open_ = [each for each in open_ if each[0] < block.depth]
        assert 0 <= block.start_byte < block.end_byte <= size
        assert not open_ or block.end_byte <= open_[-1][1]
        open_.append((block.depth, block.end_byte))
    chunks = chunk_document(text, body_byte=0, parsed=parsed, kind="docs")
    places = [0, *(chunk.end_byte for chunk in chunks)]
    assert not chunks or (places[-1] == size and [c.start_byte for c in chunks] == places[:-1])


HOSTILE = (
    *("= =\nx\n", "[a]\n", "* x\n", "a::\n", "....\n", "====\n", "+---+\n", "<<" * 1_900 + "\n"),
    *("`" + " " * 3_900 + "\n", "= " + "a  " * 5_000, "=" * 9_000 + "\n"),
    "".join(f"{' ' * n}* x\n" for n in range(200)),
)


@pytest.mark.parametrize("format", ["rst", "asciidoc", "text"])
@pytest.mark.parametrize(
    "line", [*HOSTILE, "1. A\n\n", "A\n===\n", "1" * 2_000 + ".1 A\n\n", "Chapter 1\n\n"]
)
def test_time_grows_with_the_size_of_a_hostile_page(format: str, line: str) -> None:
    text = line * (40_000 // len(line))
    start = time.process_time()
    parse(text, format=format)
    assert time.process_time() - start < 5


def test_a_text_file_is_read_as_rst_where_only_that_has_such_markup() -> None:
    assert looks_like_rst("Title\n=====\n\nSee :doc:`other`.\n")
    assert not looks_like_rst("Title\n=====\n\nNothing else.\n")
    assert not looks_like_rst("no title, but ``code``\n")


def _notebook(*cells: dict[str, object], **more: object) -> str:
    return json.dumps({"cells": cells, "metadata": {"kernelspec": {"language": "python"}}, **more})


def test_cells_of_a_notebook_become_markdown_and_fences_without_outputs() -> None:
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "source": ["# One\n", "text"]},
        {"cell_type": "code", "source": "x = '```'", "outputs": [{"data": {"image/png": "iVBOR"}}]},
        {"cell_type": "code", "source": "%%bash\nls"},
        {"cell_type": "markdown", "source": f"![](data:image/png;base64,{'A' * 500})\n~~~\nopen"},
    ]
    found = read_notebook(_notebook(*cells))
    assert isinstance(found, Notebook)
    assert found.text == (
        "# One\ntext\n\n````python\nx = '```'\n````\n\n```shell\n%%bash\nls\n```\n\n"
        "![](data:image/png;base64,…)\n~~~\nopen\n~~~\n"
    )


def test_nbformat_3_is_read() -> None:
    cells = [{"cell_type": "heading", "level": 2, "source": "Two"}, {"cell_type": "code", "input": "y"}]
    found = read_notebook(json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3}))
    assert isinstance(found, Notebook)
    assert found.text == "## Two\n\n```\ny\n```\n"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "3", "[" * 100_000, "<<<<<<< HEAD\n{}"])
def test_what_is_no_notebook_says_why(text: str) -> None:
    assert "is no notebook" in str(read_notebook(text))


@pytest.mark.parametrize("text", ['{"cells": null}', '{"cells": 3}', '{"worksheets": {}}'])
def test_cells_that_are_no_list_are_said(text: str) -> None:
    assert "no list of cells" in str(read_notebook(text))


def test_a_number_of_any_length_spoils_no_notebook() -> None:
    found = read_notebook(
        _notebook({"cell_type": "markdown", "source": "a"})[:-1] + f', "x": {"9" * 5000}' + "}"
    )
    assert isinstance(found, Notebook)
    assert found.text == "a\n"


def test_a_cell_without_text_is_named_and_what_cannot_be_stored_is_replaced() -> None:
    found = read_notebook(_notebook({"cell_type": "code"}, {"cell_type": "markdown", "source": "a\0\ud800"}))
    assert isinstance(found, Notebook)
    assert (found.text, found.odd) == ("a\ufffd\ufffd\n", ("cell 1 is left out: it has no text",))


def test_a_notebook_has_the_definitions_and_imports_of_its_code_at_their_own_lines() -> None:
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "source": "# T\n\n```python\ndef quoted(): pass\n```"},
        {"cell_type": "code", "source": "%matplotlib inline\nimport lamp\n\ndef shine():\n    lamp.on()"},
    ]
    found = read_notebook(_notebook(*cells))
    assert isinstance(found, Notebook)
    parsed = parse(found.text, format="notebook", code=found.format)
    assert "shine" in {symbol.name for symbol in parsed.symbols}
    line = next(symbol.start_line for symbol in parsed.symbols if symbol.name == "shine")
    assert found.text.split("\n")[line - 1] == "def shine():"
    assert {use.name for use in parsed.uses} >= {"lamp", "lamp.on"}


@pytest.mark.parametrize("format", ["rst", "asciidoc", "markdown"])
def test_long_white_space_is_read_in_linear_time(format: str) -> None:
    deep = "".join(f"{' ' * 2 * depth}* item\n\n" for depth in range(400))
    for text in (f"T\n=\n\n{' ' * 200_000}x\n", f"T\n=\n\n..{' ' * 200_000}x\n", deep):
        assert parse(text, format=format).sections  # it took minutes
