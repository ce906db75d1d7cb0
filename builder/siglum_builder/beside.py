"""Work that another thread does while this one does something else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


@contextmanager
def beside(work: Callable[[], T], *, alone: bool) -> Iterator[Callable[[], T]]:
    """Do `work` while the block runs, or before it where it is to be `alone`; give what waits for its result.

    The block ends no sooner than the work, however it ends; a fault of the work is raised where its
    result is asked for.
    """
    if alone:
        result = work()
        yield lambda: result
        return
    with ThreadPoolExecutor(1) as threads:
        yield threads.submit(work).result
