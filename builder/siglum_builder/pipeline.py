"""From a configuration to a published version: walk, read, assemble, publish."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from siglum.artifact.locate import CURRENT
from siglum_builder.errors import BuildError, storing
from siglum_builder.model import Notice
from siglum_builder.publish import publish, replace_file, workspace
from siglum_builder.report import report_bytes
from siglum_builder.shelf import Shelf
from siglum_builder.sources import walk
from siglum_builder.stages import Timings
from siglum_builder.workers import compile_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from siglum.artifact.manifest import Manifest
    from siglum_builder.config import Config
    from siglum_builder.stages import Progress
    from siglum_builder.write import Written

REPORT_SUFFIX = ".report.json"
ASSEMBLE = "siglum_builder.assemble"
"""Imported while workers start: duckdb and scipy take as long to load as some corpora to read."""

Unread = tuple[tuple[str, int], ...]
"""Ending and number of the files that nothing reads by default; it belongs to a build, not to a version."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A version that is compiled and not published."""

    written: Written
    unread: Unread
    timings: Timings


@dataclass(frozen=True, slots=True)
class Built:
    """A version that a build made or found."""

    folder: Path
    manifest: Manifest
    fresh: bool
    """False where the same version stood there already."""
    seconds: dict[str, float]
    unread: Unread


def build(config: Config, output: Path, *, jobs: int | None, progress: Progress) -> Built:
    """Compile the corpus and publish it as the version in use under `output`."""
    with storing(output), workspace(output) as folder:
        aside = compile_version(config, folder, jobs=jobs, progress=progress)
        written, timings = aside.written, aside.timings
        with timings.stage("publish", progress):
            fresh = publish(written.folder, output)
            target = output / written.folder.name
            if not fresh:
                _keep(target)
            current = f"{target.name}\n".encode("ascii")
            replace_file(output / CURRENT, current, workspace=folder)
        report = report_bytes(
            written.manifest, root=config.root, seconds=timings.seconds, unread=aside.unread
        )
        replace_file(output / f"{target.name}{REPORT_SUFFIX}", report, workspace=folder)
    return Built(target, written.manifest, fresh, timings.seconds, aside.unread)


def _keep(target: Path) -> None:
    """Check the version that stands there already: it is kept, never replaced."""
    from siglum.verify import verify

    failures = verify(target)
    if failures:
        raise BuildError(f"{target} exists and is damaged ({failures[0]}): remove it and build again")


def compile_version(config: Config, folder: Path, *, jobs: int | None, progress: Progress) -> Aside:
    """Compile the corpus into `folder/<version>/` and verify it by opening it; nothing is published."""
    timings = Timings()
    with timings.stage("walk", progress):
        found = walk(config)
    with storing(folder), Shelf(folder) as shelf:
        with timings.stage("read", progress, len(found.files)) as advance:
            results = compile_files(
                found.files,
                config.documents,
                jobs=jobs,
                keep=shelf.put,
                meanwhile=partial(import_module, ASSEMBLE),
                advance=advance,
            )
        kept = [result for result in results if not isinstance(result, Notice)]
        skipped = [*found.skipped, *(result for result in results if isinstance(result, Notice))]
        if not kept:
            raise BuildError(_nothing_to_build(config, skipped))
        from siglum_builder.assemble import assemble

        written = assemble(
            shelf.documents(kept),
            shelf.counts(kept),
            folder,
            config=config,
            skipped=skipped,
            notices=found.notices,
            timings=timings,
            progress=progress,
        )
    return Aside(written, found.unread, timings)


def _nothing_to_build(config: Config, notices: Sequence[Notice]) -> str:
    roots = ", ".join(source.location.as_posix() for source in config.sources)
    first = f" (first: {notices[0].path}: {notices[0].reason})" if notices else ""
    return (
        f"nothing to build: no file under {roots} is of a known kind and readable;"
        f" {len(notices)} were skipped{first}; name others with include in siglum.toml"
    )
