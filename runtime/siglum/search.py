"""From a query to ranked hits: analyse, score by each leg, fuse, place, show."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from siglum import fusion, lexical, variety
from siglum.confidence import is_flat
from siglum.evidence import assess
from siglum.explanation import Stage, explained
from siglum.filters import LISTED, SHOWN, allowed, in_force, warn_of_sources
from siglum.hits import build_hits
from siglum.labels import with_labels
from siglum.lookup import look_up, with_phrases
from siglum.lowered import lowered
from siglum.path_phrases import with_path_phrases
from siglum.placing import Place, place
from siglum.results import QueryTerms, SearchResponse
from siglum.scoring import ask_legs, combine, meanings
from siglum.showing import show
from siglum.symbols import definitions, with_definitions
from siglum.verbatim import without_excluded
from siglum.weighing import masses
from siglum.wording import with_wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from siglum.lookup import Query
    from siglum.parameters import Filters, SearchMode, SearchParameters, Sort
    from siglum.reader import Reader
    from siglum.rows import Mask
    from siglum.symbols import Definition

PLACED_AT_ONCE = 8
"""Ranked chunks that are looked at for each hit wanted, before more of the ranking is sorted."""


def search(reader: Reader, parameters: SearchParameters, *, warnings: tuple[str, ...] = ()) -> SearchResponse:
    """Answer a query; see `Library.search`."""
    query = look_up(reader, parameters.query)
    filters = in_force(parameters)
    mask = allowed(reader, filters)
    named = definitions(reader, query)
    less = lowered(reader, query, prose_first=parameters.mode != "implementation", named=named)
    legs = ask_legs(reader, query, less=less)
    fused = combine(reader, legs, mask)
    stages = list(
        _stages(reader, query, fused, named, words=legs.words.score, mask=mask, mode=parameters.mode)
    )
    scores = np.round(stages[-1].scores, fusion.DECIMALS)
    symbols = {definition.chunk: definition.symbol for definition in named}
    places = _places(reader, query, scores, parameters, named=symbols)
    if parameters.mode == "implementation" and parameters.offset == 0:
        places = _with_both_kinds(reader, query, scores, parameters, places=places, named=symbols)
    page, undated = _sorted(reader, places[parameters.offset :], parameters.sort)
    shown = show(reader, query, page, parameters)
    ratio = parameters.min_confidence_ratio
    reasons = explained(reader, query, legs, stages, meanings=meanings(legs)) if parameters.explain else None
    results = tuple(build_hits(reader, query, shown.places, mask=mask, explained=reasons))
    return SearchResponse(
        results=results,
        low_confidence=is_flat([p.score for p in places[: parameters.top_k]], ratio),
        confidence=assess(reader, query, legs, scores),
        query_terms=QueryTerms(
            used=query.used,
            excluded=tuple(phrase.text for phrase in query.excluded),
            dropped=tuple(term.text for term in query.dropped),
            corrected=query.corrected,
        ),
        total_candidates=int(np.count_nonzero(scores)),
        filter_applied=filters,
        parameters=parameters,
        artifact=reader.info,
        warnings=(
            *warnings,
            *_of_phrases(query),
            *_of_filters(reader, filters, mask),
            *(_of_words(reader, query) if mask is None and not scores.any() else ()),
            *undated,
            *shown.warnings,
        ),
    )


def _of_phrases(query: Query) -> tuple[str, ...]:
    """Return that quoted phrases were not found, where any was not."""
    absent = [f'"{phrase.text[:SHOWN]}"' for phrase in query.phrases if not len(phrase.postings.chunks)]
    more = f" and {len(absent) - LISTED} more" if len(absent) > LISTED else ""
    said = f"not found as it is quoted: {', '.join(absent[:LISTED])}{more}; its words were searched"
    return (said,) if absent else ()


def _of_words(reader: Reader, query: Query) -> tuple[str, ...]:
    """Return in which languages the corpus is, of a query that finds nothing in it."""
    held = ", ".join(sorted(reader.manifest.counts_by_language))
    said = f"no word of the query is in this corpus, which is written in {held}"
    return (said,) if query.used and held else ()


def _of_filters(reader: Reader, filters: Filters, mask: Mask | None) -> tuple[str, ...]:
    """Return what is odd about the filters in force."""
    warnings = warn_of_sources(reader, filters)
    if warnings or mask is None or mask.any():
        return warnings
    from siglum.unmatched import warn_of_filters  # most filters leave something

    return warn_of_filters(reader, filters)


def _stages(
    reader: Reader,
    query: Query,
    fused: lexical.Floats,
    named: tuple[Definition, ...],
    *,
    words: lexical.Floats,
    mask: Mask | None,
    mode: SearchMode,
) -> Iterator[Stage]:
    """Yield what each stage after fusion makes of the scores, the fused ones first."""
    yield Stage("fused", fused)
    scores = with_labels(reader, query, fused)
    yield Stage("label", scores)
    scores = with_path_phrases(reader, query, scores)
    yield Stage("path_phrase", scores)
    scores = with_wording(reader, query, words, scores)
    yield Stage("wording", scores)
    scores = with_definitions(reader, query, scores, named, mask=mask)
    yield Stage("symbol", scores)
    scores = with_phrases(scores, query.phrases, boost=reader.manifest.search.phrase_boost)
    yield Stage("phrase", scores)
    scores = without_excluded(reader, query.excluded, scores)
    yield Stage("excluded", scores)
    if mode == "implementation":
        from siglum.implementation import with_roles  # other searches do not wait for its patterns

        yield Stage(mode, with_roles(reader, query, scores))


def fused_scores(reader: Reader, query: Query) -> lexical.Floats:
    """Return what each chunk scores for a query, 0..1, code as much as prose."""
    legs = ask_legs(reader, query, less=lowered(reader, query, prose_first=False))
    rounded: lexical.Floats = np.round(combine(reader, legs, None), fusion.DECIMALS)
    return rounded


def _places(
    reader: Reader,
    query: Query,
    scores: lexical.Floats,
    parameters: SearchParameters,
    *,
    named: Mapping[int, int],
) -> list[Place]:
    """Return the places up to the end of the page asked for; the ranking is sorted as far as it takes."""
    end = parameters.offset + parameters.top_k
    wanted = max(end, variety.POOL) if parameters.mmr else end
    depth, weights = PLACED_AT_ONCE * wanted, masses(reader, query)
    while True:
        order = fusion.best(scores, depth)
        ranked = list(zip(order.tolist(), scores[order].tolist(), strict=True))
        places = place(
            reader,
            ranked,
            count=wanted,
            snippet_lines=parameters.snippet_lines,
            weights=weights,
            named=named,
            asked=[frozenset(name for name, weight in term.terms if weight == 1.0) for term in query.terms],
        )
        if len(places) == wanted or len(order) < depth:
            return _varied(reader, places, parameters)[:end] if parameters.mmr else places
        depth *= 4


def _varied(reader: Reader, places: list[Place], parameters: SearchParameters) -> list[Place]:
    """Return the ranking with its first hits in the order of maximal marginal relevance."""
    pool = places[: variety.POOL]
    if reader.space is None or not pool:
        return places
    chunks = np.array([place.chunk for place in pool])
    order = variety.vary(
        np.array([place.score for place in pool]),
        reader.space.rows(chunks),
        reader.store.chunks.document[chunks],
        trade_off=parameters.mmr_lambda,
        same_doc_penalty=parameters.mmr_same_doc_penalty,
    )
    return [*(pool[n] for n in order), *places[variety.POOL :]]


def _with_both_kinds(
    reader: Reader,
    query: Query,
    scores: lexical.Floats,
    parameters: SearchParameters,
    *,
    places: list[Place],
    named: Mapping[int, int],
) -> list[Place]:
    """Return the places with docs and code among them: the best of a missing kind takes the last place."""
    is_code = reader.store.is_code[reader.store.chunks.document]
    kinds = {bool(is_code[place.chunk]) for place in places}
    if len(kinds) != 1 or len(places) < 2:
        return places
    missing = np.where(is_code != kinds.pop(), scores, 0.0)
    found = _places(reader, query, missing, replace(parameters, top_k=1), named=named)
    from siglum.implementation import covers

    if not found or not covers(reader, query, found[0].chunk):
        return places
    return [*places[: parameters.top_k - 1], found[0]]


def _sorted(reader: Reader, places: Sequence[Place], sort: Sort) -> tuple[Sequence[Place], tuple[str, ...]]:
    """Return the places in the order asked for; by date, those without one last, ties as ranked.

    That none has a date is a warning.
    """
    if sort == "relevance" or not places:
        return places, ()
    numbers = [int(reader.store.chunks.document[place.chunk]) for place in places]
    documents = reader.store.documents(numbers)
    dates = [-inf if (date := documents[number].date_us) is None else date for number in numbers]
    order = sorted(range(len(places)), key=dates.__getitem__, reverse=True)
    undated = ("sort: no hit has a date, so they stand by relevance",) if max(dates) == -inf else ()
    return [places[n] for n in order], undated
