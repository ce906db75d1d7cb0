"""Files are compiled by several processes as by one."""

from __future__ import annotations

import multiprocessing
import threading
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING

import pytest

from siglum_builder.config import DocumentsConfig
from siglum_builder.errors import BuildError
from siglum_builder.model import Notice, SourceFile
from siglum_builder.workers import BATCH_FILES, WORKERS_FROM, compile_files

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from siglum_builder.shelf import Parcel

PARAGRAPH = "The keeper trims the wick of lamp {number} before the night.\n\n"


@pytest.fixture
def files(tmp_path: Path) -> list[SourceFile]:
    """A book larger than all else, many small pages, one that is not there, one that is no text."""
    sizes = {"book.md": 5_000, "empty.md": 0, "gone.md": 1} | {f"page{n:03}.md": 30 for n in range(100)}
    for number, (name, size) in enumerate(sizes.items()):
        (tmp_path / name).write_text(
            f"# {name}\n\n{PARAGRAPH.format(number=number) * size}", encoding="utf-8"
        )
    (tmp_path / "gone.md").unlink()
    (tmp_path / "broken.md").write_bytes(b"a\0\0\0b" * 50)
    return [SourceFile("docs", name, name, tmp_path / name) for name in sorted([*sizes, "broken.md"])]


def compiled(
    files: Sequence[SourceFile], jobs: int, meanwhile: Callable[[], object] = lambda: None
) -> tuple[list[tuple[str, str]], list[int]]:
    """Return path and text, or reason, of each file in order; and the steps of the progress."""
    steps: list[int] = []
    results = compile_files(
        files, DocumentsConfig(), jobs=jobs, keep=_told, meanwhile=meanwhile, advance=steps.append
    )
    told = [(each.path, each.reason) if isinstance(each, Notice) else each for each in results]
    return told, steps


def _told(parcel: Parcel) -> tuple[str, str]:
    return parcel.document.file.logical_path, parcel.text.decode()


@pytest.mark.parametrize("jobs", [2, 3])
def test_several_processes_give_the_results_of_one_in_the_order_of_the_files(
    files: list[SourceFile], jobs: int
) -> None:
    assert sum(file.location.stat().st_size for file in files if file.location.exists()) >= WORKERS_FROM
    alone, steps = compiled(files, 1)
    shared, shared_steps = compiled(files, jobs)
    assert shared == alone
    assert [path for path, _ in alone] == [file.logical_path for file in files]
    assert sum(steps) == sum(shared_steps) == len(files)
    assert max(steps) <= BATCH_FILES


def test_a_process_of_several_threads_is_not_copied(files: list[SourceFile]) -> None:
    ended = threading.Event()
    beside = threading.Thread(target=ended.wait)
    beside.start()
    started: list[type[BaseProcess]] = []
    try:
        shared, _ = compiled(files, 2, lambda: started.extend(map(type, multiprocessing.active_children())))
    finally:
        ended.set()
        beside.join()
    assert started == [SpawnProcess]
    assert shared == compiled(files, 1)[0]


def test_a_small_corpus_starts_no_worker(files: list[SourceFile]) -> None:
    started: list[int] = []
    compiled(files[-20:], 4, lambda: started.append(len(multiprocessing.active_children())))
    assert started == [0]


def test_a_worker_that_is_ended_from_outside_is_one_sentence(files: list[SourceFile]) -> None:
    def end_workers() -> None:
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(BuildError, match="try --jobs 1"):
        compiled(files, 2, end_workers)


def test_no_files_are_no_results() -> None:
    assert compiled([], 4) == ([], [])
