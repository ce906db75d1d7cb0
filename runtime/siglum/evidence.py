"""Gather what speaks for an answer to a query being in the corpus."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from siglum import confidence
from siglum.names import is_written_as_name
from siglum.weighing import held_by, weigh_terms

if TYPE_CHECKING:
    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.results import Confidence
    from siglum.scoring import Legs


AROUND = 15
"""Chunks on either side of the best hit that count with it, of the same document: as many as the pages have
from which the coefficients are, so that a book in one file is no page (schemas/README.md)."""


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
    best = int(np.argmax(scores)) if len(scores) else 0
    if not query.terms or not len(scores) or not scores[best]:
        return None
    within = around(best, reader.chunk_range(int(reader.store.chunks.document[best])))
    weighed = weigh_terms(reader, query)
    lacked = [each for each in weighed if not each.known]
    cosine = 0.0 if legs.cosines is None else _greatest(legs.cosines, scores)
    general = [_greatest(leg.cosines, scores) - leg.background for leg in legs.vectors if leg.name == "prior"]
    return confidence.Evidence(
        masses=tuple(mass for each in weighed for mass in each.masses),
        best_bm25=_greatest(legs.words.score, scores),
        covered=math.fsum(each.mass * held_by(reader, each, within) for each in weighed),
        cosine=cosine,
        general=max(general, default=0.0),
        unknown=tuple(each.term.text for each in lacked if not each.in_parts),
        apart=tuple(each.term.text for each in lacked if each.in_parts),
        is_name=len(query.terms) == 1 and is_written_as_name(query.text),
    )


def around(chunk: int, document: range) -> range:
    """Return the chunks of a document that count with one of them."""
    return range(max(document.start, chunk - AROUND), min(document.stop, chunk + AROUND + 1))


def _greatest(values: Floats, scores: Floats) -> float:
    """Return the greatest of the values whose score is not 0; mostly it is the greatest of all."""
    greatest = int(np.argmax(values))
    return float(values[greatest] if scores[greatest] else values[scores > 0].max())
