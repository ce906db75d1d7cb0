"""Ask the corpus on behalf of an answer that is composed of others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypedDict, Unpack

from siglum import typed
from siglum.function_words import function_terms
from siglum.lookup import look_up
from siglum.parameters import RelatedParameters, SearchParameters
from siglum.related import expand_related
from siglum.requests import inherited
from siglum.search import search
from siglum.text import count_terms
from siglum.weighing import held_by, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lookup import Query
    from siglum.parameters import SearchMode
    from siglum.reader import Reader
    from siglum.results import Hit, Related, SearchResponse
    from siglum.weighing import Weighed

SURE_FROM = 0.6
"""Score of a search's confidence from which the corpus speaks of a topic. Of 266 golden questions with an
answer 222 are covered, of 38 without one 7, of 780 that other corpora answer 170. A share of the query's
idf mass in the best hits beside it told no more, save that one of them has all."""
SMALL_WORDS = frozenset(count_terms("and or with for from into as via using", "en"))
"""Words beside function words that a small corpus may lack without lacking the topic."""
WEAK = frozenset({"path_proximity", "same_file", "imports"})
"""Reasons that support nothing alone: where something stands, and a name, since all name the framework."""


class Narrowed(TypedDict, total=False):
    """Parameters of a search."""

    top_k: int
    mode: SearchMode
    tags_any: Sequence[str]
    sources: Sequence[str]


def find(reader: Reader, query: str, **given: Unpack[Narrowed]) -> SearchResponse:
    """Search as a user would who gives only these parameters, which were checked where they came from."""
    defaults = inherited(SearchParameters, reader.manifest.search)
    return search(reader, typed.read(SearchParameters, defaults | {"query": query} | given))


def covered(reader: Reader, response: SearchResponse) -> bool:
    """Tell whether the corpus speaks of what was searched for at all.

    Where search is sure, as it says; else one of the best hits has all that is asked, as a lone word, or
    search is sure enough and most of the query known. Not where it says little of the words of a run.
    """
    level = response.confidence.level
    if level == "none":
        return False
    query = look_up(reader, response.parameters.query)
    weighed = weigh_terms(reader, query)
    if _is_unsaid(reader, query, weighed):
        return False
    if level == "high":
        return True
    unknown = math.fsum(each.greatest for each in _lacked(weighed, reader.manifest.languages))
    if response.confidence.score >= SURE_FROM and 2 * unknown < math.fsum(each.greatest for each in weighed):
        return True
    return any(_has_all(reader, hit, weighed) for hit in response.results)


def _is_unsaid(reader: Reader, query: Query, weighed: Sequence[Weighed]) -> bool:
    """Tell whether a query with a run of an unspaced script has less than half of its words in the corpus."""
    quoted = {phrase.text for phrase in query.phrases}
    written = [each for each in weighed if each.term.text not in quoted]
    if not any(each.is_run for each in written):
        return False
    from siglum.unsaid import unsaid  # other queries have words that are known or not

    lacked = (
        each.greatest * (unsaid(reader, query, each.term) if each.is_run else float(not each.known))
        for each in written
    )
    return 2 * math.fsum(lacked) > math.fsum(each.greatest for each in weighed)


def _has_all(reader: Reader, hit: Hit, weighed: Sequence[Weighed]) -> bool:
    """Tell whether what is shown of a hit has every term."""
    number = reader.store.document_ids[hit.path]
    chunks = reader.chunks_at(number, hit.range.start_line, hit.range.end_line)
    return all(held_by(reader, each, chunks) == 1.0 for each in weighed)


def unknown_words(reader: Reader, topic: str) -> list[str]:
    """Return the words of a topic that the corpus does not have in any form."""
    weighed = weigh_terms(reader, look_up(reader, topic))
    return [each.term.text for each in _lacked(weighed, reader.manifest.languages)]


def _lacked(weighed: Sequence[Weighed], languages: tuple[str, ...]) -> list[Weighed]:
    """Return the terms that the corpus does not know, save what it may lack without lacking the topic."""
    small = function_terms(languages) | SMALL_WORDS
    return [
        each
        for each in weighed
        if not each.known and small.isdisjoint(name for name, weight in each.term.terms if weight == 1.0)
    ]


def related(reader: Reader, seeds: Sequence[str], *, budget: int) -> tuple[Related, ...]:
    """Return what is related to refs by more than where it stands or that it is named there."""
    if not seeds:
        return ()
    request = RelatedParameters(seeds=tuple(seeds), mode="implementation", budget=budget)
    found = expand_related(reader, request).related
    return tuple(entry for entry in found if {r.type for r in entry.reasons} - WEAK)
