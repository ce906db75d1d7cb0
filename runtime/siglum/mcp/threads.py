"""Answer the questions of a server in threads, so that none holds up another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import anyio.to_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from siglum.current import Current
    from siglum.service import Library

T = TypeVar("T")

AT_ONCE = 4
"""Questions answered at once: more only wait for the interpreter."""


class Threads:
    """Those of one interface; each question has the library that is current when its turn comes."""

    def __init__(self, current: Current) -> None:
        self._current = current
        self._limiter = anyio.CapacityLimiter(AT_ONCE)

    async def ask(self, question: Callable[[Library], T]) -> T:
        """Return what a question makes of the library."""

        def answer() -> T:
            with self._current.library() as library:
                return question(library)

        return await anyio.to_thread.run_sync(answer, limiter=self._limiter)
