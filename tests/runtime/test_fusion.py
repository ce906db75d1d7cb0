"""The legs become one total order that no tie and no scale of a leg can upset."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import fusion

ties = st.lists(st.sampled_from((-1.0, -0.0, 0.0, 0.25, 0.5, 0.500001, 1.0)), max_size=60)
scores = st.lists(st.floats(-1, 1, allow_subnormal=False), max_size=60)
shares = st.lists(st.floats(0, 1, allow_subnormal=False), min_size=1, max_size=30)


@given(ties | scores, st.integers(0, 70))
@settings(deadline=None, max_examples=50)
def test_the_best_are_the_first_of_a_full_sort_with_ties_by_id(values: list[float], count: int) -> None:
    by_rank = sorted(range(len(values)), key=lambda chunk: (-values[chunk], chunk))
    expected = [chunk for chunk in by_rank if values[chunk] > 0][:count]
    assert fusion.best(np.array(values, dtype=np.float64), count).tolist() == expected


@given(ties, st.integers(1, 70))
@settings(deadline=None, max_examples=50)
def test_a_deeper_list_begins_with_the_shallower_one(values: list[float], count: int) -> None:
    array = np.array(values, dtype=np.float64)
    assert fusion.best(array, count + 1)[:count].tolist() == fusion.best(array, count).tolist()


@given(st.lists(st.floats(-1, 1), max_size=40), st.floats(-1, 1))
@settings(deadline=None, max_examples=50)
def test_what_is_not_above_the_background_counts_nothing(cosines: list[float], median: float) -> None:
    scaled = fusion.above_background(np.array(cosines, dtype=np.float64) - median)
    assert len(scaled) == len(cosines)
    for cosine, share in zip(cosines, scaled.tolist(), strict=True):
        assert 0.0 <= share <= 1.0
        assert share == 0.0 or cosine > median
        assert share == 1.0 if cosine == max(cosines) and cosine > median else True


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=40))
@settings(deadline=None, max_examples=50)
def test_the_background_scale_keeps_the_order(hundredths: list[int]) -> None:
    cosines = np.array(hundredths) / 100
    scaled = fusion.above_background(cosines - 0.1)
    above = np.flatnonzero(cosines > 0.1)
    assert (
        np.argsort(scaled[above], kind="stable").tolist()
        == np.argsort(cosines[above], kind="stable").tolist()
    )


def test_a_corpus_all_at_its_background_is_all_zero() -> None:
    assert fusion.above_background(np.zeros(3)).tolist() == [0.0, 0.0, 0.0]


@given(shares, st.floats(0, 4), st.data())
@settings(deadline=None, max_examples=50)
def test_the_fused_score_is_the_weighted_mean_of_the_scaled_legs(
    semantic: list[float], weight: float, data: st.DataObject
) -> None:
    count = len(semantic)
    lexical = data.draw(st.lists(st.floats(0, 50, allow_subnormal=False), min_size=count, max_size=count))
    fused = fusion.fuse(np.array(lexical), [(weight, np.array(semantic))])
    top = max(lexical)
    expected = [
        ((word / top if top else 0.0) + weight * meaning) / (1 + weight)
        for word, meaning in zip(lexical, semantic, strict=True)
    ]
    assert fused.tolist() == pytest.approx(expected)
    assert fused.min() >= 0.0
    assert fused.max() <= 1.0 + 1e-12


def test_without_a_vector_leg_the_best_word_hit_scores_one() -> None:
    assert fusion.fuse(np.array([2.0, 0.0, 4.0]), []).tolist() == [0.5, 0.0, 1.0]


def test_without_any_word_hit_the_vector_leg_stands_alone() -> None:
    assert fusion.fuse(np.zeros(2), [(1.0, np.array([1.0, 0.5]))]).tolist() == [0.5, 0.25]


def test_an_empty_corpus_fuses_to_nothing() -> None:
    nothing = np.zeros(0)
    assert fusion.fuse(nothing, [(0.5, nothing)]).tolist() == []
    assert fusion.best(nothing, 10).tolist() == []
    assert fusion.above_background(nothing).tolist() == []


@given(st.integers(1, 10**7), st.integers(0, 10**6), st.floats(0, 100))
@settings(deadline=None, max_examples=50)
def test_the_vector_leg_earns_its_weight_with_the_size_of_its_corpus(
    chunks: int, half: int, weight: float
) -> None:
    earned = fusion.earned(weight, chunks=chunks, half=half)
    assert 0.0 <= earned <= fusion.earned(weight, chunks=chunks + 1, half=half) <= weight
    assert fusion.earned(weight, chunks=max(1, half), half=half) == (weight / 2 if half else weight)


def test_reciprocal_ranks_add_over_the_legs_and_what_is_first_in_both_scores_one() -> None:
    fused = fusion.reciprocal_ranks(np.array([3.0, 2.0, 0.0]), [(0.5, np.array([0.9, 0.0, 0.5]))])
    first, second = 1 / 61, 1 / 62
    assert fused.tolist() == pytest.approx([1.0, second / (1.5 * first), 0.5 * second / (1.5 * first)])
    alone = fusion.reciprocal_ranks(np.array([1.0, 1.0]), [])
    assert alone.tolist() == pytest.approx([1.0, second / first])
