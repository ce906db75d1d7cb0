"""From a configuration to a published version: walk, compile, link, index, embed, write, verify, publish."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from operator import is_
from typing import TYPE_CHECKING, Protocol

import duckdb

from siglum.artifact.locate import CURRENT
from siglum.verify import verify
from siglum_builder.document import Compiled, compile_file
from siglum_builder.draft import draft_manifest, source_entries
from siglum_builder.errors import BuildError
from siglum_builder.included import with_included, with_terms
from siglum_builder.link import resolve_links
from siglum_builder.model import Notice
from siglum_builder.postings import merge
from siglum_builder.publish import publish, replace_file, workspace
from siglum_builder.report import report_bytes
from siglum_builder.resolve import resolve_uses
from siglum_builder.rows import Corpus
from siglum_builder.sources import walk
from siglum_builder.write import Written, write_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from siglum.artifact.manifest import Manifest
    from siglum_builder.config import Config
    from siglum_builder.model import SourceFile

REPORT_SUFFIX = ".report.json"
POOL_FROM = 64
"""Files from which worker processes pay for their start."""
EMBED = "siglum_builder.embed"
"""Imported while the workers read: scipy takes as long to load as some corpora to parse."""
BATCH = 8
"""Files handed to a worker at once."""


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
    with workspace(output) as folder:
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
    failures = verify(target)
    if failures:
        raise BuildError(f"{target} exists and is damaged ({failures[0]}): remove it and build again")


@contextmanager
def _explained() -> Iterator[None]:
    """Make of what DuckDB raises a KeyboardInterrupt for Ctrl-C, else an error that says what to do."""
    try:
        yield
    except (duckdb.Error, RuntimeError) as fault:
        if str(fault) == "Query interrupted":
            raise KeyboardInterrupt from fault
        if not isinstance(fault, duckdb.Error):
            raise
        first = str(fault).strip().partition("\n")[0]
        raise BuildError(
            f"the index could not be written ({first}); is the disk or the memory full?"
        ) from fault


@_explained()
def compile_version(config: Config, folder: Path, *, jobs: int | None, progress: Progress) -> Aside:
    """Compile the corpus into `folder/<version>/` and verify it by opening it; nothing is published."""
    timings = Timings()
    with timings.stage("walk", progress):
        found = walk(config)
    with timings.stage("read", progress, len(found.files)) as advance:
        results = list(_compile_files(config, found.files, jobs=jobs, advance=advance))
    compiled = [result for result in results if isinstance(result, Compiled)]
    skipped = [*found.skipped, *(result for result in results if isinstance(result, Notice))]
    if not compiled:
        raise BuildError(_nothing_to_build(config, skipped))
    documents = tuple(item.document for item in compiled)
    with timings.stage("link", progress):
        links = resolve_links(documents)
        uses = resolve_uses(documents)
    with timings.stage("index", progress):
        counts = [item.counts for item in compiled]
        own, found_by = merge(counts), with_included(compiled, links)
        index = own if all(map(is_, found_by, counts)) else merge(found_by)
    if index.chunks == 0:
        raise BuildError(f"nothing to index: all {len(documents)} files are empty")
    from siglum_builder.embed import train
    from siglum_builder.prior import with_prior

    with timings.stage("embed", progress):
        vectors = with_terms(with_prior(train(own), own), own, index)
    sources = source_entries(config, documents)
    corpus = Corpus(sources, documents, index, links, uses)
    draft = draft_manifest(config, corpus, vectors, skipped=skipped, notices=found.notices)
    with timings.stage("write", progress):
        written = write_version(folder, corpus, vectors, draft)
    with timings.stage("verify", progress):
        failures = verify(written.folder)
    if failures:
        raise BuildError(f"the version just written does not verify ({failures[0]}): report this")
    return Aside(written, found.unread, timings)


def _nothing_to_build(config: Config, notices: Sequence[Notice]) -> str:
    roots = ", ".join(source.location.as_posix() for source in config.sources)
    first = f" (first: {notices[0].path}: {notices[0].reason})" if notices else ""
    return (
        f"nothing to build: no file under {roots} is of a known kind and readable;"
        f" {len(notices)} were skipped{first}; name others with include in siglum.toml"
    )


def _compile_files(
    config: Config,
    files: Sequence[SourceFile],
    *,
    jobs: int | None,
    advance: Callable[[int], None],
) -> Iterator[Compiled | Notice]:
    """Compile every file, in order, by as many processes as `jobs` says; the result is the same."""
    one = partial(compile_file, config=config.documents)
    workers = jobs or os.cpu_count() or 1
    if workers == 1 or len(files) < POOL_FROM:
        yield from _counted(map(one, files), advance)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        with _interrupts_held():
            results = pool.map(one, files, chunksize=BATCH)
        import_module(EMBED)
        yield from _counted(results, advance)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while workers start: they inherit that, and leave it to this process to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _counted(
    results: Iterable[Compiled | Notice], advance: Callable[[int], None]
) -> Iterator[Compiled | Notice]:
    for result in results:
        advance(1)
        yield result
