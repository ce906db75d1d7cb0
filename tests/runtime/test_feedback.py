"""A query's second vector leans towards the chunks that its first ranking found."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import embedding, feedback

DIMENSION = 6
rows = st.lists(st.integers(-127, 127), min_size=DIMENSION, max_size=DIMENSION).map(
    lambda row: np.array(row, dtype=np.int8)
)
queries = rows.filter(lambda row: bool(row.any()))
ranked = st.lists(st.tuples(rows, st.floats(0.01, 1)), max_size=feedback.CHUNKS)


def _cosine(one: embedding.Rows, other: embedding.Rows) -> float:
    return float(embedding.cosines(embedding.pack(one[None, :]), other)[0])


def _moved(query: embedding.Rows, found: list[tuple[embedding.Rows, float]], weight: float) -> embedding.Rows:
    chunks = np.array([row for row, _ in found], dtype=np.int8).reshape(-1, DIMENSION)
    return feedback.moved(query, chunks, [score for _, score in found], weight=weight)


@given(queries, rows.filter(lambda row: bool(row.any())), st.floats(0.1, 2))
@settings(deadline=None, max_examples=50)
def test_a_query_moves_towards_the_only_chunk_found(
    query: embedding.Rows, chunk: embedding.Rows, weight: float
) -> None:
    after = _moved(query, [(chunk, 1.0)], weight)
    assert _cosine(after, chunk) >= _cosine(query, chunk) - 0.02  # a step of int8


@given(queries, ranked)
@settings(deadline=None, max_examples=50)
def test_without_weight_a_query_keeps_its_direction(
    query: embedding.Rows, found: list[tuple[embedding.Rows, float]]
) -> None:
    assert _cosine(_moved(query, found, 0.0), query) > 0.999


@given(queries, st.lists(st.floats(0.01, 1), max_size=feedback.CHUNKS))
@settings(deadline=None, max_examples=20)
def test_chunks_without_a_vector_move_nothing(query: embedding.Rows, scores: list[float]) -> None:
    empty = np.zeros(DIMENSION, dtype=np.int8)
    assert _moved(query, [(empty, score) for score in scores], 0.5).tolist() == query.tolist()


def test_the_better_chunk_pulls_more() -> None:
    query, left, right = np.eye(3, DIMENSION, dtype=np.int8) * 127
    after = _moved(query, [(left, 0.9), (right, 0.3)], 0.5)
    assert _cosine(after, query) > _cosine(after, left) > _cosine(after, right) > 0
