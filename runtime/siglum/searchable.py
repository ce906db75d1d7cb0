"""A text as a query's terms are sought in it: folded, and its words by their index terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.text import fold_with_offsets, normalize_with_offsets
from siglum.text.words import find_units, is_run, pieces, terms_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.text import Offsets

Stretch = tuple[int, int]
"""Half-open, in characters of the original."""


class Searchable(NamedTuple):
    """What a text has, whatever the query."""

    original: str
    language: str
    """The document's, as for its index."""
    folded: str
    folded_offsets: Offsets
    normal_offsets: Offsets
    starts: dict[str, list[int]]
    """Of each word or identifier, in the normalised text."""
    words: dict[str, list[str]]
    """Those words that have an index term, by the term."""

    def places(self, term: str) -> Iterator[Stretch]:
        """Yield the smallest piece of each word or identifier that has an index term."""
        for word in self.words.get(term, ()):
            first, last = _smallest(word, self.language, term)
            for start in self.starts[word]:
                yield self.normal_offsets.original(start + first, start + last)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return 24 * len(self.original)


def _smallest(word: str, language: str, term: str) -> Stretch:
    """Return where the smallest piece of `word` stands that has the term, the last of such."""
    having = [(p.start, p.end) for p in pieces(word, language) if term in p.terms]
    return having[0] if len(having) == 1 else max(having, key=lambda place: (place[0] - place[1], place[0]))


def searchable(content: str, language: str) -> Searchable:
    """Return a text ready to be searched; of runs of unspaced scripts it needs no words."""
    folded, folded_offsets = fold_with_offsets(content)
    normal, normal_offsets = normalize_with_offsets(content)
    starts: dict[str, list[int]] = {}
    for match in find_units(normal):
        starts.setdefault(match[0], []).append(match.start())
    words: dict[str, list[str]] = {}
    known = terms_in(language)
    for word in starts:
        for term in () if is_run(word) else set(known[word]):
            words.setdefault(term, []).append(word)
    return Searchable(content, language, folded, folded_offsets, normal_offsets, starts, words)
