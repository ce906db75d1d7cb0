"""Which of several definitions of one name is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.names import name_parts
from siglum.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.reader import Reader
    from siglum.rows import SymbolRow

OTHER = 0.75
"""What a definition counts beside the one of its name that is most likely meant."""
DECLARATIONS = (".pyi", ".d.ts", ".d.mts", ".d.cts")
"""Endings of files that only declare what others define."""
ROOTS = frozenset(("src", "lib", "__init__", "index", "mod"))
"""Parts of a path that are no part of a name."""


class _Standing(NamedTuple):
    """What speaks against a definition, the least first."""

    aside: bool
    declares: bool
    unsaid: int
    """Passages of documentation that say a longer name of it, negative."""
    private: bool
    depth: int


def likely(reader: Reader, ids: Sequence[int], *, most: int) -> dict[int, float]:
    """Return at most so many of the definitions `ids` of one name, in their order, with what each counts.

    Meant is what is no sample, what documentation names (`module.name`, `Class.name`), what is public, and
    what is not inside another.
    """
    aside = dict(zip(ids, _aside(reader, ids), strict=True))
    kept = sorted(sorted(ids, key=aside.__getitem__)[:most])
    rows = reader.store.symbols(kept)
    documents = reader.store.documents(sorted({row.document_id for row in rows.values()}))
    paths = {each: documents[rows[each].document_id].path for each in kept}
    said = _said(reader, {each: _longer(rows[each], paths[each]) for each in kept})
    standing = {
        each: _Standing(
            aside[each],
            paths[each].endswith(DECLARATIONS),
            -said[each],
            any(part.startswith("_") for part in name_parts(rows[each].qualified_name)),
            len(name_parts(rows[each].qualified_name)),
        )
        for each in kept
    }
    best = min(standing.values())
    return {each: 1.0 if standing[each] == best else OTHER for each in kept}


def _aside(reader: Reader, ids: Sequence[int]) -> list[bool]:
    """Return of each definition whether it stands in a file of samples or tests."""
    chunks, documents = reader.store.chunks, reader.store.symbol_spans.document[np.asarray(ids)]
    first = np.searchsorted(chunks.document, documents)
    aside: list[bool] = (chunks.sample[first] | chunks.test[first]).tolist()
    return aside


def _longer(row: SymbolRow, path: str) -> tuple[str, ...]:
    """Return the longer names by which a text may call a definition."""
    folders, _, file = path.rpartition("/")
    places = [part for part in (*folders.split("/"), file.partition(".")[0]) if part and part not in ROOTS]
    *around, name = [fold(part) for part in (*places, *name_parts(row.qualified_name))]
    tails = [[*around[start:], name] for start in range(len(around))]
    pairs = [[part, name] for part in around]
    return tuple(sorted({mark.join(each) for each in (*tails, *pairs) for mark in (".", "::")}))


def _said(reader: Reader, names: dict[int, tuple[str, ...]]) -> dict[int, int]:
    """Return how many chunks of documentation have one of the names of each."""
    rows = reader.store.terms(sorted({name for several in names.values() for name in several}))
    found = dict(zip(rows, reader.store.postings(rows.values()), strict=True))
    document, is_code = reader.store.chunks.document, reader.store.is_code
    saying = {name: each.chunks[~is_code[document[each.chunks]]].tolist() for name, each in found.items()}
    return {
        each: len({c for name in several for c in saying.get(name, ())}) for each, several in names.items()
    }
