"""Find sections and definitions that stand, with the same text, in several sources."""

from __future__ import annotations

import hashlib
from array import array
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum_builder.model import Chunk, Document


def twins_of(documents: Sequence[Document], keys: Sequence[array[int]]) -> list[int | None]:
    """Return, a chunk, the first chunk that stands at the same place in a block of the same text.

    Only chunks whose text is in more than one source have one; the first is its own. `keys` has what
    `block_keys` gave of each document.
    """
    sources = [document.file.source for document in documents]
    if len(set(sources)) < 2:
        return [None] * sum(map(len, keys))
    numbers = {name: number for number, name in enumerate(sorted(set(sources)))}
    source = np.repeat([numbers[name] for name in sources], [len(each) for each in keys])
    key = np.concatenate([np.asarray(each) for each in keys])
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    spread = np.maximum.reduceat(source[order], starts) > np.minimum.reduceat(source[order], starts)
    sizes = np.diff(np.append(starts, len(order)))
    twins = np.empty(len(order), dtype=np.int64)
    twins[order] = np.where(np.repeat(spread, sizes), np.repeat(order[starts], sizes), -1)
    return [twin if twin >= 0 else None for twin in twins.tolist()]


def block_keys(document: Document) -> array[int]:
    """Return, a chunk, what is the same for chunks at the same place in equal blocks: 63 bits of a sha256.

    Blank space around a block does not count, for a section's last lines depend on what follows it; nor do
    bare headings above it, which its first chunk may begin with.
    """
    stored = document.decoded.text.encode()
    hashed: dict[tuple[int, int], bytes] = {}
    keys = array("q")
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
