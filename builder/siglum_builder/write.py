"""Write the files of a version: the only module that makes an artifact's bytes."""

from __future__ import annotations

import dataclasses
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version as package_version
from typing import TYPE_CHECKING

import duckdb
import numpy as np

from siglum.artifact.digest import content_digest
from siglum.artifact.files import sha256_of
from siglum.artifact.manifest import (
    INDEX,
    MANIFEST,
    VECTORS,
    VERSION_LENGTH,
    FileEntry,
    Manifest,
    sealed_bytes,
    settings_bytes,
)
from siglum.artifact.tables import TABLES, Column, Table, statements
from siglum.semantic import PRIOR_CHUNKS, PRIOR_ROWS, PRIOR_SCALES, TERM_ROWS, TERM_SCALES
from siglum_builder.parse.grammars import GRAMMARS
from siglum_builder.rows import table_columns
from siglum_builder.seal import seal_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.artifact.manifest import CalibrationEntry
    from siglum_builder.rows import ColumnValues, Corpus
    from siglum_builder.vectors import Vectors

PACKAGES = (
    "duckdb",
    "numpy",
    "scipy",
    "usearch",
    "markdown-it-py",
    "mdit-py-plugins",
    "pystemmer",
    "tree-sitter",
    *sorted({grammar.package for grammar in GRAMMARS.values()}),
    "pyyaml",
    "charset-normalizer",
    "siglum",
)
"""Whose versions shape the bytes."""

_MEMORY_LIMIT = "8GB"
"""A constant: the limit in force shapes the file's bytes (measured on duckdb 2.0.1)."""
_ATTACH = "ATTACH '{path}' AS sealed (BLOCK_SIZE 32768, STORAGE_VERSION 'latest')"


@dataclass(frozen=True, slots=True)
class Written:
    """A version, complete but not published."""

    folder: Path
    manifest: Manifest


def write_version(
    workspace: Path,
    corpus: Corpus,
    vectors: Vectors | None,
    *,
    draft: Manifest,
    calibrated: Callable[[], CalibrationEntry],
) -> Written:
    """Write all files of a version into `workspace/<version>/`, `manifest.json` last.

    `draft` is the manifest without digest, version and files; `calibrated` gives its calibration, which
    no table holds.
    """
    path, arrays = workspace / INDEX, _arrays(vectors)
    with _opened(path) as connection:
        _fill(connection, corpus, vectors, draft)
        draft = dataclasses.replace(draft, calibration=calibrated())
        digest = content_digest(connection, settings=settings_bytes(draft), arrays=arrays.items())
    seal_database(path, bytes.fromhex(digest)[:16])
    folder = workspace / digest[:VERSION_LENGTH]
    folder.mkdir()
    path.rename(folder / INDEX)
    if vectors is not None:
        _write_vectors(folder, arrays, vectors.chunk_rows)
    manifest = dataclasses.replace(
        draft,
        digest=digest,
        version=digest[:VERSION_LENGTH],
        files=_file_entries(folder),
        packages={name: package_version(name) for name in PACKAGES},
    )
    (folder / MANIFEST).write_bytes(sealed_bytes(manifest))
    return Written(folder, manifest)


@contextmanager
def _opened(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection whose tables are those of a new file at `path`, complete at the end."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": "1",
        "memory_limit": _MEMORY_LIMIT,
        "checkpoint_threshold": _MEMORY_LIMIT,  # all is written once, at the end
        "temp_directory": str(path.parent / "spill"),
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with duckdb.connect(":memory:", config=config) as connection:
        escaped = str(path).replace("'", "''")
        connection.execute(_ATTACH.format(path=escaped))
        connection.execute("USE sealed")
        yield connection
        connection.execute("USE memory")
        connection.execute("DETACH sealed")


def _fill(
    connection: duckdb.DuckDBPyConnection, corpus: Corpus, vectors: Vectors | None, draft: Manifest
) -> None:
    """Make the tables and fill them.

    Each is committed by itself: of one transaction DuckDB writes large tables in an order of addresses in
    memory, which differs from build to build.
    """
    connection.begin()
    for statement in statements():
        connection.execute(statement)
    connection.commit()
    tables = {table.name: table for table in TABLES}
    for name, columns in table_columns(corpus, vectors, draft):
        _insert(connection, tables[name], columns)


def _insert(connection: duckdb.DuckDBPyConnection, table: Table, values: Sequence[ColumnValues]) -> None:
    incoming = {
        column.name: _as_array(column, part) for column, part in zip(table.columns, values, strict=True)
    }
    selected = ", ".join(_selected(column) for column in table.columns)
    connection.register("incoming", incoming)
    connection.execute(f"INSERT INTO {table.name} SELECT {selected} FROM incoming")
    connection.unregister("incoming")


_SEPARATOR = "\x1f"
"""Joins the entries of a list on the way into DuckDB; no decoded text holds it in a tag or label."""


def _as_array(column: Column, values: ColumnValues) -> NDArray[np.generic]:
    """Return a column as numpy can hand it over: -1 for NULL in numbers, joined text for lists."""
    if isinstance(values, np.ndarray):
        return values
    if column.type == "BOOLEAN":
        return np.array(values, dtype=np.bool_)
    if column.type == "DOUBLE":
        return np.array(values, dtype=np.float64)
    if not column.type.startswith("VARCHAR"):
        numbers = [_NULL if value is None else value for value in values] if column.null else values
        return np.array(numbers, dtype=np.int64)
    array = np.empty(len(values), dtype=object)
    array[:] = [_SEPARATOR.join(v) if isinstance(v, tuple) else v for v in values]
    return array


_NULL = np.iinfo(np.int64).min


def _selected(column: Column) -> str:
    """Return the expression that undoes `_as_array`."""
    if column.type.endswith("[]"):
        return f"CASE WHEN {column.name} = '' THEN [] ELSE string_split({column.name}, chr(31)) END"
    if column.null and not column.type.startswith("VARCHAR"):
        return f"nullif({column.name}, {_NULL})"
    return column.name


def _arrays(vectors: Vectors | None) -> dict[str, NDArray[np.generic]]:
    if vectors is None:
        return {}
    prior = vectors.prior
    second: dict[str, NDArray[np.generic]] = {}
    if prior is not None:
        second = {
            PRIOR_ROWS: prior.term_rows,
            PRIOR_SCALES: prior.term_scales,
            PRIOR_CHUNKS: prior.chunk_rows,
        }
    return {
        TERM_ROWS: vectors.term_rows,
        TERM_SCALES: vectors.term_scales,
        VECTORS: vectors.chunk_rows,
        **second,
    }


def _write_vectors(
    folder: Path, arrays: dict[str, NDArray[np.generic]], chunk_rows: NDArray[np.int8]
) -> None:
    for name, array in arrays.items():
        if name != VECTORS:
            (folder / name).parent.mkdir(exist_ok=True)
            np.save(folder / name, array, allow_pickle=False)
    _write_usearch(folder / VECTORS, chunk_rows)


def _write_usearch(path: Path, rows: NDArray[np.int8]) -> None:
    """Write the rows as whole numbers in f16, in the order of their keys, by one thread.

    Search is exact, so the graph has as few edges as usearch allows.
    """
    from usearch.index import Index

    index = Index(
        ndim=rows.shape[1],
        metric="ip",
        dtype="f16",
        connectivity=2,
        expansion_add=1,
        expansion_search=1,
    )
    index.add(np.arange(len(rows), dtype=np.uint64), rows.astype(np.float16), threads=1)
    try:
        index.save(str(path))
    except RuntimeError as fault:  # what usearch makes of every fault of the disk
        raise OSError(str(fault)) from fault


def _file_entries(folder: Path) -> dict[str, FileEntry]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): FileEntry(path.stat().st_size, sha256_of(path)) for path in files
    }
