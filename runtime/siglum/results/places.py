"""Where an answer comes from: artifact, lines, bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
