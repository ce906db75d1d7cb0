"""The answer of `get_content`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siglum.parameters import ContentParameters, Mode
    from siglum.results.places import ArtifactInfo, Range, RefKind


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
