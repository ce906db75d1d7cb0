"""Where a query's terms stand in a text that is returned."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from siglum.results import MatchSpan
from siglum.text import fold_with_offsets, is_paired, normalize_with_offsets
from siglum.text.words import find_units, is_run, pieces, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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


Place = tuple[int, int]
"""Half-open, in characters of the content."""


def match_spans(content: str, terms: Sequence[SpanTerm], language: str) -> tuple[MatchSpan, ...] | None:
    """Return where `terms` stand in `content`, or None where that is not computed.

    Spans are UTF-8 byte offsets, sorted, disjoint, at most 100 and independent of the order of the
    terms: each term has `100 // len(terms)` occurrences in text order, at least one, and occurrences
    that overlap become one. `language` is the document's, as for its index.
    """
    if not terms or len(content) > MAX_CONTENT_BYTES or len(content.encode()) > MAX_CONTENT_BYTES:
        return None
    quota = max(1, MAX_SPANS // len(terms))
    folded, offsets = fold_with_offsets(content)
    stemmed = _stemmed_places(content, terms, language)
    places: list[Place] = []
    for term in terms:
        surface = (offsets.original(*place) for place in _surface(folded, term.text))
        occurrences = _union([*surface, *(p for stem in term.stems for p in stemmed.get(stem, ()))])
        places += occurrences[:quota]
    return tuple(_in_bytes(content, _union(places)))


def _surface(folded: str, text: str) -> list[Place]:
    """Return the places of a term in a folded text: whole, else by the longest parts of a run."""
    pattern = re.compile(r"\s+".join(re.escape(word) for word in text.split()))
    found = [match.span() for match in pattern.finditer(folded)]
    if not any(map(is_paired, text)):
        short = 0 < sum(map(str.isalnum, text)) < INSIDE_WORDS_FROM
        return [place for place in found if not short or _stands_alone(folded, place)]
    if found or " " in text:
        return found
    parts = sorted(set(_longest_parts(text, folded)))
    return [match.span() for part in parts for match in re.finditer(re.escape(part), folded)]


def _stands_alone(folded: str, place: Place) -> bool:
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


def _stemmed_places(content: str, terms: Iterable[SpanTerm], language: str) -> dict[str, list[Place]]:
    """Return, for each wanted stem, the words and identifiers that have it, in text order."""
    wanted = frozenset().union(*(term.stems for term in terms))
    found: dict[str, list[Place]] = {}
    if not wanted:
        return found
    normal, offsets = normalize_with_offsets(content)
    known: dict[str, dict[str, Place]] = {}
    for match in find_units(normal):
        unit = match[0]
        if unit not in known:
            known[unit] = _stems_in(unit, wanted, language)
        for stem, (start, end) in known[unit].items():
            place = offsets.original(match.start() + start, match.start() + end)
            found.setdefault(stem, []).append(place)
    return found


def _stems_in(unit: str, wanted: frozenset[str], language: str) -> dict[str, Place]:
    """Return the wanted stems of a unit, each with the smallest piece of the unit that has it."""
    if is_run(unit) or wanted.isdisjoint(terms_of(unit, language)):
        return {}
    by_size = sorted(pieces(unit, language), key=lambda piece: (piece.start - piece.end, piece.start))
    return {stem: (piece.start, piece.end) for piece in by_size for stem in piece.terms if stem in wanted}


def _union(places: Iterable[Place]) -> list[Place]:
    """Return the places in order, those that overlap as one; places that touch stay apart."""
    joined: list[Place] = []
    for start, end in sorted(places):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        elif start < end:
            joined.append((start, end))
    return joined


def _in_bytes(content: str, places: Iterable[Place]) -> Iterator[MatchSpan]:
    """Yield places in characters as spans in UTF-8 bytes."""
    position = size = 0
    for start, end in places:
        first = size + len(content[position:start].encode())
        position, size = end, first + len(content[start:end].encode())
        yield MatchSpan(first, size)
