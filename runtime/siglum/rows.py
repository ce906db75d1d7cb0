"""The rows of an index as the runtime holds them."""

# No postponed annotations here: a named tuple compiles each of them at every start.

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]


class ChunkTable(NamedTuple):
    """One entry a chunk, by chunk id; -1 stands for none."""

    document: Ints
    section: Ints
    symbol: Ints
    start_line: Ints
    end_line: Ints
    start_byte: Ints
    end_byte: Ints
    indexed: Mask
    changelog: Mask
    test: Mask
    sample: Mask
    quality: NDArray[np.float64]
    twin: Ints
    lengths: tuple[Ints, Ints, Ints, Ints]
    """Terms in heading, path, breadcrumb, body."""


class SpanTable(NamedTuple):
    """One entry a section or symbol, by id."""

    document: Ints
    parent: Ints
    start_line: Ints
    end_line: Ints


class Postings(NamedTuple):
    """The chunks that hold one term, ascending, and how often each field has it."""

    chunks: NDArray[np.uint32]
    fields: tuple[NDArray[np.uint16], ...]
    """Heading, path, breadcrumb, body."""
    vector_row: int
    """Row in the embedder's table, or -1."""


class FoundPhrase(NamedTuple):
    """A quoted phrase where it stands verbatim."""

    text: str
    postings: Postings
    """The chunks that were seen to have it."""
    weight: float
    """What it counts beside the other terms: under 1 where it is thought to be in more chunks."""


class TermRow(NamedTuple):
    """A term's place in the postings."""

    first_posting: int
    document_frequency: int
    vector_row: int
    prior_row: int
    """Row in the prior's table, or -1."""
    parts: "tuple[TermRow, ...]" = ()
    """Of several artifacts opened as one: its row in each, `ABSENT` where it has none."""


ABSENT = TermRow(0, 0, -1, -1)
"""Stands for a term that the vocabulary does not have."""


class DocumentRow(NamedTuple):
    """What a result says of its document."""

    document_id: int
    source: str
    base_url: str | None
    path: str
    kind: str
    format: str
    language: str
    title: str
    category: str | None
    topic: str | None
    tags: tuple[str, ...]
    date: str | None
    front_matter: str
    sha256: str
    lossy: bool
    lines: int
    date_us: int | None
    """The instant of `date`, in microseconds since 1970 UTC."""


class GroupRow(NamedTuple):
    """Documents that have a name in common: of a category, topic, tag or source."""

    name: str
    documents: int
    newest: str | None
    """The newest of their dates, as its source writes it."""
    newest_us: int | None
    """The same instant, in microseconds since 1970 UTC."""


class SectionRow(NamedTuple):
    """A section by name."""

    section_id: int
    document_id: int
    parent_id: int | None
    level: int
    heading: str
    slug: str
    start_line: int
    end_line: int


class LinkRow(NamedTuple):
    """A resolved link: where it stands, and what it leads to."""

    document_id: int
    section_id: int | None
    """The section that it stands in."""
    line: int
    kind: str
    """markdown, wiki, reference, autolink or include."""
    label: str
    target_document_id: int
    target_section_id: int | None
    """None: to the document as a whole, or to lines of code."""
    target_start_line: int | None
    target_end_line: int | None


class SymbolRow(NamedTuple):
    """A definition by name."""

    symbol_id: int
    document_id: int
    parent_id: int | None
    qualified_name: str
    kind: str
    signature: str
    start_line: int
    end_line: int


class BlockRow(NamedTuple):
    """A block of a document: where it stands and how deep it is nested."""

    kind: str
    depth: int
    start_byte: int
    end_byte: int


class UseRow(NamedTuple):
    """A name that code imports, calls or refers to."""

    document_id: int
    symbol_id: int | None
    """The innermost definition around it."""
    line: int
    kind: str
    """import, call or reference."""
    name: str
    target_document_id: int
    target_symbol_id: int | None
    """None: the file as a whole."""


class HintRow(NamedTuple):
    """A place in code that a framework gives a meaning."""

    document_id: int
    line: int
    framework: str
    kind: str
    detail: str
