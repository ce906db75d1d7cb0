"""From a configuration to a published version: walk, compile, link, index, embed, write, verify, publish."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from siglum.artifact import FORMAT_VERSION
from siglum.artifact.locate import CURRENT
from siglum.artifact.manifest import EmbedderEntry, Manifest, NoticeEntry, SourceEntry
from siglum.text import ANALYZER_VERSION
from siglum.verify import verify
from siglum_builder.config import canonical
from siglum_builder.document import CHUNKER_VERSION, Compiled, compile_file
from siglum_builder.embed import train
from siglum_builder.errors import BuildError
from siglum_builder.link import resolve_links
from siglum_builder.model import Notice
from siglum_builder.postings import merge
from siglum_builder.publish import publish, replace_file, workspace
from siglum_builder.report import report_bytes
from siglum_builder.rows import Corpus
from siglum_builder.sources import walk
from siglum_builder.write import Written, write_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from siglum_builder.config import Config
    from siglum_builder.embed import Vectors
    from siglum_builder.model import Document, SourceFile

REPORT_SUFFIX = ".report.json"
POOL_FROM = 64
"""Files from which worker processes pay for their start."""
BATCH = 8
"""Files handed to a worker at once."""
MAX_QUERY_LANGUAGES = 4
"""With which a query is analysed: those of the corpus with most documents."""


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


@dataclass(frozen=True, slots=True)
class Built:
    """A version that a build made or found."""

    folder: Path
    manifest: Manifest
    fresh: bool
    """False where the same version stood there already."""
    seconds: dict[str, float]


def build(config: Config, output: Path, *, jobs: int | None, progress: Progress) -> Built:
    """Compile the corpus and publish it as the version in use under `output`."""
    with workspace(output) as folder:
        written, timings = compile_version(config, folder, jobs=jobs, progress=progress)
        with timings.stage("publish", progress):
            fresh = publish(written.folder, output)
            target = output / written.folder.name
            if not fresh:
                _keep(target)
            current = f"{target.name}\n".encode("ascii")
            replace_file(output / CURRENT, current, workspace=folder)
        report = report_bytes(written.manifest, root=config.root, seconds=timings.seconds)
        replace_file(output / f"{target.name}{REPORT_SUFFIX}", report, workspace=folder)
    return Built(target, written.manifest, fresh, timings.seconds)


def _keep(target: Path) -> None:
    """Check the version that stands there already: it is kept, never replaced."""
    failures = verify(target)
    if failures:
        raise BuildError(f"{target} exists and is damaged ({failures[0]}): remove it and build again")


@contextmanager
def _interruptible() -> Iterator[None]:
    """Make Ctrl-C a KeyboardInterrupt inside a statement of DuckDB too, where it is a RuntimeError."""
    try:
        yield
    except RuntimeError as fault:
        if str(fault) != "Query interrupted":
            raise
        raise KeyboardInterrupt from fault


@_interruptible()
def compile_version(
    config: Config, folder: Path, *, jobs: int | None, progress: Progress
) -> tuple[Written, Timings]:
    """Compile the corpus into `folder/<version>/` and verify it by opening it; nothing is published."""
    timings = Timings()
    with timings.stage("walk", progress):
        found = walk(config)
    with timings.stage("read", progress, len(found.files)) as advance:
        results = list(_compile_files(config, found.files, jobs=jobs, advance=advance))
    compiled = [result for result in results if isinstance(result, Compiled)]
    skipped = [result for result in results if isinstance(result, Notice)]
    if not compiled:
        raise BuildError(_nothing_to_build(config, [*found.notices, *skipped]))
    documents = tuple(item.document for item in compiled)
    with timings.stage("link", progress):
        links = resolve_links(documents)
    with timings.stage("index", progress):
        index = merge([item.counts for item in compiled])
    if index.chunks == 0:
        raise BuildError(f"nothing to index: all {len(documents)} files are empty")
    with timings.stage("embed", progress):
        vectors = train(index)
    sources = _source_entries(config, documents)
    corpus = Corpus(sources, documents, index, links)
    draft = _draft(config, corpus, vectors, skipped=[*found.notices, *skipped])
    with timings.stage("write", progress):
        written = write_version(folder, corpus, vectors, draft)
    with timings.stage("verify", progress):
        failures = verify(written.folder)
    if failures:
        raise BuildError(f"the version just written does not verify ({failures[0]}): report this")
    return written, timings


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


def _source_entries(config: Config, documents: Sequence[Document]) -> tuple[SourceEntry, ...]:
    return tuple(
        SourceEntry(
            name=source.name,
            root=source.path,
            labels=source.labels,
            base_url=source.base_url,
            documents=sum(1 for d in documents if d.file.source == source.name),
            digest=_digest([d for d in documents if d.file.source == source.name]),
        )
        for source in config.sources
    )


def _digest(documents: Sequence[Document]) -> str:
    lines = sorted(f"{d.decoded.sha256}  {d.file.path}\n" for d in documents)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _draft(config: Config, corpus: Corpus, vectors: Vectors | None, *, skipped: Sequence[Notice]) -> Manifest:
    """Return the manifest but for what only the finished files tell."""
    documents = corpus.documents
    settings = canonical(config)
    return Manifest(
        format_version=FORMAT_VERSION,
        name=config.artifact.name,
        version="",
        digest="",
        files={},
        counts=_counts(corpus),
        counts_by_format=_tally(d.format for d in documents),
        counts_by_language=_tally(d.language for d in documents if d.kind == "docs"),
        sources=corpus.sources,
        analyzer_version=ANALYZER_VERSION,
        chunker_version=CHUNKER_VERSION,
        languages=_query_languages(documents),
        embedder=_embedder(vectors),
        search=config.search,
        configuration={key: settings[key] for key in settings if key != "search"},
        packages={},
        skipped=tuple(sorted(map(_entry, skipped), key=lambda entry: (entry.path, entry.reason))),
        notices=tuple(_entry(notice) for d in documents for notice in d.notices),
    )


def _counts(corpus: Corpus) -> dict[str, int]:
    documents, index = corpus.documents, corpus.index
    return {
        "documents": len(documents),
        "sections": sum(len(d.parsed.sections) for d in documents),
        "symbols": sum(len(d.parsed.symbols) for d in documents),
        "chunks": index.chunks,
        "blocks": sum(len(d.parsed.blocks) for d in documents),
        "links": len(corpus.links),
        "terms": len(index.terms),
        "postings": len(index.term),
    }


def _tally(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _query_languages(documents: Sequence[Document]) -> tuple[str, ...]:
    """Return the languages of the documents, commonest first; a corpus of code alone is asked in English."""
    counts = Counter(d.language for d in documents if d.kind == "docs" and d.language != "und")
    ranked = sorted(counts, key=lambda language: (-counts[language], language))
    return tuple(ranked[:MAX_QUERY_LANGUAGES]) or ("en",)


def _embedder(vectors: Vectors | None) -> EmbedderEntry:
    if vectors is None:
        return EmbedderEntry("none", 0, "int8", "cosine", 0.0)
    dimension = vectors.chunk_rows.shape[1]
    return EmbedderEntry("lsi", dimension, "int8", "cosine", vectors.background_median)


def _entry(notice: Notice) -> NoticeEntry:
    return NoticeEntry(notice.path, notice.reason, notice.line)
