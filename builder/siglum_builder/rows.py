"""Lay out documents, postings and links as the columns of the tables."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import orjson

from siglum.lines import split_lines
from siglum.names import name_keys
from siglum_builder.asides import holds_test, is_sample, is_test
from siglum_builder.changelog import is_changelog
from siglum_builder.line_ranges import written_ranges
from siglum_builder.link.anchors import section_of_line
from siglum_builder.twins import block_keys, twins_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from siglum.artifact.manifest import Manifest, SourceEntry
    from siglum_builder.link import ResolvedLink
    from siglum_builder.model import Document
    from siglum_builder.postings import Index
    from siglum_builder.uses import ResolvedUse
    from siglum_builder.vectors import Vectors

    ColumnValues: TypeAlias = "NDArray[np.generic] | Sequence[object]"
    Rows: TypeAlias = "Iterator[tuple[object, ...]]"


BATCH = 65_536
"""Rows laid out at once: a corpus is larger as Python's objects than as files."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """All that the tables hold, save for the vectors."""

    sources: tuple[SourceEntry, ...]
    documents: Sequence[Document]
    """By logical path."""
    index: Index
    links: tuple[ResolvedLink, ...]
    uses: tuple[ResolvedUse, ...]


@dataclass(frozen=True, slots=True)
class _FirstIds:
    """Ids of the first section and symbol of each document."""

    section: tuple[int, ...]
    symbol: tuple[int, ...]


def table_columns(
    corpus: Corpus, vectors: Vectors | None, draft: Manifest
) -> Iterator[tuple[str, Sequence[ColumnValues]]]:
    """Yield every table in order, some rows at a time, as `siglum.artifact.tables` has it."""
    documents, index = corpus.documents, corpus.index
    first = _FirstIds(
        section=_starts([len(d.parsed.sections) for d in documents]),
        symbol=_starts([len(d.parsed.symbols) for d in documents]),
    )
    before: tuple[tuple[str, Rows], ...] = (
        ("metadata", _metadata(draft)),
        ("sources", _sources(corpus.sources)),
        ("documents", _documents(corpus)),
        ("sections", _sections(documents, first)),
        ("symbols", _symbols(documents, first)),
        ("symbol_names", _symbol_names(documents, first)),
    )
    for name, rows in before:
        yield from ((name, columns) for _, columns in _batches(rows))
    for at, (*chunks, texts) in _batches(_chunks(documents, first)):
        lengths = index.lengths[at]
        yield "chunks", (*chunks, *np.minimum(lengths[:, :3], 65_535).T, lengths[:, 3], texts)
    after: tuple[tuple[str, Rows], ...] = (
        ("blocks", _blocks(documents)),
        ("links", _links(corpus, first)),
        ("uses", _uses(corpus.uses, first)),
        ("hints", _hints(documents, first)),
    )
    for name, rows in after:
        yield from ((name, columns) for _, columns in _batches(rows))
    yield "terms", _terms(index, vectors)
    for at in index.pieces():
        yield "postings", (index.term[at], index.chunk[at], *index.frequency[at].T)


def _batches(rows: Rows) -> Iterator[tuple[slice, Sequence[ColumnValues]]]:
    """Yield the rows as columns, at most `BATCH` at a time, and which they are."""
    start = 0
    while batch := tuple(zip(*islice(rows, BATCH), strict=True)):
        yield slice(start, start + BATCH), batch
        start += BATCH


def _starts(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(end) - count for end, count in zip(np.cumsum(counts), counts, strict=True))


def _metadata(draft: Manifest) -> Rows:
    values = {
        "name": draft.name,
        "format_version": draft.format_version,
        "analyzer_version": draft.analyzer_version,
        "chunker_version": draft.chunker_version,
        "languages": draft.languages,
        "embedder": asdict(draft.embedder),
        "search": asdict(draft.search),
    }
    for key, value in sorted(values.items()):
        yield key, orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _sources(sources: Sequence[SourceEntry]) -> Rows:
    for number, source in enumerate(sources):
        yield number, source.name, source.root, source.labels, source.base_url


def _documents(corpus: Corpus) -> Rows:
    source_ids = {source.name: number for number, source in enumerate(corpus.sources)}
    for number, document in enumerate(corpus.documents):
        metadata, decoded = document.metadata, document.decoded
        folders = document.file.path.split("/")[:-1]
        code_tags = ("code", f"lang:{document.format}") if document.kind == "code" else ()
        yield (
            number,
            source_ids[document.file.source],
            document.file.logical_path,
            document.kind,
            document.format,
            document.language,
            document.title,
            metadata.category or (folders[0] if folders else None),
            metadata.topic or (folders[1] if len(folders) > 1 else None),
            (*metadata.tags, *code_tags),
            metadata.date,
            metadata.date_us,
            _other_metadata(document),
            _before_chunks(document),
            decoded.sha256,
            decoded.size,
            decoded.encoding,
            decoded.lossy,
            False,
            len(split_lines(decoded.text)),
            document.generated,
        )


def _before_chunks(document: Document) -> str:
    """Return what no chunk holds: the front matter, or the whole of a document without chunks."""
    stored = document.decoded.text.encode()
    return stored[: document.chunks[0].start_byte if document.chunks else len(stored)].decode()


def _other_metadata(document: Document) -> str:
    """Return the front matter without a column of its own, as a JSON object in source order."""
    metadata = document.metadata
    known = {
        "description": metadata.description,
        "slug": metadata.slug,
        "aliases": metadata.aliases or None,
        "draft": metadata.draft or None,
        "lang": metadata.lang,
        "uid": metadata.uid,
    }
    fields: dict[str, object] = {name: orjson.Fragment(value) for name, value in metadata.extra}
    fields |= {name: value for name, value in known.items() if value is not None}
    return orjson.dumps(fields).decode()


def _sections(documents: Sequence[Document], first: _FirstIds) -> Rows:
    for number, document in enumerate(documents):
        base = first.section[number]
        for ordinal, section in enumerate(document.parsed.sections):
            yield (
                base + ordinal,
                number,
                None if section.parent is None else base + section.parent,
                section.level,
                section.heading,
                section.slug,
                section.start_byte,
                section.end_byte,
                section.start_line,
                section.end_line,
                section.body_byte,
            )


def _symbols(documents: Sequence[Document], first: _FirstIds) -> Rows:
    for number, document in enumerate(documents):
        base = first.symbol[number]
        for ordinal, symbol in enumerate(document.parsed.symbols):
            yield (
                base + ordinal,
                number,
                None if symbol.parent is None else base + symbol.parent,
                symbol.name,
                symbol.qualified_name,
                symbol.kind,
                symbol.signature,
                symbol.documentation,
                symbol.start_byte,
                symbol.end_byte,
                symbol.start_line,
                symbol.end_line,
            )


def _symbol_names(documents: Sequence[Document], first: _FirstIds) -> Rows:
    yield from sorted(
        (name, first.symbol[number] + ordinal)
        for number, document in enumerate(documents)
        for ordinal, symbol in enumerate(document.parsed.symbols)
        for name in name_keys(symbol.qualified_name)
    )


def _chunks(documents: Sequence[Document], first: _FirstIds) -> Rows:
    keys = [block_keys(document) for document in documents]
    twins, chunk_id = iter(twins_of(documents, keys)), 0
    for number, document in enumerate(documents):
        stored = document.decoded.text.encode()
        changelog = is_changelog(document.file.path)
        is_code = document.kind == "code"
        tests, shows = is_code and is_test(document.file.path), is_code and is_sample(document.file.path)
        for chunk, key in zip(document.chunks, keys[number], strict=True):
            yield (
                chunk_id,
                number,
                None if chunk.section is None else first.section[number] + chunk.section,
                None if chunk.symbol is None else first.symbol[number] + chunk.symbol,
                chunk.start_byte,
                chunk.end_byte,
                chunk.start_line,
                chunk.end_line,
                chunk.indexed,
                changelog,
                tests or holds_test(chunk, document.parsed.hints),
                shows,
                chunk.quality,
                next(twins),
                key,
                stored[chunk.start_byte : chunk.end_byte].decode(),
            )
            chunk_id += 1


def _blocks(documents: Sequence[Document]) -> Rows:
    for number, document in enumerate(documents):
        for block in document.parsed.blocks:
            yield number, block.kind, min(block.depth, 255), block.start_byte, block.end_byte


def _links(corpus: Corpus, first: _FirstIds) -> Rows:
    for resolved in corpus.links:
        here, target = resolved.document, resolved.target_document
        stands_in = section_of_line(corpus.documents[here], resolved.link.line)
        section, lines = resolved.target_section, resolved.target_lines
        yield (
            here,
            None if stands_in is None else first.section[here] + stands_in,
            resolved.link.line,
            resolved.link.kind,
            resolved.link.target,
            resolved.link.label,
            resolved.status,
            resolved.reason,
            target,
            None if target is None or section is None else first.section[target] + section,
            lines[0][0] if lines else None,
            lines[-1][1] if lines else None,
            written_ranges(lines),
            written_ranges(resolved.highlight),
        )


def _uses(uses: Sequence[ResolvedUse], first: _FirstIds) -> Rows:
    for resolved in uses:
        use, target, symbol = resolved.use, resolved.target_document, resolved.target_symbol
        yield (
            resolved.document,
            None if use.symbol is None else first.symbol[resolved.document] + use.symbol,
            use.line,
            use.kind,
            use.name,
            target,
            None if target is None or symbol is None else first.symbol[target] + symbol,
        )


def _hints(documents: Sequence[Document], first: _FirstIds) -> Rows:
    chunk_id = 0
    for number, document in enumerate(documents):
        starts = [chunk.start_byte for chunk in document.chunks]
        for hint in document.parsed.hints:
            yield (
                number,
                None if hint.symbol is None else first.symbol[number] + hint.symbol,
                chunk_id + max(0, bisect_right(starts, hint.byte) - 1),
                hint.line,
                hint.framework,
                hint.kind,
                hint.detail,
            )
        chunk_id += len(starts)


def _terms(index: Index, vectors: Vectors | None) -> Sequence[ColumnValues]:
    count = len(index.terms)
    prior = None if vectors is None else vectors.prior
    rows = _row_or_null(None if vectors is None else vectors.vector_row, count)
    prior_rows = _row_or_null(None if prior is None else prior.prior_row, count)
    numbers = np.arange(count, dtype=np.uint32)
    return numbers, index.terms, index.document_frequency, index.first_posting, rows, prior_rows


def _row_or_null(rows: NDArray[np.int64] | None, count: int) -> list[int | None]:
    return [None] * count if rows is None else [row if row >= 0 else None for row in rows.tolist()]
