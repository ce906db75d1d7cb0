"""Publish a version atomically: build aside, rename, then point `current` at it."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from siglum_builder.errors import BuildError, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import IO

try:
    import fcntl
except ImportError:  # Windows: abandoned folders stay until somebody deletes them
    fcntl = None  # type: ignore[assignment]

PREFIX = ".building-"
ATTEMPTS = 1_000
"""A sweep holds a lock for less than a millisecond."""


@contextmanager
def workspace(output: Path) -> Iterator[Path]:
    """Yield an empty folder beside the versions of `output`; it is gone afterwards.

    Folders that killed builds left are removed: a living build holds a lock on its own.
    """
    _make(output)
    _sweep(output)
    folder = output / f"{PREFIX}{secrets.token_hex(8)}"
    lock_path = folder.with_suffix(".lock")
    try:
        with _locked(lock_path):
            folder.mkdir()
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    finally:
        lock_path.unlink(missing_ok=True)


def _make(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        blocked = isinstance(fault, (FileExistsError, NotADirectoryError))
        reason = "a file is in its way" if blocked else reason_of(fault)
        raise BuildError(f"{output} cannot be made, {reason}: name another folder with -o") from fault


def _locked(path: Path) -> IO[bytes]:
    """Return a new file under `path`, locked; made anew where a sweep took it before it was locked."""
    for _ in range(ATTEMPTS):
        lock = path.open("wb")
        if _try_lock(lock) and _is_at(path, lock):
            return lock
        lock.close()
    raise BuildError(f"{path} cannot be locked: write to a disk whose file system has locks")


def _sweep(output: Path) -> None:
    if fcntl is None:
        return
    for lock_path in sorted(output.glob(f"{PREFIX}*.lock")):
        try:
            with lock_path.open("r+b") as lock:
                if _try_lock(lock) and _is_at(lock_path, lock):
                    shutil.rmtree(lock_path.with_suffix(""), ignore_errors=True)
                    lock_path.unlink(missing_ok=True)
        except OSError:
            continue  # another build has just removed it


def _is_at(path: Path, file: IO[bytes]) -> bool:
    """Tell whether `file` is still what stands under `path`: a lock on a file that was replaced is none."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _try_lock(file: IO[bytes]) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def publish(version_folder: Path, output: Path) -> bool:
    """Move a finished version into `output`; False where a version of that name stands there already."""
    for path in sorted(version_folder.rglob("*")):
        _sync(path)
    _sync(version_folder)
    try:
        version_folder.rename(output / version_folder.name)
    except OSError:
        if not (output / version_folder.name).is_dir():
            raise
        return False
    _sync(output)
    return True


def replace_file(path: Path, data: bytes, *, workspace: Path) -> None:
    """Replace `path` by a file of these bytes, or leave it as it is; `workspace` is on the same disk."""
    temporary = workspace / path.name
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    """Flush a file or folder to the disk, where the platform can."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
