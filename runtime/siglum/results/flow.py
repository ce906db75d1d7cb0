"""The answer of `summarize_flow`, with what a guide shares: steps, assumptions, trust."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from siglum.parameters import FlowParameters
    from siglum.results.places import ArtifactInfo
    from siglum.results.related import Skipped


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
    left_out: int | None = None
    """Lines, of code operations too, for which the style has no room; `get_content` of a ref has them."""


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
