"""Every noun of an answer. Lines count from 1, ranges are inclusive, absent values are None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from siglum.parameters import ContentParameters, Mode, SearchParameters

RefKind = Literal["md_heading_block", "code_range", "file"]


@dataclass(frozen=True, slots=True)
class Range:
    """Lines of a document's stored text."""

    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Bytes of a document's stored text, half-open."""

    start_byte: int
    end_byte: int


@dataclass(frozen=True, slots=True)
class ArtifactInfo:
    """Which artifact answered."""

    name: str
    version: str
    """First 16 hex digits of the content digest."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A query term that nothing in the corpus has, and the index term (a stem) searched in its place."""

    text: str
    term: str


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """What became of the query's terms; nothing is dropped silently."""

    used: tuple[str, ...]
    excluded: tuple[str, ...]
    dropped: tuple[str, ...]
    """Beyond the cap of 32."""
    corrected: tuple[Correction, ...] = ()
    """Taken for misspellings."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section or definition that answers, with its lines."""

    ref_id: str
    """`md:<path>#<slug>` of the section, or `code:<path>@L<line>` of the anchored line."""
    kind: RefKind
    path: str
    """Logical path."""
    source: str
    range: Range
    """Exactly the lines of `content`."""
    section_range: Range
    """The whole block or definition."""
    title: str
    breadcrumb: tuple[str, ...]
    """Document title and the headings above."""
    lang: str
    tags: tuple[str, ...]
    score: float
    """0..1, rounded to 6 decimals; comparable within one response only."""
    content: str
    truncated: bool
    """Whether the block has more than `content`."""
    uri: str
    """Address for a citation; outlives a rebuild."""
    heading: str | None = None
    symbol: str | None = None
    """Qualified name of the definition."""
    category: str | None = None
    topic: str | None = None
    date: str | None = None
    """As the source writes it."""
    byte_range: ByteRange | None = None
    """Only where a line was cut."""


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The answer of `search`."""

    results: tuple[Hit, ...]
    query_terms: QueryTerms
    total_candidates: int
    """Distinct chunks that any leg proposed."""
    parameters: SearchParameters
    artifact: ArtifactInfo
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContentResponse:
    """The answer of `get_content`."""

    ref_id: str
    """Canonical form of the ref asked for."""
    kind: RefKind
    path: str
    source: str
    mode: Mode
    content: str
    content_type: str
    ranges: tuple[Range, ...]
    """The lines of `content`; empty for an empty document."""
    total_lines: int
    """Of the block, definition or file asked for."""
    truncated: bool
    sha256: str
    """Of the original file."""
    lossy: bool
    parameters: ContentParameters
    artifact: ArtifactInfo
    reason: str | None = None
    """Why it is truncated and how to get the rest."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the corpus, as it can be listed."""

    path: str
    """Logical path."""
    title: str
    category: str | None = None
    topic: str | None = None
    date: str | None = None
    """As the source writes it."""
