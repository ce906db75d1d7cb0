"""Opening and answering write nothing, and need no right to write."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import siglum
from siglum.render import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

ASK = """
import os, sys, siglum
def ask(folder):
    with siglum.open(folder) as library:
        return [hit.ref_id for hit in library.search("locked vault").results]
warm, folder, user = sys.argv[1:]
if user:
    ask(warm)  # imports everything while the interpreter's own files can still be read
    os.setgroups([]); os.setgid(int(user)); os.setuid(int(user))
print(ask(folder))
"""


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    """Return every file near an artifact with its size and time."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
    }


def ask(folder: Path, warm: Path, user: str = "") -> subprocess.Popen[str]:
    """Ask in a process of its own without HOME, in an empty folder."""
    environment = {key: value for key, value in os.environ.items() if key != "HOME"}
    return subprocess.Popen(
        [sys.executable, "-c", ASK, str(warm), str(folder), user],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def finished(process: subprocess.Popen[str]) -> str:
    """Return what a process printed; its complaint is part of the failure."""
    out, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    return out


@pytest.fixture
def shelf(tmp_path: Path, artifact: Path) -> Path:
    """Return a copy of the artifact with a folder around it to watch."""
    return Path(shutil.copytree(artifact, tmp_path / "shelf/docs"))


def test_eight_processes_at_once_leave_no_trace(shelf: Path) -> None:
    before = snapshot(shelf.parent)
    processes = [ask(shelf, shelf) for _ in range(8)]
    assert len({finished(process) for process in processes}) == 1
    assert snapshot(shelf.parent) == before


def test_a_user_without_rights_gets_the_same_answer(shelf: Path, artifact: Path) -> None:
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root can become a user without rights")
    for path in (shelf, *shelf.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for folder in shelf.parents:
        if folder.stat().st_mode & 0o055 != 0o055 and folder.stat().st_uid == 0:
            folder.chmod(folder.stat().st_mode | 0o055)
    before = snapshot(shelf.parent)
    assert finished(ask(shelf, artifact, user="65534")) == finished(ask(shelf, artifact))
    assert snapshot(shelf.parent) == before


@pytest.fixture
def read_only_mount(shelf: Path, tmp_path: Path) -> Iterator[Path]:
    """Yield the artifact on a mount that nobody can write to."""
    target = tmp_path / "mounted"
    target.mkdir()
    try:
        subprocess.run(["mount", "--bind", str(shelf), str(target)], check=True, capture_output=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", str(target)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        subprocess.run(["umount", str(target)], check=False, capture_output=True)
        pytest.skip(f"no right to mount here ({error})")
    yield target
    subprocess.run(["umount", str(target)], check=True)


def test_a_read_only_mount_answers_alike(read_only_mount: Path, artifact: Path) -> None:
    with pytest.raises(OSError, match="Read-only"):
        (read_only_mount / "probe").touch()
    assert finished(ask(read_only_mount, artifact)) == finished(ask(artifact, artifact))


def test_many_threads_get_the_answers_of_one(artifact: Path) -> None:
    queries = ["locked vault", "同期", "getEntryByName", "retry_limit", "E0042", "nothing like it"] * 20
    with siglum.open(artifact) as library:
        alone = [to_json(library.search(query)) for query in queries]
    found: list[list[str]] = []

    with siglum.open(artifact) as library:

        def work() -> None:
            found.append([to_json(library.search(query)) for query in queries])

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [alone] * 8
