"""A least-recently-used cache bounded in bytes, for what is decoded from an artifact."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class ByteCache(Generic[K, V]):
    """Keep the values used last within a budget; safe from any thread.

    A value larger than the whole budget is not kept.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._used = 0
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return the value kept under `key`, or None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V, *, size: int) -> None:
        """Keep `value`, which takes `size` bytes, and drop the least recently used beyond the budget."""
        with self._lock:
            if key in self._entries or size > self._budget:
                return
            self._entries[key] = (value, size)
            self._used += size
            while self._used > self._budget:
                _, (_, dropped) = self._entries.popitem(last=False)
                self._used -= dropped
