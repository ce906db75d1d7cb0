"""Match spans cover what a query's terms are in a text, within the guarantees of the contract."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.spans import MAX_CONTENT_BYTES, MAX_SPANS, SpanTerm, match_spans, unite
from siglum.text import analyze_query, is_paired

if TYPE_CHECKING:
    from siglum.results import MatchSpan

LANGUAGES = ("en", "ja")
OF_TEXTS = ("en", "ja", "de", "ru", "ar", "hi", "th", "ko", "zh", "el", "tr", "fi", "und", "python")
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
    "Файлы",
    "ΣΊΣΥΦΟΣ",
    "إعداد",
    "सर्वर",
    "เซิร์ฟเวอร์",
    "서버를",
    "配置检查",
    "İstanbul",
    "𝐁𝐨𝐥𝐝",
    "getUserById",
    "C++",
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


texts = st.lists(st.sampled_from(WORDS) | st.text(st.characters(codec="utf-8"), max_size=3), max_size=30)
contents = texts.map("".join)
queries = st.lists(st.sampled_from([w for w in WORDS if w.strip()]), min_size=1, max_size=6)
languages = st.sampled_from(OF_TEXTS)


@given(contents, queries, languages)
@settings(max_examples=200, deadline=None)
def test_spans_are_sorted_disjoint_not_empty_few_and_on_character_boundaries(
    content: str, query: list[str], language: str
) -> None:
    found = match_spans(content, terms_of(" ".join(query)), language)
    assert found is not None
    assert len(found) <= MAX_SPANS
    assert all(a.end <= b.start for a, b in pairwise(found))
    for span in found:
        assert 0 <= span.start < span.end <= len(content.encode())
        content.encode()[span.start : span.end].decode()


@given(contents, st.permutations(WORDS[:6]), languages)
@settings(max_examples=100, deadline=None)
def test_the_order_of_words_does_not_matter(content: str, words: list[str], language: str) -> None:
    found = match_spans(content, terms_of(" ".join(words)), language)
    assert found == match_spans(content, terms_of(" ".join(WORDS[:6])), language)


@given(contents, queries, languages)
@settings(max_examples=100, deadline=None)
def test_to_unite_spans_again_changes_nothing(content: str, query: list[str], language: str) -> None:
    found = match_spans(content, terms_of(" ".join(query)), language) or ()
    places = [(span.start, span.end) for span in found]
    assert unite([*places, *places[::-1]]) == places


@given(contents, queries, languages)
@settings(max_examples=150, deadline=None)
def test_each_term_that_occurs_is_covered(content: str, query: list[str], language: str) -> None:
    terms = terms_of(" ".join(query))
    together = match_spans(content, terms, language) or ()
    for term in terms:
        alone = match_spans(content, [term], language) or ()
        assert not alone or any(
            span.start <= each.start and each.end <= span.end for each in alone for span in together
        )
