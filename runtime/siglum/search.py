"""From a query to ranked hits: analyse, score by each leg, fuse, place, show."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, fusion, lexical, variety
from siglum.budget import fit
from siglum.confidence import is_flat
from siglum.content import shown_text
from siglum.expansion import Expanded, expand
from siglum.explanation import Legs, assess, explain
from siglum.filters import allowed, in_force, warn_of_sources
from siglum.lookup import look_up, masses, with_phrases
from siglum.placing import Place, place
from siglum.references import Ref
from siglum.results import ByteRange, Hit, QueryTerms, Range, SearchResponse
from siglum.spans import SpanTerm, match_spans
from siglum.text import is_paired
from siglum.verbatim import without_excluded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.content import Shown
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
    legs = _legs(reader, query)
    scores = _score(reader, legs, allowed(reader, filters))
    scores = with_phrases(scores, query.phrases, boost=reader.manifest.search.phrase_boost)
    scores = without_excluded(reader, query.excluded, scores)
    places = _places(reader, query, np.round(scores, fusion.DECIMALS), parameters)
    ratio = parameters.min_confidence_ratio
    shown = _shown(reader, query, _sorted(reader, places[parameters.offset :], parameters.sort), parameters)
    return SearchResponse(
        results=tuple(_hits(reader, query, legs if parameters.explain else None, shown.places)),
        low_confidence=is_flat([p.score for p in places[: parameters.top_k]], ratio),
        confidence=assess(reader, query, legs, scores),
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
        warnings=(*warnings, *warn_of_sources(reader, filters), *shown.warnings),
    )


def chunk_scores(reader: Reader, text: str) -> lexical.Floats:
    """Return what each chunk scores for a query, 0..1."""
    legs = _legs(reader, look_up(reader, text))
    rounded: lexical.Floats = np.round(_score(reader, legs, None), fusion.DECIMALS)
    return rounded


def _places(
    reader: Reader, query: Query, scores: lexical.Floats, parameters: SearchParameters
) -> list[Place]:
    """Return the places up to the end of the page asked for; the ranking is sorted as far as it takes."""
    end = parameters.offset + parameters.top_k
    wanted = max(end, variety.POOL) if parameters.mmr else end
    depth, weights = PLACED_AT_ONCE * wanted, masses(reader, query)
    while True:
        order = fusion.best(scores, depth)
        ranked = list(zip(order.tolist(), scores[order].tolist(), strict=True))
        places = place(reader, ranked, count=wanted, snippet_lines=parameters.snippet_lines, weights=weights)
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
        reader.space.chunks[chunks].astype(np.int8),
        reader.store.chunks.document[chunks],
        trade_off=parameters.mmr_lambda,
        same_doc_penalty=parameters.mmr_same_doc_penalty,
    )
    return [*(pool[n] for n in order), *places[variety.POOL :]]


class _Shown(NamedTuple):
    """The places of a page after expansion and within the budget."""

    places: Sequence[Expanded]
    warnings: tuple[str, ...] = ()


def _shown(reader: Reader, query: Query, places: Sequence[Place], parameters: SearchParameters) -> _Shown:
    grown: Sequence[Expanded] = [Expanded(place) for place in places]
    if parameters.parent_retriever:
        grown = expand(reader, places, barred=_barred(reader, query, places))
    if parameters.max_tokens is None:
        return _Shown(grown)
    return _within(reader, grown, max_tokens=parameters.max_tokens)


def _barred(reader: Reader, query: Query, places: Sequence[Place]) -> Mask:
    """Return which chunks of the places' documents have what the query excludes."""
    documents = reader.store.chunks.document
    near = np.isin(documents, documents[[place.chunk for place in places]])
    left = without_excluded(reader, query.excluded, near.astype(np.float64))
    barred: Mask = near & (left == 0.0)
    return barred


def _within(reader: Reader, grown: Sequence[Expanded], *, max_tokens: int) -> _Shown:
    """Return the places with the lines that the budget leaves, and what that cut."""
    texts = [shown_text(reader, each.place) for each in grown]
    needed = [
        max(0, _own_line(reader, each.place) - text.start_line)
        for each, text in zip(grown, texts, strict=True)
    ]
    cuts = fit([text.content for text in texts], needed, max_tokens=max_tokens)
    kept = [
        each
        if text.byte_range
        else each._replace(
            place=each.place._replace(
                start_line=text.start_line + cut.first, end_line=text.start_line + cut.last - 1
            )
        )
        for each, text, cut in zip(grown, texts, cuts, strict=False)
    ]
    cut_short = sum(
        (each.place.start_line, each.place.end_line) != (text.start_line, text.end_line)
        for each, text in zip(kept, texts, strict=False)
    )
    left_out = len(grown) - len(kept)
    if not cut_short and not left_out:
        return _Shown(kept)
    return _Shown(
        kept,
        (
            f"max_tokens={max_tokens}: {cut_short} hits were cut and {left_out} left out; ask with a larger"
            " max_tokens, a smaller top_k, offset for further hits, or get_content for a whole text",
        ),
    )


def _own_line(reader: Reader, place: Place) -> int:
    """Return the line that a hit must not lose: where its chunk starts, in code its anchor."""
    chunks = reader.store.chunks
    return place.anchor if chunks.section[place.chunk] < 0 else int(chunks.start_line[place.chunk])


def _legs(reader: Reader, query: Query) -> Legs:
    settings, total = reader.manifest.search, len(reader.store.chunks.document)
    terms = [
        lexical.WeightedTerm(reader.store.postings(row), query.weights[term])
        for term, row in query.rows.items()
    ]
    terms += [lexical.WeightedTerm(phrase.postings, phrase.weight) for phrase in query.phrases]
    words = lexical.score(terms, reader.normalisers, k1=settings.k1, total=total)
    cosines = _cosines(reader, query, total)
    if cosines is None:
        return Legs(words, None, None)
    return Legs(words, fusion.above_background(cosines, reader.manifest.embedder.background_median), cosines)


def _score(reader: Reader, legs: Legs, mask: Mask | None) -> lexical.Floats:
    """Return each chunk's score, 0..1, 0 where no leg proposes it or `mask` is false."""
    settings, (words, meaning, _) = reader.manifest.search, legs
    fused = fusion.fuse(words.score, meaning, vector_weight=settings.vector_weight)
    fused += settings.heading_boost * words.heading + settings.path_boost * words.path
    fused /= 1.0 + settings.heading_boost + settings.path_boost
    fused[reader.store.chunks.changelog] *= settings.changelog_weight
    may_answer = reader.store.chunks.indexed if mask is None else reader.store.chunks.indexed & mask
    proposed = may_answer & (words.score > 0)
    if meaning is not None:
        proposed[fusion.best(np.where(may_answer, meaning, 0.0), VECTOR_DEPTH)] = True
    return np.where(proposed, fused, 0.0)


def _cosines(reader: Reader, query: Query, total: int) -> lexical.Floats | None:
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
    return reader.space.cosines(weighted)


def _sorted(reader: Reader, places: Sequence[Place], sort: Sort) -> Sequence[Place]:
    """Return the places in the order asked for; by date, those without one last, ties as ranked."""
    if sort == "relevance":
        return places
    numbers = [int(reader.store.chunks.document[place.chunk]) for place in places]
    documents = reader.store.documents(numbers)
    dates = [-inf if (date := documents[number].date_us) is None else date for number in numbers]
    order = sorted(range(len(places)), key=dates.__getitem__, reverse=True)
    return [places[n] for n in order]


def _hits(reader: Reader, query: Query, legs: Legs | None, shown: Sequence[Expanded]) -> Iterator[Hit]:
    """Yield the hits of a page; `legs` explains them."""
    chunks, store = reader.store.chunks, reader.store
    places = [place for each in shown for place in (each.place, *each.also)]
    documents = store.documents(int(chunks.document[p.chunk]) for p in places)
    store.texts(p.chunk for p in places)  # in one statement, before each hit asks for its own
    sections = _with_ancestors(reader, [int(chunks.section[p.chunk]) for p in places])
    symbols = store.symbols(int(chunks.symbol[p.chunk]) for p in places if chunks.symbol[p.chunk] >= 0)
    terms = _span_terms(query)
    for each in shown:
        chunk = each.place.chunk
        document = documents[int(chunks.document[chunk])]
        symbol = symbols.get(int(chunks.symbol[chunk]))
        hit = _hit(reader, each.place, document, sections=sections, symbol=symbol)
        yield replace(
            hit,
            match_spans=match_spans(hit.content, terms, document.language),
            expanded_from=each.origin,
            also_matched=tuple(str(_ref(reader, p, document, sections)) for p in each.also) or None,
            explanation=explain(reader, query, legs, chunk) if legs else None,
        )


def _span_terms(query: Query) -> list[SpanTerm]:
    """Return what is marked in a text: each term's surface, and the words that have its whole stem."""
    corrected = {correction.text: correction.term for correction in query.corrected}
    quoted = {phrase.text for phrase in query.phrases}
    return [
        SpanTerm(
            term.text,
            frozenset()
            if term.text in quoted
            else frozenset(name for name, weight in term.terms if weight == 1.0 and not is_paired(name[0]))
            | ({corrected[term.text]} if term.text in corrected else set()),
        )
        for term in query.terms
    ]


def _ref(reader: Reader, place: Place, document: DocumentRow, sections: dict[int, SectionRow]) -> Ref:
    section = sections.get(int(reader.store.chunks.section[place.chunk]))
    if section:
        return Ref("md", document.path, slug=section.slug)
    return Ref("code", document.path, line=place.anchor)


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
) -> Hit:
    section = sections.get(int(reader.store.chunks.section[place.chunk]))
    text = shown_text(reader, place)
    anchor = section.slug if section else f"L{text.start_line}-L{text.end_line}"
    shown = Range(text.start_line, text.end_line)
    block = Range(place.block_start, place.block_end)
    return Hit(
        ref_id=str(_ref(reader, place, document, sections)),
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
        score=place.score,
        content=text.content,
        truncated=text.byte_range is not None or not _covers(shown, block),
        byte_range=text.byte_range or _bytes(reader, document, text),
        quality=float(reader.store.chunks.quality[place.chunk]),
        uri=_address(reader, document, anchor),
    )


def _covers(shown: Range, block: Range) -> bool:
    return shown.start_line <= block.start_line and block.end_line <= shown.end_line


def _bytes(reader: Reader, document: DocumentRow, text: Shown) -> ByteRange:
    start = reader.start_byte(document.document_id, text.start_line)
    return ByteRange(start, start + len(text.content.encode()))


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
