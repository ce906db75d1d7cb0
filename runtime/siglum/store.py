"""Read `index.duckdb`: the only module of the runtime that speaks SQL."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import duckdb
import numpy as np

from siglum.artifact.manifest import INDEX, REBUILD
from siglum.cache import ByteCache
from siglum.errors import ArtifactBusy, ArtifactDamaged, SiglumError
from siglum.rows import (
    ABSENT,
    BlockRow,
    ChunkTable,
    DocumentRow,
    HintRow,
    LinkRow,
    Postings,
    SectionRow,
    SpanTable,
    SymbolRow,
    TermRow,
    UseRow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.rows import Ints

    Columns = dict[str, NDArray[Any]]

Row = tuple[Any, ...]

POSTING_BLOCK = 1 << 15
"""Postings fetched and kept together, 0.4 MB decoded: as many take as long as a statement."""
POSTING_BUDGET = 256 << 20
ROW_BLOCK = 128
"""Rows fetched and kept together: as many take no longer than one."""
TERMS_KEPT = 65_536
BLOCKS_KEPT = 1024
"""Of each table; a block of chunk texts is about 0.1 MB."""

_BUSY = ("Permission denied", "different configuration", "Unique file handle conflict", "failed to allocate")
"""What DuckDB says of a file that it may not open, or that this process has open with other settings."""
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": "1",
    "temp_directory": "",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


_TERM = (
    "SELECT term, first_posting, document_frequency, coalesce(vector_row::BIGINT, -1),"
    " coalesce(prior_row::BIGINT, -1) FROM terms"
)
_TERMS = f"{_TERM} WHERE term IN (SELECT unnest(?::VARCHAR[]))"
_NEAREST_TERM = (
    f"{_TERM} WHERE term >= $1 AND term < $2 AND abs(length(term) - length($3)) <= $4"
    " AND damerau_levenshtein(term, $3) <= $4"
    " ORDER BY damerau_levenshtein(term, $3), document_frequency DESC, term LIMIT 1"
)
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

_UNRESOLVED = (
    "SELECT d.path, l.line, l.kind, l.target, l.reason FROM links l JOIN documents d USING (document_id)"
    " WHERE l.reason <> '' AND l.status {comparison} 'outside' ORDER BY l.rowid"
)
_LINKS = (
    "SELECT document_id, section_id, line, kind, label, target_document_id, target_section_id,"
    " target_start_line, target_end_line FROM links WHERE {column} IN (SELECT unnest(?::UINTEGER[]))"
    " AND target_document_id IS NOT NULL ORDER BY rowid"
)
"""A scan in both directions: 2 ms over 30,000 links, 6 to 7 ms over a million, of 20 documents; an index by
target took 13 ms and more (duckdb 2.0.1, one thread)."""
_GROUPS = {"category": "category", "topic": "topic", "tag": "unnest(tags)", "source": "name"}
"""Of a document, by what it can be grouped."""

_USES = (
    "SELECT document_id, symbol_id, line, kind, name, target_document_id, target_symbol_id FROM uses"
    " WHERE {column} IN (SELECT unnest(?::UINTEGER[])) AND target_document_id IS NOT NULL ORDER BY rowid"
)
_HINTS = (
    "SELECT document_id, line, framework, kind, detail FROM hints WHERE {condition} ORDER BY rowid LIMIT 1000"
)


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


def _rows_of_block(table: str, number: int, size: int) -> str:
    """Return the condition for a block of rows; DuckDB reads no others for one on row numbers."""
    return f"{table}.rowid >= {number * size} AND {table}.rowid < {(number + 1) * size}"


class RowBlocks:
    """Rows of one table by id, fetched and kept in blocks: a statement costs more than its rows."""

    def __init__(self, store: Store, columns: str) -> None:
        self._store = store
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
        blocks |= self._fetch(missing)
        for number in wanted:
            row = blocks[number // ROW_BLOCK].get(number)
            if row is not None:
                yield number, row

    def _fetch(self, numbers: list[int]) -> dict[int, dict[int, Row]]:
        fetched: dict[int, dict[int, Row]] = {number: {} for number in numbers}
        query = " UNION ALL ".join(
            f"SELECT {self._columns} WHERE {_rows_of_block(self._table, n, ROW_BLOCK)}" for n in numbers
        )
        for row in self._store.rows(query) if numbers else ():
            fetched[row[0] // ROW_BLOCK][row[0]] = row
        for number, rows in fetched.items():
            self._kept.put(number, rows, size=1)
        return fetched


class Store:
    """An index file, opened read-only; a context manager, safe from any thread.

    Each thread has a cursor of its own; what DuckDB reports as damage is `ArtifactDamaged`.
    """

    def __init__(self, version_folder: Path) -> None:
        self._path = version_folder / INDEX
        self._local = threading.local()
        self._closed = False
        self._postings: ByteCache[int, Columns] = ByteCache(POSTING_BUDGET)
        self._terms: ByteCache[str, TermRow] = ByteCache(TERMS_KEPT)
        self._named: ByteCache[str, list[int]] = ByteCache(TERMS_KEPT)
        self._nearest: ByteCache[tuple[str, int], tuple[str, TermRow]] = ByteCache(TERMS_KEPT)
        self._texts = RowBlocks(self, "chunk_id, text FROM chunks")
        self._documents = RowBlocks(self, _DOCUMENT_COLUMNS)
        self._sections = RowBlocks(self, _SECTION_COLUMNS)
        self._symbols = RowBlocks(self, _SYMBOL_COLUMNS)
        with self._reading():
            self._connection = duckdb.connect(str(self._path), read_only=True, config=_CONFIG)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file; every later question is a `SiglumError`."""
        self._closed = True
        self._connection.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Tell damage from what only stands in the way, and pass on Ctrl-C."""
        try:
            yield
        except (duckdb.Error, RuntimeError, UnicodeDecodeError) as error:
            fault = str(error).strip().partition("\n")[0] or type(error).__name__
            if "interrupted" in fault.lower():
                raise KeyboardInterrupt from error
            if isinstance(error, duckdb.OutOfMemoryException) or any(sign in fault for sign in _BUSY):
                raise ArtifactBusy(f"{self._path} cannot be read now ({fault}); it may be whole") from error
            raise ArtifactDamaged(f"{self._path} cannot be read ({fault}); {REBUILD}") from error

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        if self._closed:
            raise SiglumError("this artifact is closed: open it again")
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._local, "cursor", None)
        if cursor is None:
            cursor = self._local.cursor = self._connection.cursor()
        return cursor

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        with self._reading():
            return self._cursor().execute(query, list(parameters)).fetchall()

    def columns(self, query: str, parameters: Sequence[object] = ()) -> Columns:
        """Return the columns of a query without NULL as numpy arrays."""
        with self._reading():
            return self._cursor().execute(query, list(parameters)).fetchnumpy()

    def content_digest(self, *, settings: bytes, arrays: Iterable[tuple[str, NDArray[np.generic]]]) -> str:
        """Return the content digest of the rows in this file with these settings and arrays."""
        from siglum.artifact.digest import content_digest

        with self._reading():
            return content_digest(self._cursor(), settings=settings, arrays=arrays)

    @cached_property
    def chunks(self) -> ChunkTable:
        """The chunk table without texts."""
        c = self.columns(
            "SELECT document_id, coalesce(section_id::BIGINT, -1) AS section_id,"
            " coalesce(symbol_id::BIGINT, -1) AS symbol_id, start_line, end_line, start_byte, end_byte,"
            " indexed, changelog, quality, coalesce(twin_id::BIGINT, -1) AS twin_id,"
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
            quality=c["quality"].astype(np.float64),
            twin=ints["twin_id"],
            lengths=(
                ints["heading_length"],
                ints["path_length"],
                ints["breadcrumb_length"],
                ints["body_length"],
            ),
        )

    def documents_where(self, conditions: Mapping[str, object]) -> Ints:
        """Return the ids of the documents that fulfil all `conditions`, by name in `_CONDITIONS`."""
        clauses = " AND ".join(_CONDITIONS[name] for name in conditions)
        found = self.columns(f"SELECT document_id FROM documents WHERE {clauses}", list(conditions.values()))
        return found["document_id"].astype(np.int64)

    @cached_property
    def section_spans(self) -> SpanTable:
        """Where each section stands."""
        return self._spans("sections")

    @cached_property
    def symbol_spans(self) -> SpanTable:
        """Where each definition stands."""
        return self._spans("symbols")

    def _spans(self, table: str) -> SpanTable:
        c = self.columns(
            "SELECT document_id, coalesce(parent_id::BIGINT, -1) AS parent_id, start_line, end_line"
            f" FROM {table}"
        )
        ints = {name: column.astype(np.int64) for name, column in c.items()}
        return SpanTable(ints["document_id"], ints["parent_id"], ints["start_line"], ints["end_line"])

    def terms(self, terms: Iterable[str]) -> dict[str, TermRow]:
        """Return the rows of those of `terms` that the vocabulary has, in the order given."""
        found = {term: self._terms.get(term) for term in terms}
        missing = [term for term, row in found.items() if row is None]
        if missing:
            rows = {term: TermRow(*row) for term, *row in self.rows(_TERMS, [missing])}
            for term in missing:
                found[term] = row = rows.get(term, ABSENT)
                self._terms.put(term, row, size=1)
        return {term: row for term, row in found.items() if row is not None and row is not ABSENT}

    def nearest_term(self, term: str, *, distance: int) -> tuple[str, TermRow] | None:
        """Return the term that `term` may be a misspelling of, or None.

        Sought are terms with the same first letter at most `distance` edits away (Damerau and
        Levenshtein: a letter more, less or other, or two swapped): the nearest, then the commonest.
        """
        found = self._nearest.get((term, distance))
        if found is None:
            bounds = [term[0], chr(ord(term[0]) + 1), term, distance]
            rows = self.rows(_NEAREST_TERM, bounds)
            found = (rows[0][0], TermRow(*rows[0][1:])) if rows else ("", ABSENT)
            self._nearest.put((term, distance), found, size=1)
        return None if found[1] is ABSENT else found

    def postings(self, terms: Iterable[TermRow]) -> list[Postings]:
        """Return the postings of each term."""
        wanted = list(terms)
        blocks = self._posting_blocks({number for term in wanted for number in _blocks_of(term)})
        return [_cut_postings(term, blocks) for term in wanted]

    def _posting_blocks(self, numbers: set[int]) -> dict[int, Columns]:
        """Return blocks of the postings by number; those that are not kept are fetched by one statement."""
        found = {number: self._postings.get(number) for number in sorted(numbers)}
        missing = [number for number, block in found.items() if block is None]
        if missing:
            fetched = self.columns(
                " UNION ALL ".join(
                    "SELECT chunk_id, heading, path, breadcrumb, body FROM postings"
                    f" WHERE {_rows_of_block('postings', number, POSTING_BLOCK)}"
                    for number in missing
                )
            )
            for place, number in enumerate(missing):
                rows = slice(place * POSTING_BLOCK, (place + 1) * POSTING_BLOCK)
                block = {name: column[rows].copy() for name, column in fetched.items()}
                self._postings.put(number, block, size=sum(column.nbytes for column in block.values()))
                found[number] = block
        return {number: block for number, block in found.items() if block is not None}

    def texts(self, chunk_ids: Iterable[int]) -> dict[int, str]:
        """Return the texts of chunks by id."""
        return {number: row[1] for number, row in self._texts.rows(chunk_ids)}

    def sources(self) -> list[tuple[str, str | None]]:
        """Return each source's name and the prefix of its citation addresses, in order."""
        return [
            (row[0], row[1]) for row in self.rows("SELECT name, base_url FROM sources ORDER BY source_id")
        ]

    def documents(self, document_ids: Iterable[int]) -> dict[int, DocumentRow]:
        """Return documents by id."""
        found = self._documents.rows(document_ids)
        return {number: DocumentRow(*row)._replace(tags=tuple(row[10])) for number, row in found}

    def sections(self, section_ids: Iterable[int]) -> dict[int, SectionRow]:
        """Return sections by id."""
        return {number: SectionRow(*row) for number, row in self._sections.rows(section_ids)}

    def symbols(self, symbol_ids: Iterable[int]) -> dict[int, SymbolRow]:
        """Return definitions by id."""
        return {number: SymbolRow(*row) for number, row in self._symbols.rows(symbol_ids)}

    def links_from(self, document_ids: Iterable[int]) -> list[LinkRow]:
        """Return the resolved links that stand in documents, in the order of documents and lines."""
        return self._links("document_id", document_ids)

    def links_to(self, document_ids: Iterable[int]) -> list[LinkRow]:
        """Return the resolved links that lead to documents, in the order of where they stand."""
        return self._links("target_document_id", document_ids)

    def _links(self, column: str, document_ids: Iterable[int]) -> list[LinkRow]:
        rows = self.rows(_LINKS.format(column=column), [list(dict.fromkeys(document_ids))])
        return [LinkRow(*row) for row in rows]

    def uses_from(self, document_ids: Iterable[int]) -> list[UseRow]:
        """Return what code in documents uses of the corpus, in the order of documents and lines."""
        return self._uses("document_id", document_ids)

    def uses_of(self, document_ids: Iterable[int]) -> list[UseRow]:
        """Return the uses of what documents define, in the order of where they stand."""
        return self._uses("target_document_id", document_ids)

    def _uses(self, column: str, document_ids: Iterable[int]) -> list[UseRow]:
        rows = self.rows(_USES.format(column=column), [list(dict.fromkeys(document_ids))])
        return [UseRow(*row) for row in rows]

    def hints_in(self, document_id: int) -> list[HintRow]:
        """Return the hints of a document, in order."""
        rows = self.rows(_HINTS.format(condition="document_id = ?"), [document_id])
        return [HintRow(*row) for row in rows]

    def framework_hints(self, frameworks: Sequence[str]) -> list[HintRow]:
        """Return the first thousand hints of frameworks, in document order."""
        condition = "framework IN (SELECT unnest(?::VARCHAR[]))"
        return [HintRow(*row) for row in self.rows(_HINTS.format(condition=condition), [list(frameworks)])]

    def link_counts(self) -> list[tuple[str, str, int]]:
        """Return kind, status and number of the links."""
        query = "SELECT kind, status, count(*) FROM links GROUP BY kind, status ORDER BY kind, status"
        return [(kind, status, count) for kind, status, count in self.rows(query)]

    def unresolved_links(self, *, outside: bool) -> list[tuple[str, int, str, str, str]]:
        """Return path, line, kind, target and reason of links that lead nowhere, or out of the corpus."""
        rows = self.rows(_UNRESOLVED.format(comparison="=" if outside else "<>"))
        return [(path, line, kind, target, reason) for path, line, kind, target, reason in rows]

    def symbols_named(self, names: Sequence[str]) -> dict[str, list[int]]:
        """Return the definitions of each of `names` (folded) that is one, by id."""
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
        """Return the first `count` definitions whose name (folded) starts with `name`, with their names."""
        return [(found, symbol) for found, symbol in self.rows(_STARTING, [name, count])]

    def hints_of(self, kinds: Sequence[str]) -> Ints:
        """Return the chunks in which code has a hint of one of `kinds`."""
        known = self._hints
        return np.unique(np.concatenate([known.get(kind, np.zeros(0, np.int64)) for kind in kinds]))

    @cached_property
    def _hints(self) -> dict[str, Ints]:
        rows = self.rows("SELECT kind, list(DISTINCT chunk_id ORDER BY chunk_id) FROM hints GROUP BY kind")
        return {kind: np.array(chunks, dtype=np.int64) for kind, chunks in rows}

    @cached_property
    def is_code(self) -> NDArray[np.bool_]:
        """Of each document whether it is code."""
        found = self.columns("SELECT kind = 'code' AS is_code FROM documents ORDER BY document_id")
        return found["is_code"].astype(np.bool_)

    def sections_of(self, document_id: int) -> list[SectionRow]:
        """Return a document's sections in order."""
        first, last = np.searchsorted(self.section_spans.document, [document_id, document_id + 1])
        return list(self.sections(range(int(first), int(last))).values())

    def symbols_of(self, document_id: int) -> list[SymbolRow]:
        """Return a document's definitions in order."""
        first, last = np.searchsorted(self.symbol_spans.document, [document_id, document_id + 1])
        return list(self.symbols(range(int(first), int(last))).values())

    def documentation_of(self, document_id: int) -> list[str]:
        """Return what the comments of a document's definitions say, in the order of `symbols_of`."""
        query = "SELECT documentation FROM symbols WHERE document_id = ? ORDER BY symbol_id"
        return [text for (text,) in self.rows(query, [document_id])]

    def blocks_of(self, document_id: int) -> list[BlockRow]:
        """Return a document's blocks, children after their parent."""
        query = "SELECT kind, depth, start_byte, end_byte FROM blocks WHERE document_id = ? ORDER BY rowid"
        return [BlockRow(*row) for row in self.rows(query, [document_id])]

    def groups(self, by: Literal["category", "topic", "tag", "source"]) -> list[tuple[str, int, str | None]]:
        """Return the name of each group of documents, their number and the newest of their dates."""
        newest = "max({'us': date_us, 'date': date}) FILTER (WHERE date_us IS NOT NULL)"
        query = (
            f"SELECT name, count(*), ({newest}).date FROM (SELECT {_GROUPS[by]} AS name, date_us, date"
            " FROM documents JOIN sources USING (source_id)) WHERE name IS NOT NULL"
            " GROUP BY name ORDER BY name"
        )
        return [(name, count, date) for name, count, date in self.rows(query)]

    @cached_property
    def has_code(self) -> bool:
        """Whether any document is code."""
        return bool(self.rows("SELECT 1 FROM documents WHERE kind = 'code' LIMIT 1"))

    @cached_property
    def document_ids(self) -> dict[str, int]:
        """Every document's id by its logical path, in path order."""
        rows = self.rows("SELECT path, document_id FROM documents ORDER BY document_id")
        return dict(rows)


def _blocks_of(term: TermRow) -> range:
    """Return the numbers of the blocks that hold the term's postings."""
    last = term.first_posting + term.document_frequency - 1
    return range(term.first_posting // POSTING_BLOCK, last // POSTING_BLOCK + 1)


def _cut_postings(term: TermRow, blocks: dict[int, Columns]) -> Postings:
    end, parts = term.first_posting + term.document_frequency, []
    for number in _blocks_of(term):
        rows = slice(max(0, term.first_posting - number * POSTING_BLOCK), end - number * POSTING_BLOCK)
        parts.append({name: column[rows] for name, column in blocks[number].items()})
    chunks, *fields = (
        parts[0][name] if len(parts) == 1 else np.concatenate([part[name] for part in parts])
        for name in ("chunk_id", "heading", "path", "breadcrumb", "body")
    )
    return Postings(chunks, tuple(fields), term.vector_row)
