"""What is shown is the answer, whole, and nothing that a document says can act on the terminal."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.parameters import ContentParameters, Filters, SearchParameters
from siglum.render import content_text, plain, search_lines, to_json, visible
from siglum.render_tools import topics_lines
from siglum.results import (
    ArtifactInfo,
    ByteRange,
    Confidence,
    ContentResponse,
    Group,
    Hit,
    QueryTerms,
    Range,
    SearchResponse,
    TopicsResponse,
)

ARTIFACT = ArtifactInfo("docs", "0123456789abcdef")
HIT = Hit(
    ref_id="md:guide/install.md#from-source",
    kind="md_heading_block",
    path="guide/install.md",
    source="docs",
    range=Range(3, 5),
    section_range=Range(3, 9),
    byte_range=ByteRange(0, 10),
    title="Install",
    breadcrumb=("Install", "Advanced"),
    lang="en",
    tags=("setup",),
    quality=1.0,
    score=0.8125,
    content="## From source\n\nRun make.\n",
    truncated=True,
    uri="guide/install.md#from-source",
    heading="From source",
)
RESPONSE = SearchResponse(
    results=(HIT,),
    query_terms=QueryTerms(("make",), (), ()),
    low_confidence=False,
    confidence=Confidence("high", 0.9, ()),
    total_candidates=1,
    filter_applied=Filters(),
    parameters=SearchParameters(query="make"),
    artifact=ARTIFACT,
)
dangerous = st.text(
    st.sampled_from("a \n\r\t\x00\x07\x08\x1b\x7f\x9b\u202e\u200b\u2066\u2028\ufeff\U000e0041設　")
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("設定　を\u00a0変える 🎼", "設定　を\u00a0変える 🎼"),
        ("a\tb\nc\r\nd", "a\tb\nc\nd"),
        ("over\rwritten", r"over\rwritten"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b31m\x07\x7f\x00", r"\x9b31m\x07\x7f\x00"),
        ("abc\u202edcb", r"abc\u202edcb"),
        ("zero\u200bwidth\ufeff\u00ad", r"zero\u200bwidth\ufeff\xad"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("\u2028line\u2029", r"\u2028line\u2029"),
        ("\ud800", r"\ud800"),
        ("", ""),
    ],
)
def test_control_and_format_characters_are_spelt_out_and_no_others(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text() | dangerous)
@settings(deadline=None, max_examples=50)
def test_no_shown_text_holds_a_control_or_format_character(text: str) -> None:
    shown = visible(text)
    assert not [
        c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t"
    ]
    assert visible(shown) == shown


def test_a_hit_is_shown_with_rank_trail_score_ref_and_its_lines() -> None:
    assert list(search_lines(RESPONSE)) == [
        "1. Install > Advanced > From source  [0.812]",
        "   md:guide/install.md#from-source  lines 3-5 (cut)",
        "   | ## From source",
        "   |",
        "   | Run make.",
        "",
    ]


def test_ranks_run_on_from_the_offset() -> None:
    response = replace(RESPONSE, results=(HIT, HIT), parameters=replace(RESPONSE.parameters, offset=20))
    firsts = [line.split(".")[0] for line in search_lines(response) if line.endswith("]")]
    assert firsts == ["21", "22"]


@pytest.mark.parametrize(
    "above", [("Install", "Install"), ("Install", "install"), ("Install", "From Source")]
)
def test_a_name_that_is_the_one_above_is_shown_once(above: tuple[str, ...]) -> None:
    hit = replace(HIT, breadcrumb=above)
    assert (
        next(search_lines(replace(RESPONSE, results=(hit,))))
        .casefold()
        .startswith("1. install > from source ")
    )


def test_a_definition_is_shown_by_its_symbol() -> None:
    hit = replace(HIT, heading=None, symbol="Repo.size", breadcrumb=("repo.py",), truncated=False)
    first, second, *_ = search_lines(replace(RESPONSE, results=(hit,)))
    assert first == "1. repo.py > Repo.size  [0.812]"
    assert second.endswith("lines 3-5")


def test_an_answer_without_hits_says_so_after_its_warnings() -> None:
    response = replace(
        RESPONSE,
        results=(),
        warnings=("the artifact has no code",),
        parameters=replace(RESPONSE.parameters, query="東京　大阪"),
    )
    assert list(search_lines(response)) == ["note: the artifact has no code", "no result for '東京　大阪'"]


@given(dangerous)
@settings(deadline=None, max_examples=50)
def test_no_name_query_or_text_forges_a_line_of_the_listing(text: str) -> None:
    hit = replace(HIT, heading=text, breadcrumb=(text,), ref_id=f"file:{text}", content=f"{text}\n")
    shown = list(search_lines(replace(RESPONSE, results=(hit,), warnings=(text,))))
    assert all("\n" not in line and "\x1b" not in line for line in shown)
    head, ref, *body, blank, note = shown
    assert head.startswith("1. ")
    assert ref.startswith("   file:")
    assert all(line.startswith("   |") for line in body)
    assert blank == ""
    assert note.startswith("note: ")
    none = replace(RESPONSE, results=(), parameters=replace(RESPONSE.parameters, query=text))
    assert "\n" not in next(search_lines(none))


def test_json_keeps_the_order_of_the_fields_and_leaves_out_what_is_absent() -> None:
    data = json.loads(to_json(RESPONSE))
    assert list(data) == [
        "results",
        "query_terms",
        "low_confidence",
        "confidence",
        "total_candidates",
        "filter_applied",
        "parameters",
        "artifact",
        "warnings",
    ]
    assert "symbol" not in data["results"][0]
    assert data["results"][0]["breadcrumb"] == ["Install", "Advanced"]
    assert data["warnings"] == []


def test_json_is_text_as_it_stands_and_not_escaped_to_ascii() -> None:
    assert '"設定 🎼"' in to_json({"a": "設定 🎼"})


@given(
    st.recursive(
        st.none() | st.integers(0, 9) | st.text(), lambda inside: st.lists(inside) | st.tuples(inside)
    )
)
@settings(deadline=None, max_examples=50)
def test_plain_data_hold_lists_for_tuples_at_every_depth(value: object) -> None:
    assert plain(value) == json.loads(to_json(value))


def test_empty_false_and_zero_are_present() -> None:
    hit = plain(replace(HIT, heading="", tags=(), score=0.0, truncated=False))
    assert isinstance(hit, dict)
    assert {name: hit[name] for name in ("heading", "tags", "score", "truncated")} == {
        "heading": "",
        "tags": [],
        "score": 0.0,
        "truncated": False,
    }


def test_a_content_is_shown_without_its_control_characters() -> None:
    response = ContentResponse(
        ref_id="file:a.md",
        kind="file",
        path="a.md",
        source="docs",
        mode="full",
        content="one\r\n\x1b[2Jtwo\n",
        content_type="text/markdown",
        ranges=(Range(1, 2),),
        total_lines=2,
        truncated=False,
        sha256="0" * 64,
        lossy=False,
        parameters=ContentParameters(ref_id="file:a.md", mode="full"),
        artifact=ARTIFACT,
    )
    assert content_text(response) == "one\n\\x1b[2Jtwo\n"


def test_topics_leave_out_groups_that_have_none() -> None:
    response = TopicsResponse((), (), (), (Group("docs", 2, "2024-05-01"),), ARTIFACT)
    assert list(topics_lines(response)) == ["sources:", "  docs: 2, newest 2024-05-01"]
