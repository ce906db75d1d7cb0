"""A sequence whose items are made anew each time that one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T]):
    """`count` items, made by `make` of their numbers from 0; the one asked for last is kept."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count, self._make = count, make
        self._last: tuple[int, T] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._count))]
        number = range(self._count)[index]
        last = self._last
        if last is None or last[0] != number:
            self._last = last = number, self._make(number)  # another thread may replace it at once
        return last[1]
