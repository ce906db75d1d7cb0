"""Ask the corpus on behalf of the flow and the guide: search, coverage and related refs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from siglum.lexical import inverse_document_frequency
from siglum.parameters import SearchParameters
from siglum.requests import read_request
from siglum.search import search
from siglum.text import analyze_query, count_terms, is_paired
from siglum.typed import hints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.reader import Reader
    from siglum.results import Hit, Reason, SearchResponse
    from siglum.text import QueryTerm

COVERED_FROM = 0.5
"""Share of the query's idf mass that one of the best hits must have for the corpus to speak of it."""
CORRECTED = 0.5
"""What a term counts that was taken for a misspelling: it may as well be another word."""
LOOKED_AT = 5
"""Best hits that are looked at."""


def find(reader: Reader, query: str, *, sources: Sequence[str] = (), **given: object) -> SearchResponse:
    """Search; parameters that search does not know are left out."""
    known = hints(SearchParameters)
    wanted = {"query": query, "sources": list(sources) or None, **given}
    asked = {name: value for name, value in wanted.items() if name in known}
    request, warnings = read_request(SearchParameters, asked, defaults=reader.manifest.search)
    return search(reader, request, warnings=warnings)


def covered(reader: Reader, response: SearchResponse) -> bool:
    """Tell whether the corpus speaks of what was searched for at all.

    By search's own confidence where it states one, else by how much of the query's idf mass one of the
    best hits has; what the corpus does not know counts as its rarest term.
    """
    confidence = getattr(response, "confidence", None)
    if confidence is not None:
        return bool(confidence.level != "none")
    terms = analyze_query(response.parameters.query, reader.manifest.languages)
    corrected = {c.text: c.term for c in response.query_terms.corrected}
    rows = reader.store.terms(name for term in terms for name, _ in term.terms)
    total = len(reader.store.chunks.document)
    masses = [
        _mass([row.document_frequency for n, _ in t.terms if (row := rows.get(n))], total) for t in terms
    ]
    shares = (
        sum(mass * _share(term, corrected, _terms(hit)) for term, mass in zip(terms, masses, strict=True))
        for hit in response.results[:LOOKED_AT]
    )
    return max(shares, default=0.0) >= COVERED_FROM * sum(masses) > 0


def _mass(frequencies: Sequence[int], total: int) -> float:
    return inverse_document_frequency(min(frequencies, default=0), total)


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


class Support(Protocol):
    """A related ref, as `expand_related` gives it."""

    @property
    def ref_id(self) -> str:
        """Its id."""
        ...

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why it is related."""
        ...


def related(library: object, seeds: Sequence[str], *, budget: int) -> tuple[Support, ...]:
    """Return what is related to refs; nothing where the library cannot tell."""
    expand = getattr(library, "expand_related", None)
    if expand is None or not seeds:
        return ()
    found: tuple[Support, ...] = expand(list(seeds), budget=budget, mode="implementation").related
    return found
