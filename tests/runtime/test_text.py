"""Rules of the text analysis."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.text import (
    ANALYZER_VERSION,
    QueryTerm,
    analyze_query,
    count_terms,
    fold,
    fold_with_offsets,
    is_unigram,
    tokenize,
    words,
)
from siglum.text.scripts import ABUGIDA, BIGRAM, MARKS, SEMITIC

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parents[1] / "cases" / "text.md"
PINNED = {1: "5cad897427792f87"}
"""Digest of the table of cases for each version of the analyzer; lines are added, not changed."""

SYMBOLS = (
    "C++", "C#", "F#", ".NET", "ASP.NET", "--dry-run", "-v", "-O2", "@app.get",
    "@nestjs/core", "$HOME", "$wpdb", "std::vector", "foo.bar", "E0382", "3.11",
    "v1.2.3", "404", "GB/s", "user@example.com", "172.16.0.0/12", "a/b/c.py",
    "KB-1234", "ORA-00942", "0x8007000E", "node.js", "Node.js", "->", "=>", "!!!", "?",
    "&&", ":=", "🚀", "←", "€", "i++", "v1.10.2", "#42",
)  # fmt: skip

TRICKY = st.text(
    st.sampled_from(
        "aeiouAEzZ éÉüßøŁİıſK0123.-_'’/@#$+:>!?|\n\t"
        "かがガｶﾞﾊﾟーー々日本語한각ᄀ가ㄱ"
        "\u0301\u0327\u3099\u309a\u0345\u1161\u11a8\u00ad\u200b\u200d\u202e\ufe0f"
        "ภาษไทยำ हिन्दी شّﷺ שלום ﬁ①㌀½…🚀🇯🇵👩\u200d🚀Ωάς\u1fb3Дй"
    ),
    max_size=30,
)
ANY = TRICKY | st.text(max_size=30)
LANGUAGES = st.sampled_from(["en", "de", "tr", "ja", "zh", "ko", "th", "ar", "hi", "und", "python"])


def read_cases() -> Iterator[tuple[str, str, str]]:
    for line in CASES.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| language"):
            language, text, terms = re.split(r"(?<!\\) \| ", line[2:].removesuffix(" |"))
            yield language, text.replace("\\|", "|"), terms.replace("\\|", "|")


def written(counts: dict[str, int]) -> str:
    return " ".join(term if n == 1 else f"{term}×{n}" for term, n in counts.items())


def terms_of(query: str, *languages: str) -> list[str]:
    return [term for part in analyze_query(query, languages or ("en",)) for term, _ in part.terms]


def found(query: str, text: str, language: str = "en") -> bool:
    """Tell whether each query term has its strongest index term in `text`."""
    counts = count_terms(text, language)
    parts = analyze_query(query, (language,))
    return bool(parts) and all(
        any(term in counts for term, weight in part.terms if weight == max(w for _, w in part.terms))
        for part in parts
    )


@pytest.mark.parametrize(("language", "text", "terms"), list(read_cases()))
def test_each_case_gives_its_terms(language: str, text: str, terms: str) -> None:
    assert written(count_terms(text, language)) == terms


def test_other_terms_mean_another_version() -> None:
    table = "\n".join("\t".join(case) for case in read_cases())
    digest = hashlib.sha256(table.encode()).hexdigest()[:16]
    assert PINNED.get(ANALYZER_VERSION) == digest, (
        f"the cases changed: raise ANALYZER_VERSION and add its digest {digest} to PINNED"
    )
    assert max(PINNED) == ANALYZER_VERSION


@given(ANY)
def test_folding_is_stable(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded
    assert unicodedata.normalize("NFKC", folded) == folded


@given(ANY)
def test_folded_characters_know_where_they_come_from(text: str) -> None:
    folded, offsets = fold_with_offsets(text)
    assert folded == fold(text)
    assert len(offsets.starts) == len(offsets.ends) == len(folded)
    assert list(offsets.starts) == sorted(offsets.starts)
    for index, character in enumerate(folded):
        start, end = offsets.original(index, index + 1)
        assert 0 <= start < end <= len(text)
        assert character in fold(text[start:end])


def test_every_character_folds_stably() -> None:
    characters = map(chr, (*range(0x3400), *range(0xA000, 0xD800), *range(0xF900, 0x1FFFF)))
    special = [c for c in characters if not c.isascii() and unicodedata.normalize("NFKC", c.casefold()) != c]
    wrong = [c for c in special if fold(fold(c)) != fold(c)]
    assert wrong == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Café", "cafe"), ("Cafe\u0301", "café"), ("ＡＰＩ", "api"), ("ﾊﾟﾝﾀﾞ", "パンダ"),
        ("ハ\u309aンタ\u3099", "パンダ"), ("soft\u00adhyphen", "softhyphen"), ("Straße", "strasse"),
        ("a\u200bb\u202e", "ab"), ("Łódź", "lodz"), ("don’t", "don't"), ("ﬁle", "file"),
    ],
)  # fmt: skip
def test_spellings_fold_to_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("が", "か"), ("パ", "ハ"), ("й", "и"), ("हि", "ह")])
def test_marks_of_other_scripts_tell_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_every_mark_belongs_to_a_group_of_scripts() -> None:
    known = re.compile(f"[{MARKS}{BIGRAM}{SEMITIC}{ABUGIDA}]")
    lost = [
        hex(code)
        for code in range(0x20000)
        if unicodedata.category(chr(code)).startswith("M") and fold(chr(code)) and not known.match(chr(code))
    ]
    assert lost == []


@settings(max_examples=300)
@given(ANY, LANGUAGES)
def test_tokens_and_counts_agree(text: str, language: str) -> None:
    counts: dict[str, int] = {}
    for token in tokenize(text, language):
        assert 0 <= token.start < token.end <= len(text)
        assert token.text
        for term in token.terms:
            counts[term] = counts.get(term, 0) + 1
    assert counts == count_terms(text, language)


@settings(max_examples=300)
@given(ANY, LANGUAGES)
def test_terms_are_short_and_without_white_space(text: str, language: str) -> None:
    for term in count_terms(text * 9 + "ßæ1é" * 40 + " " + "ßæé" * 60, language):
        assert 0 < len(term) <= 128
        assert not re.search(r"\s", term)


@settings(max_examples=300)
@given(ANY)
def test_query_terms_are_distinct_and_in_order(text: str) -> None:
    terms = analyze_query(text, ("en", "ja"))
    assert len({term.text for term in terms}) == len(terms)
    assert [term.start for term in terms] == sorted(term.start for term in terms)
    for term in terms:
        assert 0 <= term.start < term.end <= len(text)
        assert max(weight for _, weight in term.terms) <= 1
        assert len({name for name, _ in term.terms}) == len(term.terms)


@settings(max_examples=300)
@given(ANY, LANGUAGES)
def test_a_text_is_found_by_itself(text: str, language: str) -> None:
    counts = count_terms(text, language)
    for term in analyze_query(text, (language,)):
        if re.search(r"[^\W_]", text[term.start : term.end]):
            assert any(name in counts for name, _ in term.terms)


@pytest.mark.parametrize(
    "query",
    SYMBOLS,
)
@pytest.mark.parametrize("frame", ["{}", "see `{}`, or", "({}) and", "これは{}です", "x {} y"])
def test_symbols_that_carry_meaning_are_found(query: str, frame: str) -> None:
    assert found(query, frame.format(query))


@pytest.mark.parametrize("query", ["C", "C#", "C+"])
def test_c_is_not_c_plus_plus(query: str) -> None:
    assert not set(terms_of(query)) & set(count_terms("C++", "en"))


@pytest.mark.parametrize("query", ["getUserById", "get_user_by_id", "get-user-by-id", "user", "id"])
@pytest.mark.parametrize("text", ["getUserById", "GET_USER_BY_ID", "get-user-by-id", "GetUserByID"])
def test_identifiers_are_found_whole_and_by_part(query: str, text: str) -> None:
    assert found(query, text)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("生成AIの評価", ["生成", "ai", "の評価"]),
        ("rust、tokio", ["rust", "tokio"]),
        ("foo.bar() <Baz>", ["foo.bar", "baz"]),
        ("What is this ?", ["what", "is", "this"]),
        ("what does -> mean", ["what", "does", "->", "mean"]),
        ("run Run RUN running", ["run", "running"]),
        ("-> !!!", ["->", "!!!"]),
        ("。", ["。"]),
        ("🚀 deploy", ["🚀", "deploy"]),
        ("l'homme user's", ["homme", "user"]),
        ("한국어API", ["한국어", "api"]),
        ("", []),
        (" \n\t", []),
        ("\u200b", []),
    ],
)
def test_query_terms_are_what_the_user_wrote(query: str, expected: list[str]) -> None:
    assert [term.text for term in analyze_query(query, ("en",))] == expected


def test_a_pair_does_not_find_a_single_character() -> None:
    assert not found("祝日", "締め日", "ja")
    assert not found("ハンタ", "パンダ", "ja")
    assert terms_of("祝日") == ["祝日"]
    assert found("日", "締め日", "ja")


def test_a_query_carries_the_stems_of_every_language() -> None:
    (term,) = analyze_query("Häuser", ("en", "de"))
    assert term == QueryTerm("hauser", 0, 6, (("häuser", 1.0), ("hauser", 0.5), ("haus", 1.0)))


def test_a_stemmer_touches_its_own_script_only() -> None:
    assert count_terms("running", "ja") == {"run": 1}
    assert count_terms("документации", "en") == count_terms("документации", "ru")
    assert count_terms("документации", "uk") == {"документации": 1}


def test_unigrams_are_single_characters_of_unspaced_scripts() -> None:
    assert all(map(is_unigram, ["日", "ー", "한", "ก", "ดี", "か\u309a"]))
    assert not any(map(is_unigram, ["日本", "a", "1", "", "é", "ш", "ไท", "!"]))


@pytest.mark.parametrize(
    "unit", ["a.", "aB", "a'", "_", "@a", "日", "=", "1.", "a\u0301", "->", "a#", "1.1/"]
)
def test_long_input_takes_linear_time(unit: str) -> None:
    assert len(count_terms(unit * 50_000, "en")) < 50_001


def test_a_long_name_is_found_by_each_part() -> None:
    slug = "-".join(f"word{chr(97 + n)}" for n in range(26))
    assert len(slug) > 128
    assert found("wordz", slug)


def test_short_units_are_remembered_and_long_ones_not() -> None:
    known = words.terms_in("und-x-remembered")
    count_terms("x" * 1000 + " " + "a." * 1000 + " short", "und-x-remembered")
    assert list(known) == ["short"]


def test_no_more_units_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_MOST_REMEMBERED", 3)
    assert count_terms("one two three four five one", "und-x-room") == count_terms(
        "one two three four five one", "und"
    )
    assert len(words.terms_in("und-x-room")) <= 3
