"""What the rest of a document says of a chunk: BM25 of the document by the words that the chunk lacks.

A page that answers often has the words of the question spread over its sections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.lexical import inverse_document_frequency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lexical import Floats
    from siglum.rows import Ints, Postings

K1 = 1.2
B = 0.75
"""The usual constants; a whole page repeats its words more than a section does."""
HEADING = 2
"""Times that a word in a heading counts."""


class PageTerm(NamedTuple):
    """An index term of the query and what it counts beside the others."""

    chunks: Ints
    """That have it, ascending."""
    spread: Spread
    weight: float


def saturation(document: Ints, heading: Ints, body: Ints) -> Floats:
    """Return, a document, the frequency at which a term has half its score; arguments are by chunk."""
    counts = HEADING * heading.astype(np.int64) + body
    lengths = np.bincount(document, weights=counts).astype(np.float64)
    filled = int((lengths > 0).sum())
    if filled == 0:
        return np.full(len(lengths), K1)
    relative = lengths * (filled / float(lengths.sum()))
    return np.asarray(K1 * (1.0 - B + B * relative), dtype=np.float64)


class Spread(NamedTuple):
    """Over which documents the postings of a term are spread."""

    documents: Ints
    """Ascending."""
    saturated: Floats
    """Of each of them, 0..1: the term's frequency over itself and `saturation`."""
    postings: Ints
    """Of each of them, one a chunk."""

    @property
    def nbytes(self) -> int:
        """What it takes in memory."""
        return sum(array.nbytes for array in self)


def spread(postings: Postings, document: Ints, *, half: Floats) -> Spread:
    """Return where a term stands; `document` is by chunk, `half` is what `saturation` gave."""
    pages = document[postings.chunks]
    firsts = np.flatnonzero(np.diff(pages, prepend=-1))
    counts = HEADING * postings.fields[0].astype(np.int64) + postings.fields[3]
    frequency = (np.add.reduceat(counts, firsts) if len(firsts) else counts).astype(np.float64)
    documents = pages[firsts]
    return Spread(documents, frequency / (half[documents] + frequency), np.diff(firsts, append=len(pages)))


def elsewhere(terms: Sequence[PageTerm], document: Ints, *, documents: int, at: Ints) -> Floats:
    """Return, of each chunk in `at`, BM25 of its document by those words that the chunk itself lacks.

    It is a share of the best document's BM25 by all words. `document` is by chunk, of so many `documents`.
    """
    of_documents, own = np.zeros(documents), np.zeros(len(document))
    for term in terms:
        having, saturated, postings = term.spread
        idf = inverse_document_frequency(int(np.count_nonzero(saturated)), documents)
        scores = term.weight * idf * saturated
        of_documents[having] += scores
        own[term.chunks] += np.repeat(scores, postings)
    top = float(of_documents.max(initial=0.0))
    if top == 0.0:
        return np.zeros(len(at))
    return np.maximum(of_documents[document[at]] - own[at], 0.0) / top
