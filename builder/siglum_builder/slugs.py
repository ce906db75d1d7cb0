"""Slugs of headings, as GitHub makes anchors."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEPT_CATEGORIES = frozenset("LMN")
"""Letters, marks and numbers; marks, or Hindi and decomposed Japanese lose their vowels."""


def slugify(heading: str) -> str:
    """Return the slug of a plain-text heading, not yet unique; `section` where nothing is left.

    Lower-case; letters, marks, numbers, `-` and `_` kept, other characters dropped, each space one
    `-`, runs kept; no normalisation: `C++ / C#` gives `c--c`.
    """
    kept = (_slug_character(character) for character in heading.lower())
    return "".join(kept) or "section"


def is_slug(text: str) -> bool:
    """Return whether an explicit id may serve as a slug, so that the ref made with it can be read back.

    Beside what a slug of a heading holds, ids hold `.` and `:`.
    """
    return bool(text) and all(
        character in "-_.:" or unicodedata.category(character)[0] in _KEPT_CATEGORIES for character in text
    )


def _slug_character(character: str) -> str:
    if character == " ":
        return "-"
    if character in "-_" or unicodedata.category(character)[0] in _KEPT_CATEGORIES:
        return character
    return ""


def unique_slugs(headings: Iterable[tuple[str, str | None]], *, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Return one slug a heading, in order, unique within a file.

    `headings` are pairs of plain text and explicit id (None: none). The first heading with an
    explicit id gets it even where an earlier heading's text would give the same slug; every other
    repeat gets `-1`, `-2`, … , skipping what is taken.
    """
    pairs = list(headings)
    used = {*taken, *(explicit for _, explicit in pairs if explicit)}
    unclaimed = {explicit for _, explicit in pairs if explicit} - set(taken)
    last_number: dict[str, int] = {}
    slugs = []
    for text, explicit in pairs:
        if explicit and explicit in unclaimed:
            unclaimed.remove(explicit)
            slugs.append(explicit)
        else:
            slugs.append(_next_free(explicit or slugify(text), used, last_number))
    return tuple(slugs)


def _next_free(slug: str, used: set[str], last_number: dict[str, int]) -> str:
    candidate, number = slug, last_number.get(slug, 0)
    while candidate in used:
        number += 1
        candidate = f"{slug}-{number}"
    last_number[slug] = number
    used.add(candidate)
    return candidate
