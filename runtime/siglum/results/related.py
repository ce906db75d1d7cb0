"""The answer of `expand_related`, and what others share with it: reasons, and refs left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siglum.parameters import Filters, RelatedParameters
    from siglum.results.places import ArtifactInfo, Range, RefKind


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
