"""Find sections and definitions that stand, with the same text, in several sources."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.model import Chunk, Document


def twins_of(documents: Sequence[Document]) -> dict[int, int]:
    """Return, by chunk id, the first chunk that stands at the same place in a block of the same text.

    Only chunks whose text is in more than one source have one; the first is its own. Blank space around a
    block does not count: a section's last lines depend on what follows it.
    """
    if len({document.file.source for document in documents}) < 2:
        return {}
    groups: dict[bytes, list[tuple[int, str]]] = {}
    chunk_id = 0
    for document in documents:
        for key in _keys(document):
            groups.setdefault(key, []).append((chunk_id, document.file.source))
            chunk_id += 1
    return {
        chunk: members[0][0]
        for members in groups.values()
        if len({source for _, source in members}) > 1
        for chunk, _ in members
    }


def _keys(document: Document) -> Iterator[bytes]:
    """Yield, a chunk, what is the same for chunks at the same place in equal blocks."""
    stored = document.decoded.text.encode()
    hashed: dict[tuple[int, int], bytes] = {}
    for chunk in document.chunks:
        block = start, end = _block(document, chunk)
        if block not in hashed:
            hashed[block] = hashlib.sha256(stored[start:end].strip()).digest()
        yield b"%d " % (chunk.start_byte - start) + hashed[block]


def _block(document: Document, chunk: Chunk) -> tuple[int, int]:
    """Return the bytes of the section or definition that a chunk is a part of."""
    if chunk.section is not None:
        section = document.parsed.sections[chunk.section]
        return section.start_byte, section.end_byte
    if chunk.symbol is not None:
        symbol = document.parsed.symbols[chunk.symbol]
        return symbol.start_byte, symbol.end_byte
    return chunk.start_byte, chunk.end_byte
