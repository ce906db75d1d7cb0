"""Raise what is of a source that the query names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from siglum.text import count_terms
from siglum.weighing import weigh_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader


def with_labels(reader: Reader, query: Query, scores: Floats) -> Floats:
    """Return scores, 0..1, raised by the share of the query's idf mass that a source's labels hold.

    A source's labels are its name and those that the configuration gives it. What all sources share
    tells none of them apart and counts nothing.
    """
    boost, sources = reader.manifest.search.label_boost, reader.manifest.sources
    shares = _shares(reader, query) if boost and len(sources) > 1 else {}
    if len(set(shares.values())) < 2:
        return scores
    raised = np.zeros(len(reader.store.document_ids))
    for name, share in shares.items():
        of_source = reader.store.documents_where({"sources": [name]})
        raised[of_source] = np.maximum(raised[of_source], share)
    of_chunk = raised[reader.store.chunks.document]
    return np.where(scores > 0, (scores + boost * of_chunk) / (1.0 + boost), 0.0)


def _shares(reader: Reader, query: Query) -> dict[str, float]:
    """Return, a source, the share of the query's idf mass that its labels hold."""
    masses = [
        (frozenset(name for name, weight in each.term.terms if weight == 1.0), each.mass)
        for each in weigh_terms(reader, query)
    ]
    whole = math.fsum(mass for _, mass in masses) or 1.0
    return {
        source.name: math.fsum(mass for names, mass in masses if not names.isdisjoint(held)) / whole
        for source in reader.manifest.sources
        for held in [_terms(" ".join((source.name, *source.labels)), reader.manifest.languages)]
    }


def _terms(text: str, languages: Sequence[str]) -> frozenset[str]:
    return frozenset(term for language in languages or ("und",) for term in count_terms(text, language))
