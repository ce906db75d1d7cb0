"""Maximal marginal relevance trades relevance for variety, and changes no score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siglum.variety import vary

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCORES = np.array([1.0, 0.9, 0.8, 0.1])
ROWS = np.array([[127, 0], [127, 1], [0, 127], [90, 90]], dtype=np.int8)
DOCUMENTS = np.array([0, 1, 2, 3])


def order(
    trade_off: float = 0.7, penalty: float = 0.0, documents: NDArray[np.int64] = DOCUMENTS
) -> list[int]:
    return vary(SCORES, ROWS, documents, trade_off=trade_off, same_doc_penalty=penalty)


def test_relevance_alone_leaves_the_order_as_it_is() -> None:
    assert order(1.0) == [0, 1, 2, 3]


def test_a_near_copy_of_what_was_picked_comes_later() -> None:
    assert order(0.5) == [0, 2, 1, 3]


def test_a_document_that_was_picked_before_is_put_back_by_the_penalty() -> None:
    assert order(1.0, 0.5, np.array([0, 0, 1, 1])) == [0, 2, 1, 3]


def test_every_hit_is_kept_once() -> None:
    assert sorted(order(0.0)) == [0, 1, 2, 3]


def test_equal_scores_are_all_relevant() -> None:
    same = vary(np.full(3, 0.5), ROWS[:3], DOCUMENTS[:3], trade_off=0.7, same_doc_penalty=0.0)
    assert same == [0, 2, 1]


def test_an_empty_ranking_stays_empty() -> None:
    empty = np.zeros((0, 2), dtype=np.int8)
    assert vary(np.zeros(0), empty, np.zeros(0, dtype=np.int64), trade_off=0.7, same_doc_penalty=0.0) == []
