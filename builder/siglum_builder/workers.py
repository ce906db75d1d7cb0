"""Compile the files of a corpus, by this process and by workers beside it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_bool
from multiprocessing.connection import wait
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from siglum_builder.errors import BuildError
from siglum_builder.model import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future
    from ctypes import Array

    from siglum_builder.config import DocumentsConfig
    from siglum_builder.model import SourceFile
    from siglum_builder.shelf import Parcel

    Batch: TypeAlias = Sequence[SourceFile]
    Results: TypeAlias = Sequence[Parcel | Notice]
    Numbered: TypeAlias = deque[tuple[int, Future[Results] | None]]
    """Batches by number, and who compiles them."""
    Taken: TypeAlias = Array[c_bool]
    """By batch, whether a process compiles it; seen by all."""

Kept = TypeVar("Kept")
WORKERS_FROM = 400_000
"""Bytes from which workers pay for their start: half a second each where they are no copies."""
BATCH = 32_000
"""Bytes handed to a worker at once: about a tenth of a second, as long as one may wait for another."""
BATCH_FILES = 64
GARBAGE_FROM = (50_000, 100, 100)
"""Objects between collections of cycles, and younger collections between older ones: at Python's defaults
these take a tenth of the time, and one of a corpus of 100,000 chunks, with nothing to find, two seconds."""


def compile_files(
    files: Sequence[SourceFile],
    config: DocumentsConfig,
    *,
    jobs: int | None,
    keep: Callable[[Parcel], Kept],
    meanwhile: Callable[[], object],
    advance: Callable[[int], None],
) -> list[Kept | Notice]:
    """Compile every file by as many processes as `jobs` says; return the results in the files' order.

    `keep` is given each compiled file as soon as it is there, in any order; what it returns is the result.
    `meanwhile` is called once, while the workers start.
    """
    sizes = {file: _size(file) for file in files}
    ascending = sorted(files, key=lambda file: (sizes[file], file.logical_path))
    batches = _batches(ascending, sizes)
    processes = jobs or os.cpu_count() or 1
    workers = min(processes, len(batches)) - 1 if sum(sizes.values()) >= WORKERS_FROM else 0
    compiled: dict[SourceFile, Kept | Notice] = {}
    taken = RawArray(c_bool, len(batches))
    with _handed_out(batches, config, workers=workers, taken=taken) as futures:
        meanwhile()
        for batch, results in _shared(batches, config, taken=taken, left=futures):
            for file, result in zip(batch, results, strict=True):
                compiled[file] = result if isinstance(result, Notice) else keep(result)
            advance(len(batch))
    return [compiled[file] for file in files]


def collect_seldom() -> None:
    """Look for cycles seldom in this process: a corpus is many objects in few cycles."""
    gc.enable()
    gc.set_threshold(*GARBAGE_FROM)


def _size(file: SourceFile) -> int:
    try:
        return file.location.stat().st_size
    except OSError:
        return 0  # reading it will say why


def _batches(files: Sequence[SourceFile], sizes: Mapping[SourceFile, int]) -> list[Batch]:
    """Return the files in batches of about the same work."""
    batches: list[list[SourceFile]] = []
    room = -1
    for file in files:
        room -= sizes[file]
        if room < 0 or len(batches[-1]) == BATCH_FILES:
            batches.append([])
            room = BATCH - sizes[file]
        batches[-1].append(file)
    return list(batches)


@contextmanager
def _handed_out(
    batches: Sequence[Batch], config: DocumentsConfig, *, workers: int, taken: Taken
) -> Iterator[Numbered]:
    """Hand the batches out to `workers`, which end with the block; without any, to nobody.

    Nothing else holds the results once they are taken out of what this gives.
    """
    if workers == 0:
        yield deque((number, None) for number in range(len(batches)))
        return
    context = multiprocessing.get_context(_start_method())
    if context.get_start_method() == "fork":
        _load(batches[0], config)
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(taken,))
    try:
        with _interrupts_held():
            futures: Numbered = deque(
                (n, pool.submit(_compile_free, n, batch, config)) for n, batch in enumerate(batches)
            )
        yield futures
    except BrokenProcessPool as fault:
        raise BuildError("a worker process was ended; is the memory full? try --jobs 1") from fault
    finally:
        pool.shutdown(cancel_futures=True)


def _start_method() -> Literal["fork", "spawn"]:
    """Return how workers start: on Linux, as copies of this process while it has one thread, else anew."""
    try:
        threads = list(Path("/proc/self/task").iterdir())
    except OSError:
        return "spawn"
    return "fork" if len(threads) == 1 else "spawn"


def _load(batch: Batch, config: DocumentsConfig) -> None:
    """Compile a file of each ending, for the modules that it takes: copies of this process have them too."""
    _compile_batch(list({file.location.suffix: file for file in batch}.values()), config)


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


def _shared(
    batches: Sequence[Batch],
    config: DocumentsConfig,
    *,
    taken: Taken,
    left: Numbered,
) -> Iterator[tuple[Batch, Results]]:
    """Yield the batches with their results, in any order; take them out of those `left`.

    Workers take the first batches and this process the last, until they meet: the smallest and the
    largest files, so that a book in one file keeps nobody waiting. A batch that two take in the same
    moment is compiled twice, to the same results.
    """
    while left:
        first = left[0][1]
        number, future = left.popleft() if first and first.done() else left.pop()
        theirs = future is not None and (taken[number] or future.done())
        taken[number] = True
        batch = batches[number]
        yield batch, future.result() if future and theirs else _compile_batch(batch, config)


def _compile_batch(batch: Batch, config: DocumentsConfig) -> Results:
    from siglum_builder.document import compile_file  # its parsers load while workers start
    from siglum_builder.shelf import pack

    results = (compile_file(file, config) for file in batch)
    return [result if isinstance(result, Notice) else pack(result) for result in results]


_shared_taken: list[Taken] = []
"""In a worker: what it shares with the process that started it."""


def _begin(taken: Taken) -> None:
    """Start a worker."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a copy would take it for Ctrl-C, as its original does
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _shared_taken.append(taken)
    collect_seldom()


def _end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _compile_free(number: int, batch: Batch, config: DocumentsConfig) -> Results:
    """Compile a batch in a worker, unless it is taken."""
    (taken,) = _shared_taken
    if taken[number]:
        return ()
    taken[number] = True
    return _compile_batch(batch, config)
