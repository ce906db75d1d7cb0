"""A query's vector and every cosine come out the same to the last bit, in whatever order they are summed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from siglum import embedding

Rows = NDArray[np.int8]
WIDEST = 1024
"""Components of the widest vectors that an embedder may make."""


def _matrix(low: int) -> st.SearchStrategy[Rows]:
    return st.tuples(st.integers(1, 5), st.integers(1, 12)).flatmap(
        lambda shape: st.lists(
            st.lists(
                st.integers(low, 127) | st.sampled_from((low, 0, 127)), min_size=shape[1], max_size=shape[1]
            ),
            min_size=shape[0],
            max_size=shape[0],
        ).map(lambda rows: np.array(rows, dtype=np.int8))
    )


def _exact(row: Rows, query: Rows) -> float:
    """Return the cosine from Python's whole numbers: nothing is rounded before the last three steps."""
    left, right = [int(x) for x in row], [int(x) for x in query]
    length = math.sqrt(max(1, sum(x * x for x in left))) * math.sqrt(sum(x * x for x in right))
    return sum(x * y for x, y in zip(left, right, strict=True)) / length


def _cosines(rows: Rows, query: Rows) -> list[float]:
    found = embedding.cosines(embedding.pack(rows), query)
    return [float(cosine) for cosine in found]


@given(_matrix(-128))
@settings(deadline=None, max_examples=50)
def test_cosines_of_any_int8_rows_are_the_exact_integer_result(rows: Rows) -> None:
    query = rows[-1].copy()
    if not query.any():
        query[0] = 1
    assert _cosines(rows, query) == [_exact(row, query) for row in rows]


@pytest.mark.parametrize("value", [-128, -127, 127])
def test_the_largest_dot_product_of_the_largest_dimension_is_exact(value: int) -> None:
    rows = np.full((3, WIDEST), value, dtype=np.int8)
    rows[1, ::2] = 1
    rows[2, 1:] = 0
    assert _cosines(rows, rows[0]) == [_exact(row, rows[0]) for row in rows]


def test_many_wide_random_rows_are_exact_too() -> None:
    rows = np.random.RandomState(7).randint(-127, 128, size=(400, WIDEST)).astype(np.int8)
    assert _cosines(rows, rows[11]) == [_exact(row, rows[11]) for row in rows]


def test_the_cosine_of_a_zero_row_is_zero() -> None:
    rows = np.array([[0, 0], [3, 4]], dtype=np.int8)
    assert _cosines(rows, np.array([3, 4], dtype=np.int8)) == [0.0, 1.0]


@given(_matrix(-128))
@settings(deadline=None, max_examples=50)
def test_norms_do_not_overflow_a_byte(rows: Rows) -> None:
    expected = [math.sqrt(max(1, sum(int(x) ** 2 for x in row))) for row in rows]
    assert embedding.norms(rows).tolist() == expected


@given(st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=12))
@settings(deadline=None, max_examples=50)
def test_the_largest_component_becomes_127_and_no_other_exceeds_it(values: list[float]) -> None:
    quantised = embedding.quantise(np.array(values))
    if not any(values):
        assert quantised is None
        return
    assert quantised is not None
    assert int(np.abs(quantised.astype(np.int64)).max()) == embedding.LEVELS
    largest = max(abs(value) for value in values)
    assert quantised.tolist() == pytest.approx([127 * value / largest for value in values], abs=0.5 + 1e-9)


@given(_matrix(-127), st.data())
@settings(deadline=None, max_examples=50)
def test_a_texts_vector_is_the_weighted_sum_of_its_terms_rows(rows: Rows, data: st.DataObject) -> None:
    scales = np.array(
        data.draw(st.lists(st.sampled_from((0.0, 0.125, 1.0, 3.5)), min_size=len(rows), max_size=len(rows))),
        dtype=np.float16,
    )
    weighted = data.draw(
        st.lists(st.tuples(st.integers(0, len(rows) - 1), st.sampled_from((0.25, 1.0, 2.5))), max_size=6)
    )
    total = [0.0] * rows.shape[1]
    for row, weight in weighted:
        total = [
            so_far + int(x) * (weight * float(scales[row]))
            for so_far, x in zip(total, rows[row], strict=True)
        ]
    found = embedding.embed(embedding.TermTable(rows, scales), weighted)
    expected = embedding.quantise(np.array(total))
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert found.tolist() == expected.tolist()


def test_a_text_without_a_known_term_has_no_vector() -> None:
    table = embedding.TermTable(np.ones((1, 2), dtype=np.int8), np.ones(1, dtype=np.float16))
    assert embedding.embed(table, []) is None


@given(st.integers(1, 10_000), st.integers(1, 1_000_000), st.data())
@settings(deadline=None, max_examples=50)
def test_a_term_weighs_by_its_rarity_and_the_logarithm_of_its_frequency(
    frequency: int, total: int, data: st.DataObject
) -> None:
    df = data.draw(st.integers(1, total))
    weight = embedding.term_weight(frequency, document_frequency=df, total=total)
    exact = (1 + math.log(frequency)) * math.log((total + 1) / (df + 0.5))
    assert weight == pytest.approx(exact, abs=2**-20)
    assert (weight * 2**20).is_integer()
