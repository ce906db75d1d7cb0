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
    lengths = np.bincount(document, weights=counts).astype(np.float64)
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
        pages = document[term.postings.chunks]
        scores = _by_document(term, pages, half)
        of_documents += scores
        own[term.postings.chunks] += scores[pages]
    top = float(of_documents.max(initial=0.0))
    if top == 0.0:
        return np.zeros(len(document))
    return np.maximum(of_documents[document] - own, 0.0) / top


def _by_document(term: WeightedTerm, pages: Ints, half: Floats) -> Floats:
    """Return each document's BM25 by one term; `pages` is the document of each of its postings."""
    counts = HEADING * term.postings.fields[0].astype(np.int64) + term.postings.fields[3]
    frequency = np.bincount(pages, weights=counts, minlength=len(half))
    idf = inverse_document_frequency(int(np.count_nonzero(frequency)), len(half))
    return np.asarray(term.weight * idf * frequency / (half + frequency), dtype=np.float64)
