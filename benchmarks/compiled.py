"""Compile a set's corpus with siglum, and tell which page a path of the artifact is."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.units import read_units
from siglum_builder.config import config_of_paths
from siglum_builder.pipeline import build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from benchmarks.sets import Scope
    from benchmarks.units import Unit

JOBS = 2


@dataclass(frozen=True, slots=True)
class Artifact:
    """A corpus compiled by siglum."""

    version: Path
    digest: str
    language: str
    units: tuple[Unit, ...]
    prefixes: tuple[tuple[str, str], ...]
    """What a path starts with in the artifact, and what stands there in the name of its page."""
    seconds: float

    def page(self, path: str) -> str:
        """Return the page's name in the questions."""
        start, prefix = next(pair for pair in self.prefixes if path.startswith(pair[0]))
        return prefix + path.removeprefix(start)


class Silent:
    """A build that says nothing."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        """Ignore a stage."""
        del name, total
        yield lambda _: None


def compile_scopes(scopes: Sequence[Scope], output: Path) -> Artifact:
    """Build an artifact of the folders under `output`, as `siglum build FOLDER…` does."""
    config = config_of_paths([scope.folder for scope in scopes], name=output.name)
    start = time.perf_counter()
    built = build(config, output, jobs=JOBS, progress=Silent())
    seconds = time.perf_counter() - start
    several = len(scopes) > 1
    prefixes = tuple(
        (f"@{source.name}/" if several else "", scope.prefix)
        for source, scope in zip(config.sources, scopes, strict=True)
    )
    language = next(iter(built.manifest.languages), "en")
    units = read_units(built.folder)
    return Artifact(built.folder, built.manifest.digest, language, units, prefixes, seconds)
