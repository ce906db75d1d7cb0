"""The content digest: a hash of the logical rows, vectors and settings, whatever the bytes on disk."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import orjson

from siglum.artifact.tables import TABLES, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import duckdb
    from numpy.typing import NDArray

BATCH = 122_880
"""Rows hashed at once: a DuckDB row group."""

_INTEGERS = {"UTINYINT": "u1", "USMALLINT": "<u2", "UINTEGER": "<u4", "UBIGINT": "<u8"}


def content_digest(
    connection: duckdb.DuckDBPyConnection,
    *,
    settings: bytes,
    arrays: Iterable[tuple[str, NDArray[np.generic]]],
) -> str:
    """Return the sha256 (hex) of settings, every table's rows in order, and named arrays.

    Columns of unsigned integers without NULL are hashed as little-endian bytes, all others as a JSON
    list, batch by batch; every part is preceded by its name and length, so that no two contents
    give one stream.
    """
    digest = hashlib.sha256()
    for name, part in _parts(connection, settings, arrays):
        digest.update(f"{name}:{len(part)}\n".encode())
        digest.update(part)
    return digest.hexdigest()


def _parts(
    connection: duckdb.DuckDBPyConnection,
    settings: bytes,
    arrays: Iterable[tuple[str, NDArray[np.generic]]],
) -> Iterator[tuple[str, bytes]]:
    yield "settings", settings
    for table in TABLES:
        yield from _table_parts(connection, table)
    for name, array in arrays:
        header = f"{array.dtype.str} {array.shape}\n".encode()
        yield name, header + np.ascontiguousarray(array).tobytes()


def _table_parts(connection: duckdb.DuckDBPyConnection, table: Table) -> Iterator[tuple[str, bytes]]:
    rows = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
    count = int(rows[0]) if rows else 0
    yield table.name, str(count).encode()
    names = ", ".join(column.name for column in table.columns)
    for start in range(0, count, BATCH):
        query = f"SELECT {names} FROM {table.name} WHERE rowid >= {start} AND rowid < {start + BATCH}"
        found = connection.execute(query).fetchnumpy()
        for column in table.columns:
            yield f"{table.name}.{column.name}", _column_part(column, found[column.name])


def _column_part(column: Column, values: NDArray[Any]) -> bytes:
    kind = _INTEGERS.get(column.type)
    if kind and not column.null:
        return values.astype(kind).tobytes()
    return orjson.dumps([list(v) for v in values] if column.type.endswith("[]") else values.tolist())
