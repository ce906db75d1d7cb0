"""Code that tests or shows, which is left to who asks for it, and code where prose is asked for."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.text import count_terms, is_paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lookup import Query
    from siglum.parameters import SearchMode
    from siglum.reader import Reader
    from siglum.rows import Ints, Mask
    from siglum.symbols import Definition

TESTS = "test testing tests tested pytest unittest phpunit junit rspec spec mock fixture テスト 試験"
SAMPLES = f"example sample demo snippet サンプル 使用例 コード例 の例 {TESTS}"
"""Words with which a query asks for either; helpers of tests are among the samples."""
_OTHERS = re.compile("例外|試験的")
"""Words that have one of these inside and speak of neither: exceptions, what is experimental."""

NAMED_FROM = 0.5
"""Score of a definition that a query names as it is, and not by its beginning or by the title of a page."""


class Lowered(NamedTuple):
    """A kind of text that counts less for a query."""

    name: str
    weight: float
    """By which a score is multiplied."""
    saved: tuple[int, ...] = ()
    """Chunks that do not count less."""

    def of(self, reader: Reader, at: Ints) -> Mask:
        """Return which of the chunks `at`, ascending, are of the kind."""
        chunks = reader.store.chunks
        found: Mask = (
            reader.store.is_code[chunks.document[at]]
            if self.name == "code"
            else getattr(chunks, self.name)[at]
        )
        found[np.flatnonzero(np.isin(at, self.saved))] = False
        return found


def lowered(
    reader: Reader, query: Query, *, mode: SearchMode, named: Sequence[Definition]
) -> tuple[Lowered, ...]:
    """Return what counts less: who looks for how something is built wants code as much as prose.

    So does who names a definition, the only one of its name and no sample: it is saved.
    """
    settings = reader.manifest.search
    kinds = [Lowered("changelog", settings.changelog_weight)]
    if not asks_for_tests(reader, query):
        kinds.append(Lowered("test", settings.test_weight))
    if mode != "implementation":
        if not _asks_for(reader, query, SAMPLES):
            kinds.append(Lowered("sample", settings.sample_weight))
        count = Counter(definition.term for definition in named)
        shows = reader.store.chunks.sample
        alone = (
            each.chunk
            for each in named
            if count[each.term] == 1 and each.score >= NAMED_FROM and not shows[each.chunk]
        )
        if not reader.store.is_code.all():  # else no page explains
            kinds.append(Lowered("code", settings.code_weight, tuple(alone)))
    return tuple(kinds)


def asks_for_tests(reader: Reader, query: Query) -> bool:
    """Tell whether a word of the query, or a part of a name in it, speaks of tests."""
    return _asks_for(reader, query, TESTS)


def is_test(reader: Reader, document: int) -> bool:
    """Tell whether a document is code that tests, all of it."""
    chunks = reader.chunk_range(document)
    return bool(reader.store.chunks.test[chunks.start : chunks.stop].all()) and len(chunks) > 0


def _asks_for(reader: Reader, query: Query, words: str) -> bool:
    """Tell whether a query has one of the words; a word of an unspaced script stands inside its run."""
    found = {name for term in query.terms for name, _ in term.terms}
    runs = [word for word in words.split() if is_paired(word[0])]
    languages = reader.manifest.languages or ("en",)
    written = [_OTHERS.sub(" ", term.text) for term in query.terms]
    return any(word in text for word in runs for text in written) or any(
        not found.isdisjoint(_terms(words, language)) for language in languages
    )


@cache
def _terms(words: str, language: str) -> frozenset[str]:
    """Return the index terms of those of the words that are spaced, in one language."""
    spaced = " ".join(word for word in words.split() if not is_paired(word[0]))
    return frozenset(count_terms(spaced, language))
