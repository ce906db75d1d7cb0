"""Includes are found as documentation tools write them, and take the lines that those would show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum.lines import split_lines
from siglum_builder.line_ranges import merged, within, written_ranges
from siglum_builder.link import resolve_links
from siglum_builder.link.selection import selected
from siglum_builder.model import Decoded, Document, Metadata, Selection, SourceFile
from siglum_builder.parse import parse
from siglum_builder.parse.directive_includes import asciidoc_includes, rst_includes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from siglum_builder.model import Link, Marks

PIECES = ("{*", "*}", "{!", "!}", "{{#include ", "}}", "[!code-cs[", "](", ")]", "`", "``", "<!--", "-->")
TEXTS = st.lists(st.sampled_from((*PIECES, "\\", "\n", "--8<--", '"a.md"', "a.py", "ln[1:2]", " ", "> ")))


def _shown(links: Iterable[Link]) -> list[str]:
    return [
        " ".join([str(link.line), link.target, *_taken(link.selection)])
        for link in links
        if link.selection is not None
    ]


def _taken(selection: Selection) -> list[str]:
    written = [*(f"#{tag}" for tag in selection.tags), _ranges(selection.ranges)]
    if selection.highlight:
        written.append(f"*{_ranges(selection.highlight)}")
    if selection.symbol:
        written.append(f"@{selection.symbol}")
    if selection.start:
        written.append(f"{'>' if selection.start_after else '>='}{selection.start!r}")
    if selection.end:
        written.append(f"{'<' if selection.end_before else '<='}{selection.end!r}")
    return [part for part in written if part]


def _ranges(ranges: Iterable[tuple[int, int | None]]) -> str:
    return ",".join(str(a) if a == b else f"{a}-{'' if b is None else b}" for a, b in ranges)


@pytest.mark.cases("includes")
def test_pages_include_what_their_tools_would(case: tuple[str, str]) -> None:
    assert _shown(parse(case[0], format="markdown").links) == case[1].splitlines()


@pytest.mark.cases("rst_includes")
def test_restructured_text_includes(case: tuple[str, str]) -> None:
    assert _shown(rst_includes(case[0])) == case[1].splitlines()
    assert _shown(parse(case[0], format="rst").links) == case[1].splitlines()


def test_asciidoc_includes() -> None:
    text = (
        "include::a.adoc[]\n\\include::no.adoc[]\n////\ninclude::no.adoc[]\n////\n----\n"
        'include::b.rb[tags=x;y]\ninclude::c.rb[lines="1..3,7..-1"]\n----\n'
    )
    assert _shown(asciidoc_includes(text)) == ["1 a.adoc", "7 b.rb #x #y", "8 c.rb 1-3,7--1"]


@pytest.mark.parametrize(
    "line",
    [
        f"#region a{' ' * 20_000}b",
        f"{' ' * 20_000}x",
        f"// <a>{' ' * 20_000}x",
        f"#region {'-' * 20_000}x",
        "-" * 20_000,
    ],
    ids=["gap", "indent", "tag", "dashes", "rule"],
)
@pytest.mark.parametrize("marks", ["docfx", "snippet"])
def test_marks_are_sought_in_a_long_line_in_no_more_than_its_length(line: str, marks: Marks) -> None:
    from time import process_time

    from siglum_builder.link.selection import _marked

    before = process_time()
    assert _marked([line], "part", marks) is None
    assert process_time() - before < 0.5


@given(TEXTS)
def test_no_text_stops_the_reader_and_every_include_names_its_line(pieces: list[str]) -> None:
    text = "".join(pieces)
    lines = text.split("\n")
    for link in parse(text, format="markdown").links:
        if link.kind == "include":
            assert link.target.strip("\"'") in lines[link.line - 1]


@pytest.mark.parametrize(
    "opening", ["{*", "{!", "{{#include ", "[!code[", '--8<-- "', "`", "<!--", ':::code a="']
)
def test_many_openings_cost_no_more_than_their_length(opening: str) -> None:
    assert not [x for x in parse(opening * 20_000, format="markdown").links if x.kind == "include"]
    assert not [x for x in parse(f"{opening}\n" * 20_000, format="markdown").links if x.kind == "include"]


def _document(path: str, text: str, *, source: str = "docs", root: str = "r") -> Document:
    format = "markdown" if path.endswith(".md") else "python"
    return Document(
        file=SourceFile(source, path, f"@{source}/{path}", Path(root) / path),
        kind="docs" if format == "markdown" else "code",
        format=format,
        language="en",
        title=path,
        metadata=Metadata(),
        decoded=Decoded(text, "", len(text), "utf-8", lossy=False),
        body_byte=0,
        parsed=parse(text, format=format),
        chunks=(),
        notices=(),
    )


@pytest.mark.cases("selections")
def test_includes_take_the_lines_that_their_tools_show(case: tuple[str, str]) -> None:
    fence = case[0].startswith("```")
    head, _, text = case[0].partition("```\n" if fence else "\n")
    documents = [_document("a.py", text), _document("p.md", head + "```\n" * fence)]
    file = replace(documents[0].file, logical_path="a.py")
    (link,) = resolve_links([replace(documents[0], file=file), documents[1]])
    stressed = f"*{written_ranges(link.highlight)}" if link.highlight else ""
    shown = link.reason or f"{written_ranges(link.target_lines)} {stressed}".strip()
    assert [shown] == case[1].splitlines()


PLACES = (
    ("in the page's folder", "guide/deep/p.md", "a.py", "docs", "guide/deep/a.py"),
    ("nearest first", "guide/deep/p.md", "a.py", "docs", "guide/a.py"),
    ("from a folder above", "guide/deep/p.md", "../src/a.py", "docs", "src/a.py"),
    ("from the root", "guide/deep/p.md", "~/src/a.py", "docs", "src/a.py"),
    ("with a space", "p.md", "my%20src/a.py", "docs", "my src/a.py"),
    ("Windows separators", "guide/p.md", "..\\src\\a.py", "docs", "src/a.py"),
    ("without ../ in another source", "guide/p.md", "../../docs_src/a.py", "code", "docs_src/a.py"),
)


@pytest.mark.parametrize(
    ("page", "target", "source", "path"), [p[1:] for p in PLACES], ids=[p[0] for p in PLACES]
)
def test_a_file_is_sought_upward_then_in_every_source(page: str, target: str, source: str, path: str) -> None:
    others = [_document("zz/a.py", ""), _document("src/zz/a.py", "", source="code")]
    code = _document(path, "x = 1\n", source=source, root="elsewhere")
    (link,) = resolve_links(
        [code, *others, _document(page, f"{{* {target} *}}\n")]
        if " " not in path
        else [code, _document(page, f"{{* {target} *}}\n")]
    )
    assert (link.status, link.target_document, link.reason) == ("resolved", 0, "")


def test_a_file_of_another_source_is_found_where_it_stands_on_the_disk() -> None:
    page = _document("guide/p.md", "{* ../../src/a.py *}\n", root="r/docs")
    (link,) = resolve_links([_document("a.py", "x = 1\n", source="code", root="r/src"), page])
    assert link.target_document == 0


def test_what_is_not_in_the_corpus_is_broken_and_an_address_outside() -> None:
    text = '{* ../src/a.py *}\n\n--8<-- "https://example.org/x.md"\n'
    broken, outside = resolve_links([_document("guide/p.md", text)])
    assert (broken.status, broken.reason) == ("broken", "the corpus has no src/a.py")
    assert outside.status == "outside"


BOUNDS = st.none() | st.integers(-12, 12)


@given(
    text=st.lists(st.sampled_from(["a\n", "# ANCHOR: x\n", "# ANCHOR_END: x\n", "\r\n", "\r"]), max_size=8),
    ranges=st.lists(st.tuples(st.integers(-12, 12), BOUNDS), max_size=3),
    highlight=st.lists(st.tuples(st.integers(-12, 12), BOUNDS), max_size=3),
    tag=st.sampled_from(["", "x", "y"]),
)
def test_what_an_include_takes_lies_in_the_file_and_what_it_stresses_in_that(
    text: list[str], ranges: list[tuple[int, int | None]], highlight: list[tuple[int, int | None]], tag: str
) -> None:
    selection = Selection("mdbook", (tag,) if tag else (), ranges=tuple(ranges), highlight=tuple(highlight))
    document = _document("a.py", "".join(text))
    lines = split_lines(document.decoded.text)
    taken = selected(document, lines, selection)
    whole = ((1, len(lines)),)
    assert within(taken.lines, 1, len(lines)) == taken.lines == merged(taken.lines)
    shown = _numbers(taken.lines or whole)
    assert _numbers(taken.highlight) <= shown
    assert not taken.reason or taken.lines == taken.highlight == ()


def _numbers(ranges: Iterable[tuple[int, int]]) -> set[int]:
    return {number for first, last in ranges for number in range(first, last + 1)}
