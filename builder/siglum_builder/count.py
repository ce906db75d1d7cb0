"""Count the index terms of a document's chunks, field by field.

In arrays of the standard library: a worker process need not wait for numpy.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING

from siglum.text import count_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from siglum_builder.model import Chunk, Document

HEADING, PATH, ABOVE, BODY = range(4)
"""The fields, in the order of the columns; ABOVE is the breadcrumb."""
FIELDS = 4
MAX_COUNT = 65_535


@dataclass(frozen=True, slots=True)
class Counts:
    """The postings of one document."""

    terms: tuple[str, ...]
    """Distinct terms, in the order of their first occurrence."""
    term: array[int]
    """[postings], index into `terms`."""
    chunk: array[int]
    """[postings], ordinal of the chunk in the document."""
    frequency: tuple[array[int], ...]
    """[FIELDS][postings], at most MAX_COUNT."""
    lengths: tuple[array[int], ...]
    """[FIELDS][chunks], terms with repeats."""


def count_document(document: Document) -> Counts:
    """Count the terms of every indexed chunk of `document`."""
    numbers: dict[str, int] = {}
    term, chunk = array("I"), array("I")
    frequency = tuple(array("H") for _ in range(FIELDS))
    lengths = tuple(array("I") for _ in range(FIELDS))
    for number, fields in enumerate(_chunk_fields(document)):
        names = dict.fromkeys(chain.from_iterable(fields))
        term.extend([numbers.setdefault(name, len(numbers)) for name in names])
        chunk.extend(repeat(number, len(names)))
        for times, length, field in zip(frequency, lengths, fields, strict=True):
            times.extend(_in_order(field, names))
            length.append(sum(field.values()))
    return Counts(tuple(numbers), term, chunk, frequency, lengths)


def _in_order(field: dict[str, int], names: dict[str, None]) -> Iterable[int]:
    """Return how often `field` has each of `names`, at most MAX_COUNT."""
    if not field:
        return repeat(0, len(names))
    times = [field.get(name, 0) for name in names]
    return times if max(times) <= MAX_COUNT else [min(count, MAX_COUNT) for count in times]


def _chunk_fields(document: Document) -> Iterator[tuple[dict[str, int], ...]]:
    """Yield, a chunk, the counts of heading, path, breadcrumb and body."""
    language = document.language
    stored = _without_directives(document)
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
            count_terms("\n".join((document.title, *above, *about)), language),
            count_terms(f"{chunk.context}\n{text}", language),
        )
        about = ()


def _without_directives(document: Document) -> bytes:
    """Return the stored text with import and export statements of MDX blanked: they are not prose."""
    stored = bytearray(document.decoded.text.encode())
    for block in document.parsed.blocks:
        if block.kind == "directive":
            stored[block.start_byte : block.end_byte] = b" " * (block.end_byte - block.start_byte)
    return bytes(stored)


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
