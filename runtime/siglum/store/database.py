"""An index file, opened read-only: the only thing of the runtime that DuckDB is asked through."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import duckdb

from siglum.artifact.manifest import INDEX, REBUILD, REPLACE
from siglum.errors import ArtifactBusy, ArtifactDamaged, ArtifactForeign, SiglumError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Columns = dict[str, NDArray[Any]]

Row = tuple[Any, ...]

_BUSY = ("Permission denied", "different configuration", "Unique file handle conflict", "failed to allocate")
"""What DuckDB says of a file that it may not open, or that this process has open with other settings."""
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": "1",
    "temp_directory": "",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


class Database:
    """An index file; a context manager, safe from any thread.

    Each thread has a cursor of its own; what DuckDB reports as damage is `ArtifactDamaged`, and a table or
    column that an artifact of another siglum lacks `ArtifactForeign`.
    """

    def __init__(self, version_folder: Path) -> None:
        self._path = version_folder / INDEX
        self._local = threading.local()
        self._closed = False
        self._questions = 0
        self._idle = threading.Condition()
        with self._reading():
            self._connection = duckdb.connect(str(self._path), read_only=True, config=_CONFIG)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file once what is being asked is answered; later questions are a `SiglumError`."""
        with self._idle:
            self._closed = True
            self._idle.wait_for(lambda: self._questions == 0)
        self._connection.close()

    @contextmanager
    def _asking(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Give this thread's cursor, and keep the file open meanwhile."""
        with self._idle:
            if self._closed:
                raise SiglumError("this artifact is closed: open it again")
            self._questions += 1
        try:
            with self._reading():
                yield self._cursor()
        finally:
            with self._idle:
                self._questions -= 1
                self._idle.notify_all()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Tell damage from other tables and from what only stands in the way, and pass on Ctrl-C."""
        try:
            yield
        except (duckdb.Error, RuntimeError, UnicodeDecodeError) as error:
            fault = str(error).strip().partition("\n")[0] or type(error).__name__
            if "interrupted" in fault.lower():
                raise KeyboardInterrupt from error
            if isinstance(error, duckdb.OutOfMemoryException) or any(sign in fault for sign in _BUSY):
                raise ArtifactBusy(f"{self._path} cannot be read now ({fault}); it may be whole") from error
            if isinstance(error, (duckdb.BinderException, duckdb.CatalogException)):
                raise ArtifactForeign(
                    f"{self._path} has other tables than this siglum reads ({fault}): {REPLACE}"
                ) from error
            raise ArtifactDamaged(f"{self._path} cannot be read ({fault}); {REBUILD}") from error

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._local, "cursor", None)
        if cursor is None:
            cursor = self._local.cursor = self._connection.cursor()
        return cursor

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return all rows of a query."""
        with self._asking() as cursor:
            return cursor.execute(query, list(parameters)).fetchall()

    def columns(self, query: str, parameters: Sequence[object] = ()) -> Columns:
        """Return the columns of a query without NULL as numpy arrays."""
        with self._asking() as cursor:
            return cursor.execute(query, list(parameters)).fetchnumpy()

    def content_digest(self, *, settings: bytes, arrays: Iterable[tuple[str, NDArray[np.generic]]]) -> str:
        """Return the content digest of the rows in this file with these settings and arrays."""
        from siglum.artifact.digest import content_digest

        with self._asking() as cursor:
            return content_digest(cursor, settings=settings, arrays=arrays)
