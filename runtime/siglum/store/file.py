"""Read the tables of `index.duckdb`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from siglum.cache import ByteCache
from siglum.rows import BlockRow, ChunkTable, DocumentRow, GroupRow, SectionRow, SpanTable, SymbolRow
from siglum.store import Store
from siglum.store.graph import Graph
from siglum.store.row_blocks import RowBlocks
from siglum.store.vocabulary import TERMS_KEPT, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from siglum.rows import Ints, Mask

_NAMED = (
    "SELECT name, symbol_id FROM symbol_names WHERE name IN (SELECT unnest(?::VARCHAR[])) ORDER BY symbol_id"
)
_STARTING = (
    "SELECT name, min(symbol_id) AS symbol_id FROM symbol_names WHERE starts_with(name, ?)"
    " GROUP BY name ORDER BY length(name), name LIMIT ?"
)
_DOCUMENT_COLUMNS = (
    "document_id, s.name, s.base_url, path, kind, format, language, title, category, topic, tags, date,"
    " front_matter, sha256, lossy, lines, date_us FROM documents JOIN sources s USING (source_id)"
)
_SECTION_COLUMNS = (
    "section_id, document_id, parent_id, level, heading, slug, start_line, end_line FROM sections"
)
_SYMBOL_COLUMNS = (
    "symbol_id, document_id, parent_id, qualified_name, kind, signature, start_line, end_line FROM symbols"
)
_GROUPS = {"category": "category", "topic": "topic", "tag": "unnest(tags)", "source": "name"}
"""Of a document, by what it can be grouped."""

_CONDITIONS = {
    "category": "category = ?",
    "topic": "topic = ?",
    "tags_any": "list_has_any(tags, ?::VARCHAR[])",
    "tags_all": "list_has_all(tags, ?::VARCHAR[])",
    "date_from": "date_us >= ?::BIGINT",
    "date_to": "date_us <= ?::BIGINT",
    "sources": (
        "source_id IN (SELECT source_id FROM sources, (SELECT ?::VARCHAR[] AS wanted)"
        " WHERE list_contains(wanted, name) OR list_has_any(labels, wanted))"
    ),
}
"""What a document must fulfil, by the filter's name; dates are instants in microseconds."""


class FileStore(Vocabulary, Graph, Store):
    """An index file, opened read-only; a context manager, safe from any thread."""

    def __init__(self, version_folder: Path) -> None:
        super().__init__(version_folder)
        self._named: ByteCache[str, list[int]] = ByteCache(TERMS_KEPT)
        self._texts = RowBlocks(self, "chunk_id, text FROM chunks")
        self._documents = RowBlocks(self, _DOCUMENT_COLUMNS)
        self._sections = RowBlocks(self, _SECTION_COLUMNS)
        self._symbols = RowBlocks(self, _SYMBOL_COLUMNS)

    @cached_property
    def chunks(self) -> ChunkTable:
        c = self.columns(
            "SELECT document_id, coalesce(section_id::BIGINT, -1) AS section_id,"
            " coalesce(symbol_id::BIGINT, -1) AS symbol_id, start_line, end_line, start_byte, end_byte,"
            " indexed, changelog, test, sample, quality, coalesce(twin_id::BIGINT, -1) AS twin_id,"
            " heading_length, path_length, breadcrumb_length, body_length"
            " FROM chunks"
        )
        ints = {name: column.astype(np.int64) for name, column in c.items()}
        return ChunkTable(
            document=ints["document_id"],
            section=ints["section_id"],
            symbol=ints["symbol_id"],
            start_line=ints["start_line"],
            end_line=ints["end_line"],
            start_byte=ints["start_byte"],
            end_byte=ints["end_byte"],
            indexed=c["indexed"].astype(np.bool_),
            changelog=c["changelog"].astype(np.bool_),
            test=c["test"].astype(np.bool_),
            sample=c["sample"].astype(np.bool_),
            quality=c["quality"].astype(np.float64),
            twin=ints["twin_id"],
            lengths=(
                ints["heading_length"],
                ints["path_length"],
                ints["breadcrumb_length"],
                ints["body_length"],
            ),
        )

    @cached_property
    def block_keys(self) -> Ints:
        """Of each chunk what it has in common with chunks at the same place in blocks of the same text."""
        return self.columns("SELECT block_key FROM chunks")["block_key"].astype(np.int64)

    def documents_where(self, conditions: Mapping[str, object]) -> Ints:
        clauses = " AND ".join(_CONDITIONS[name] for name in conditions)
        found = self.columns(f"SELECT document_id FROM documents WHERE {clauses}", list(conditions.values()))
        return found["document_id"].astype(np.int64)

    @cached_property
    def section_spans(self) -> SpanTable:
        return self._spans("sections")

    @cached_property
    def symbol_spans(self) -> SpanTable:
        return self._spans("symbols")

    def _spans(self, table: str) -> SpanTable:
        c = self.columns(
            "SELECT document_id, coalesce(parent_id::BIGINT, -1) AS parent_id, start_line, end_line"
            f" FROM {table}"
        )
        ints = {name: column.astype(np.int64) for name, column in c.items()}
        return SpanTable(ints["document_id"], ints["parent_id"], ints["start_line"], ints["end_line"])

    def texts(self, chunk_ids: Iterable[int]) -> dict[int, str]:
        return {number: row[1] for number, row in self._texts.rows(chunk_ids)}

    def documents(self, document_ids: Iterable[int]) -> dict[int, DocumentRow]:
        found = self._documents.rows(document_ids)
        return {number: DocumentRow._make((*row[:10], tuple(row[10]), *row[11:])) for number, row in found}

    def sections(self, section_ids: Iterable[int]) -> dict[int, SectionRow]:
        return {number: SectionRow(*row) for number, row in self._sections.rows(section_ids)}

    def symbols(self, symbol_ids: Iterable[int]) -> dict[int, SymbolRow]:
        return {number: SymbolRow(*row) for number, row in self._symbols.rows(symbol_ids)}

    def symbols_named(self, names: Sequence[str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        missing = []
        for name in names:
            kept = self._named.get(name)
            if kept is None:
                missing.append(name)
            elif kept:
                found[name] = kept
        fetched: dict[str, list[int]] = {name: [] for name in missing}
        for name, symbol in self.rows(_NAMED, [missing]) if missing else ():
            fetched[name].append(symbol)
        for name, symbols in fetched.items():
            self._named.put(name, symbols, size=1)
        return found | {name: symbols for name, symbols in fetched.items() if symbols}

    def symbols_starting(self, name: str, count: int) -> list[tuple[str, int]]:
        return [(found, symbol) for found, symbol in self.rows(_STARTING, [name, count])]

    @cached_property
    def is_code(self) -> Mask:
        found = self.columns("SELECT kind = 'code' AS is_code FROM documents ORDER BY document_id")
        return found["is_code"].astype(np.bool_)

    def documentation_of(self, document_id: int) -> list[str]:
        query = "SELECT documentation FROM symbols WHERE document_id = ? ORDER BY symbol_id"
        return [text for (text,) in self.rows(query, [document_id])]

    def blocks_of(self, document_id: int) -> list[BlockRow]:
        query = "SELECT kind, depth, start_byte, end_byte FROM blocks WHERE document_id = ? ORDER BY rowid"
        return [BlockRow(*row) for row in self.rows(query, [document_id])]

    def groups(self, by: Literal["category", "topic", "tag", "source"]) -> list[GroupRow]:
        newest = "max({'us': date_us, 'date': date}) FILTER (WHERE date_us IS NOT NULL)"
        query = (
            f"SELECT name, count(*), ({newest}).date, ({newest}).us FROM (SELECT {_GROUPS[by]} AS name,"
            " date_us, date FROM documents JOIN sources USING (source_id)) WHERE name IS NOT NULL"
            " GROUP BY name ORDER BY name"
        )
        return [GroupRow(*row) for row in self.rows(query)]

    @cached_property
    def document_ids(self) -> dict[str, int]:
        rows = self.rows("SELECT path, document_id FROM documents ORDER BY document_id")
        return dict(rows)
