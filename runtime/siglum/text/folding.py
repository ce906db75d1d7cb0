"""Folding of text, with the way back from each folded character to the original."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]+"
)
"""Unicode's default-ignorable characters: soft hyphen, zero width, bidi controls, variants."""

_TYPED = (("\u2019", "'"), ("\u02bc", "'"), ("\u2010", "-"))
"""Typographic apostrophes and the Unicode hyphen, and what a keyboard has for them."""

_HAS_LATIN_MARK = re.compile("[\u00c0-\u024f\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1eff\u20d0-\u20ff]")
_LATIN_MARKS = re.compile(
    "([a-zA-Z\u00c0-\u02af\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff])"
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+"
)
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters whose stroke or ligature Unicode does not decompose."""

_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")

_JAMO = re.compile("[\u1161-\u11ff\ud7b0-\ud7fb\U00016d63\U00016d67-\U00016d6a]")
"""Letters that compose with the letter before them."""


class Offsets(NamedTuple):
    """Where each character of a derived text stands in its original, in characters."""

    starts: Sequence[int]
    ends: Sequence[int]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the original that derived characters `start` to `end` stand for."""
        return self.starts[start], self.ends[end - 1]


def normalize(text: str) -> str:
    """Return `text` in NFKC without ignorable characters; case and diacritics are kept."""
    if text.isascii():
        return text
    normal = unicodedata.normalize("NFKC", _IGNORABLE.sub("", text))
    for written, typed in _TYPED:
        normal = normal.replace(written, typed)
    return normal


def strip_diacritics(text: str) -> str:
    """Remove the diacritics of Latin letters from folded or normalised `text`, and no others."""
    if text.isascii() or not _HAS_LATIN_MARK.search(text):
        return text
    bare = _LATIN_MARKS.sub(r"\1", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFKC", bare.translate(_STROKES))


def fold(text: str) -> str:
    """Return `text` as it is compared: NFKC, case-folded, no Latin diacritics or ignorables.

    Folding a folded text changes nothing, and the result is in NFKC. `が` stays apart from `か`.
    """
    if text.isascii():
        return text.lower()
    lowered = unicodedata.normalize("NFKC", normalize(text).casefold())
    return strip_diacritics(lowered)


def fold_with_offsets(text: str) -> tuple[str, Offsets]:
    """Return `fold(text)` and, for each of its characters, the range of `text` it stands for."""
    return _piecewise(text, fold)


def normalize_with_offsets(text: str) -> tuple[str, Offsets]:
    """Return `normalize(text)` and, for each of its characters, the range it stands for."""
    return _piecewise(text, normalize)


def _piecewise(text: str, change: Callable[[str], str]) -> tuple[str, Offsets]:
    """Apply `change` to pieces of `text` that no normalisation joins; ASCII keeps its length."""
    size = len(text)
    single = {} if text.isascii() else {c: change(c) for c in set(text) if not c.isascii()}
    joining = {character for character in single if _joins(character)}
    if not joining and all(len(changed) == 1 for changed in single.values()):
        return change(text), Offsets(range(size), range(1, size + 1))
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for match in _BEYOND_ASCII.finditer(text):
        first = max(position, match.start() - 1)  # the character before may be joined
        parts.append(change(text[position:first]))
        starts += range(position, first)
        ends += range(position + 1, first + 1)
        for start, end in _clusters(text, joining, first, match.end()):
            piece = text[start:end]
            part = single[piece] if piece in single else change(piece)
            parts.append(part)
            starts += [start] * len(part)
            ends += [end] * len(part)
        position = match.end()
    parts.append(change(text[position:]))
    starts += range(position, size)
    ends += range(position + 1, size + 1)
    return "".join(parts), Offsets(starts, ends)


def _clusters(text: str, joining: set[str], start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the pieces of a part of `text`: a character and those that may join it."""
    while start < stop:
        end = start + 1
        while end < stop and text[end] in joining:
            end += 1
        yield start, end
        start = end


@lru_cache(maxsize=4096)
def _joins(character: str) -> bool:
    """Tell whether `character` may combine with what stands before it."""
    if character.isascii():
        return False
    first = unicodedata.normalize("NFKD", character)[0]
    return bool(
        unicodedata.category(first).startswith("M") or _JAMO.match(first) or _IGNORABLE.match(character)
    )
