"""Every parameter of the tools: what it takes, its bounds, and what it is where nothing is given.

A number outside its bounds is clamped and named in `warnings`. None is "not given".
"""

# No postponed annotations here: requests are read by them, and text takes longer to evaluate.

from dataclasses import dataclass
from typing import Annotated, Literal

from siglum.typed import Between

Mode = Literal["snippet", "full", "multi_range"]
Style = Literal["brief", "default", "detailed"]
Preference = Literal["balanced", "docs", "samples"]
MOST_HITS = 200
Count = Annotated[int, Between(1, MOST_HITS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParameters:
    """The parameters of `search`."""

    query: str
    """Words, identifiers or symbols in any language; at most 4,096 bytes. Empty: no results."""
    top_k: Count = 10
    """Hits."""
    snippet_lines: Count = 40
    """Lines shown a hit."""
    offset: Annotated[int, Between(0, 10_000)] = 0
    """Hits to skip, for further pages of the same ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentParameters:
    """The parameters of `get_content`."""

    ref_id: str
    """`md:<path>#<slug>`, `code:<path>@L<line>` or `file:<path>`."""
    mode: Mode = "snippet"
    """`snippet`: the first lines, or those around a line of code; `full`: all; `multi_range`: the parts that
    matter for a flow: items, labelled steps and headings, of code signatures, calls and returns."""
    snippet_lines: Count = 40
    """Lines of a snippet."""
    max_lines: Annotated[int, Between(1, 5000)] = 1000
    """Lines of a full text, or of all parts together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowParameters:
    """The parameters of `summarize_flow`."""

    topic: str | None = None
    """Narrows to what speaks of it; without `seeds` it is searched for."""
    seeds: tuple[str, ...] = ()
    """Refs of sections, code or files, in the order of the flow."""
    sources: tuple[str, ...] = ()
    """Names of sources: refs of other sources are left out."""
    style: Style = "default"
    """How much text and how many operations a step keeps."""
    max_steps: Annotated[int, Between(1, 50)] = 12
    """Steps at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideParameters:
    """The parameters of `guide_implementation`."""

    topic: str
    """What is to be built, in words, identifiers or symbols of any language."""
    framework: str | None = None
    """Added to the query."""
    language: str | None = None
    """Of the samples: the name of a programming language, `python`, `csharp`."""
    preference: Preference = "balanced"
    """Whether most refs are documentation or code."""
    max_refs: Annotated[int, Between(2, 12)] = 6
    """Supporting refs at most."""
