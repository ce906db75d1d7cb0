"""From a query to ranked hits: analyse, score by each leg, fuse, place, show."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from siglum import embedding, fusion, lexical
from siglum.content import shown_text
from siglum.filters import allowed, in_force, warn_of_sources
from siglum.implementation import covers, with_roles
from siglum.lookup import look_up, masses, with_phrases
from siglum.placing import Place, place
from siglum.references import Ref
from siglum.results import Hit, QueryTerms, Range, SearchResponse
from siglum.symbols import definitions, with_definitions
from siglum.twins import twin_refs
from siglum.verbatim import without_excluded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from siglum.filters import Mask
    from siglum.lookup import Query
    from siglum.parameters import SearchParameters, Sort
    from siglum.reader import Reader
    from siglum.rows import DocumentRow, SectionRow, SymbolRow

VECTOR_DEPTH = 200
"""Chunks that the vector leg proposes at most."""
PLACED_AT_ONCE = 8
"""Ranked chunks that are looked at for each hit wanted, before more of the ranking is sorted."""


def search(reader: Reader, parameters: SearchParameters, *, warnings: tuple[str, ...] = ()) -> SearchResponse:
    """Answer a query; see `Library.search`."""
    query = look_up(reader, parameters.query)
    filters = in_force(parameters)
    mask = allowed(reader, filters)
    named = definitions(reader, query, parameters.query)
    scores = _score(reader, query, mask)
    scores = with_definitions(reader, query, scores, named, mask=mask)
    scores = with_phrases(scores, query.phrases, boost=reader.manifest.search.phrase_boost)
    scores = without_excluded(reader, query.excluded, scores)
    if parameters.mode == "implementation":
        scores = with_roles(reader, query, scores)
    symbols = {definition.chunk: definition.symbol for definition in named}
    scores = np.round(scores, fusion.DECIMALS)
    places = _places(reader, query, scores, parameters, named=symbols)
    if parameters.mode == "implementation" and parameters.offset == 0:
        places = _with_both_kinds(reader, query, scores, parameters, places=places, named=symbols)
    return SearchResponse(
        results=_hits(reader, _sorted(reader, places[parameters.offset :], parameters.sort), mask=mask),
        query_terms=QueryTerms(
            used=tuple(term.text for term in query.terms),
            excluded=tuple(phrase.text for phrase in query.excluded),
            dropped=tuple(term.text for term in query.dropped),
            corrected=query.corrected,
        ),
        total_candidates=int(np.count_nonzero(scores)),
        filter_applied=filters,
        parameters=parameters,
        artifact=reader.info,
        warnings=(*warnings, *warn_of_sources(reader, filters)),
    )


def _places(
    reader: Reader,
    query: Query,
    scores: lexical.Floats,
    parameters: SearchParameters,
    *,
    named: Mapping[int, int],
) -> list[Place]:
    """Return the places up to the end of the page asked for; the ranking is sorted as far as it takes."""
    wanted = parameters.offset + parameters.top_k
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
            return places
        depth *= 4


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
    if not found or not covers(reader, query, found[0].chunk):
        return places
    return [*places[: parameters.top_k - 1], found[0]]


def _score(reader: Reader, query: Query, mask: Mask | None) -> lexical.Floats:
    """Return each chunk's score, 0..1, 0 where no leg proposes it or `mask` is false."""
    settings, total = reader.manifest.search, len(reader.store.chunks.document)
    terms = [
        lexical.WeightedTerm(reader.store.postings(row), query.weights[term])
        for term, row in query.rows.items()
    ]
    terms += [lexical.WeightedTerm(phrase.postings, phrase.weight) for phrase in query.phrases]
    words = lexical.score(terms, reader.normalisers, k1=settings.k1, total=total)
    meaning = _semantic(reader, query, total)
    fused = fusion.fuse(words.score, meaning, vector_weight=settings.vector_weight)
    fused += settings.heading_boost * words.heading + settings.path_boost * words.path
    fused /= 1.0 + settings.heading_boost + settings.path_boost
    fused[reader.store.chunks.changelog] *= settings.changelog_weight
    may_answer = reader.store.chunks.indexed if mask is None else reader.store.chunks.indexed & mask
    proposed = may_answer & (words.score > 0)
    if meaning is not None:
        proposed[fusion.best(np.where(may_answer, meaning, 0.0), VECTOR_DEPTH)] = True
    return np.where(proposed, fused, 0.0)


def _semantic(reader: Reader, query: Query, total: int) -> lexical.Floats | None:
    if reader.space is None:
        return None
    counts = Counter(t for term in query.terms for t, _ in term.terms)
    weighted = [
        (
            row.vector_row,
            query.weights[term]
            * embedding.term_weight(
                counts[term] or 1, document_frequency=row.document_frequency, total=total
            ),
        )
        for term, row in query.rows.items()
        if row.vector_row >= 0
    ]
    cosines = reader.space.cosines(weighted)
    if cosines is None:
        return None
    return fusion.above_background(cosines, reader.manifest.embedder.background_median)


def _sorted(reader: Reader, places: Sequence[Place], sort: Sort) -> Sequence[Place]:
    """Return the places in the order asked for; by date, those without one last, ties as ranked."""
    if sort == "relevance":
        return places
    numbers = [int(reader.store.chunks.document[place.chunk]) for place in places]
    documents = reader.store.documents(numbers)
    dates = [-inf if (date := documents[number].date_us) is None else date for number in numbers]
    order = sorted(range(len(places)), key=dates.__getitem__, reverse=True)
    return [places[n] for n in order]


def _hits(reader: Reader, places: Sequence[Place], *, mask: Mask | None) -> tuple[Hit, ...]:
    chunks, store = reader.store.chunks, reader.store
    documents = store.documents(int(chunks.document[p.chunk]) for p in places)
    store.texts(p.chunk for p in places)  # in one statement, before each hit asks for its own
    sections = _with_ancestors(reader, [int(chunks.section[p.chunk]) for p in places])
    symbols = store.symbols(p.symbol for p in places if p.symbol >= 0)
    also_in = twin_refs(reader, places, mask)
    return tuple(
        _hit(
            reader,
            p,
            documents[int(chunks.document[p.chunk])],
            sections=sections,
            symbol=symbols.get(p.symbol),
            also_in=also_in.get(p.chunk, ()),
        )
        for p in places
    )


def _with_ancestors(reader: Reader, section_ids: Sequence[int]) -> dict[int, SectionRow]:
    parents, wanted = reader.store.section_spans.parent, set[int]()
    for section in section_ids:
        current = section
        while current >= 0 and current not in wanted:
            wanted.add(current)
            current = int(parents[current])
    return reader.store.sections(sorted(wanted))


def _hit(
    reader: Reader,
    place: Place,
    document: DocumentRow,
    *,
    sections: dict[int, SectionRow],
    symbol: SymbolRow | None,
    also_in: tuple[str, ...],
) -> Hit:
    section = sections.get(int(reader.store.chunks.section[place.chunk]))
    text = shown_text(reader, place)
    ref = (
        Ref("md", document.path, slug=section.slug)
        if section
        else Ref("code", document.path, line=place.anchor)
    )
    anchor = section.slug if section else f"L{text.start_line}-L{text.end_line}"
    shown = Range(text.start_line, text.end_line)
    block = Range(place.block_start, place.block_end)
    return Hit(
        ref_id=str(ref),
        kind="md_heading_block" if section else "code_range",
        path=document.path,
        source=document.source,
        range=shown,
        section_range=block,
        title=document.title,
        heading=section.heading or None if section else None,
        breadcrumb=_breadcrumb(document, section, sections),
        symbol=symbol.qualified_name if symbol else None,
        lang=document.language,
        category=document.category,
        topic=document.topic,
        tags=document.tags,
        date=document.date,
        also_in=also_in,
        score=place.score,
        content=text.content,
        truncated=text.byte_range is not None or shown != block,
        byte_range=text.byte_range,
        quality=float(reader.store.chunks.quality[place.chunk]),
        uri=_address(reader, document, anchor),
    )


def _breadcrumb(
    document: DocumentRow, section: SectionRow | None, sections: dict[int, SectionRow]
) -> tuple[str, ...]:
    """Return the document's title and the headings above; a first heading that is the title stands once."""
    above: list[str] = []
    current = sections.get(section.parent_id) if section and section.parent_id is not None else None
    while current is not None:
        above.append(current.heading)
        current = sections.get(current.parent_id) if current.parent_id is not None else None
    above.reverse()
    return document.title, *(above[1:] if above[:1] == [document.title] else above)


def _address(reader: Reader, document: DocumentRow, anchor: str) -> str:
    """Return the address of a citation: characters that would end or split it are percent-encoded."""
    if document.base_url is None:
        version = f"{reader.manifest.name}@{reader.manifest.version}"
        return f"siglum://{version}/{_encoded(document.path)}#{_encoded(anchor)}"
    inside = document.path.removeprefix(f"@{document.source}/")
    return f"{document.base_url.rstrip('/')}/{_encoded(inside)}#{_encoded(anchor)}"


def _encoded(part: str) -> str:
    return _RESERVED.sub(lambda match: f"%{ord(match[0]):02X}", part)


_RESERVED = re.compile('[\x00-\x20\x7f"#%<>?\\\\^`{|}]')
