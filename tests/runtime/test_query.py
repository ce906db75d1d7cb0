"""What a query means, and that none is a syntax error."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.query import MAX_QUERY_TERMS, parse_query

CASES = Path(__file__).parents[1] / "cases" / "query.md"


def rows() -> list[tuple[str, list[str], list[str]]]:
    found = []
    for row in re.findall(r"^\| (`.*) \|$", CASES.read_text(encoding="utf-8"), re.MULTILINE):
        query, terms, excluded = (re.findall("`([^`]+)`", cell) for cell in row.split("|"))
        found.append((query[0].replace("␣", " "), terms, excluded))
    return found


@pytest.mark.parametrize(("query", "terms", "excluded"), rows())
def test_a_query_has_the_terms_and_exclusions_of_the_table(
    query: str, terms: list[str], excluded: list[str]
) -> None:
    parsed = parse_query(query, ["en"])
    quoted = {phrase.text for phrase in parsed.phrases}
    assert [f'"{term.text}"' if term.text in quoted else term.text for term in parsed.terms] == terms
    found = [f'"{p.text}"' if len(p.parts) > 1 else p.text for p in parsed.excluded]
    assert found == excluded


def test_terms_beyond_the_cap_are_dropped_in_query_order_and_phrases_count_as_one() -> None:
    query = '"a b" ' + " ".join(f"w{number}" for number in range(40))
    parsed = parse_query(query, ["en"])
    assert len(parsed.terms) == MAX_QUERY_TERMS
    assert (parsed.terms[0].text, parsed.terms[-1].text) == ("a b", "w30")
    assert [term.text for term in parsed.dropped] == [f"w{number}" for number in range(31, 40)]


hostile = st.text(
    st.one_of(
        st.sampled_from('""\'-- \t\n()[]{}*?~^:+|&!\\/%_;<>$#@`,.aAé日ａ'),
        st.characters(codec="utf-8"),
    ),
    max_size=60,
)


@settings(max_examples=50)
@given(hostile)
def test_any_text_has_a_meaning_and_each_term_stands_in_it(query: str) -> None:
    parsed = parse_query(query, ["en", "ja"])
    texts = [term.text for term in (*parsed.terms, *parsed.dropped)]
    assert len(texts) == len(set(texts))
    places = [(term.text, term.start, term.end) for term in parsed.terms]
    for text, start, end in places + [(each.text, each.start, each.end) for each in parsed.excluded]:
        assert text
        assert 0 <= start < end <= len(query)


@pytest.mark.parametrize("part", ['"', '""', '-"', '"a', '""a', "-a ", '-"a" ', '"a" '])
def test_no_query_takes_quadratic_time(part: str) -> None:
    started = time.process_time()
    for size in (4095, 4096):
        parse_query((part * size)[:size], ["en"])
    assert time.process_time() - started < 2


def test_every_block_of_unicode_is_text() -> None:
    for start in range(0, 0x110000, 0x400):
        if not 0xD800 <= start < 0xE000:
            parse_query("".join(map(chr, range(start, start + 0x400, 0x10))), ["en"])
