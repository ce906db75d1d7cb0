"""Make of places the hits that an answer shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.addresses import encoded, page_address
from siglum.content import shown_text
from siglum.explanation import explain
from siglum.fences import open_fence
from siglum.references import Ref
from siglum.results import ByteRange, Hit, Range
from siglum.spans import SpanTerm, match_spans
from siglum.text import is_paired
from siglum.twins import twin_refs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.content import ShownText
    from siglum.expansion import Expanded
    from siglum.explanation import Explained
    from siglum.lookup import Query
    from siglum.placing import Place
    from siglum.reader import Reader
    from siglum.rows import DocumentRow, Mask, SectionRow, SymbolRow


class _Page(NamedTuple):
    """What the hits of a page are made of, fetched once for all."""

    reader: Reader
    documents: dict[int, DocumentRow]
    sections: dict[int, SectionRow]
    """Those of the hits, and all above them."""
    symbols: dict[int, SymbolRow]
    also_in: dict[int, tuple[str, ...]]
    """By chunk."""
    terms: list[SpanTerm]
    explained: Explained | None

    def document(self, place: Place) -> DocumentRow:
        return self.documents[int(self.reader.store.chunks.document[place.chunk])]

    def section(self, place: Place) -> SectionRow | None:
        return self.sections.get(int(self.reader.store.chunks.section[place.chunk]))

    def ref(self, place: Place) -> str:
        path, section = self.document(place).path, self.section(place)
        return str(Ref("md", path, slug=section.slug) if section else Ref("code", path, line=place.anchor))


def build_hits(
    reader: Reader, query: Query, shown: Sequence[Expanded], *, mask: Mask | None, explained: Explained | None
) -> Iterator[Hit]:
    """Yield the hits of a page; other places of their text are named where `mask` lets them."""
    chunks, store = reader.store.chunks, reader.store
    places = [place for each in shown for place in (each.place, *each.also)]
    store.texts(p.chunk for p in places)  # in one statement, before each hit asks for its own
    page = _Page(
        reader,
        documents=store.documents(int(chunks.document[p.chunk]) for p in places),
        sections=_with_ancestors(reader, [int(chunks.section[p.chunk]) for p in places]),
        symbols=store.symbols(p.symbol for p in places if p.symbol >= 0),
        also_in=twin_refs(reader, places, mask),
        terms=_span_terms(query),
        explained=explained,
    )
    return (_hit(page, each) for each in shown)


def _span_terms(query: Query) -> list[SpanTerm]:
    """Return what is marked in a text: each term's surface, and the words that have its whole stem."""
    quoted = {phrase.text for phrase in query.phrases}
    return [
        SpanTerm(
            term.text,
            frozenset()
            if term.text in quoted
            else frozenset(name for name, weight in term.terms if weight == 1.0 and not is_paired(name[0])),
        )
        for term in query.terms
    ]


def _with_ancestors(reader: Reader, section_ids: Sequence[int]) -> dict[int, SectionRow]:
    parents, wanted = reader.store.section_spans.parent, set[int]()
    for section in section_ids:
        current = section
        while current >= 0 and current not in wanted:
            wanted.add(current)
            current = int(parents[current])
    return reader.store.sections(sorted(wanted))


def _hit(page: _Page, shown: Expanded) -> Hit:
    reader, place = page.reader, shown.place
    document, section, symbol = page.document(place), page.section(place), page.symbols.get(place.symbol)
    text = shown_text(reader, place)
    anchor = section.slug if section else f"L{text.start_line}-L{text.end_line}"
    lines = Range(text.start_line, text.end_line)
    block = Range(place.block_start, place.block_end)
    return Hit(
        ref_id=page.ref(place),
        kind="md_heading_block" if section else "code_range",
        path=document.path,
        source=document.source,
        range=lines,
        section_range=block,
        title=document.title,
        heading=section.heading or None if section else None,
        breadcrumb=_breadcrumb(document, section, page.sections),
        symbol=symbol.qualified_name if symbol else None,
        lang=document.language,
        category=document.category,
        topic=document.topic,
        tags=document.tags,
        date=document.date,
        score=place.score,
        content=text.content,
        truncated=text.byte_range is not None or not _covers(lines, block),
        byte_range=text.byte_range or _bytes(reader, document, text),
        quality=float(reader.store.chunks.quality[place.chunk]),
        uri=_address(reader, document, anchor),
        fence=_fence(reader, document, place, text) if section else None,
        match_spans=match_spans(text.content, page.terms, document.language, known=reader.searchables),
        expanded_from=shown.origin,
        also_in=page.also_in.get(place.chunk, ()) or None,
        also_matched=tuple(map(page.ref, shown.also)) or None,
        explanation=explain(reader, page.explained, place.chunk) if page.explained else None,
    )


def _covers(shown: Range, block: Range) -> bool:
    return shown.start_line <= block.start_line and block.end_line <= shown.end_line


def _bytes(reader: Reader, document: DocumentRow, text: ShownText) -> ByteRange:
    start = reader.start_byte(document.document_id, text.start_line)
    return ByteRange(start, start + len(text.content.encode()))


def _fence(reader: Reader, document: DocumentRow, place: Place, text: ShownText) -> str | None:
    """Return the code fence in which a text starts that does not start at the head of its block."""
    if document.format != "markdown" or text.start_line == place.block_start:
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
    """Return the address of a citation: characters that would end or split it are percent-encoded.

    It is that of the artifact that holds the document, whatever else is open.
    """
    part, number = reader.part_of(document.document_id)
    if part is not reader:
        document = part.store.documents([number])[number]
    if document.base_url is None:
        version = f"{part.manifest.name}@{part.manifest.version}"
        return f"siglum://{version}/{encoded(document.path)}#{encoded(anchor)}"
    inside = document.path.removeprefix(f"@{document.source}/")
    return f"{page_address(document.base_url, inside)}#{encoded(anchor)}"
