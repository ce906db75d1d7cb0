"""Ask the corpus on behalf of an answer that is composed of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.lexical import inverse_document_frequency
from siglum.parameters import RelatedParameters, SearchParameters
from siglum.related import expand_related
from siglum.requests import read_request
from siglum.search import search
from siglum.text import analyze_query, count_terms, is_paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.reader import Reader
    from siglum.results import Hit, Related, SearchResponse
    from siglum.rows import TermRow
    from siglum.text import QueryTerm

COVERED_FROM = 0.5
"""Share of the query's idf mass that one of the best hits must have for the corpus to speak of it."""
CORRECTED = 0.5
"""What a term counts that was taken for a misspelling: it may as well be another word."""
WEAK = frozenset({"path_proximity", "same_file", "imports"})
"""Reasons that support nothing alone: where something stands, and a name, since all name the framework."""
LOOKED_AT = 5
"""Best hits that are looked at."""


def find(reader: Reader, query: str, **given: object) -> SearchResponse:
    """Search as a user would who gives only these parameters."""
    request, warnings = read_request(
        SearchParameters, {"query": query, **given}, defaults=reader.manifest.search
    )
    return search(reader, request, warnings=warnings)


def covered(reader: Reader, response: SearchResponse) -> bool:
    """Tell whether the corpus speaks of what was searched for at all.

    Where search is sure, as it says; else one of the best hits must have enough of the query's idf
    mass, in which what the corpus does not know counts as its rarest term.
    """
    level = response.confidence.level
    if level in ("high", "none"):
        return level == "high"
    terms = analyze_query(response.parameters.query, reader.manifest.languages)
    corrected = {c.text: c.term for c in response.query_terms.corrected}
    rows = reader.store.terms(name for term in terms for name, _ in term.terms)
    total = len(reader.store.chunks.document)
    masses = [_mass([rows[name] for name, _ in term.terms if name in rows], total) for term in terms]
    shares = (
        sum(mass * _share(term, corrected, _terms(hit)) for term, mass in zip(terms, masses, strict=True))
        for hit in response.results[:LOOKED_AT]
    )
    return max(shares, default=0.0) >= COVERED_FROM * sum(masses) > 0


def _mass(rows: Sequence[TermRow], total: int) -> float:
    """Return the idf of a query term's rarest known index term."""
    return inverse_document_frequency(min((row.document_frequency for row in rows), default=0), total)


def _terms(hit: Hit) -> dict[str, int]:
    return count_terms("\n".join((hit.path, *hit.breadcrumb, hit.heading or "", hit.content)), hit.lang)


def _share(term: QueryTerm, corrected: dict[str, str], present: dict[str, int]) -> float:
    """Return how much of a query term a text has: all or nothing, of unspaced scripts in proportion."""
    names = [name for name, _ in term.terms]
    if is_paired(term.text[0]):
        return sum(name in present for name in names) / max(1, len(names))
    if any(name in present for name in names):
        return 1.0
    return CORRECTED if corrected.get(term.text, "") in present else 0.0


def related(reader: Reader, seeds: Sequence[str], **given: object) -> tuple[Related, ...]:
    """Return what is related to refs by more than where it stands or that it is named there."""
    if not seeds:
        return ()
    request, _ = read_request(RelatedParameters, {"seeds": list(seeds), "mode": "implementation", **given})
    found = expand_related(reader, request).related
    return tuple(entry for entry in found if {r.type for r in entry.reasons} - WEAK)
