"""The library that a server answers from, replaced while it serves."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Self

from siglum.artifact.locate import CURRENT, version_folder
from siglum.errors import SiglumError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from siglum.service import Library


class Reloaded(NamedTuple):
    """What came of looking for a new version."""

    version: str
    """Of the library in use now."""
    refused: str | None = None
    """Why a new one was not taken."""


class _Lease:
    """A library and how many are asking it."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.users = 0
        self.retired = False


class Current:
    """The version in use; a context manager, safe from any thread.

    A question is answered to its end by the version it began with; that one is closed after its last.
    """

    def __init__(self, *paths: Path) -> None:
        self._paths = paths
        self._lock = threading.Lock()
        self._seen = self._signature()
        self._lease = _Lease(_opened(*paths))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._retire(self._lease)

    @contextmanager
    def library(self) -> Iterator[Library]:
        """Lend the library for one question."""
        with self._lock:
            lease = self._lease
            lease.users += 1
        try:
            yield lease.library
        finally:
            with self._lock:
                lease.users -= 1
                unused = lease.retired and lease.users == 0
            if unused:
                lease.library.close()

    @property
    def version(self) -> str:
        """The version in use."""
        return self._lease.library.manifest.version

    def damage(self) -> list[str]:
        """Return what is wrong with the files of the artifacts, read to the last byte."""
        from siglum.artifact.manifest import MANIFEST, read_manifest
        from siglum.verify import file_failures

        folders = [version_folder(path) for path in self._paths]
        return [
            fault for folder in folders for fault in file_failures(folder, read_manifest(folder / MANIFEST))
        ]

    def reload(self) -> Reloaded | None:
        """Take a newly published version, checked to the last byte; None where nothing was published.

        A version that is not whole is refused, and not looked at again until another is published.
        """
        signature = self._signature()
        if signature == self._seen:
            return None
        self._seen = signature
        try:
            library = self._next()
        except (SiglumError, OSError, MemoryError) as error:
            return Reloaded(self.version, refused=str(error) or type(error).__name__)
        if library is None:
            return None
        before, self._lease = self._lease, _Lease(library)
        self._retire(before)
        return Reloaded(library.manifest.version)

    def _next(self) -> Library | None:
        """Open what is published now; None where it is the version in use."""
        from siglum.verify import verify

        folders = [version_folder(path) for path in self._paths]
        known = self._lease.library.versions
        failures = [fault for folder in folders if folder.name not in known for fault in verify(folder)]
        if failures:
            raise SiglumError("; ".join(failures[:3]))
        library = _opened(*folders)
        if library.manifest.version != self.version:
            return library
        library.close()
        return None

    def _retire(self, lease: _Lease) -> None:
        with self._lock:
            lease.retired = True
            unused = lease.users == 0
        if unused:
            lease.library.close()

    def _signature(self) -> tuple[tuple[int, int], ...]:
        """Return what changes whenever a version is published."""
        return tuple(map(_signature_of, self._paths))


def _signature_of(path: Path) -> tuple[int, int]:
    try:
        status = (path / CURRENT).stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_ino)


def _opened(*paths: Path) -> Library:
    from siglum.opening import open_library

    return open_library(paths)
