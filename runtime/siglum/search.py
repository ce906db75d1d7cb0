"""From a query to ranked hits: analyse, score by each leg, fuse, place, show."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, fusion, lexical
from siglum.content import shown_text
from siglum.errors import RequestError
from siglum.fences import open_fence
from siglum.placing import Place, place
from siglum.references import Ref
from siglum.results import ByteRange, Correction, Hit, QueryTerms, Range, SearchParameters, SearchResponse
from siglum.text import QueryTerm, analyze_query, is_paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.content import Shown
    from siglum.reader import Reader
    from siglum.rows import DocumentRow, SectionRow, SymbolRow, TermRow

MAX_QUERY_BYTES = 4096
MAX_QUERY_TERMS = 32
VECTOR_DEPTH = 200
"""Chunks that the vector leg proposes at most."""
SPELT_FROM = 4
"""Letters from which a word that the corpus does not have is taken for a misspelling of one it has."""
CORRECTED_WEIGHT = 0.7
"""What a corrected term counts beside one that was found as written."""
PLACED_AT_ONCE = 8
"""Ranked chunks that are looked at for each hit wanted, before more of the ranking is sorted."""


class Query(NamedTuple):
    """A query with its index terms looked up, in query order."""

    terms: tuple[QueryTerm, ...]
    dropped: tuple[QueryTerm, ...]
    corrected: tuple[Correction, ...]
    rows: dict[str, TermRow]
    """Of the index terms that the vocabulary has."""
    weights: dict[str, float]
    """What each of them counts beside the others, 0..1."""


def search(reader: Reader, parameters: SearchParameters, *, warnings: tuple[str, ...] = ()) -> SearchResponse:
    """Answer a query; see `Library.search`."""
    query = _analyse(reader, parameters.query)
    scores, candidates = _score(reader, query)
    places = _places(reader, query, np.round(scores, fusion.DECIMALS), parameters)
    return SearchResponse(
        results=_hits(reader, places[parameters.offset :]),
        query_terms=QueryTerms(
            used=tuple(term.text for term in query.terms),
            excluded=(),
            dropped=tuple(term.text for term in query.dropped),
            corrected=query.corrected,
        ),
        total_candidates=candidates,
        parameters=parameters,
        artifact=reader.info,
        warnings=warnings,
    )


def _places(
    reader: Reader, query: Query, scores: lexical.Floats, parameters: SearchParameters
) -> list[Place]:
    """Return the places up to the end of the page asked for; the ranking is sorted as far as it takes."""
    wanted = parameters.offset + parameters.top_k
    depth, weights = PLACED_AT_ONCE * wanted, _masses(reader, query)
    while True:
        order = fusion.best(scores, depth)
        ranked = list(zip(order.tolist(), scores[order].tolist(), strict=True))
        places = place(reader, ranked, count=wanted, snippet_lines=parameters.snippet_lines, weights=weights)
        if len(places) == wanted or len(order) < depth:
            return places
        depth *= 4


def _analyse(reader: Reader, text: str) -> Query:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_QUERY_BYTES:
        raise RequestError(f"the query has {size} bytes; at most {MAX_QUERY_BYTES} are searched")
    terms = analyze_query(text, reader.manifest.languages)
    used, dropped = terms[:MAX_QUERY_TERMS], terms[MAX_QUERY_TERMS:]
    weights: dict[str, float] = {}
    for term in used:
        for index_term, weight in term.terms:
            weights[index_term] = max(weight, weights.get(index_term, 0.0))
    rows = reader.store.terms(weights)
    corrected = []
    for term in used:
        nearest = None if any(name in rows for name, _ in term.terms) else _correction(reader, term)
        if nearest is not None:
            name, row = nearest
            corrected.append(Correction(term.text, name))
            rows.setdefault(name, row)
            weights.setdefault(name, CORRECTED_WEIGHT)
    return Query(used, dropped, tuple(corrected), rows, weights)


def _correction(reader: Reader, term: QueryTerm) -> tuple[str, TermRow] | None:
    """Return the index term that a word unknown to the corpus may have been meant to be."""
    name = term.terms[0][0]
    if len(name) < SPELT_FROM or not name.isalpha() or is_paired(name[0]):
        return None
    return reader.store.nearest_term(name, distance=1 if len(name) < SPELT_FROM * 2 else 2)


def _masses(reader: Reader, query: Query) -> dict[str, float]:
    total = len(reader.store.chunks.document)
    return {
        term: query.weights[term] * lexical.inverse_document_frequency(row.document_frequency, total)
        for term, row in query.rows.items()
    }


def _score(reader: Reader, query: Query) -> tuple[lexical.Floats, int]:
    """Return each chunk's score, 0..1, 0 where no leg proposes it, and how many chunks are proposed."""
    settings, total = reader.manifest.search, len(reader.store.chunks.document)
    terms = [
        lexical.WeightedTerm(reader.store.postings(row), query.weights[term])
        for term, row in query.rows.items()
    ]
    words = lexical.score(terms, reader.normalisers, k1=settings.k1, total=total)
    meaning = _semantic(reader, query, total)
    fused = fusion.fuse(words.score, meaning, vector_weight=settings.vector_weight)
    fused += settings.heading_boost * words.heading + settings.path_boost * words.path
    fused /= 1.0 + settings.heading_boost + settings.path_boost
    fused[reader.store.chunks.changelog] *= settings.changelog_weight
    proposed = words.score > 0
    if meaning is not None:
        proposed[fusion.best(meaning, VECTOR_DEPTH)] = True
    proposed &= reader.store.chunks.indexed
    return np.where(proposed, fused, 0.0), int(proposed.sum())


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


def _hits(reader: Reader, places: Sequence[Place]) -> tuple[Hit, ...]:
    chunks, store = reader.store.chunks, reader.store
    documents = store.documents(int(chunks.document[p.chunk]) for p in places)
    store.texts(p.chunk for p in places)  # in one statement, before each hit asks for its own
    sections = _with_ancestors(reader, [int(chunks.section[p.chunk]) for p in places])
    symbols = store.symbols(int(chunks.symbol[p.chunk]) for p in places if chunks.symbol[p.chunk] >= 0)
    return tuple(
        _hit(
            reader,
            p,
            documents[int(chunks.document[p.chunk])],
            sections=sections,
            symbol=symbols.get(int(chunks.symbol[p.chunk])),
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
        score=place.score,
        content=text.content,
        truncated=text.byte_range is not None or shown != block,
        fence=_fence(reader, document, place, text) if section else None,
        byte_range=text.byte_range or _bytes(reader, document, text),
        uri=_address(reader, document, anchor),
    )


def _bytes(reader: Reader, document: DocumentRow, text: Shown) -> ByteRange:
    start = reader.start_byte(document.document_id, text.start_line)
    return ByteRange(start, start + len(text.content.encode()))


def _fence(reader: Reader, document: DocumentRow, place: Place, text: Shown) -> str | None:
    """Return the code fence in which a text starts that does not start at the head of its block."""
    if text.start_line == place.block_start:
        return None
    return open_fence(reader.lines(document.document_id, place.block_start, text.start_line - 1))


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
