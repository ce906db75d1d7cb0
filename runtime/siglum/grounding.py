"""Ask the corpus on behalf of an answer that is composed of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.function_words import function_terms, function_words
from siglum.lexical import inverse_document_frequency
from siglum.lookup import look_up
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
UNKNOWN = 1.25
"""What a word that the corpus does not have counts beside its rarest: topics of two words, one of them
unknown, are not covered. Of 260 golden questions with an answer it takes the guide from two."""
SMALL_WORDS = function_terms() | frozenset(count_terms("and or with for from into as via using", "en"))
"""Words that a small corpus may lack without lacking the topic."""
CORRECTED = 0.5
"""What a term counts that was taken for a misspelling or a kindred word: it may as well be another."""
WEAK = frozenset({"path_proximity", "same_file", "imports"})
"""Reasons that support nothing alone: where something stands, and a name, since all name the framework."""
DOERS = ("er", "or")
"""What makes who does of what is done, which stems keep: `parser` is of a page that says `parse`."""
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
    mass, in which what the corpus does not know counts more than its rarest term, and a function word
    as little as in a search.
    """
    level = response.confidence.level
    if level in ("high", "none"):
        return level == "high"
    terms = analyze_query(response.parameters.query, reader.manifest.languages)
    corrected = {c.text: c.term for c in response.query_terms.corrected}
    rows = reader.store.terms(name for term in terms for name, _ in term.terms)
    total = len(reader.store.chunks.document)
    functional = function_words([name for term in terms for name, _ in term.terms])
    lacked = set(unknown_words(reader, response.parameters.query))
    masses = []
    for term in terms:
        mass = _mass([rows[name] for name, _ in term.terms if name in rows], total)
        tells_little = all(name in functional for name, _ in term.terms)
        weight = reader.manifest.search.function_word_weight if tells_little else 1.0
        masses.append(mass * (UNKNOWN if term.text in lacked else weight))
    shares = (
        sum(mass * _share(term, corrected, _terms(hit)) for term, mass in zip(terms, masses, strict=True))
        for hit in response.results[:LOOKED_AT]
    )
    return max(shares, default=0.0) >= COVERED_FROM * sum(masses) > 0


def unknown_words(reader: Reader, topic: str) -> list[str]:
    """Return the words of a topic that the corpus does not have in any form."""
    query = look_up(reader, topic)
    known = {correction.text for correction in query.corrected}
    kindred = reader.store.terms(kin for term in query.terms for kin in _kin(term))
    return [
        term.text
        for term in query.terms
        if term.text not in known
        and not any(name in query.rows or name in SMALL_WORDS for name, _ in term.terms)
        and not any(kin in kindred for kin in _kin(term))
    ]


def _kin(term: QueryTerm) -> list[str]:
    """Return the stems of what is done, of a word for who does it."""
    return [name.removesuffix(end) for name, _ in term.terms for end in DOERS]


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
    near = {corrected.get(term.text, ""), *_kin(term)}
    return CORRECTED if not near.isdisjoint(present) else 0.0


def related(reader: Reader, seeds: Sequence[str], *, budget: int) -> tuple[Related, ...]:
    """Return what is related to refs by more than where it stands or that it is named there."""
    if not seeds:
        return ()
    request = RelatedParameters(seeds=tuple(seeds), mode="implementation", budget=budget)
    found = expand_related(reader, request).related
    return tuple(entry for entry in found if {r.type for r in entry.reasons} - WEAK)
