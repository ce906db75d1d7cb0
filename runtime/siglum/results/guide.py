"""The answer of `guide_implementation`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from siglum.parameters import GuideParameters
    from siglum.results.flow import Assumption, FlowStep, Trust
    from siglum.results.places import ArtifactInfo, Range, RefKind
    from siglum.results.related import Reason


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
