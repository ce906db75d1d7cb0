"""Ask the corpus on behalf of the flow and the guide: search, coverage and related refs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.parameters import RelatedParameters, SearchParameters
from siglum.related import expand_related
from siglum.requests import read_request
from siglum.search import search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.reader import Reader
    from siglum.results import Related, SearchResponse


def find(reader: Reader, query: str, **given: object) -> SearchResponse:
    """Search as a user would who gives only these parameters."""
    request, warnings = read_request(
        SearchParameters, {"query": query, **given}, defaults=reader.manifest.search
    )
    return search(reader, request, warnings=warnings)


def covered(response: SearchResponse) -> bool:
    """Tell whether the corpus speaks of what was searched for at all."""
    return response.confidence.level != "none"


def related(reader: Reader, seeds: Sequence[str], *, budget: int) -> tuple[Related, ...]:
    """Return what is related to refs by more than where it stands."""
    if not seeds:
        return ()
    request, _ = read_request(
        RelatedParameters, {"seeds": list(seeds), "budget": budget, "mode": "implementation"}
    )
    found = expand_related(reader, request).related
    return tuple(entry for entry in found if any(r.type != "path_proximity" for r in entry.reasons))
