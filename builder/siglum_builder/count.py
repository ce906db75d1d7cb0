"""Count the index terms of a document's chunks, field by field."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from siglum.text import count_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from siglum_builder.model import Chunk, Document

FIELDS = 4
"""Heading, path, breadcrumb, body: the order of the columns."""
MAX_COUNT = 65_535


@dataclass(frozen=True, slots=True)
class Counts:
    """The postings of one document."""

    terms: tuple[str, ...]
    """Distinct terms, in the order of their first occurrence."""
    term: NDArray[np.uint32]
    """[postings], index into `terms`."""
    chunk: NDArray[np.uint32]
    """[postings], ordinal of the chunk in the document."""
    frequency: NDArray[np.uint16]
    """[postings, FIELDS]."""
    lengths: NDArray[np.uint32]
    """[chunks, FIELDS], terms with repeats."""


def count_document(document: Document) -> Counts:
    """Count the terms of every indexed chunk of `document`."""
    numbers: dict[str, int] = {}
    term: list[int] = []
    chunk: list[int] = []
    frequency: list[tuple[int, ...]] = []
    lengths: list[tuple[int, ...]] = []
    for ordinal, fields in enumerate(_chunk_fields(document)):
        lengths.append(tuple(sum(field.values()) for field in fields))
        for name in dict.fromkeys(key for field in fields for key in field):
            term.append(numbers.setdefault(name, len(numbers)))
            chunk.append(ordinal)
            frequency.append(tuple(min(field.get(name, 0), MAX_COUNT) for field in fields))
    return Counts(
        terms=tuple(numbers),
        term=np.array(term, dtype=np.uint32),
        chunk=np.array(chunk, dtype=np.uint32),
        frequency=np.array(frequency, dtype=np.uint16).reshape(-1, FIELDS),
        lengths=np.array(lengths, dtype=np.uint32).reshape(-1, FIELDS),
    )


def _chunk_fields(document: Document) -> Iterator[tuple[dict[str, int], ...]]:
    """Yield, a chunk, the counts of heading, path, breadcrumb and body."""
    stored, language = document.decoded.text.encode(), document.language
    path = count_terms(document.file.path, language)
    about = _about(document)
    for chunk in document.chunks:
        if not chunk.indexed:
            yield ({},) * FIELDS
            continue
        text = stored[chunk.start_byte : chunk.end_byte].decode()
        heading, above = _names(document, chunk)
        yield (
            count_terms(heading, language),
            path,
            _sum(count_terms(part, language) for part in (document.title, *above, *about)),
            _sum(count_terms(part, language) for part in (chunk.context, text)),
        )
        about = ()


def _about(document: Document) -> tuple[str, ...]:
    """Return what the front matter says of the document: counted once, with its first chunk."""
    metadata = document.metadata
    return tuple(filter(None, (metadata.description, *metadata.tags, *metadata.aliases)))


def _names(document: Document, chunk: Chunk) -> tuple[str, tuple[str, ...]]:
    """Return the chunk's heading or symbol name, and the headings above it but for the title."""
    if chunk.symbol is not None:
        return document.parsed.symbols[chunk.symbol].qualified_name, ()
    if chunk.section is None:
        return "", ()
    sections = document.parsed.sections
    section, above = sections[chunk.section], list[str]()
    parent = section.parent
    while parent is not None:
        above.append(sections[parent].heading)
        parent = sections[parent].parent
    return section.heading, tuple(heading for heading in above if heading != document.title)


def _sum(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for part in counts:
        total.update(part)
    return total
