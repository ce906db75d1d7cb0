"""Make pages findable by what they include.

A chunk is found by each term of the included text that it lacks, as if it had it once; its length
and its vector are those of its own text. Counting all terms and the length doubled what is found by
names in the included code too, but cost questions in prose .01 to .02 nDCG; this costs nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from siglum.lines import split_lines
from siglum.text import count_terms
from siglum_builder.count import BODY, FIELDS, Counts
from siglum_builder.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from siglum_builder.link import ResolvedLink
    from siglum_builder.model import Document
    from siglum_builder.postings import Index
    from siglum_builder.vectors import Vectors

CHARACTERS = 4_000
"""Of included text that a chunk is found by, in the order of its includes."""
LINES = 1_000
"""Of one range of included lines that are looked at."""
TEXTS = 256
"""Included files whose lines are kept: pages that stand together show parts of the same."""


def with_included(
    documents: Sequence[Document], counts: Sequence[Counts], links: Sequence[ResolvedLink]
) -> Sequence[Counts]:
    """Return the counts of each document, those of the text that it includes added to its chunks'.

    Where no document includes any, they are `counts` itself.
    """
    texts: dict[int, dict[int, str]] = {}
    lines = lru_cache(maxsize=TEXTS)(lambda number: split_lines(documents[number].decoded.text))
    for link in links:
        if link.link.kind != "include" or link.target_document is None or link.reason:
            continue
        chunk = _chunk_of(documents[link.document], link)
        if chunk is None:
            continue
        shown = _shown(link, lines(link.target_document))
        chunks = texts.setdefault(link.document, {})
        chunks[chunk] = f"{chunks.get(chunk, '')}\n{shown}"[:CHARACTERS]
    if not texts:
        return counts

    def found_by(number: int) -> Counts:
        shown = texts.get(number)
        return _added(counts[number], shown, documents[number].language) if shown else counts[number]

    return Lazy(len(counts), found_by)


def _chunk_of(document: Document, link: ResolvedLink) -> int | None:
    """Return the chunk that an include stands in, where it is indexed."""
    place = bisect_right(document.chunks, link.link.line, key=lambda chunk: chunk.start_line) - 1
    return place if place >= 0 and document.chunks[place].indexed else None


def _shown(link: ResolvedLink, lines: Sequence[str]) -> str:
    ranges = link.target_lines or ((1, len(lines)),)
    taken = (line for first, last in ranges for line in lines[first - 1 : min(last, first + LINES)])
    return "".join(taken)[:CHARACTERS]


def _added(counts: Counts, texts: Mapping[int, str], language: str) -> Counts:
    """Return the counts with what `texts` (by chunk) have and the chunk has not: once, in the body."""
    numbers = {term: number for number, term in enumerate(counts.terms)}
    own = set(zip(counts.chunk, counts.term, strict=True))
    added = [
        (chunk, number)
        for chunk, text in texts.items()
        for number in (numbers.setdefault(term, len(numbers)) for term in count_terms(text, language))
        if (chunk, number) not in own
    ]
    once = [array("H", [field == BODY]) * len(added) for field in range(FIELDS)]
    return replace(
        counts,
        terms=tuple(numbers),
        term=counts.term + array("I", [number for _, number in added]),
        chunk=counts.chunk + array("I", [chunk for chunk, _ in added]),
        frequency=tuple(own + new for own, new in zip(counts.frequency, once, strict=True)),
    )


def with_terms(vectors: Vectors | None, own: Index, found: Index) -> Vectors | None:
    """Return the vectors of `own` for the terms of `found`, which has them all and some more."""
    if vectors is None or len(own.terms) == len(found.terms):
        return vectors
    prior = vectors.prior
    if prior is not None:
        prior = replace(prior, prior_row=_spread(prior.prior_row, own, found))
    return replace(vectors, vector_row=_spread(vectors.vector_row, own, found), prior=prior)


def _spread(rows: NDArray[np.int64], own: Index, found: Index) -> NDArray[np.int64]:
    """Return the row of each term of `found`, -1 where `own` lacks it."""
    known = dict(zip(own.terms, rows.tolist(), strict=True))
    return np.array([known.get(term, -1) for term in found.terms], dtype=np.int64)
