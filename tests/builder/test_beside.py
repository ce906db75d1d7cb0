"""Work beside a block is done in another thread, or before the block, and is over when the block is."""

from __future__ import annotations

import threading
import time

import pytest

from siglum_builder.beside import beside


def test_work_that_is_to_be_alone_is_done_before_the_block_by_the_same_thread() -> None:
    with beside(threading.get_ident, alone=True) as thread:
        assert thread() == threading.get_ident()


def test_other_work_is_done_by_another_thread() -> None:
    with beside(threading.get_ident, alone=False) as thread:
        assert thread() != threading.get_ident()


def test_a_fault_of_the_work_is_raised_where_its_result_is_asked_for() -> None:
    nothing: dict[str, int] = {}
    with beside(nothing.popitem, alone=False) as result, pytest.raises(KeyError):
        result()


def test_a_block_that_fails_ends_with_its_own_fault_and_no_sooner_than_the_work() -> None:
    done: list[bool] = []

    def work() -> None:
        time.sleep(0.05)
        done.append(True)

    with pytest.raises(KeyError, match="mine"), beside(work, alone=False):
        raise KeyError("mine")
    assert done
