"""What the words of a query say of whole documents: BM25 with the document as the unit.

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
    half: Floats = K1 * (1.0 - B + B * lengths * (filled / float(lengths.sum())))
    return half


def score(terms: Sequence[WeightedTerm], document: Ints, half: Floats) -> Floats:
    """Return each document's BM25 as a share of the best one's; `half` is what `saturation` gave."""
    scores = np.zeros(len(half))
    for term in terms:
        counts = HEADING * term.postings.fields[0].astype(np.int64) + term.postings.fields[3]
        pages = document[term.postings.chunks[counts > 0]]
        if len(pages) == 0:
            continue
        starts = np.flatnonzero(np.diff(pages, prepend=-1))
        frequency, pages = np.add.reduceat(counts[counts > 0], starts), pages[starts]
        idf = term.weight * inverse_document_frequency(len(pages), len(half))
        scores[pages] += idf * frequency / (half[pages] + frequency)
    top = float(scores.max(initial=0.0))
    return scores / top if top > 0 else scores
