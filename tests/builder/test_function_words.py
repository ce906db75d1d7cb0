"""Function words are those of English and of the languages that a corpus is in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

from siglum.function_words import function_terms
from siglum.lookup import look_up
from siglum.opening import open_reader
from siglum.text import count_terms

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS = {
    "de": ("Wie richte ich einen Drucker in Berlin ein?", ["richte", "drucker", "in", "berlin"]),
    "fr": ("Comment est-ce que je peux installer une imprimante ?", ["installer", "imprimante"]),
    "ru": ("Как мне установить принтер?", ["установить", "принтер"]),
    "sv": ("Hur kan jag installera en skrivare?", ["installera", "skrivare"]),
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_how_a_question_is_asked_counts_less_than_what_it_is_about(tmp_path: Path, language: str) -> None:
    question, about = QUESTIONS[language]
    text = f"---\nlang: {language}\n---\n# 1\n\n{question}\n"
    with open_reader([compiled(tmp_path, "pages", {"pages": {"a.md": text}})]) as reader:
        query = look_up(reader, question)
    telling = [term.text for term in query.terms if not query.functional.issuperset(t for t, _ in term.terms)]
    assert [word for word in telling if word != "est-ce"] == about
    assert max(query.weights[name] for name in query.functional) == 0.5


def test_a_word_of_another_language_is_none() -> None:
    (article,) = count_terms("die", "de")
    assert article in function_terms(("de-AT", "ja"))
    assert article not in function_terms(("en", "fr"))
    assert function_terms() < function_terms(("de",))
