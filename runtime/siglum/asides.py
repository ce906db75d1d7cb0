"""Code that tests or shows is left to who asks for it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from siglum.text import count_terms, is_paired

if TYPE_CHECKING:
    from siglum.lookup import Query
    from siglum.reader import Reader

TESTS = "test testing tests tested pytest unittest phpunit junit rspec spec mock fixture テスト 試験"
SAMPLES = f"example sample demo snippet サンプル 使用例 コード例 の例 {TESTS}"
"""Words with which a query asks for either; helpers of tests are among the samples."""
_OTHERS = re.compile("例外|試験的")
"""Words that have one of these inside and speak of neither: exceptions, what is experimental."""


def asks_for_tests(reader: Reader, query: Query) -> bool:
    """Tell whether a word of the query, or a part of a name in it, speaks of tests."""
    return _asks_for(reader, query, TESTS)


def asks_for_samples(reader: Reader, query: Query) -> bool:
    """Tell whether a word of the query, or a part of a name in it, speaks of what shows or tests code."""
    return _asks_for(reader, query, SAMPLES)


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
