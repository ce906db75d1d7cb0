"""The words of a question that say nothing of what it is about."""

from __future__ import annotations

from functools import cache

from siglum.text import count_terms

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


def lowered(weights: dict[str, float], share: float) -> dict[str, float]:
    """Return the weights of a query's index terms, those of function words times `share`.

    A page of questions has `how do I` in every heading, and a manual nowhere: their idf is that of telling
    words. A query of function words alone keeps its weights.
    """
    terms = function_terms()
    if weights.keys() <= terms:
        return weights
    return {term: weight * share if term in terms else weight for term, weight in weights.items()}
