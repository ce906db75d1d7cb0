"""Every noun of an answer. Lines count from 1, ranges are inclusive, absent values are None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from siglum.citations.nouns import SearchResults
    from siglum.parameters import (
        ContentParameters,
        Filters,
        FlowParameters,
        GuideParameters,
        Mode,
        RelatedParameters,
        SearchParameters,
    )

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
class MatchSpan:
    """A match in a hit's `content`, in UTF-8 bytes, half-open: `content.encode()[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ExpandedFrom:
    """What `content` was widened to."""

    kind: Literal["adjacent", "whole_document"]
    from_index: int | None = None
    """Ordinal in the document, from 0, of the first chunk."""
    to_index: int | None = None
    """Of the last chunk, inclusive."""
    total_chunks: int | None = None


@dataclass(frozen=True, slots=True)
class Confidence:
    """How likely it is that the corpus answers at all; it never removes, hides or reorders a hit."""

    level: Literal["high", "medium", "low", "none"]
    score: float
    """0..1."""
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenedArtifact:
    """One of several artifacts that are open together."""

    name: str
    """Stands, as `@name/`, before its paths."""
    version: str


@dataclass(frozen=True, slots=True)
class ArtifactInfo:
    """Which artifact answered."""

    name: str
    """Of several open together their names, joined by `+`."""
    version: str
    """First 16 hex digits of the content digest; of several, of the digest of theirs."""
    artifacts: tuple[OpenedArtifact, ...] | None = None
    """Where several are open together: each of them, by name."""


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
class LegScore:
    """A hit in one ranked candidate list."""

    leg: str
    rank: int
    """From 1, among all chunks."""
    score: float


@dataclass(frozen=True, slots=True)
class Boost:
    """A part of a score that no leg gave."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hit stands where it does."""

    matched_terms: tuple[str, ...]
    """Query terms that its best chunk has."""
    legs: tuple[LegScore, ...]
    boosts: tuple[Boost, ...]


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
    byte_range: ByteRange
    """Exactly the bytes of `content`; where a line was cut, less than those of `range`."""
    title: str
    breadcrumb: tuple[str, ...]
    """Document title and the headings above."""
    lang: str
    tags: tuple[str, ...]
    quality: float
    """How much its best chunk says, 0..1."""
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
    also_in: tuple[str, ...] | None = None
    """Refs of the same text elsewhere, where several sources have it."""
    match_spans: tuple[MatchSpan, ...] | None = None
    """Where the query's terms stand; absent where that was not computed."""
    expanded_from: ExpandedFrom | None = None
    """What a short hit was widened to."""
    also_matched: tuple[str, ...] | None = None
    """Refs of later hits whose text stands in this one now."""
    explanation: Explanation | None = None
    """With `explain`."""
    fence: str | None = None
    """Marks of the code fence that is open where `content` starts."""


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The answer of `search`."""

    results: tuple[Hit, ...]
    """Empty where `search_results` has the hits."""
    query_terms: QueryTerms
    low_confidence: bool
    """Whether no hit stands out, the best score being little above the mean; of ten sections that all answer
    none does. Whether there is an answer says `confidence`."""
    confidence: Confidence
    total_candidates: int
    """Distinct chunks that any leg proposed, after filters and exclusions."""
    filter_applied: Filters
    """Every filter in force; lists that filter nothing are absent."""
    parameters: SearchParameters
    artifact: ArtifactInfo
    warnings: tuple[str, ...] = ()
    search_results: SearchResults | None = None
    """The hits as blocks to cite, with `format` `search_result`."""


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
class Reason:
    """Why something is in an answer, and what that counts."""

    type: str
    """Name of the signal."""
    detail: str
    weight: float
    """Its part of the score."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A ref that was asked for and left out."""

    ref_id: str
    """As it was given."""
    reason: str


@dataclass(frozen=True, slots=True)
class Related:
    """What belongs together with a seed."""

    ref_id: str
    kind: RefKind
    path: str
    range: Range
    """The whole block, or with `snippet_lines` exactly the lines of `content`."""
    score: float
    """0..1, rounded to 6 decimals: the sum of the reasons' weights over what they could be."""
    depth: int
    """1: related to a seed; 2: to what is related to a seed."""
    via: str
    """Ref that led to it: a seed's, or that of something related."""
    reasons: tuple[Reason, ...]
    content: str | None = None
    """With `snippet_lines` over 0."""


@dataclass(frozen=True, slots=True)
class RelatedResponse:
    """The answer of `expand_related`."""

    related: tuple[Related, ...]
    skipped: tuple[Skipped, ...]
    """Seeds that name nothing."""
    total_candidates: int
    filter_applied: Filters
    parameters: RelatedParameters
    artifact: ArtifactInfo
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assumption:
    """A fallback that was taken, or a gap that was left."""

    code: str
    """The same in every version."""
    text: str


@dataclass(frozen=True, slots=True)
class Trust:
    """How far an answer may be relied upon, and why."""

    level: Literal["high", "medium", "low", "none"]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A step, in the words of the refs that it names."""

    step: int
    """From 1."""
    title: str
    """One line without inline marks."""
    description: str
    """Lines of the source in their order, without inline marks; code as it stands. May be empty."""
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlowResponse:
    """The answer of `summarize_flow`."""

    flow: tuple[FlowStep, ...]
    assumptions: tuple[Assumption, ...]
    skipped: tuple[Skipped, ...]
    confidence: Trust
    parameters: FlowParameters
    artifact: ArtifactInfo
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportingRef:
    """A section or piece of code that a guide rests on."""

    ref_id: str
    kind: RefKind
    path: str
    range: Range
    """Exactly the lines of `content`."""
    content: str
    origin: Literal["search", "related"]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class GuideResponse:
    """The answer of `guide_implementation`."""

    question: str
    query: str
    """What was searched for: topic, framework and language."""
    guide: tuple[FlowStep, ...]
    docs: tuple[SupportingRef, ...]
    sample_code: tuple[SupportingRef, ...]
    assumptions: tuple[Assumption, ...]
    confidence: Trust
    parameters: GuideParameters
    artifact: ArtifactInfo
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiagnosticsResponse:
    """The answer of `diagnostics`."""

    server: str
    """Version of siglum."""
    artifact: ArtifactInfo
    digest: str
    format_version: int
    analyzer_version: int
    chunker_version: int
    embedder: str
    """Its id and dimensions."""
    check: str
    """What is checked of the vectors before their first use: full or size."""
    counts: dict[str, int]
    languages: tuple[str, ...]
    """With which a query is analysed, commonest first."""
    skipped: int
    """Files that the build skipped; `siglum inspect` lists them."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that share a category, topic, tag or source."""

    name: str
    documents: int
    newest: str | None = None
    """The newest of their dates, as its source writes it."""


@dataclass(frozen=True, slots=True)
class TopicsResponse:
    """The answer of `list_topics`: each list by name."""

    categories: tuple[Group, ...]
    topics: tuple[Group, ...]
    tags: tuple[Group, ...]
    sources: tuple[Group, ...]
    artifact: ArtifactInfo
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
