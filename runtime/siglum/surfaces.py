"""How the hits write the words that misspelt ones were taken for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from siglum.searchable import searchable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.results import Correction, Hit


def with_surfaces(corrected: Sequence[Correction], hits: Sequence[Hit]) -> tuple[Correction, ...]:
    """Return corrections with the word as the first hit that shows it writes it."""
    return tuple(replace(each, surface=_surface(each.term, hits)) for each in corrected)


def _surface(term: str, hits: Sequence[Hit]) -> str | None:
    for hit in hits:
        for text in (hit.content, hit.heading or "", hit.symbol or "", *hit.breadcrumb):
            place = min(searchable(text, hit.lang).places(term), default=None)
            if place is not None:
                return text[slice(*place)]
    return None
