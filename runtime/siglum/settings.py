"""Every constant of ranking and every default of `search`, as the manifest records them."""

# No postponed annotations here: `typed.read` evaluates them at every open, and text takes longer.

import re
from dataclasses import dataclass
from typing import Annotated

from siglum.typed import Between

Weight = Annotated[float, Between(0, 100)]
"""0 switches off what it weighs; a hundred times more than anything else is as good as alone."""
Count = Annotated[int, Between(1, 200)]


@dataclass(frozen=True, slots=True)
class FieldSettings:
    """BM25F: what one field counts (Robertson, Zaragoza & Taylor, CIKM 2004)."""

    weight: Weight
    """Multiplies the term frequency."""
    b: Annotated[float, Between(0, 1)]
    """Length normalisation, 0 (none) to 1 (full)."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`[search]` of siglum.toml. A request overrides its own parameters; nothing else changes an answer."""

    top_k: Count = 10
    """Hits."""
    snippet_lines: Count = 40
    """Lines shown a hit."""
    k1: Annotated[float, Between(0.01, 100)] = 0.9
    """BM25: how slowly further occurrences of a term stop counting; at 0 a score could be 0/0."""
    heading: FieldSettings = FieldSettings(weight=2.0, b=0.5)
    path: FieldSettings = FieldSettings(weight=1.0, b=0.5)
    breadcrumb: FieldSettings = FieldSettings(weight=0.5, b=0.5)
    body: FieldSettings = FieldSettings(weight=1.0, b=0.75)
    vector_weight: Weight = 0.5
    """Share of the vector leg in the fused score, against 1 for the lexical leg."""
    heading_boost: Weight = 0.1
    """Added where all of the query's idf mass stands in the heading, in proportion where some does."""
    path_boost: Weight = 0.05
    """The same for the path."""
    changelog_weight: Annotated[float, Between(0, 1)] = 0.8
    """By which the score of changelogs and release notes is multiplied: they must not drown guides."""


TOOL_PREFIX = re.compile(r"[A-Za-z0-9_-]{0,32}")


@dataclass(frozen=True, slots=True)
class McpSettings:
    """`[mcp]` of siglum.toml: how a server of this artifact presents itself, to be told from others."""

    name: str | None = None
    """Of the server; default: `siglum-` and the artifact's name."""
    tool_prefix: str = ""
    """Stands before each tool's name: letters, digits, `_` and `-`."""
    description: str | None = None
    """What the corpus is, as the end of "find what … says": `the Lantern handbook`."""
    examples: tuple[str, ...] = ()
    """Questions that it answers."""
