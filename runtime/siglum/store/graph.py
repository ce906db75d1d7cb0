"""What leads from one document to another: links, uses of code, hints of frameworks."""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

import numpy as np

from siglum.cache import ByteCache
from siglum.rows import HintRow, LinkRow, UseRow
from siglum.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.rows import Ints
    from siglum.store.database import Row

_UNRESOLVED = (
    "SELECT d.path, l.line, l.kind, l.target, l.reason FROM links l JOIN documents d USING (document_id)"
    " WHERE l.reason <> '' AND l.status {comparison} 'outside' ORDER BY l.rowid"
)
_LINK_COUNTS = (
    "SELECT kind, CASE WHEN reason <> '' AND status <> 'outside' THEN 'broken' ELSE status END AS outcome,"
    " count(*) FROM links GROUP BY ALL ORDER BY kind, outcome"
)
"""A link that leads to a document but not to the anchor or the part that it names is broken."""
_LINKS = (
    "document_id, section_id, line, kind, label, target_document_id, target_section_id,"
    " target_start_line, target_end_line FROM links"
)
_USES = "document_id, symbol_id, line, kind, name, target_document_id, target_symbol_id FROM uses"
_LEADING = (
    "SELECT {column}, rowid, {columns} WHERE {column} IN (SELECT unnest(?::UINTEGER[]))"
    " AND target_document_id IS NOT NULL ORDER BY rowid"
)
"""A scan in both directions: 2 ms over 30,000 links, 6 to 7 ms over a million, of 20 documents; an index by
target took 13 ms and more (duckdb 2.0.1, one thread)."""
LEADING_KEPT = 1 << 17
"""Links and uses that are kept, 0.5 KB each."""
Column = Literal["document_id", "target_document_id"]
_HINT_COLUMNS = "document_id, line, framework, kind, detail"
HINTS = 1000
"""Of frameworks that are returned at most."""
_FRAMEWORK_HINTS = (
    f"SELECT {_HINT_COLUMNS} FROM (SELECT rowid AS place, {_HINT_COLUMNS} FROM hints"
    " WHERE framework IN (SELECT unnest(?::VARCHAR[]))"
    " ORDER BY list_contains(?::VARCHAR[], detail) DESC, list_contains(?::VARCHAR[], kind), rowid"
    f" LIMIT {HINTS}) ORDER BY place"
)


class Graph(Database):
    """The tables `links`, `uses` and `hints`."""

    def links_from(self, document_ids: Iterable[int]) -> list[LinkRow]:
        return [LinkRow(*row) for row in self._leading(_LINKS, "document_id", document_ids)]

    def links_to(self, document_ids: Iterable[int]) -> list[LinkRow]:
        return [LinkRow(*row) for row in self._leading(_LINKS, "target_document_id", document_ids)]

    def uses_from(self, document_ids: Iterable[int]) -> list[UseRow]:
        return [UseRow(*row) for row in self._leading(_USES, "document_id", document_ids)]

    def uses_of(self, document_ids: Iterable[int]) -> list[UseRow]:
        return [UseRow(*row) for row in self._leading(_USES, "target_document_id", document_ids)]

    def _leading(self, columns: str, column: Column, document_ids: Iterable[int]) -> list[Row]:
        """Return the rows of documents in the order of the table; those asked for last are kept."""
        found = {number: self._kept.get((columns, column, number)) for number in document_ids}
        missing = [number for number, kept in found.items() if kept is None]
        fetched: dict[int, list[Row]] = {number: [] for number in missing}
        query = _LEADING.format(column=column, columns=columns)
        for number, *row in self.rows(query, [missing]) if missing else ():
            fetched[number].append(tuple(row))
        for number, rows in fetched.items():
            self._kept.put((columns, column, number), rows, size=1 + len(rows))
        rows_of_all = (row for rows in (found | fetched).values() for row in rows or ())
        return [row[1:] for row in sorted(rows_of_all, key=itemgetter(0))]

    @cached_property
    def _kept(self) -> ByteCache[tuple[str, Column, int], list[Row]]:
        return ByteCache(LEADING_KEPT)

    def hints_in(self, document_id: int) -> list[HintRow]:
        query = f"SELECT {_HINT_COLUMNS} FROM hints WHERE document_id = ? ORDER BY rowid"
        return [HintRow(*row) for row in self.rows(query, [document_id])]

    def framework_hints(
        self, frameworks: Sequence[str], *, details: Sequence[str], kinds: Sequence[str]
    ) -> list[HintRow]:
        rows = self.rows(_FRAMEWORK_HINTS, [list(frameworks), list(details), list(kinds)])
        return [HintRow(*row) for row in rows]

    def link_counts(self) -> list[tuple[str, str, int]]:
        return [(kind, status, count) for kind, status, count in self.rows(_LINK_COUNTS)]

    def unresolved_links(self, *, outside: bool) -> list[tuple[str, int, str, str, str]]:
        rows = self.rows(_UNRESOLVED.format(comparison="=" if outside else "<>"))
        return [(path, line, kind, target, reason) for path, line, kind, target, reason in rows]

    def hints_of(self, kinds: Sequence[str]) -> Ints:
        known = self._hints
        return np.unique(np.concatenate([known.get(kind, np.zeros(0, np.int64)) for kind in kinds]))

    @cached_property
    def _hints(self) -> dict[str, Ints]:
        rows = self.rows("SELECT kind, list(DISTINCT chunk_id ORDER BY chunk_id) FROM hints GROUP BY kind")
        return {kind: np.array(chunks, dtype=np.int64) for kind, chunks in rows}
