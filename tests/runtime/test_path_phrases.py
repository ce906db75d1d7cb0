"""Adjacent words of a query that stand side by side in a path."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum.path_phrases import Word, path_words, phrase_share
from siglum.text import analyze_query

LANGUAGES = ("en", "ja")
WORDS = st.lists(st.text("abcdefghij", min_size=1, max_size=6), min_size=2, max_size=6, unique=True)


def words_of(query: str) -> list[Word]:
    """Return the words of a query, each of mass 1."""
    return [
        Word(term.text, tuple(name for name, weight in term.terms if weight >= 0.5), 1.0)
        for term in analyze_query(query, LANGUAGES)
    ]


def share(query: str, path: str) -> float:
    return phrase_share(words_of(query), path_words(path, LANGUAGES))


@pytest.mark.cases("path_phrases")
def test_the_share_of_a_query_that_stands_in_a_path_as_a_phrase(case: tuple[str, str]) -> None:
    rows = [row.split(" : ") for row in case[0].splitlines()]
    assert [(query, path, f"{share(query, path):.2f}") for query, path in rows] == [
        (query, path, expected) for (query, path), expected in zip(rows, case[1].splitlines(), strict=True)
    ]


@given(WORDS, st.sampled_from(["/", "-", "_", ".", " ", "--", "._"]))
def test_what_separates_the_words_and_their_case_change_nothing(words: list[str], separator: str) -> None:
    query = " ".join(words)
    assert share(query, separator.join(words)) == share(query, separator.join(words).upper()) > 0


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_share_is_never_more_than_the_whole(query: str, path: str) -> None:
    assert 0.0 <= share(query, path) <= 1.0
