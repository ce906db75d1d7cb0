"""Where a query's terms stand in a text that is returned."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

from siglum.results import MatchSpan
from siglum.searchable import searchable
from siglum.text import is_paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum.cache import ByteCache
    from siglum.searchable import Searchable, Stretch

MAX_CONTENT_BYTES = 256 * 1024
MAX_SPANS = 100
INSIDE_WORDS_FROM = 3
"""Letters and digits from which a term is also sought inside words: `ML` is not, or `HTML` would match."""
LEAST_PART = 2
"""Characters of a part that stands for a term of an unspaced script."""


class SpanTerm(NamedTuple):
    """A query term as it is sought in a text."""

    text: str
    """Folded; in a phrase a run of white space is one space."""
    stems: frozenset[str] = frozenset()
    """The index terms that stand for the whole term: a word or identifier that has one matches."""


def match_spans(
    content: str,
    terms: Sequence[SpanTerm],
    language: str,
    *,
    known: ByteCache[tuple[str, str], Searchable] | None = None,
) -> tuple[MatchSpan, ...] | None:
    """Return where `terms` stand in `content`, or None where that is not computed.

    Spans are UTF-8 byte offsets, sorted, disjoint, at most 100 and independent of the order of the
    terms: each term has `100 // len(terms)` occurrences in text order, at least one, and occurrences
    that overlap become one. `language` is the document's, as for its index; `known` keeps what does not
    depend on the terms.
    """
    if not terms or len(content) > MAX_CONTENT_BYTES or len(content.encode()) > MAX_CONTENT_BYTES:
        return None
    text = _ready(content, language, known)
    quota = max(1, MAX_SPANS // len(terms))
    places: list[Stretch] = []
    for term in terms:
        surface = (text.folded_offsets.original(*place) for place in _surface(text.folded, term.text))
        places += unite([*surface, *(p for stem in term.stems for p in text.places(stem))])[:quota]
    return tuple(_in_bytes(content, unite(places)))


def _ready(content: str, language: str, known: ByteCache[tuple[str, str], Searchable] | None) -> Searchable:
    text = None if known is None else known.get((content, language))
    if text is None:
        text = searchable(content, language)
        if known is not None:
            known.put((content, language), text, size=text.size)
    return text


def _surface(folded: str, text: str) -> list[Stretch]:
    """Return the places of a term in a folded text: whole, else by the longest parts of a run."""
    sought = _sought(text)
    if any(word not in folded for word in sought.words):
        return _parts(folded, text) if sought.is_run else []
    found = [match.span() for match in sought.pattern.finditer(folded)]
    return [place for place in found if _stands_alone(folded, place)] if sought.is_short else found


class _Sought(NamedTuple):
    """How a term is sought."""

    words: list[str]
    """Without one of them the whole term is nowhere."""
    pattern: re.Pattern[str]
    is_short: bool
    """It counts only where it is no part of a word."""
    is_run: bool
    """Of an unspaced script, so parts of it count where it does not stand as a whole."""


@lru_cache(maxsize=256)
def _sought(text: str) -> _Sought:
    words, paired = text.split(), any(map(is_paired, text))
    pattern = r"\s+".join(map(re.escape, words))
    short = not paired and 0 < sum(map(str.isalnum, text)) < INSIDE_WORDS_FROM
    return _Sought(
        words, re.compile(_APART.format(pattern) if short else pattern), short, paired and " " not in text
    )


_APART = "(?<![a-z0-9]){}(?![a-z0-9])"
"""Without the places in the midst of a word that need no closer look."""


def _parts(folded: str, text: str) -> list[Stretch]:
    parts = sorted(set(_longest_parts(text, folded)))
    return [match.span() for part in parts for match in re.finditer(re.escape(part), folded)]


def _stands_alone(folded: str, place: Stretch) -> bool:
    start, end = place
    before, after = folded[max(0, start - 1) : start], folded[end : end + 1]
    return not (_is_of_a_word(before) or _is_of_a_word(after))


def _is_of_a_word(character: str) -> bool:
    """Tell whether a character continues a word of a script that sets words apart."""
    if not character or is_paired(character):
        return False
    return character.isalnum() or unicodedata.category(character).startswith("M")


def _longest_parts(term: str, folded: str) -> Iterator[str]:
    """Yield the parts of `term` that occur: the longest, then of what is left and right of it."""
    lengths = _occurring(term, folded)
    pending = [(0, len(term))]
    while pending:
        start, end = pending.pop()
        length, first = max(((min(lengths[at], end - at), -at) for at in range(start, end)), default=(0, 0))
        if length >= LEAST_PART:
            yield term[-first : -first + length]
            pending += [(start, -first), (-first + length, end)]


def _occurring(term: str, folded: str) -> list[int]:
    """Return for each place in `term` how many characters from there on occur together in `folded`."""
    lengths, length = [], 0
    for start in range(len(term)):
        while start + length < len(term) and term[start : start + length + 1] in folded:
            length += 1
        lengths.append(length)
        length = max(0, length - 1)
    return lengths


def unite(places: Iterable[Stretch]) -> list[Stretch]:
    """Return the places in order, those that overlap as one; places that touch stay apart."""
    joined: list[Stretch] = []
    for start, end in sorted(places):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        elif start < end:
            joined.append((start, end))
    return joined


def _in_bytes(content: str, places: Iterable[Stretch]) -> Iterator[MatchSpan]:
    """Yield places in characters as spans in UTF-8 bytes."""
    if content.isascii():
        yield from starmap(MatchSpan, places)
        return
    position = size = 0
    for start, end in places:
        first = size + len(content[position:start].encode())
        position, size = end, first + len(content[start:end].encode())
        yield MatchSpan(first, size)
