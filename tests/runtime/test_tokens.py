"""The estimate of tokens is one fixed rule, exact at any length."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.tokens import estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("設", 1),
        ("設定", 2),
        ("設定を変える", 5),
        ("AI評価", 3),
        ("é" * 5, 4),
        ("𝄞" * 5, 4),
        ("\n" * 8, 2),
        ("a" * 4_000_000, 1_000_000),
    ],
)
def test_four_ascii_characters_or_five_quarters_of_another_make_a_token(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text())
@settings(deadline=None, max_examples=50)
def test_the_estimate_is_the_exact_fraction_rounded_up(text: str) -> None:
    ascii_count = sum(character.isascii() for character in text)
    exact = Fraction(ascii_count, 4) + Fraction(4, 5) * (len(text) - ascii_count)
    assert estimate_tokens(text) == math.ceil(exact)


@given(st.text(), st.text())
@settings(deadline=None, max_examples=50)
def test_a_longer_text_never_costs_less_and_joining_never_costs_more(one: str, other: str) -> None:
    both = estimate_tokens(one + other)
    assert max(estimate_tokens(one), estimate_tokens(other)) <= both
    assert both <= estimate_tokens(one) + estimate_tokens(other)
