"""Raise chunks that have the words of a query in their order, as the page of a pasted message has."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import fusion
from siglum.text import fold
from siglum.weighing import are_among, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Ints
    from siglum.weighing import Weighed

Pair = tuple[str, str]

TELLING = 4
"""Telling words that must stand beside a neighbour of theirs: two or three, as in `save a model instance`,
stand so in many a docstring, and not where it is explained."""
FROM = 0.3
"""Share of the pairs' mass from which it counts: less is chance."""
WORDS_HELD = 0.5
"""Share of the query's idf mass that a chunk must have to be read."""
CHUNKS_READ = 32
"""Best chunks by score, and as many by words, that may be read."""

_HIRAGANA, _KATAKANA = "\u3041-\u309f", "\u30a1-\u30ff"
_WORD = re.compile(rf"[{_HIRAGANA}]+|[{_KATAKANA}]+|[^\W_{_HIRAGANA}{_KATAKANA}]+")
"""Where no space parts words, a change of script does."""


class Wording(NamedTuple):
    """The order of a query's words."""

    pairs: dict[Pair, float]
    """Neighbours that the corpus knows, and their mass."""
    telling: frozenset[str]
    """Words that tell something."""


def with_wording(reader: Reader, query: Query, words: Floats, scores: Floats) -> Floats:
    """Return scores, 0..1, raised by the squared share of the query's neighbours that are so in a chunk.

    `words` is BM25F. It is what the sequential dependence model calls ordered features (Metzler and Croft,
    SIGIR 2005), for long runs alone: what means the same is then no match for what is the same.
    """
    boost, weighed = reader.manifest.search.wording_boost, weigh_terms(reader, query)
    wording = wording_of(query, weighed)
    if not boost or len(wording.telling) < TELLING:
        return scores
    best = (fusion.best(each, CHUNKS_READ) for each in (scores, np.where(scores > 0, words, 0.0)))
    at = _holding(reader, query, weighed, np.unique(np.concatenate([*best])))
    texts = reader.store.texts(at.tolist())
    shares = np.array([share(wording, texts[chunk]) for chunk in at.tolist()])
    if not shares.any():
        return scores
    raised = scores.copy()
    raised[at] += boost * shares * shares
    return raised / (1.0 + boost)


def wording_of(query: Query, weighed: Sequence[Weighed]) -> Wording:
    """Return the order of a query's words; what the corpus lacks, as another number, has no part."""
    mass: dict[str, float] = {}
    telling: set[str] = set()
    for each in weighed:
        own = words_of(each.term.text) if each.known or each.in_parts else []
        length = sum(map(len, own))
        for word in own:
            mass[word] = max(mass.get(word, 0.0), each.mass * len(word) / length)
        if each.known and not query.functional.issuperset(name for name, _ in each.term.terms):
            telling.update(word for word in own if not _is_hiragana(word))
    asked = words_of(_positive(query))
    known = (pair for pair in pairwise(asked) if pair[0] in mass and pair[1] in mass)
    return Wording({pair: (mass[pair[0]] + mass[pair[1]]) / 2 for pair in known}, frozenset(telling))


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, folded and unstemmed."""
    return _WORD.findall(fold(text))


def share(wording: Wording, text: str) -> float:
    """Return how much of the neighbours' mass are neighbours in a text: 0 up to `FROM`, 1 for all."""
    found = wording.pairs.keys() & set(pairwise(words_of(text)))
    if len({word for pair in found for word in pair} & wording.telling) < TELLING:
        return 0.0
    held = math.fsum(wording.pairs[pair] for pair in found) / math.fsum(wording.pairs.values())
    return max(0.0, (held - FROM) / (1.0 - FROM))


def _is_hiragana(word: str) -> bool:
    """Tell whether a word is in the script of particles and endings."""
    return "\u3041" <= word[0] <= "\u309f"


def _positive(query: Query) -> str:
    """Return a query's text without its exclusions."""
    text = query.text
    for phrase in query.excluded:
        text = text[: phrase.start] + " " * (phrase.end - phrase.start) + text[phrase.end :]
    return text


def _holding(reader: Reader, query: Query, weighed: Sequence[Weighed], chunks: Ints) -> Ints:
    """Return those of `chunks` that have enough of the query's words that the corpus knows."""
    held, whole = np.zeros(len(chunks)), 0.0
    for each in weighed:
        rows = [query.rows[name] for name, _ in each.term.terms if name in query.rows]
        if rows:
            having = [are_among(found.impact.chunks, chunks) for found in reader.index_terms(rows)]
            held += each.mass * np.logical_or.reduce(having)
            whole += each.mass
    return chunks[held >= WORDS_HELD * whole]
