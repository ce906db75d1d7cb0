"""How the hits write the words that misspelt ones were taken for."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from siglum.searchable import searchable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.results import Correction, Hit


def with_surfaces(corrected: Sequence[Correction], hits: Sequence[Hit]) -> tuple[Correction, ...]:
    """Return corrections with the word as that hit writes it which writes it most like the query.

    `athentication` was meant to be `authentication`, though `authenticated_userid` stands before it.
    """
    return tuple(replace(each, surface=_surface(each, hits)) for each in corrected)


def _surface(correction: Correction, hits: Sequence[Hit]) -> str | None:
    written = dict.fromkeys(_written(correction.term, hits))
    return max(written, key=lambda word: _likeness(word, correction.text), default=None)


def _written(term: str, hits: Sequence[Hit]) -> Iterator[str]:
    for hit in hits:
        for text in (hit.content, hit.heading or "", hit.symbol or "", *hit.breadcrumb):
            yield from (text[slice(*place)] for place in sorted(searchable(text, hit.lang).places(term)))


def _likeness(word: str, other: str) -> float:
    return SequenceMatcher(None, word.casefold(), other.casefold(), autojunk=False).ratio()
