"""The cache keeps what was used last, within its bytes, from any thread."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.cache import ByteCache

BUDGET = 10


def test_a_value_comes_back_under_its_key_and_nothing_under_another() -> None:
    cache = ByteCache[str, bytes](BUDGET)
    cache.put("a", b"one", size=3)
    assert (cache.get("a"), cache.get("b")) == (b"one", None)


def test_the_least_recently_used_go_first() -> None:
    cache = ByteCache[str, int](BUDGET)
    for key in "abc":
        cache.put(key, 1, size=3)
    cache.get("a")
    cache.put("d", 1, size=3)
    assert [key for key in "abcd" if cache.get(key)] == ["a", "c", "d"]


def test_one_large_value_may_drop_several_small_ones() -> None:
    cache = ByteCache[str, int](BUDGET)
    for key in "abc":
        cache.put(key, 1, size=3)
    cache.put("d", 1, size=7)
    assert [key for key in "abcd" if cache.get(key)] == ["c", "d"]


def test_a_value_larger_than_the_budget_is_not_kept_and_drops_nothing() -> None:
    cache = ByteCache[str, int](BUDGET)
    cache.put("a", 1, size=BUDGET)
    cache.put("b", 1, size=BUDGET + 1)
    assert (cache.get("a"), cache.get("b")) == (1, None)


def test_a_key_that_is_kept_is_not_counted_twice() -> None:
    cache = ByteCache[str, int](BUDGET)
    for _ in range(5):
        cache.put("a", 1, size=5)
    cache.put("b", 2, size=5)
    assert (cache.get("a"), cache.get("b")) == (1, 2)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 8), st.integers(0, BUDGET + 2)), max_size=60))
@settings(deadline=None, max_examples=50)
def test_the_cache_equals_a_plain_model_after_any_use(steps: list[tuple[bool, int, int]]) -> None:
    cache, model = ByteCache[int, str](BUDGET), OrderedDict[int, int]()
    for reads, key, size in steps:
        if reads:
            assert (cache.get(key) is not None) == (key in model)
            if key in model:
                model.move_to_end(key)
            continue
        cache.put(key, str(key), size=size)
        if key not in model and size <= BUDGET:
            model[key] = size
        while sum(model.values()) > BUDGET:
            model.popitem(last=False)
    assert [key for key in range(9) if cache.get(key) is not None] == sorted(model)


def test_threads_never_get_another_keys_value() -> None:
    cache = ByteCache[int, int](50)

    def use(start: int) -> bool:
        for step in range(2_000):
            key = (start + step) % 40
            cache.put(key, key * 7, size=3)
            if cache.get(key) not in (None, key * 7):
                return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(use, range(0, 40, 10)))
    assert sum(cache.get(key) is not None for key in range(40)) <= 50 // 3
