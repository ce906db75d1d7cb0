"""The content digest is a function of the rows, vectors and settings alone."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest
from numpy.typing import NDArray

from siglum.artifact import digest as digest_module
from siglum.artifact.digest import content_digest
from siglum.artifact.tables import TABLES, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Array = NDArray[np.generic]
ROWS = 3
ARRAYS: tuple[tuple[str, Array], ...] = (
    ("rows", np.array([[1, -2], [3, 4]], dtype=np.int8)),
    ("scales", np.array([1.0, 0.5], dtype=np.float16)),
)


def _value(column: Column, row: int) -> object:
    if column.null and row == 0:
        return None
    if column.type == "VARCHAR[]":
        return [f"tag{number}" for number in range(row)]
    if column.type == "VARCHAR":
        return f"{column.name} {row} 設定"
    return row % 2 == 1 if column.type == "BOOLEAN" else row


def _other(column: Column, row: int) -> object:
    """Return a value of the column's type that differs from `_value`."""
    value = _value(column, row)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, ""]
    return f"{value}." if isinstance(value, str) else 0 if column.type != "VARCHAR" else ""


def _fill(connection: duckdb.DuckDBPyConnection, table: Table, rows: Sequence[int]) -> None:
    marks = ", ".join("?" * len(table.columns))
    values = [_value(column, row) for row in rows for column in table.columns]
    connection.execute(f"INSERT INTO {table.name} VALUES {', '.join([f'({marks})'] * len(rows))}", values)


def _only(name: str) -> tuple[Table, ...]:
    return tuple(table for table in TABLES if table.name == name)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(":memory:") as opened:
        for table in TABLES:
            opened.execute(table.ddl())
            _fill(opened, table, range(ROWS))
        yield opened


def _digest(
    connection: duckdb.DuckDBPyConnection, *, settings: bytes = b"{}", arrays: object = ARRAYS
) -> str:
    assert isinstance(arrays, tuple)
    return content_digest(connection, settings=settings, arrays=arrays)


@pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])
def test_every_cell_counts(
    connection: duckdb.DuckDBPyConnection, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest_module, "TABLES", (table,))
    seen = {_digest(connection)}
    for column in table.columns:
        for row in (0, ROWS - 1) if column.null else (ROWS - 1,):
            connection.execute("BEGIN")
            connection.execute(
                f"UPDATE {table.name} SET {column.name} = ? WHERE rowid = {row}", [_other(column, row)]
            )
            changed = _digest(connection)
            connection.execute("ROLLBACK")
            assert changed not in seen, f"{column.name} of row {row}"
            seen.add(changed)


@pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])
def test_a_row_more_a_row_less_and_two_rows_swapped_count(
    connection: duckdb.DuckDBPyConnection, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest_module, "TABLES", (table,))
    seen = {_digest(connection)}
    for rows in ((), (0, 1), (0, 1, 2, 2), (1, 0, 2)):
        connection.execute(f"TRUNCATE {table.name}")
        if rows:
            _fill(connection, table, rows)
        changed = _digest(connection)
        assert changed not in seen
        seen.add(changed)


def test_every_table_counts(connection: duckdb.DuckDBPyConnection) -> None:
    seen = {_digest(connection)}
    for table in TABLES:
        connection.execute(f"DELETE FROM {table.name} WHERE rowid = {ROWS - 1}")
        seen.add(_digest(connection))
    assert len(seen) == len(TABLES) + 1


def test_settings_and_arrays_count_by_value_type_shape_name_and_order(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest_module, "TABLES", _only("metadata"))
    (first, rows), (second, scales) = ARRAYS
    other = rows.copy()
    other[1, 1] = 5
    forms: tuple[tuple[tuple[str, Array], ...], ...] = (
        ARRAYS,
        (),
        ARRAYS[:1],
        ((second, scales), (first, rows)),
        (("other", rows), (second, scales)),
        ((first, other), (second, scales)),
        ((first, rows.astype(np.int16)), (second, scales)),
        ((first, rows.view(np.uint8)), (second, scales)),
        ((first, rows.reshape(1, 4)), (second, scales)),
        ((first, rows.T.copy()), (second, scales)),
    )
    digests = [_digest(connection, arrays=form) for form in forms]
    digests.append(_digest(connection, settings=b"{} "))
    digests.append(_digest(connection, settings=b""))
    assert len(set(digests)) == len(digests)


def test_the_layout_of_an_array_in_memory_does_not_count(connection: duckdb.DuckDBPyConnection) -> None:
    name, rows = ARRAYS[0]
    wide = np.repeat(rows, 2, axis=1)[:, ::2]
    layouts = (rows, np.asfortranarray(rows), wide)
    assert not wide.flags.c_contiguous
    assert len({_digest(connection, arrays=((name, layout),)) for layout in layouts}) == 1


def test_a_database_rebuilt_in_another_way_has_the_same_digest(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    expected = _digest(connection)
    with duckdb.connect(str(tmp_path / "other.duckdb"), config={"threads": "2"}) as other:
        for table in reversed(TABLES):
            other.execute(table.ddl())
        for row in range(ROWS):
            for table in reversed(TABLES):
                _fill(other, table, [row])
            other.execute("CHECKPOINT")
        assert _digest(other) == expected
    with duckdb.connect(str(tmp_path / "other.duckdb"), read_only=True) as reopened:
        assert _digest(reopened) == expected


def test_a_copied_file_of_another_block_size_has_the_same_digest(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    digests = {_digest(connection)}
    for size in (16_384, 262_144):
        path = tmp_path / f"{size}.duckdb"
        connection.execute(f"ATTACH '{path}' AS copied (BLOCK_SIZE {size})")
        connection.execute("COPY FROM DATABASE memory TO copied")
        connection.execute("DETACH copied")
        with duckdb.connect(str(path), read_only=True) as copied:
            digests.add(_digest(copied))
    assert len(digests) == 1


def test_every_batch_counts(connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest_module, "BATCH", 2)
    before = _digest(connection)
    connection.execute("UPDATE postings SET body = 9 WHERE rowid = 2")
    assert _digest(connection) != before


def test_large_whole_numbers_keep_every_bit(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest_module, "TABLES", _only("documents"))
    seen = set()
    for size in (2**53, 2**53 + 1, 2**64 - 2, 2**64 - 1):
        connection.execute("UPDATE documents SET size = ? WHERE document_id = 0", [size])
        seen.add(_digest(connection))
    assert len(seen) == 4


def test_null_differs_from_every_value_that_could_stand_for_it(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest_module, "TABLES", _only("documents"))
    seen = set()
    for category in (None, "", "null", "None", "NULL"):
        connection.execute("UPDATE documents SET category = ? WHERE document_id = 0", [category])
        seen.add(_digest(connection))
    for tags in ([], [""], ["a", "b"], ["a,b"], ["ab"]):
        connection.execute("UPDATE documents SET tags = ? WHERE document_id = 0", [tags])
        seen.add(_digest(connection))
    assert len(seen) == 10


def test_the_stream_is_name_and_length_before_each_part_and_columns_batch_by_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A change of this stream is a change of the format."""
    columns = (Column("id", "UINTEGER", ""), Column("name", "VARCHAR", "", null=True))
    monkeypatch.setattr(digest_module, "TABLES", (Table("small", "", columns),))
    monkeypatch.setattr(digest_module, "BATCH", 2)
    parts = (
        ("settings", b"{}"),
        ("small", b"3"),
        ("small.id", b"\0\0\0\0\1\0\0\0"),
        ("small.name", '["設",null]'.encode()),
        ("small.id", b"\2\0\0\0"),
        ("small.name", b'["c"]'),
        ("rows", b"|i1 (1, 2)\n\x01\xff"),
    )
    stream = b"".join(f"{name}:{len(part)}\n".encode() + part for name, part in parts)
    with duckdb.connect(":memory:") as connection:
        connection.execute(
            "CREATE TABLE small AS SELECT * FROM (VALUES (0, '設'), (1, NULL), (2, 'c')) t(id, name)"
        )
        found = _digest(connection, arrays=(("rows", np.array([[1, -1]], dtype=np.int8)),))
    assert found == hashlib.sha256(stream).hexdigest()
