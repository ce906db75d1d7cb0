"""Every parameter of the tools: what it takes, its bounds, and what it is where nothing is given.

A number outside its bounds is clamped and named in `warnings`. None is "not given".
"""

# No postponed annotations here: requests are read by them, and text takes longer to evaluate.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

from siglum.typed import Between

Mode = Literal["snippet", "full", "multi_range"]
Style = Literal["brief", "default", "detailed"]
Preference = Literal["balanced", "docs", "samples"]
SearchMode = Literal["default", "implementation"]
Signal = Literal[
    "links",
    "imports",
    "token_overlap",
    "similarity",
    "path_proximity",
    "same_file",
    "framework_links",
]
Sort = Literal["relevance", "date"]
AnswerFormat = Literal["default", "search_result"]
MOST_HITS = 200
Count = Annotated[int, Between(1, MOST_HITS)]
Share = Annotated[float, Between(0, 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which chunks may answer: those that pass every filter given."""

    category: str | None = None
    """Equal to the document's category."""
    topic: str | None = None
    """Equal to the document's topic."""
    path_globs: tuple[str, ...] | None = None
    """Patterns over the path inside its source: `*` stops at `/`, `**` does not, `!` excludes."""
    tags_any: tuple[str, ...] | None = None
    """At least one of these tags; code has `code` and `lang:<name>`."""
    tags_all: tuple[str, ...] | None = None
    """All of these tags."""
    date_from: str | None = None
    """Not older: `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or RFC 3339; UTC where no zone is given."""
    date_to: str | None = None
    """Not newer; a partial date means its last moment."""
    extensions: tuple[str, ...] | None = None
    """File endings, with or without the dot."""
    sources: tuple[str, ...] | None = None
    """Names or labels of sources, or of artifacts."""
    min_quality: Share = 0.3
    """Least quality of a chunk."""
    include_low_quality: bool = False
    """The same as `min_quality` 0, which it overrules."""


class FilterOptions(TypedDict, total=False):
    """`Filters` as arguments of a function: any sequence is a list, and None is not given."""

    category: str | None
    topic: str | None
    path_globs: Sequence[str] | None
    tags_any: Sequence[str] | None
    tags_all: Sequence[str] | None
    date_from: str | None
    date_to: str | None
    extensions: Sequence[str] | None
    sources: Sequence[str] | None
    min_quality: float | None
    include_low_quality: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParameters(Filters):
    """The parameters of `search`."""

    query: str
    """Words, identifiers, symbols; `"a phrase"`; `-excluded`. At most 4,096 bytes; empty: no results."""
    top_k: Count = 10
    """Hits."""
    snippet_lines: Count = 40
    """Lines shown a hit."""
    mode: SearchMode = "default"
    """`implementation` looks for how something is built: code beside docs, start-up, registration, routes."""
    sort: Sort = "relevance"
    """`date` orders the hits by date, newest first."""
    offset: Annotated[int, Between(0, 10_000)] = 0
    """Hits to skip, for further pages of the same ranking."""
    min_confidence_ratio: Annotated[float, Between(0, float("inf"))] = 1.5
    """`low_confidence` where the greatest score is less than so many times the mean; 0 turns it off."""
    mmr: bool = False
    """Trade relevance for variety (maximal marginal relevance)."""
    mmr_lambda: Share = 0.7
    """What relevance weighs against variety; 1 is relevance alone."""
    mmr_same_doc_penalty: Share = 0.0
    """Taken from a hit whose document was picked before."""
    parent_retriever: bool = False
    """Return short hits with the text around them."""
    max_tokens: Annotated[int, Between(1, 1_000_000)] | None = None
    """Budget for the text of all hits, in estimated tokens; what was cut is said."""
    format: AnswerFormat = "default"
    """`search_result` gives the hits as blocks for Claude's Messages API, with their places, in
    `search_results`."""
    explain: bool = False
    """Say of each hit which terms matched, its ranks and scores in the legs, and its boosts."""


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
class RelatedParameters(Filters):
    """The parameters of `expand_related`."""

    seeds: tuple[str, ...]
    """Refs of any kind, 1 to 32; `file:` stands for the whole document."""
    budget: Annotated[int, Between(1, 200)] = 30
    """Results at most."""
    depth: Annotated[int, Between(1, 3)] = 1
    """2 also takes what is related to the best of what is found, 3 once more."""
    signals: tuple[Signal, ...] = ()
    """Which may speak for a result; none named: all, `framework_links` in mode `implementation` only."""
    snippet_lines: Annotated[int, Between(0, 200)] = 0
    """Lines of text a result; 0: none."""
    mode: SearchMode = "default"
    """`implementation` also follows what frameworks tie together: registrations, routes, configuration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowParameters:
    """The parameters of `summarize_flow`."""

    topic: str | None = None
    """Narrows to what speaks of it; without `seeds` it is searched for."""
    seeds: tuple[str, ...] = ()
    """Refs of sections, code or files, in the order of the flow."""
    sources: tuple[str, ...] = ()
    """Names or labels of sources: refs of other sources are left out."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NoParameters:
    """The parameters of `diagnostics` and `list_topics`: none."""
