"""Why a hit is as it is: where it stands, and what it was widened to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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
