"""The terms of an index: their rows, the nearest to a misspelling, and their postings."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from siglum.cache import ByteCache
from siglum.rows import ABSENT, Postings, TermRow
from siglum.store.database import Database
from siglum.store.row_blocks import rows_of_block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from siglum.store.database import Columns

POSTING_BLOCK = 1 << 15
"""Postings fetched and kept together, 0.4 MB decoded: as many take as long as a statement."""
POSTING_BUDGET = 64 << 20
"""Bytes of blocks that are kept; what is scored is kept by the reader."""
TERMS_KEPT = 65_536

_TERMS = (
    "SELECT term, first_posting, document_frequency, coalesce(vector_row::BIGINT, -1),"
    " coalesce(prior_row::BIGINT, -1) FROM terms WHERE term IN (SELECT unnest(?::VARCHAR[]))"
)
_NEAREST_TERMS = (
    "SELECT term, damerau_levenshtein(term, $3) AS edits FROM terms"
    " WHERE term >= $1 AND term < $2 AND abs(length(term) - length($3)) <= $4"
    " AND damerau_levenshtein(term, $3) <= $4 QUALIFY edits = min(edits) OVER () ORDER BY term"
)


class Vocabulary(Database):
    """The tables `terms` and `postings`."""

    @cached_property
    def _postings(self) -> ByteCache[int, Columns]:
        return ByteCache(POSTING_BUDGET)

    @cached_property
    def _terms(self) -> ByteCache[str, TermRow]:
        return ByteCache(TERMS_KEPT)

    @cached_property
    def _nearest(self) -> ByteCache[tuple[str, int], dict[str, int]]:
        return ByteCache(TERMS_KEPT)

    def terms(self, terms: Iterable[str]) -> dict[str, TermRow]:
        found = {term: self._terms.get(term) for term in terms}
        missing = [term for term, row in found.items() if row is None]
        if missing:
            rows = {term: TermRow(*row) for term, *row in self.rows(_TERMS, [missing])}
            for term in missing:
                found[term] = row = rows.get(term, ABSENT)
                self._terms.put(term, row, size=1)
        return {term: row for term, row in found.items() if row is not None and row is not ABSENT}

    def nearest_terms(self, term: str, *, distance: int) -> dict[str, int]:
        found = self._nearest.get((term, distance))
        if found is None:
            found = dict(self.rows(_NEAREST_TERMS, [term[0], chr(ord(term[0]) + 1), term, distance]))
            self._nearest.put((term, distance), found, size=1)
        return found

    def postings(self, terms: Iterable[TermRow]) -> list[Postings]:
        wanted = list(terms)
        blocks = self._posting_blocks({number for term in wanted for number in _blocks_of(term)})
        return [_cut_postings(term, blocks) for term in wanted]

    def _posting_blocks(self, numbers: set[int]) -> dict[int, Columns]:
        """Return blocks of the postings by number; those that are not kept are fetched by one statement."""
        found = {number: self._postings.get(number) for number in sorted(numbers)}
        missing = [number for number, block in found.items() if block is None]
        if missing:
            fetched = self.columns(
                " UNION ALL ".join(
                    "SELECT chunk_id, heading, path, breadcrumb, body FROM postings"
                    f" WHERE {rows_of_block('postings', number, POSTING_BLOCK)}"
                    for number in missing
                )
            )
            for place, number in enumerate(missing):
                rows = slice(place * POSTING_BLOCK, (place + 1) * POSTING_BLOCK)
                block = {name: column[rows].copy() for name, column in fetched.items()}
                self._postings.put(number, block, size=sum(column.nbytes for column in block.values()))
                found[number] = block
        return {number: block for number, block in found.items() if block is not None}


def _blocks_of(term: TermRow) -> range:
    """Return the numbers of the blocks that hold the term's postings."""
    last = term.first_posting + term.document_frequency - 1
    return range(term.first_posting // POSTING_BLOCK, last // POSTING_BLOCK + 1)


def _cut_postings(term: TermRow, blocks: dict[int, Columns]) -> Postings:
    end, parts = term.first_posting + term.document_frequency, []
    for number in _blocks_of(term):
        rows = slice(max(0, term.first_posting - number * POSTING_BLOCK), end - number * POSTING_BLOCK)
        parts.append({name: column[rows] for name, column in blocks[number].items()})
    chunks, *fields = (
        parts[0][name] if len(parts) == 1 else np.concatenate([part[name] for part in parts])
        for name in ("chunk_id", "heading", "path", "breadcrumb", "body")
    )
    return Postings(chunks, tuple(fields), term.vector_row)
