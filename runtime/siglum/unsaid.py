"""How much of a run of an unspaced script the corpus says nowhere, though it has most of its pairs."""

from __future__ import annotations

import re
from functools import reduce
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np

from siglum.text.scripts import HANGUL, is_ideograph
from siglum.text.words import graphemes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.text import QueryTerm

SYLLABLES = 5
"""Characters that write sounds which must stand together: any pair of them is in other words, too."""

WORD = 3
"""Characters of most short words in katakana; one or two are spelt in several ways (`ー`)."""

_HANGUL = re.compile(f"[{HANGUL}]")


def unsaid(reader: Reader, query: Query, term: QueryTerm) -> float:
    """Return the share, 0..1, of the characters of a run's words that no chunk says together.

    Two ideographs are a word. Of characters that write sounds five beside each other count as said where one
    chunk has all of their pairs: the pairs of a katakana name that nobody has given are in other names.
    Hiragana are mostly grammar, and are not asked for; nor are words in Hangul, which spaces set apart and
    whose endings the corpus may have on other words. A name in katakana of which a part as long as a word is
    unsaid is another name.
    """
    written = graphemes(term.text)
    counted, said = 0, 0
    for kind, places in _stretches(written):
        if kind:
            found = _said(reader, query, written, places, together=2 if kind == "ideographs" else SYLLABLES)
            other = kind == "katakana" and len(places) - len(found) >= WORD
            counted, said = counted + len(places), said + (0 if other else len(found))
    return 1.0 - said / counted if counted else 0.0


def _stretches(written: Sequence[str]) -> Iterator[tuple[str, range]]:
    """Yield the neighbours of one kind, and where they stand."""
    start = 0
    for kind, group in groupby(written, key=_kind):
        end = start + len(list(group))
        yield kind, range(start, end)
        start = end


def _kind(character: str) -> str:
    if "\u3041" <= character[0] <= "\u309f" or _HANGUL.match(character):
        return ""
    if "\u30a1" <= character[0] <= "\u30ff":
        return "katakana"
    return "ideographs" if is_ideograph(character[0]) or character[0] == "々" else "sounds"


def _said(reader: Reader, query: Query, written: Sequence[str], places: range, *, together: int) -> set[int]:
    """Return those of the places that are said with their neighbours; one alone, with what is beside it."""
    if len(places) == 1:
        around = range(max(0, places.start - 1), min(len(written), places.stop + 1))
        pairs = (_in_one_chunk(reader, query, written[n : n + 2]) for n in around[:-1])
        return set(places) if any(pairs) or len(written) == 1 else set()
    size = min(together, len(places))
    found: set[int] = set()
    for start in range(places.start, places.stop - size + 1):
        if _in_one_chunk(reader, query, written[start : start + size]):
            found.update(range(start, start + size))
    for gap in list(_gaps(places, found)):
        if _in_one_chunk(reader, query, written[gap.start : gap.stop]):
            found.update(gap)
    return found


def _gaps(places: range, found: set[int]) -> Iterator[range]:
    """Yield what is left between the places that were found, where it may be a short word of its own."""
    for is_found, group in groupby(places, key=found.__contains__):
        gap = list(group)
        if not is_found and 1 < len(gap) < SYLLABLES:
            yield range(gap[0], gap[-1] + 1)


def _in_one_chunk(reader: Reader, query: Query, written: Sequence[str]) -> bool:
    """Tell whether a chunk has every pair of these characters."""
    rows = [query.rows.get(one + other) for one, other in pairwise(written)]
    if not all(rows):
        return False
    postings = reader.store.postings([row for row in rows if row is not None])
    common = reduce(lambda a, b: np.intersect1d(a, b, assume_unique=True), (each.chunks for each in postings))
    return len(common) > 0
