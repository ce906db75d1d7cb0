"""The answer of `search`, and what it says of the query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from siglum.parameters import Filters, SearchParameters
    from siglum.results.citations import SearchResults
    from siglum.results.explanation import ExpandedFrom, Explanation
    from siglum.results.places import ArtifactInfo, ByteRange, Range, RefKind


@dataclass(frozen=True, slots=True)
class MatchSpan:
    """A match in a hit's `content`, in UTF-8 bytes, half-open: `content.encode()[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Confidence:
    """How likely it is that the corpus answers at all; it never removes, hides or reorders a hit."""

    level: Literal["high", "medium", "low", "none"]
    score: float
    """0..1."""
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A query term that nothing in the corpus has, and the index term (a stem) searched in its place."""

    text: str
    term: str
    surface: str | None = None
    """The word that it stands for, as the hit writes it that is most like the query."""


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
