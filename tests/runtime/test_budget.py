"""The text of an answer stays within its budget: long hits are cut to one size, short ones stay whole."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from siglum.budget import LEAST, Cut, fit
from siglum.lines import split_lines
from siglum.tokens import estimate_tokens

LINE = "x" * 79 + "\n"  # 20 tokens


def test_texts_that_fit_stay_whole() -> None:
    assert fit([LINE * 3, LINE], [0, 0], max_tokens=80) == [Cut(0, 3), Cut(0, 1)]


def test_long_texts_are_cut_to_one_size() -> None:
    assert fit([LINE * 9, LINE, LINE * 9], [0, 0, 0], max_tokens=180) == [Cut(0, 4), Cut(0, 1), Cut(0, 4)]


def test_a_cut_starts_at_the_line_that_it_must_not_lose() -> None:
    assert fit([LINE * 9], [6], max_tokens=60) == [Cut(6, 9)]


def test_where_hits_would_say_nothing_the_last_are_left_out() -> None:
    assert len(fit([LINE * 9] * 5, [0] * 5, max_tokens=2 * LEAST)) == 2


def test_one_line_is_kept_whatever_it_costs() -> None:
    assert fit([LINE * 9], [2], max_tokens=1) == [Cut(2, 3)]


@given(st.lists(st.integers(1, 30), min_size=1, max_size=12), st.integers(200, 4000))
def test_what_is_kept_is_within_the_budget(sizes: list[int], budget: int) -> None:
    texts = [LINE * size for size in sizes]
    cuts = fit(texts, [0] * len(texts), max_tokens=budget)
    kept = ["".join(split_lines(t)[c.first : c.last]) for t, c in zip(texts, cuts, strict=False)]
    assert estimate_tokens("".join(kept)) <= budget
