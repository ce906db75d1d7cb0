"""Code that tests, which is left to who asks for it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from siglum.text import count_terms

if TYPE_CHECKING:
    from siglum.lookup import Query
    from siglum.reader import Reader

WORDS = "test testing tests tested pytest unittest phpunit junit rspec spec mock fixture テスト 試験"


def asks_for_tests(reader: Reader, query: Query) -> bool:
    """Tell whether a word of the query, or a part of a name in it, speaks of tests."""
    found = {name for term in query.terms for name, _ in term.terms}
    languages = reader.manifest.languages or ("en",)
    return any(not found.isdisjoint(_terms(language)) for language in languages)


def is_test(reader: Reader, document: int) -> bool:
    """Tell whether a document is code that tests, all of it."""
    chunks = reader.chunk_range(document)
    return bool(reader.store.chunks.test[chunks.start : chunks.stop].all()) and len(chunks) > 0


@cache
def _terms(language: str) -> frozenset[str]:
    """Return the index terms of `WORDS` in one language."""
    return frozenset(count_terms(WORDS, language))
