"""Code of every language gives definitions, uses and chunks, whole or broken, in bounded time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import read_cases

from siglum_builder.chunk import chunk_document
from siglum_builder.parse import parse
from siglum_builder.parse.code import LINE_LIMIT, SIZE_LIMIT
from siglum_builder.parse.grammars import GRAMMARS, query_of

if TYPE_CHECKING:
    from siglum_builder.model import Parsed

FORMATS = sorted(GRAMMARS)


def _shown(parsed: Parsed) -> list[str]:
    symbols = [
        f"{s.start_line}-{s.end_line} {s.kind} {s.qualified_name} | {s.signature} | {s.documentation}"
        for s in parsed.symbols
    ]
    uses = [f"{u.line} {u.kind} {u.name} {u.alias}" for u in parsed.uses]
    notices = [f"notice {line}" for _, line in parsed.notices]
    return [line.rstrip(" |") for line in (*symbols, *uses, *notices)]


@pytest.mark.cases("symbols")
def test_definitions_and_uses(case: tuple[str, str]) -> None:
    format, _, text = case[0].partition("\n")
    assert _shown(parse(text, format=format)) == case[1].splitlines()


@pytest.mark.parametrize("format", FORMATS)
def test_every_grammar_loads_with_its_query_and_has_a_case(format: str) -> None:
    assert query_of(format).pattern_count > 0
    assert any(source.partition("\n")[0] == format for _, source, _ in read_cases("symbols"))


def _check(text: str, format: str) -> None:
    """Check what holds of any parsed and cut text."""
    parsed = parse(text, format=format)
    data = text.encode()
    for symbol in parsed.symbols:
        assert 0 <= symbol.lead_byte <= symbol.start_byte < symbol.end_byte <= len(data)
        if symbol.parent is not None:
            parent = parsed.symbols[symbol.parent]
            assert parent.start_byte <= symbol.start_byte
            assert symbol.end_byte <= parent.end_byte
    assert [s.start_byte for s in parsed.symbols] == sorted(s.start_byte for s in parsed.symbols)
    assert all(0 <= block.start_byte < block.end_byte <= len(data) for block in parsed.blocks)
    for use in parsed.uses:
        assert use.name
        assert use.symbol is None or use.symbol < len(parsed.symbols)
    chunks = chunk_document(text, body_byte=0, parsed=parsed, kind="code")
    if text.strip():
        assert (chunks[0].start_byte, chunks[-1].end_byte) == (0, len(data))
        assert all(one.end_byte == two.start_byte for one, two in pairwise(chunks))


_LINES = sorted(
    {line for _, source, _ in read_cases("symbols") for line in source.split("\n")[1:]}
    | {"(", "}", '"', "/*"}
)


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from(FORMATS),
    st.lists(st.sampled_from(_LINES), max_size=15),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_any_mixture_of_lines_parses_into_true_ranges(format: str, lines: list[str], end: str) -> None:
    _check(end.join(lines), format)


@pytest.mark.parametrize("format", FORMATS)
def test_whole_files_of_another_language_are_partitioned(format: str) -> None:
    for _, source, _ in read_cases("symbols"):
        _check(source.partition("\n")[2], format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("unit", ["(", "{", "[\n", "<", "a.", "a(\n", '"', "/*", "- "])
def test_deep_or_loose_code_ends_soon(format: str, unit: str) -> None:
    _check(unit * 1_000, format)


@pytest.mark.parametrize("format", FORMATS)
def test_line_ends_of_any_kind_give_the_same_definitions(format: str) -> None:
    for _, source, _ in read_cases("symbols"):
        name, _, text = source.partition("\n")
        if name == format:
            shown = _shown(parse(text, format=format))
            assert _shown(parse(text.replace("\n", "\r"), format=format)) == shown


def test_json_nested_20000_deep_is_kept_as_text_or_parsed() -> None:
    _check('{"a":\n' * 20_000 + "1" + "}" * 20_000, "json")


@pytest.mark.parametrize(
    "text",
    ['{"a": "' + "x" * 30_000_000 + '"}', "x = 1\n" * (SIZE_LIMIT // 6 + 1), "a = '" + "b" * 20_001 + "'\n"],
    ids=["one line of 30 MB", "too many bytes", "a line too long"],
)
def test_what_is_over_a_limit_is_text_windows_with_a_notice(text: str) -> None:
    parsed = parse(text, format="json" if text[0] == "{" else "python")
    assert parsed.symbols == ()
    assert len(parsed.notices) == 1
    assert "indexed as text" in parsed.notices[0][0]


@pytest.mark.parametrize(("size", "named"), [(LINE_LIMIT, ["b"]), (LINE_LIMIT + 1, [])])
def test_a_line_of_the_limit_is_parsed_and_one_byte_more_is_not(size: int, named: list[str]) -> None:
    line = f"a = '{'あ' * (size // 4)}"
    line += "x" * (size - len(line.encode()) - 1) + "'"
    parsed = parse(f"{line}\r\ndef b():\r\n    pass\r\n", format="python")
    assert [symbol.name for symbol in parsed.symbols if symbol.kind == "function"] == named


def test_lines_just_short_of_the_limit_cost_no_more_than_their_bytes() -> None:
    from time import process_time

    from siglum_builder.parse.code import parse_code

    def seconds(line: int) -> float:
        text = ("#" * (line - 1) + "\n") * (SIZE_LIMIT // line)
        before = process_time()
        parse_code(text, 0, format="python")
        return process_time() - before

    assert seconds(LINE_LIMIT) < 5 * seconds(LINE_LIMIT // 100) + 0.5


def test_what_is_local_stays_with_its_function_unless_that_is_long() -> None:
    def owners(lines: int) -> set[str | None]:
        text = "def outer():\n    def inner():\n        call(1, 2, 3)\n" + "    step(1, 2, 3)\n" * lines
        parsed = parse(text, format="python")
        chunks = chunk_document(text, body_byte=0, parsed=parsed, kind="code")
        return {None if c.symbol is None else parsed.symbols[c.symbol].qualified_name for c in chunks}

    assert owners(3) == {"outer"}
    assert owners(300) == {"outer", "outer.inner"}


def test_attributes_and_comments_open_the_chunk_of_their_definition() -> None:
    text = "fn a() {}\n\n/// About b.\n#[inline]\nfn b() {}\n"
    parsed = parse(text, format="rust")
    chunks = chunk_document(text, body_byte=0, parsed=parsed, kind="code")
    assert [text[c.start_byte : c.end_byte].strip() for c in chunks] == [
        "fn a() {}",
        "/// About b.\n#[inline]\nfn b() {}",
    ]


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("ruby", "class A\n  def f\n    1\n  end\nend\n"),
        ("cpp", "namespace n {\nvoid f() {\n  g();\n}\n}  // namespace n\n#endif\n"),
        ("shell", "f() {\n  g\n}\n"),
    ],
)
def test_what_only_closes_is_no_chunk(format: str, text: str) -> None:
    parsed = parse(text, format=format)
    chunks = chunk_document(text, body_byte=0, parsed=parsed, kind="code")
    assert not [c for c in chunks if len(text[c.start_byte : c.end_byte].strip()) < 7]
