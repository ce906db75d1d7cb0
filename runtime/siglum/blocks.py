"""The parts of an artifact that a ref can name: sections, definitions, stretches of code and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from siglum.content import check_part, resolve
from siglum.references import Ref, parse_ref

if TYPE_CHECKING:
    from siglum.reader import Reader
    from siglum.results import RefKind


READ = 64
"""Chunks of a block that are read for its terms."""


class Block(NamedTuple):
    """A section, a definition, a chunk of code outside any, or a whole file."""

    kind: Literal["section", "symbol", "chunk", "file"]
    id: int
    """Of the section, symbol or chunk; of a file its document's."""
    document: int
    start_line: int
    end_line: int

    def holds(self, other: Block) -> bool:
        """Tell whether all lines of `other` are lines of this one."""
        same = self.document == other.document
        return same and self.start_line <= other.start_line and other.end_line <= self.end_line


def file_block(reader: Reader, document: int) -> Block:
    """Return the block of a whole file."""
    lines = reader.store.documents([document])[document].lines
    return Block("file", document, document, 1, max(1, lines))


def section_block(reader: Reader, section: int) -> Block:
    """Return the block of a section."""
    spans = reader.store.section_spans
    start, end = int(spans.start_line[section]), int(spans.end_line[section])
    return Block("section", section, int(spans.document[section]), start, end)


def symbol_block(reader: Reader, symbol: int) -> Block:
    """Return the block of a definition."""
    spans = reader.store.symbol_spans
    start, end = int(spans.start_line[symbol]), int(spans.end_line[symbol])
    return Block("symbol", symbol, int(spans.document[symbol]), start, end)


def chunk_block(reader: Reader, chunk: int) -> Block:
    """Return the block that a chunk is a part of."""
    chunks = reader.store.chunks
    if chunks.section[chunk] >= 0:
        return section_block(reader, int(chunks.section[chunk]))
    if chunks.symbol[chunk] >= 0:
        return symbol_block(reader, int(chunks.symbol[chunk]))
    start, end = int(chunks.start_line[chunk]), int(chunks.end_line[chunk])
    return Block("chunk", chunk, int(chunks.document[chunk]), start, end)


def target_block(reader: Reader, document: int, *, section: int | None, line: int | None) -> Block:
    """Return the block that a link leads to: a section, the code at a line, or the document."""
    if section is not None:
        return section_block(reader, section)
    if line is not None:
        return line_block(reader, document, line)
    first, after = np.searchsorted(reader.store.section_spans.document, [document, document + 1])
    sections = (section_block(reader, number) for number in range(int(first), int(after)))
    return next((each for each in sections if _says_something(reader, each)), file_block(reader, document))


def _says_something(reader: Reader, block: Block) -> bool:
    """Tell whether a block has a word: labels in front of a page's title are a section of their own."""
    heading, _, _, body = reader.store.chunks.lengths
    return any(heading[chunk] or body[chunk] for chunk in chunks_of(reader, block))


def line_block(reader: Reader, document: int, line: int) -> Block:
    """Return the innermost block around a line."""
    at = reader.chunks_at(document, line, line)
    return chunk_block(reader, at[0]) if at else file_block(reader, document)


def chunks_of(reader: Reader, block: Block) -> range:
    """Return the chunks that have lines of a block."""
    return reader.chunks_at(block.document, block.start_line, block.end_line)


def named_block(reader: Reader, text: str) -> tuple[Ref, Block]:
    """Return the ref in canonical form and the block that it names; of a line, the innermost around it.

    Raises:
        RefError: malformed, or nothing of that name.
    """
    ref, document = resolve(reader, parse_ref(text))
    check_part(reader, ref, document)
    if ref.kind == "file":
        return ref, file_block(reader, document.document_id)
    if ref.kind == "code":
        return ref, line_block(reader, document.document_id, ref.line)
    sections = reader.store.sections_of(document.document_id)
    return ref, section_block(reader, next(s.section_id for s in sections if s.slug == ref.slug))


def block_ref(reader: Reader, block: Block) -> tuple[Ref, RefKind]:
    """Return the ref of a block and its kind."""
    path = reader.store.documents([block.document])[block.document].path
    if block.kind == "section":
        slug = reader.store.sections([block.id])[block.id].slug
        return Ref("md", path, slug=slug), "md_heading_block"
    if block.kind == "file":
        return Ref("file", path), "file"
    return Ref("code", path, line=block.start_line), "code_range"


def text_of(reader: Reader, block: Block) -> str:
    """Return the text of a block, of one of many chunks that of the first."""
    return "".join(reader.store.texts(chunks_of(reader, block)[:READ]).values())
