"""Match spans cover what a query's terms are in a text, within the guarantees of the contract."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.spans import MAX_CONTENT_BYTES, MAX_SPANS, SpanTerm, match_spans
from siglum.text import analyze_query, fold, is_paired

if TYPE_CHECKING:
    from siglum.results import MatchSpan

LANGUAGES = ("en", "ja")
WORDS = [
    "alpha",
    "Beta",
    "ML",
    "評価",
    "再ランキング",
    "straße",
    "cafe\u0301",
    "ﾃﾞｰﾀ",
    "👩‍💻",
    "foo_bar",
    " ",
    "\n",
]


def terms_of(query: str) -> list[SpanTerm]:
    """Analyse a query into the terms that spans are sought for."""
    return [
        SpanTerm(term.text, frozenset(t for t, weight in term.terms if weight == 1 and not is_paired(t[0])))
        for term in analyze_query(query, LANGUAGES)
    ]


def spans_of(query: str, content: str) -> tuple[MatchSpan, ...]:
    found = match_spans(content, terms_of(query), "en")
    assert found is not None
    return found


def texts_of(query: str, content: str) -> list[str]:
    return [content.encode()[span.start : span.end].decode() for span in spans_of(query, content)]


@pytest.mark.cases("spans")
def test_spans_cover(case: tuple[str, str]) -> None:
    query, _, content = case[0].partition("\n")
    assert " | ".join(texts_of(query, content)) == case[1].rstrip("\n")


def test_a_phrase_is_one_span_an_occurrence_whatever_white_space_it_has() -> None:
    content = "Foundry  Local and foundry\nlocal, a Foundry"
    found = match_spans(
        content, [SpanTerm("foundry local"), SpanTerm("foundry", frozenset({"foundri"}))], "en"
    )
    assert found is not None
    assert [content[s.start : s.end] for s in found] == ["Foundry  Local", "foundry\nlocal", "Foundry"]


def test_a_frequent_term_does_not_crowd_out_a_rare_one() -> None:
    content = "common " * 500 + "rare"
    found = texts_of("common rare", content)
    assert len(found) == 51
    assert found[-1] == "rare"


def test_spans_are_not_computed_for_a_query_without_terms_or_a_huge_content() -> None:
    assert match_spans("text", [], "en") is None
    assert match_spans("é" * (MAX_CONTENT_BYTES // 2 + 1), terms_of("é"), "en") is None


def test_no_match_is_an_empty_list() -> None:
    assert match_spans("text", terms_of("absent"), "en") == ()


texts = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=30).map("".join)
queries = st.lists(st.sampled_from([w for w in WORDS if w.strip()]), min_size=1, max_size=6)


@given(texts, queries)
@settings(max_examples=150, deadline=None)
def test_spans_are_sorted_disjoint_within_bounds_and_independent_of_the_order_of_words(
    content: str, query: list[str]
) -> None:
    content = content.encode(errors="ignore").decode()
    terms = terms_of(" ".join(query))
    found = match_spans(content, terms, "en")
    assert found == match_spans(content, terms[::-1], "en")
    assert found is not None
    assert len(found) <= MAX_SPANS
    assert all(a.end <= b.start for a, b in pairwise(found))
    for span in found:
        assert 0 <= span.start < span.end <= len(content.encode())
        content.encode()[span.start : span.end].decode()  # on character boundaries


@given(texts, queries)
@settings(max_examples=100, deadline=None)
def test_each_term_that_occurs_is_covered(content: str, query: list[str]) -> None:
    content = content.encode(errors="ignore").decode()
    terms = terms_of(" ".join(query))
    covered = "\0".join(fold(text) for text in texts_of(" ".join(query), content))
    for term in terms:
        alone = match_spans(content, [term], "en")
        if alone:
            first = content.encode()[alone[0].start : alone[0].end].decode()
            assert fold(first) in covered
