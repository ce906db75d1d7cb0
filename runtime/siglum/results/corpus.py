"""The answers about a corpus as a whole: `diagnostics`, `list_topics` and the list of documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siglum.results.places import ArtifactInfo


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
