"""The stages of a build, each timed as it is shown."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager


class Progress(Protocol):
    """Where a build says what it does."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """Enter a stage of `total` steps; the result is called with the number of steps done."""
        ...


@dataclass(slots=True)
class Timings:
    """Seconds by stage, for the report."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str, progress: Progress, total: int = 1) -> Iterator[Callable[[int], None]]:
        """Time a stage and show it."""
        start = time.perf_counter()
        with progress.stage(name, total) as advance:
            yield advance
        self.seconds[name] = round(time.perf_counter() - start, 3)
