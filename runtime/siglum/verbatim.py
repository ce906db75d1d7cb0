"""Find phrases and excluded words: postings propose the chunks, the stored text decides."""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.lexical import inverse_document_frequency
from siglum.rows import FoundPhrase, Postings
from siglum.text import UNSTEMMED, count_terms, fold, is_paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lexical import Floats
    from siglum.query import Phrase
    from siglum.reader import Reader
    from siglum.rows import Ints
    from siglum.store import Store
    from siglum.text import QueryTerm

READ_AT_MOST = 512
"""Chunks whose text is read for one phrase, or for all exclusions of a query: some 40 ms."""
SHORT = 3
"""Letters and digits under which a phrase stands at word borders only, as a span does."""
HEADING, BODY = 0, 3


def find_phrase(reader: Reader, phrase: Phrase) -> FoundPhrase:
    """Return the chunks that have `phrase`, and what it counts; those sought last are kept."""
    key = (phrase.text, *((part.text, part.terms) for part in phrase.parts))
    found = reader.phrases.get(key)
    if found is None:
        found = _find_phrase(reader, phrase)
        reader.phrases.put(key, found, size=1)
    return found


def _find_phrase(reader: Reader, phrase: Phrase) -> FoundPhrase:
    """Return the chunks that have `phrase`, and what it counts.

    Where more than 512 chunks have all of its words, the 512 in which they are densest are read, and the
    others are taken to have the phrase as often as these.
    """
    store, total = reader.store, len(reader.store.chunks.document)
    candidates = chunks_with_all(store, phrase.parts)
    read = _densest(store, candidates, phrase.parts, norm=reader.normalisers[BODY])
    texts, pattern = store.texts(read.tolist()), _pattern(phrase.text)
    words = phrase.text.split()
    counts = [_count(fold(texts[chunk]), words, pattern) for chunk in read.tolist()]
    times = np.array(counts, dtype=np.int64)
    having = read[times > 0]
    zeros = np.zeros(len(having), dtype=np.uint16)
    in_body = np.minimum(times[times > 0], 65_535).astype(np.uint16)
    frequency = len(having) * len(candidates) // max(1, len(read))
    weight = inverse_document_frequency(frequency, total) / inverse_document_frequency(len(having), total)
    return FoundPhrase(
        phrase.text, Postings(having.astype(np.uint32), (zeros, zeros, zeros, in_body), -1), weight
    )


def _count(folded: str, words: Sequence[str], pattern: re.Pattern[str]) -> int:
    """Return how often a phrase stands in a text; a look for its words is much faster than the pattern."""
    return len(pattern.findall(folded)) if all(word in folded for word in words) else 0


def _densest(store: Store, candidates: Ints, parts: Sequence[QueryTerm], *, norm: Floats) -> Ints:
    if len(candidates) <= READ_AT_MOST:
        return candidates
    density = np.full(len(store.chunks.document), np.inf)
    for names in _alternatives(parts):
        own = np.zeros(len(density))
        for postings in store.postings(store.terms(names).values()):
            own[postings.chunks] += postings.fields[BODY] * norm[postings.chunks]
        density = np.minimum(density, own)
    order = np.argsort(-density[candidates], kind="stable")[:READ_AT_MOST]
    return np.sort(candidates[order])


def _alternatives(parts: Sequence[QueryTerm]) -> list[tuple[str, ...]]:
    """Return sets of index terms: text that has all of `parts` has one term of each set."""
    sets: list[tuple[str, ...]] = []
    for part in parts:
        if is_paired(part.text[0]):
            sets += [(term,) for term, _ in part.terms if len(term) > 1 or len(part.terms) == 1]
        else:
            sets.append(tuple(term for term, weight in part.terms if weight == 1.0))
    return sets


def chunks_with_all(store: Store, parts: Sequence[QueryTerm]) -> Ints:
    """Return the chunks that have every one of `parts` in heading or text, by their index terms."""
    each = [_chunks_with_any(store, names) for names in _alternatives(parts)]
    if not each:
        return np.zeros(0, dtype=np.int64)
    return reduce(lambda left, right: np.intersect1d(left, right, assume_unique=True), sorted(each, key=len))


def _chunks_with_any(store: Store, names: Sequence[str]) -> Ints:
    found = []
    for postings in store.postings(store.terms(names).values()):
        own = (postings.fields[HEADING] > 0) | (postings.fields[BODY] > 0)
        found.append(postings.chunks[own].astype(np.int64))
    return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


def _pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a folded phrase in folded text: runs of white space are equal."""
    pattern = r"\s+".join(map(re.escape, text.split()))
    short = 0 < sum(map(str.isalnum, text)) < SHORT and not any(map(is_paired, text))
    return re.compile(rf"(?<![^\W_]){pattern}(?![^\W_])" if short else pattern)


def without_excluded(reader: Reader, excluded: Sequence[Phrase], scores: Floats) -> Floats:
    """Return the scores, 0 for chunks of a section or definition whose own text has an exclusion.

    A word is excluded as a word or as a part of an identifier, unstemmed; a text of unspaced script and a
    phrase wherever they stand. The text of the 512 best suspects is read; of further ones, the index term (a
    stem) is taken for the word.
    """
    store = reader.store
    suspects = [chunks_with_all(store, phrase.parts) for phrase in excluded]
    if not any(map(len, suspects)):
        return scores
    chunks = np.unique(np.concatenate(suspects))
    units = reader.units
    suspected = np.zeros(int(units.max()) + 1, dtype=np.bool_)
    suspected[units[chunks]] = True
    asked = np.flatnonzero(suspected[units] & (scores > 0))
    ranked = dict.fromkeys(units[asked[np.argsort(-scores[asked], kind="stable")]].tolist())
    of_unit: dict[int, list[int]] = {unit: [] for unit in ranked}
    for chunk, unit in zip(chunks.tolist(), units[chunks].tolist(), strict=True):
        if unit in of_unit:
            of_unit[unit].append(chunk)
    read = _within(of_unit)
    texts = store.texts(chunk for unit in read for chunk in of_unit[unit])
    has_any = _Excluded.of(excluded)
    for unit in read:
        suspected[unit] = any(has_any.in_text(texts[chunk]) for chunk in of_unit[unit])
    return np.where(suspected[units], 0.0, scores)


def _within(of_unit: dict[int, list[int]]) -> list[int]:
    """Return the first units whose chunks may be read."""
    left, read = READ_AT_MOST, []
    for unit, chunks in of_unit.items():
        left -= len(chunks)
        if left < 0:
            break
        read.append(unit)
    return read


class _Excluded(NamedTuple):
    """The exclusions of a query, as they are sought in stored text."""

    words: tuple[str, ...]
    """Unstemmed, whole: each is sought among the words and identifier parts."""
    patterns: tuple[re.Pattern[str], ...]
    """Wherever one stands, the text has an exclusion."""

    @classmethod
    def of(cls, phrases: Sequence[Phrase]) -> _Excluded:
        """Tell words from phrases and from text of unspaced scripts."""
        words = tuple(_unstemmed(phrase) for phrase in phrases if _is_word(phrase))
        alone = (re.compile(rf"(?<!\w){word}(?!\w)") for word in words if word.isalnum())
        phrased = (_pattern(phrase.text) for phrase in phrases if not _is_word(phrase))
        return cls(words, (*alone, *phrased))

    def in_text(self, text: str) -> bool:
        """Tell whether a stored text has one of them."""
        folded = fold(text)
        if any(pattern.search(folded) for pattern in self.patterns):
            return True
        joined = folded.translate(_JOINERS)
        likely = [word for word in self.words if word.translate(_JOINERS) in joined]
        if not likely:
            return False
        found = {fold(term) for term in count_terms(text, UNSTEMMED)}
        return not found.isdisjoint(likely)


_JOINERS = dict.fromkeys(map(ord, "_-'"))
"""What an identifier is written with and its term is not: without them a text has its terms in it."""


def _is_word(phrase: Phrase) -> bool:
    return len(phrase.parts) == 1 and not is_paired(phrase.parts[0].text[0])


def _unstemmed(phrase: Phrase) -> str:
    terms = list(count_terms(phrase.text, UNSTEMMED))
    return fold(terms[0]) if terms else phrase.text
