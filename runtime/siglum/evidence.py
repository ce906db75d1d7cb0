"""Gather what speaks for an answer to a query being in the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siglum import confidence
from siglum.weighing import held_by, weigh_terms

if TYPE_CHECKING:
    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.results import Confidence
    from siglum.scoring import Legs


def assess(reader: Reader, query: Query, legs: Legs, scores: Floats) -> Confidence:
    """Return the confidence that the corpus answers, from what `scores` (0: may not answer) leaves."""
    found = gather(reader, query, legs, scores)
    if found is None:
        return confidence.NO_ANSWER
    return confidence.assess(
        found, reader.manifest.search.confidence, shift=reader.manifest.calibration.shift
    )


def gather(reader: Reader, query: Query, legs: Legs, scores: Floats) -> confidence.Evidence | None:
    """Return the evidence; None where nothing is found."""
    open_chunks = np.flatnonzero(scores)
    if not query.terms or not len(open_chunks):
        return None
    best = open_chunks[np.argmax(scores[open_chunks])]
    within = reader.chunk_range(int(reader.store.chunks.document[best]))
    weighed = weigh_terms(reader, query)
    cosine = 0.0 if legs.cosines is None else float(legs.cosines[open_chunks].max())
    general = [float(leg.excess[open_chunks].max()) for leg in legs.vectors if leg.name == "prior"]
    return confidence.Evidence(
        masses=tuple(mass for each in weighed for mass in each.masses),
        best_bm25=float(legs.words.score[open_chunks].max()),
        covered=sum(each.mass * held_by(reader, each, within) for each in weighed),
        cosine=cosine,
        general=max(general, default=0.0),
        unknown=tuple(each.term.text for each in weighed if not each.known),
    )
