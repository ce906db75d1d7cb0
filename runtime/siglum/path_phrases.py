"""Raise documents in whose path adjacent words of the query stand side by side."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import fusion
from siglum.text import analyze_query, count_terms, fold, is_paired
from siglum.weighing import names_of, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Ints

CHUNKS_READ = 2048
"""Best chunks whose paths are read, of those that have two adjacent words in it; so many take 5 ms."""

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
    boost = reader.manifest.search.path_phrase_boost
    words = tuple(_words(reader, query)) if boost else ()
    documents = _documents(reader, query, words)
    if not len(documents):
        return scores
    document = reader.store.chunks.document
    shares = np.zeros(len(reader.inside))
    shares[documents] = 1.0
    best = fusion.best(scores * shares[document], CHUNKS_READ)
    shares[documents] = 0.0
    for number in np.unique(document[best]).tolist():
        shares[number] = phrase_share(words, path_words(reader.inside[number], reader.manifest.languages))
    if not shares.any():
        return scores
    return np.where(scores > 0, (scores + boost * shares[document]) / (1.0 + boost), 0.0)


def _words(reader: Reader, query: Query) -> Iterator[Word]:
    """Yield the words of a query in order; the mass of a quoted phrase is its words' in equal parts."""
    quoted = {phrase.text for phrase in query.phrases}
    for term, *_, mass in weigh_terms(reader, query):
        parts = analyze_query(term.text, reader.manifest.languages) if term.text in quoted else (term,)
        for part in parts:
            yield Word(part.text, names_of(query, part), mass / len(parts))


def _documents(reader: Reader, query: Query, words: Sequence[Word]) -> Ints:
    """Return the documents whose path has two adjacent words of the query, anywhere in it."""
    chunk_document = reader.store.chunks.document
    having = []
    for word in words if len(words) > 1 else ():
        rows = (query.rows[name] for name in word.names if name in query.rows)
        chunks = [term.impact.in_path for term in reader.index_terms(rows)]
        having.append(np.unique(chunk_document[np.concatenate(chunks)] if chunks else np.zeros(0, np.int64)))
    both = [np.intersect1d(one, other, assume_unique=True) for one, other in pairwise(having)]
    return np.unique(np.concatenate(both)) if both else np.zeros(0, np.int64)


def path_words(path: str, languages: Sequence[str]) -> list[PathWord]:
    """Return the words of a path in order; capitals inside a name part words too."""
    return [_path_word(fold(word), tuple(languages)) for word in _BORDER.split(path) if word]


@lru_cache(8192)
def _path_word(word: str, languages: tuple[str, ...]) -> PathWord:
    terms = (term for language in languages or ("und",) for term in count_terms(word, language))
    return PathWord(word, frozenset(terms))


def phrase_share(words: Sequence[Word], path: Sequence[PathWord]) -> float:
    """Return the share of the words' mass, 0..1, that stands in a path next to its neighbour."""
    held: set[int] = set()
    for number, (one, other) in enumerate(pairwise(words)):
        if _stand_together(one, other, path):
            held |= {number, number + 1}
    whole = sum(word.mass for word in words)
    return sum(words[number].mass for number in sorted(held)) / whole if held else 0.0


def _stand_together(one: Word, other: Word, path: Sequence[PathWord]) -> bool:
    if any(_is(one, left) and _is(other, right) for left, right in pairwise(path)):
        return True
    unspaced = any(is_paired(word.text[0]) for word in (one, other))
    return unspaced and any(one.text + other.text in word.text for word in path)


def _is(word: Word, own: PathWord) -> bool:
    """Tell whether a word of a path is one of the query; where no space parts words, whether it holds it."""
    return word.text in own.text if is_paired(word.text[0]) else not own.terms.isdisjoint(word.names)
