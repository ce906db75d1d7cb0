"""The stores of several artifacts as one: every row numbered anew, every term counted over all."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from siglum.joined.numbering import holder, own, shifted
from siglum.joined.twins import twins_across
from siglum.rows import ABSENT, ChunkTable, GroupRow, Postings, SpanTable, TermRow
from siglum.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from siglum.joined.numbering import Part
    from siglum.rows import BlockRow, DocumentRow, HintRow, Ints, LinkRow, Mask, SectionRow, SymbolRow, UseRow

T = TypeVar("T")


class JoinedStore(Store):
    """What `Store` gives, of all artifacts: it has no file, and asks the stores of its parts."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)

    def close(self) -> None:
        for part in self._parts:
            part.store.close()

    @cached_property
    def chunks(self) -> ChunkTable:
        tables = [part.store.chunks for part in self._parts]
        plain = {
            name: np.concatenate([getattr(table, name) for table in tables])
            for name in (
                "start_line",
                "end_line",
                "start_byte",
                "end_byte",
                "indexed",
                "changelog",
                "test",
                "sample",
                "quality",
            )
        }
        lengths = (np.concatenate(field) for field in zip(*(table.lengths for table in tables), strict=True))
        heading, path, breadcrumb, body = lengths
        return ChunkTable(
            document=self._ids((table.document for table in tables), "documents"),
            section=self._ids((table.section for table in tables), "sections"),
            symbol=self._ids((table.symbol for table in tables), "symbols"),
            twin=twins_across(self._parts, self._ids((table.twin for table in tables), "chunks")),
            lengths=(heading, path, breadcrumb, body),
            **plain,
        )

    def _ids(
        self, columns: Iterable[Ints], table: Literal["documents", "sections", "symbols", "chunks"]
    ) -> Ints:
        """Return columns of ids, -1 for none, one after the other, as they are among all."""
        firsts = (getattr(part, table).start for part in self._parts)
        return np.concatenate(
            [np.where(ids >= 0, ids + first, -1) for ids, first in zip(columns, firsts, strict=True)]
        )

    @cached_property
    def section_spans(self) -> SpanTable:
        return self._joined_spans([part.store.section_spans for part in self._parts], "sections")

    @cached_property
    def symbol_spans(self) -> SpanTable:
        return self._joined_spans([part.store.symbol_spans for part in self._parts], "symbols")

    def _joined_spans(self, tables: list[SpanTable], table: Literal["sections", "symbols"]) -> SpanTable:
        return SpanTable(
            document=self._ids((each.document for each in tables), "documents"),
            parent=self._ids((each.parent for each in tables), table),
            start_line=np.concatenate([each.start_line for each in tables]),
            end_line=np.concatenate([each.end_line for each in tables]),
        )

    def documents_where(self, conditions: Mapping[str, object]) -> Ints:
        return np.concatenate([_documents_where(part, conditions) for part in self._parts])

    def texts(self, chunk_ids: Iterable[int]) -> dict[int, str]:
        return self._fetched(chunk_ids, "chunks", lambda part, ids: part.store.texts(ids))

    def documents(self, document_ids: Iterable[int]) -> dict[int, DocumentRow]:
        return self._fetched(document_ids, "documents", _documents)

    def sections(self, section_ids: Iterable[int]) -> dict[int, SectionRow]:
        return self._fetched(section_ids, "sections", _sections)

    def symbols(self, symbol_ids: Iterable[int]) -> dict[int, SymbolRow]:
        return self._fetched(symbol_ids, "symbols", _symbols)

    def _fetched(
        self,
        ids: Iterable[int],
        table: Literal["documents", "sections", "symbols", "chunks"],
        fetch: Callable[[Part, list[int]], dict[int, T]],
    ) -> dict[int, T]:
        """Return rows by id in the order given; `fetch` gives those of an artifact by its own ids."""
        wanted = list(dict.fromkeys(ids))
        found: dict[int, T] = {}
        for part in self._parts:
            span: range = getattr(part, table)
            asked = own(wanted, span)
            rows = fetch(part, asked) if asked else {}
            found |= {number + span.start: row for number, row in rows.items()}
        return {number: found[number] for number in wanted if number in found}

    def symbols_named(self, names: Sequence[str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for part in self._parts:
            for name, ids in part.store.symbols_named(names).items():
                found.setdefault(name, []).extend(number + part.symbols.start for number in ids)
        return found

    def symbols_starting(self, name: str, count: int) -> list[tuple[str, int]]:
        first: dict[str, int] = {}
        for part in self._parts:
            for found, symbol in part.store.symbols_starting(name, count):
                first.setdefault(found, symbol + part.symbols.start)
        return sorted(first.items(), key=lambda each: (len(each[0]), each[0]))[:count]

    @cached_property
    def is_code(self) -> Mask:
        return np.concatenate([part.store.is_code for part in self._parts])

    def documentation_of(self, document_id: int) -> list[str]:
        part, number = holder(self._parts, document_id)
        return part.store.documentation_of(number)

    def blocks_of(self, document_id: int) -> list[BlockRow]:
        part, number = holder(self._parts, document_id)
        return part.store.blocks_of(number)

    @cached_property
    def document_ids(self) -> dict[str, int]:
        return {
            part.prefix + path: number + part.documents.start
            for part in self._parts
            for path, number in part.store.document_ids.items()
        }

    def groups(self, by: Literal["category", "topic", "tag", "source"]) -> list[GroupRow]:
        found: dict[str, GroupRow] = {}
        for part in self._parts:
            groups = part.store.groups(by)
            if by == "source":
                groups = [*(g for g in groups if g.name != part.name), _whole(part.name, groups)]
            for group in groups:
                known = found.get(group.name)
                found[group.name] = group if known is None else _both(known, group)
        return [found[name] for name in sorted(found)]

    def terms(self, terms: Iterable[str]) -> dict[str, TermRow]:
        wanted = list(dict.fromkeys(terms))
        by_part = [part.store.terms(wanted) for part in self._parts]
        return {
            term: _joined_term(tuple(rows.get(term, ABSENT) for rows in by_part))
            for term in wanted
            if any(term in rows for rows in by_part)
        }

    def nearest_terms(self, term: str, *, distance: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for part in self._parts:
            found |= part.store.nearest_terms(term, distance=distance)
        least = min(found.values(), default=0)
        return {name: edits for name, edits in found.items() if edits == least}

    def postings(self, terms: Iterable[TermRow]) -> list[Postings]:
        wanted = list(terms)
        pieces: list[list[Postings]] = [[] for _ in wanted]
        for number, part in enumerate(self._parts):
            having = [place for place, term in enumerate(wanted) if term.parts[number] is not ABSENT]
            found = part.store.postings(wanted[place].parts[number] for place in having)
            for place, postings in zip(having, found, strict=True):
                chunks = postings.chunks + np.uint32(part.chunks.start)
                pieces[place].append(postings._replace(chunks=chunks))
        return [_in_a_row(found) for found in pieces]

    def links_from(self, document_ids: Iterable[int]) -> list[LinkRow]:
        return self._of_each(document_ids, lambda part, ids: part.store.links_from(ids), _link)

    def links_to(self, document_ids: Iterable[int]) -> list[LinkRow]:
        return self._of_each(document_ids, lambda part, ids: part.store.links_to(ids), _link)

    def uses_from(self, document_ids: Iterable[int]) -> list[UseRow]:
        return self._of_each(document_ids, lambda part, ids: part.store.uses_from(ids), _use)

    def uses_of(self, document_ids: Iterable[int]) -> list[UseRow]:
        return self._of_each(document_ids, lambda part, ids: part.store.uses_of(ids), _use)

    def _of_each(
        self,
        document_ids: Iterable[int],
        ask: Callable[[Part, list[int]], list[T]],
        shift: Callable[[Part, T], T],
    ) -> list[T]:
        """Return what each artifact says of its own documents, in the numbers of all."""
        return [shift(part, row) for part, ids in self._asked(document_ids) for row in ask(part, ids)]

    def _asked(self, document_ids: Iterable[int]) -> Iterator[tuple[Part, list[int]]]:
        """Yield the artifacts that hold some of the documents, with the documents' numbers there."""
        wanted = list(document_ids)
        for part in self._parts:
            ids = own(wanted, part.documents)
            if ids:
                yield part, ids

    def hints_in(self, document_id: int) -> list[HintRow]:
        part, number = holder(self._parts, document_id)
        return [_hint(part, row) for row in part.store.hints_in(number)]

    def framework_hints(
        self, frameworks: Sequence[str], *, details: Sequence[str], kinds: Sequence[str]
    ) -> list[HintRow]:
        return [
            _hint(part, row)
            for part in self._parts
            for row in part.store.framework_hints(frameworks, details=details, kinds=kinds)
        ]

    def hints_of(self, kinds: Sequence[str]) -> Ints:
        return np.concatenate([part.store.hints_of(kinds) + part.chunks.start for part in self._parts])

    def link_counts(self) -> list[tuple[str, str, int]]:
        counts: dict[tuple[str, str], int] = {}
        for part in self._parts:
            for kind, status, count in part.store.link_counts():
                counts[kind, status] = counts.get((kind, status), 0) + count
        return [(kind, status, count) for (kind, status), count in sorted(counts.items())]

    def unresolved_links(self, *, outside: bool) -> list[tuple[str, int, str, str, str]]:
        return [
            (part.prefix + path, line, kind, target, reason)
            for part in self._parts
            for path, line, kind, target, reason in part.store.unresolved_links(outside=outside)
        ]


def _documents_where(part: Part, conditions: Mapping[str, object]) -> Ints:
    wanted = conditions.get("sources")
    left = dict(conditions)
    if isinstance(wanted, (list, tuple)) and part.name in wanted:
        del left["sources"]
    if not left:
        return np.arange(part.documents.start, part.documents.stop)
    return part.store.documents_where(left) + part.documents.start


def _documents(part: Part, ids: list[int]) -> dict[int, DocumentRow]:
    return {
        number: row._replace(document_id=row.document_id + part.documents.start, path=part.prefix + row.path)
        for number, row in part.store.documents(ids).items()
    }


def _sections(part: Part, ids: list[int]) -> dict[int, SectionRow]:
    return {
        number: row._replace(
            section_id=row.section_id + part.sections.start,
            document_id=row.document_id + part.documents.start,
            parent_id=shifted(row.parent_id, part.sections),
        )
        for number, row in part.store.sections(ids).items()
    }


def _symbols(part: Part, ids: list[int]) -> dict[int, SymbolRow]:
    return {
        number: row._replace(
            symbol_id=row.symbol_id + part.symbols.start,
            document_id=row.document_id + part.documents.start,
            parent_id=shifted(row.parent_id, part.symbols),
        )
        for number, row in part.store.symbols(ids).items()
    }


def _link(part: Part, row: LinkRow) -> LinkRow:
    return row._replace(
        document_id=row.document_id + part.documents.start,
        section_id=shifted(row.section_id, part.sections),
        target_document_id=row.target_document_id + part.documents.start,
        target_section_id=shifted(row.target_section_id, part.sections),
    )


def _use(part: Part, row: UseRow) -> UseRow:
    return row._replace(
        document_id=row.document_id + part.documents.start,
        symbol_id=shifted(row.symbol_id, part.symbols),
        target_document_id=row.target_document_id + part.documents.start,
        target_symbol_id=shifted(row.target_symbol_id, part.symbols),
    )


def _hint(part: Part, row: HintRow) -> HintRow:
    return row._replace(document_id=row.document_id + part.documents.start)


def _joined_term(rows: tuple[TermRow, ...]) -> TermRow:
    """Return a term's row over all artifacts; it has a vector where it has one in any."""
    return TermRow(
        first_posting=-1,
        document_frequency=sum(row.document_frequency for row in rows),
        vector_row=max(row.vector_row for row in rows),
        prior_row=max(row.prior_row for row in rows),
        parts=rows,
    )


def _in_a_row(pieces: Sequence[Postings]) -> Postings:
    if len(pieces) == 1:
        return pieces[0]
    fields = zip(*(piece.fields for piece in pieces), strict=True)
    return Postings(
        np.concatenate([piece.chunks for piece in pieces]),
        tuple(np.concatenate(field) for field in fields),
        max(piece.vector_row for piece in pieces),
    )


def _both(one: GroupRow, other: GroupRow) -> GroupRow:
    """Return two groups of one name as one."""
    newest = max((one, other), key=lambda group: (group.newest_us is not None, group.newest_us or 0))
    return newest._replace(documents=one.documents + other.documents)


def _whole(name: str, sources: Sequence[GroupRow]) -> GroupRow:
    """Return the group of all documents of an artifact, of its sources'."""
    whole = GroupRow(name, 0, None, None)
    for source in sources:
        whole = _both(whole, source)
    return whole._replace(name=name)
