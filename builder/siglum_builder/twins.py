"""Find sections and definitions that stand, with the same text, in several sources."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum_builder.model import Chunk, Document


def twins_of(documents: Sequence[Document], keys: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return, by chunk id, the first chunk that stands at the same place in a block of the same text.

    Only chunks whose text is in more than one source have one; the first is its own. `keys` has what
    `block_keys` gave of each document.
    """
    groups: dict[int, list[tuple[int, str]]] = {}
    chunk_id = 0
    for document, of_document in zip(documents, keys, strict=True):
        for key in of_document:
            groups.setdefault(key, []).append((chunk_id, document.file.source))
            chunk_id += 1
    return {
        chunk: members[0][0]
        for members in groups.values()
        if len({source for _, source in members}) > 1
        for chunk, _ in members
    }


def block_keys(document: Document) -> list[int]:
    """Return, a chunk, what is the same for chunks at the same place in equal blocks: 63 bits of a sha256.

    Blank space around a block does not count, for a section's last lines depend on what follows it; nor do
    bare headings above it, which its first chunk may begin with.
    """
    stored = document.decoded.text.encode()
    hashed: dict[tuple[int, int], bytes] = {}
    keys = []
    for chunk in document.chunks:
        block = start, end = _block(document, chunk)
        if block not in hashed:
            hashed[block] = hashlib.sha256(stored[start:end].strip()).digest()
        place = hashlib.sha256(b"%d " % max(0, chunk.start_byte - start) + hashed[block]).digest()
        keys.append(int.from_bytes(place[:8], "big") >> 1)
    return keys


def _block(document: Document, chunk: Chunk) -> tuple[int, int]:
    """Return the bytes of the section or definition that a chunk is a part of."""
    if chunk.section is not None:
        section = document.parsed.sections[chunk.section]
        return section.start_byte, section.end_byte
    if chunk.symbol is not None:
        symbol = document.parsed.symbols[chunk.symbol]
        return symbol.start_byte, symbol.end_byte
    return chunk.start_byte, chunk.end_byte
