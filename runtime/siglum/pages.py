"""What the rest of a document says of a chunk: BM25 of the document by the words that the chunk lacks.

A page that answers often has the words of the question spread over its sections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siglum.lexical import inverse_document_frequency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lexical import Floats, WeightedTerm
    from siglum.rows import Ints

K1 = 1.2
B = 0.75
"""The usual constants; a whole page repeats its words more than a section does."""
HEADING = 2
"""Times that a word in a heading counts."""


def saturation(document: Ints, heading: Ints, body: Ints) -> Floats:
    """Return, a document, the frequency at which a term has half its score; arguments are by chunk."""
    counts = HEADING * heading.astype(np.int64) + body
    lengths = np.bincount(document, weights=counts)
    filled = int((lengths > 0).sum())
    if filled == 0:
        return np.full(len(lengths), K1)
    relative = lengths * (filled / float(lengths.sum()))
    return np.asarray(K1 * (1.0 - B + B * relative), dtype=np.float64)


def elsewhere(terms: Sequence[WeightedTerm], document: Ints, half: Floats) -> Floats:
    """Return, a chunk, BM25 of its document by those words that the chunk itself lacks.

    It is a share of the best document's BM25 by all words. `document` is by chunk; `half` is what
    `saturation` gave.
    """
    of_documents, own = np.zeros(len(half)), np.zeros(len(document))
    for term in terms:
        pages, scores = _by_document(term, document, half)
        of_documents[pages] += scores
        own[term.postings.chunks] += _spread(pages, scores, document[term.postings.chunks])
    top = float(of_documents.max(initial=0.0))
    if top == 0.0:
        return np.zeros(len(document))
    return np.maximum(of_documents[document] - own, 0.0) / top


def _by_document(term: WeightedTerm, document: Ints, half: Floats) -> tuple[Ints, Floats]:
    """Return the documents that have a term in heading or body, ascending, and their BM25 by it."""
    counts = HEADING * term.postings.fields[0].astype(np.int64) + term.postings.fields[3]
    pages = document[term.postings.chunks[counts > 0]]
    if len(pages) == 0:
        return pages, np.zeros(0)
    starts = np.flatnonzero(np.diff(pages, prepend=-1))
    frequency, pages = np.add.reduceat(counts[counts > 0], starts), pages[starts]
    idf = term.weight * inverse_document_frequency(len(pages), len(half))
    return pages, idf * frequency / (half[pages] + frequency)


def _spread(pages: Ints, scores: Floats, wanted: Ints) -> Floats:
    """Return the score of each document in `wanted`, 0 for one that is not among `pages`."""
    if len(pages) == 0:
        return np.zeros(len(wanted))
    place = np.minimum(np.searchsorted(pages, wanted), len(pages) - 1)
    return np.where(pages[place] == wanted, scores[place], 0.0)
