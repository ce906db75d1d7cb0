"""A version is there whole or not at all, and a build sweeps only what no living build owns."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from siglum_builder.publish import PREFIX, publish, replace_file, workspace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="the platform has no fcntl locks")

VERSION = "0123456789abcdef"
BUILD = """
    import sys
    from pathlib import Path
    from siglum_builder.publish import workspace

    with workspace(Path(sys.argv[1])) as folder:
        (folder / "half").mkdir()
        (folder / "half" / "manifest.json").write_text("{")
        print(folder.name, flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def living_build(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Start another process that builds into `tmp_path` until its input is closed or it is killed."""
    command = [sys.executable, "-c", textwrap.dedent(BUILD), str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, tmp_path / process.stdout.readline().strip()
        process.kill()


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _finished(folder: Path, *, text: str = "new") -> Path:
    """Make a finished version in a workspace."""
    version = folder / VERSION
    (version / "embedder").mkdir(parents=True)
    (version / "embedder" / "rows").write_text(text)
    (version / "manifest.json").write_text(text)
    return version


def test_a_workspace_is_an_empty_folder_beside_the_versions_and_gone_afterwards(tmp_path: Path) -> None:
    output = tmp_path / "deep" / "artifacts"
    with workspace(output) as folder:
        assert (folder.parent, _names(folder)) == (output, [])
        (folder / "part").write_text("x")
    assert _names(output) == []


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(opened: AbstractContextManager[Path]) -> None:
        with opened as folder:
            _finished(folder)
            raise KeyError("fault")

    with pytest.raises(KeyError, match="fault"):
        fail(workspace(tmp_path))
    assert _names(tmp_path) == []


@needs_locks
def test_a_living_builds_folder_is_left_alone(
    tmp_path: Path, living_build: tuple[subprocess.Popen[str], Path]
) -> None:
    process, folder = living_build
    for _ in range(2):
        with workspace(tmp_path) as mine:
            assert mine != folder
    assert (folder / "half" / "manifest.json").read_text() == "{"
    process.communicate("", timeout=30)
    assert process.returncode == 0
    assert _names(tmp_path) == []


@needs_locks
def test_what_a_killed_build_left_is_swept_by_the_next(
    tmp_path: Path, living_build: tuple[subprocess.Popen[str], Path]
) -> None:
    process, folder = living_build
    process.kill()
    process.wait(timeout=30)
    assert folder.is_dir()
    with workspace(tmp_path) as mine:
        assert _names(tmp_path) == sorted([mine.name, f"{mine.name}.lock"])
    assert _names(tmp_path) == []


@needs_locks
def test_a_lock_without_its_folder_is_swept_too(tmp_path: Path) -> None:
    (tmp_path / f"{PREFIX}0000.lock").write_bytes(b"")
    with workspace(tmp_path):
        pass
    assert _names(tmp_path) == []


def test_the_sweep_touches_nothing_but_folders_of_builds(tmp_path: Path) -> None:
    (tmp_path / VERSION).mkdir()
    (tmp_path / "other.lock").write_bytes(b"")
    (tmp_path / "current").write_text(VERSION)
    with workspace(tmp_path):
        pass
    assert _names(tmp_path) == [VERSION, "current", "other.lock"]


@needs_locks
def test_many_builds_at_once_keep_their_folders_and_locks(tmp_path: Path) -> None:
    def build(number: int) -> bool:
        with workspace(tmp_path) as folder:
            (folder / "mine").write_text(str(number))
            locked = folder.with_suffix(".lock").exists()
            return locked and _names(folder) == ["mine"] and (folder / "mine").read_text() == str(number)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(build, range(300)))
    assert _names(tmp_path) == []


def test_a_finished_version_is_moved_whole(tmp_path: Path) -> None:
    with workspace(tmp_path) as folder:
        assert publish(_finished(folder), tmp_path)
        assert not (folder / VERSION).exists()
    assert _names(tmp_path) == [VERSION]
    assert _names(tmp_path / VERSION) == ["embedder", "manifest.json"]
    assert (tmp_path / VERSION / "embedder" / "rows").read_text() == "new"


def test_a_version_that_stands_there_is_kept_and_not_replaced(tmp_path: Path) -> None:
    _finished(tmp_path, text="old")
    with workspace(tmp_path) as folder:
        assert not publish(_finished(folder), tmp_path)
    assert (tmp_path / VERSION / "manifest.json").read_text() == "old"
    assert _names(tmp_path) == [VERSION]


def test_a_version_that_cannot_be_moved_is_an_error_and_not_taken_for_published(tmp_path: Path) -> None:
    (tmp_path / VERSION).write_text("a file in its place")
    with workspace(tmp_path) as folder, pytest.raises(OSError, match=VERSION):
        publish(_finished(folder), tmp_path)
    assert (tmp_path / VERSION).read_text() == "a file in its place"


@pytest.mark.parametrize("before", [None, b"", b"a longer former text\n"])
def test_a_replaced_file_holds_the_new_bytes_alone(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "current"
    if before is not None:
        path.write_bytes(before)
    with workspace(tmp_path) as folder:
        replace_file(path, b"new\n", workspace=folder)
        assert _names(folder) == []
    assert path.read_bytes() == b"new\n"


def test_a_reader_that_holds_the_former_file_still_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "current"
    path.write_bytes(b"old")
    with workspace(tmp_path) as folder, path.open("rb") as reader:
        replace_file(path, b"new", workspace=folder)
        assert reader.read() == b"old"


def test_a_file_that_cannot_be_replaced_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "current").mkdir()
    with workspace(tmp_path) as folder, pytest.raises(OSError, match="current"):
        replace_file(tmp_path / "current", b"new", workspace=folder)
    assert (tmp_path / "current").is_dir()
