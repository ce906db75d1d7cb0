"""Which index terms tell what a text is about."""

from __future__ import annotations

from functools import cache

from siglum.function_words import function_terms
from siglum.text import count_terms, is_paired

SMALL = (
    "and or not with without for from into as via using than then this that if else case true false null none"
    " new return eg etc"
)
"""Beside function words: conjunctions, prepositions, and what stands in code of any kind."""


@cache
def _small_terms() -> frozenset[str]:
    return function_terms() | frozenset(count_terms(SMALL, "en"))


def is_telling(term: str) -> bool:
    """Tell whether a term is a word: no operator or number, no lone letter, no function word."""
    letters = sum(map(str.isalpha, term))
    return letters >= (1 if is_paired(term[0]) else 2) and term not in _small_terms()
