"""Every parameter of the tools: what it takes, its bounds, and what it is where nothing is given.

A number outside its bounds is clamped and named in `warnings`. None is "not given".
"""

# No postponed annotations here: requests are read by them, and text takes longer to evaluate.

from dataclasses import dataclass
from typing import Annotated, Literal

from siglum.typed import Between

Mode = Literal["snippet", "full"]
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
    """`snippet`: the first lines, or those around a line of code; `full`: all."""
    snippet_lines: Count = 40
    """Lines of a snippet."""
    max_lines: Annotated[int, Between(1, 5000)] = 1000
    """Lines of a full text."""
