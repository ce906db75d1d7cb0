"""Raise documents in whose path adjacent words of the query stand side by side."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import fusion
from siglum.text import analyze_query, count_terms, fold, is_paired
from siglum.weighing import names_of, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Mask

CHUNKS_READ = 512
"""Best chunks whose paths are read, of those that have two adjacent words in it; so many take 10 ms."""

_BORDER = re.compile(r"[/\-_.\s]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Word(NamedTuple):
    """A word of the query."""

    text: str
    names: tuple[str, ...]
    """Index terms that stand for it."""
    mass: float


class PathWord(NamedTuple):
    """A word of a path."""

    text: str
    """Folded."""
    terms: frozenset[str]


def with_path_phrases(reader: Reader, query: Query, scores: Floats) -> Floats:
    """Return scores, 0..1, raised by the share of the query's idf mass that stands in a path as a phrase.

    A phrase is two or more words that are adjacent in the query and, whatever separates them and however
    they are inflected, in the path inside the source.
    """
    boost, document = reader.manifest.search.path_phrase_boost, reader.store.chunks.document
    words = tuple(_words(reader, query)) if boost else ()
    likely = _likely(reader, query, words)
    if not likely.any():
        return scores
    at = np.flatnonzero(likely[document] & (scores > 0))
    of_chunk = document[at]
    shares = np.zeros(len(likely))
    for number in np.unique(of_chunk[fusion.best(scores[at], CHUNKS_READ)]).tolist():
        shares[number] = phrase_share(words, path_words(reader.inside[number], reader.manifest.languages))
    if not shares.any():
        return scores
    raised = scores.copy()
    raised[at] += boost * shares[of_chunk]
    return raised / (1.0 + boost)


def _words(reader: Reader, query: Query) -> Iterator[Word]:
    """Yield the words of a query in order; the mass of a quoted phrase is its words' in equal parts."""
    quoted = {phrase.text for phrase in query.phrases}
    for weighed in weigh_terms(reader, query):
        term = weighed.term
        parts = analyze_query(term.text, reader.manifest.languages) if term.text in quoted else (term,)
        for part in parts:
            yield Word(part.text, names_of(part), weighed.mass / len(parts))


def _likely(reader: Reader, query: Query, words: Sequence[Word]) -> Mask:
    """Return of each document whether its path has two adjacent words of the query, anywhere in it."""
    likely, before = (np.zeros(reader.manifest.counts["documents"], dtype=np.bool_) for _ in range(2))
    for word in words if len(words) > 1 else ():
        having = np.zeros_like(likely)
        rows = (query.rows[name] for name in word.names if name in query.rows)
        for term in reader.index_terms(rows):
            having[reader.store.chunks.document[term.impact.in_path]] = True
        likely |= before & having
        before = having
    return likely


def path_words(path: str, languages: Sequence[str]) -> list[PathWord]:
    """Return the words of a path in order; capitals inside a name part words too."""
    return [_path_word(word, tuple(languages)) for word in _BORDER.split(path) if word]


@lru_cache(8192)
def _path_word(word: str, languages: tuple[str, ...]) -> PathWord:
    terms = (term for language in languages or ("und",) for term in count_terms(word, language))
    return PathWord(fold(word), frozenset(terms))


def phrase_share(words: Sequence[Word], path: Sequence[PathWord]) -> float:
    """Return the share of the words' mass, 0..1, that stands in a path next to its neighbour."""
    by_term: dict[str, list[int]] = {}
    for place, own in enumerate(path):
        for term in own.terms:
            by_term.setdefault(term, []).append(place)
    places = [_places(word, path, by_term) for word in words]
    held: set[int] = set()
    for number, (one, other) in enumerate(pairwise(places)):
        if one and other and _meet(one, other, path, "".join(w.text for w in words[number : number + 2])):
            held |= {number, number + 1}
    whole = math.fsum(word.mass for word in words)
    return math.fsum(words[number].mass for number in sorted(held)) / whole if held else 0.0


def _places(word: Word, path: Sequence[PathWord], by_term: Mapping[str, list[int]]) -> list[int]:
    """Return which words of a path are one of the query, or where no space parts words, hold it."""
    if is_paired(word.text[0]):
        return [place for place, own in enumerate(path) if word.text in own.text]
    return [place for name in word.names for place in by_term.get(name, ())]


def _meet(one: Sequence[int], other: Sequence[int], path: Sequence[PathWord], text: str) -> bool:
    """Tell whether two words follow each other: in two words of the path, or in one as `text`."""
    within = (path[place].text for place in one if place in other)
    return any(place + 1 in other for place in one) or any(text in own for own in within)
