"""Every constant of ranking and every default of `search`, as the manifest records them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldSettings:
    """BM25F: what one field counts (Robertson, Zaragoza & Taylor, CIKM 2004)."""

    weight: float
    """Multiplies the term frequency."""
    b: float
    """Length normalisation, 0 (none) to 1 (full)."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`[search]` of siglum.toml. A request overrides its own parameters; nothing else changes an answer."""

    top_k: int = 10
    snippet_lines: int = 40
    k1: float = 1.2
    heading: FieldSettings = FieldSettings(weight=2.0, b=0.5)
    path: FieldSettings = FieldSettings(weight=1.0, b=0.5)
    breadcrumb: FieldSettings = FieldSettings(weight=0.5, b=0.5)
    body: FieldSettings = FieldSettings(weight=1.0, b=0.75)
    unigram_weight: float = 0.3
    """What a single CJK character counts beside the bigrams that hold it."""
    vector_weight: float = 0.5
    """Share of the vector leg in the fused score, against 1 for the lexical leg."""
    heading_boost: float = 0.1
    """Added where all of the query's idf mass stands in the heading, in proportion where some does."""
    path_boost: float = 0.05
    """The same for the path."""
