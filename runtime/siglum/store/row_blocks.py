"""Rows of one table by id, fetched and kept in blocks: a statement costs more than its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.cache import ByteCache

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from siglum.store.database import Database, Row

ROW_BLOCK = 128
"""Rows fetched and kept together: as many take no longer than one."""
BLOCKS_KEPT = 1024
"""Of each table; a block of chunk texts is about 0.1 MB."""


def rows_of_block(table: str, number: int, size: int) -> str:
    """Return the condition for a block of rows; DuckDB reads no others for one on row numbers."""
    return f"{table}.rowid >= {number * size} AND {table}.rowid < {(number + 1) * size}"


class RowBlocks:
    """One table of a database, by the columns of a `SELECT` whose first is the id and row number."""

    def __init__(self, database: Database, columns: str) -> None:
        self._database = database
        self._columns = columns
        self._table = columns.rpartition(" FROM ")[2].split()[0]
        self._kept: ByteCache[int, dict[int, Row]] = ByteCache(BLOCKS_KEPT)

    def rows(self, ids: Iterable[int]) -> Iterator[tuple[int, Row]]:
        """Yield (id, row) of those `ids` that exist, in the order given."""
        wanted = list(dict.fromkeys(ids))
        blocks: dict[int, dict[int, Row]] = {}
        missing = []
        for number in sorted({i // ROW_BLOCK for i in wanted}):
            kept = self._kept.get(number)
            if kept is None:
                missing.append(number)
            else:
                blocks[number] = kept
        if missing:
            blocks |= self._fetch(missing)
        for number in wanted:
            row = blocks[number // ROW_BLOCK].get(number)
            if row is not None:
                yield number, row

    def _fetch(self, numbers: list[int]) -> dict[int, dict[int, Row]]:
        fetched: dict[int, dict[int, Row]] = {number: {} for number in numbers}
        query = " UNION ALL ".join(
            f"SELECT {self._columns} WHERE {rows_of_block(self._table, n, ROW_BLOCK)}" for n in numbers
        )
        for row in self._database.rows(query):
            fetched[row[0] // ROW_BLOCK][row[0]] = row
        for number, rows in fetched.items():
            self._kept.put(number, rows, size=1)
        return fetched
