"""Lines are what an editor counts, and every byte of a text belongs to exactly one of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from siglum.lines import LineTable, split_lines

texts = st.text(
    st.one_of(
        st.sampled_from("\r\n\n\r\x0b\x0c\x1c\x85\u2028\u2029\ufeff aé設𝄞\u0301"),
        st.characters(codec="utf-8"),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("\n", ["\n"]),
        ("a\n\n", ["a\n", "\n"]),
        ("a\r\nb\rc\nd", ["a\r\n", "b\r", "c\n", "d"]),
        ("a\n\rb", ["a\n", "\r", "b"]),
        ("a\r\r\nb", ["a\r", "\r\n", "b"]),
        ("a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\n", ["a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\n"]),
    ],
)
def test_only_crlf_cr_and_lf_end_a_line(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@given(texts)
@settings(deadline=None, max_examples=50)
def test_lines_joined_are_the_text_again(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(lines)
    assert all(re.fullmatch(r"[^\r\n]*(\r\n|\r|\n)", line) for line in lines[:-1])


@given(texts)
@settings(deadline=None, max_examples=50)
@example("\r")
@example("é\r\n設\r\n")
def test_the_table_cuts_the_bytes_where_the_lines_are(text: str) -> None:
    stored, table, lines = text.encode(), LineTable.of(text), split_lines(text)
    assert table.size == len(stored)
    assert len(table.starts) == len(lines)
    cut = [
        stored[table.start(number) : table.start(number + 1)].decode() for number in range(1, len(lines) + 1)
    ]
    assert cut == lines


@given(texts)
@settings(deadline=None, max_examples=50)
def test_the_line_at_a_byte_is_the_one_that_holds_it(text: str) -> None:
    table = LineTable.of(text)
    for byte in range(table.size):
        line = table.line_at(byte)
        assert table.start(line) <= byte < table.start(line + 1)
    assert table.line_at(table.size) == max(1, len(table.starts))


@given(texts, st.data())
@settings(deadline=None, max_examples=50)
def test_a_range_runs_from_the_line_of_its_first_byte_to_that_of_its_last(
    text: str, data: st.DataObject
) -> None:
    table = LineTable.of(text)
    start = data.draw(st.integers(0, table.size))
    end = data.draw(st.integers(start, table.size))
    first, last = table.range(start, end)
    assert first == table.line_at(start)
    assert last == (table.line_at(end - 1) if end > start else first)


@given(texts)
@settings(deadline=None, max_examples=50)
def test_the_range_of_a_whole_line_is_that_line_alone(text: str) -> None:
    table = LineTable.of(text)
    for line in range(1, len(table.starts) + 1):
        assert table.range(table.start(line), table.start(line + 1)) == (line, line)


def test_an_empty_text_has_a_place_for_an_empty_range() -> None:
    assert LineTable.of("").range(0, 0) == (1, 1)
