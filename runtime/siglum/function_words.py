"""The words of a question that say nothing of what it is about."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from siglum.text import count_terms

if TYPE_CHECKING:
    from collections.abc import Collection

ENGLISH = (
    "a an the these those it its i you we my me our your how what which where when why who whose"
    " do does did is are am was were be can could should would will has have had there of on at to by"
)
"""Articles, pronouns, question words, auxiliaries, some prepositions; what is a keyword in many programming
languages (`if`, `for`, `not`, `this`) is left out."""


@cache
def function_terms() -> frozenset[str]:
    """Return the index terms of function words."""
    return frozenset(count_terms(ENGLISH, "en"))


def function_words(terms: Collection[str]) -> frozenset[str]:
    """Return those of a query's index terms that are function words; none where all are.

    A page of questions has `how do I` in every heading, and a manual nowhere: their idf is that of telling
    words.
    """
    found = function_terms()
    return frozenset() if found.issuperset(terms) else found.intersection(terms)
