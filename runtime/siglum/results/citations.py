"""What citations are made of: the blocks handed over, their places, and what a citation turned out to be."""

# No postponed annotations: the schema of `siglum search --format search_result` is made of these.

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

from siglum.results.places import ArtifactInfo, ByteRange, Range


class CacheControl(TypedDict):
    """Where the API may keep what stands up to here."""

    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


class CitationsConfig(TypedDict):
    """Whether the model cites a block; one setting for all of a request."""

    enabled: bool


class TextBlock(TypedDict):
    """The unit of a citation."""

    type: Literal["text"]
    text: str


class SearchResultBlock(TypedDict):
    """A hit, as the Messages API takes it."""

    type: Literal["search_result"]
    source: str
    title: str
    content: list[TextBlock]
    citations: CitationsConfig
    cache_control: NotRequired[CacheControl]


class PlainTextSource(TypedDict):
    """A text that the API splits into sentences itself."""

    type: Literal["text"]
    media_type: Literal["text/plain"]
    data: str


class ContentSource(TypedDict):
    """A text that is split already."""

    type: Literal["content"]
    content: list[TextBlock]


class DocumentBlock(TypedDict):
    """A hit as a `document` block; `context` has the address, which the model sees and does not cite."""

    type: Literal["document"]
    source: PlainTextSource | ContentSource
    title: str
    context: str
    citations: CitationsConfig
    cache_control: NotRequired[CacheControl]


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """Where a block stands; of a note nothing but that it is one."""

    ref_id: str | None = None
    path: str | None = None
    range: Range | None = None
    byte_range: ByteRange | None = None
    """In the document's stored text, UTF-8."""
    note: Literal[True] | None = None


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What `to_search_results` gives."""

    results: list[SearchResultBlock | TextBlock]
    """For the Messages API: search results, or one text block that says why there are none."""
    index: tuple[tuple[BlockPlace, ...], ...]
    """`index[i][j]` is the place of block j of search result i."""
    blocks: int
    """How many there are, notes included."""
    overhead_bytes: int
    """Bytes of the compact JSON of `results` beyond those of the hits' own text."""
    artifact: ArtifactInfo | None = None
    """Absent where the search failed."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Documents:
    """What `to_documents` gives."""

    documents: list[DocumentBlock]
    """For the Messages API; empty where there are no hits."""
    index: tuple[tuple[BlockPlace, ...], ...]
    """`index[i][j]` is the place of block j of document i; a plain text is one block."""
    artifact: ArtifactInfo


@dataclass(frozen=True, slots=True)
class ResolvedCitation:
    """What a citation points to."""

    verified: bool
    """Whether `cited_text` is exactly the text there, and `source` its address."""
    text: str | None = None
    """The text there."""
    ref_id: str | None = None
    path: str | None = None
    range: Range | None = None
    byte_range: ByteRange | None = None
    """In the document's stored text, UTF-8."""
    note: Literal[True] | None = None
    """A remark of ours is cited, which stands in no document."""


@dataclass(frozen=True, slots=True)
class RequestFault:
    """Something in a request that the API refuses or that breaks citations."""

    place: str
    """`messages[2].content[0]`."""
    fault: str
    """What is wrong, and what would be right."""


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation of a conversation."""

    place: str
    """`messages[3].content[0].citations[1]`."""
    cited_text: str
    verified: bool
    """Whether the quoted text stands where the citation says, and in the corpus."""
    source: str | None = None
    ref_id: str | None = None
    path: str | None = None
    range: Range | None = None
    byte_range: ByteRange | None = None
    """In the document's stored text, UTF-8."""
    reason: str | None = None
    """Why it is not verified."""


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """The answer of `siglum cite check`."""

    ok: bool
    """Whether every citation is verified."""
    artifact: ArtifactInfo
    citations: tuple[CheckedCitation, ...]
