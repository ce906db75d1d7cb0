"""Kinds of text that count less for a query."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from siglum.asides import asks_for_samples, asks_for_tests

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Ints, Mask
    from siglum.symbols import Definition

NAMED_FROM = 0.5
"""Score of a definition that a query names as it is, and not by its beginning or by the title of a page."""


class Lowered(NamedTuple):
    """A kind of text that counts less for a query."""

    name: Literal["changelog", "test", "sample", "code"]
    weight: float
    """By which a score is multiplied."""
    saved: tuple[int, ...] = ()
    """Chunks that do not count less."""

    def of(self, reader: Reader, at: Ints) -> Mask:
        """Return which of the chunks `at`, ascending, are of the kind."""
        chunks = reader.store.chunks
        found: Mask
        match self.name:
            case "code":
                found = reader.store.is_code[chunks.document[at]]
            case "changelog":
                found = chunks.changelog[at]
            case "test":
                found = chunks.test[at]
            case "sample":
                found = chunks.sample[at]
        if self.saved:
            found[np.flatnonzero(np.isin(at, self.saved))] = False
        return found


def lowered(
    reader: Reader, query: Query, *, prose_first: bool, named: Sequence[Definition] = ()
) -> tuple[Lowered, ...]:
    """Return what counts less for a query, code too where prose is wanted first.

    `named` are the definitions that the query names, which do not count less as code.
    """
    settings = reader.manifest.search
    kinds = [Lowered("changelog", settings.changelog_weight)]
    if not asks_for_tests(reader, query):
        kinds.append(Lowered("test", settings.test_weight))
    if prose_first:
        if not asks_for_samples(reader, query):
            kinds.append(Lowered("sample", settings.sample_weight))
        if not reader.store.is_code.all():  # else no page explains
            kinds.append(Lowered("code", settings.code_weight, tuple(_meant(reader, named))))
    return tuple(kinds)


def _meant(reader: Reader, named: Sequence[Definition]) -> Iterator[int]:
    """Yield the chunks of definitions that a query names, each the only one of its name and no sample."""
    count = Counter(definition.term for definition in named)
    shows = reader.store.chunks.sample
    for each in named:
        if count[each.term] == 1 and each.score >= NAMED_FROM and not shows[each.chunk]:
            yield each.chunk
