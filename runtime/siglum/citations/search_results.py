"""Hits as blocks for the Messages API, with the place of every block."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import orjson

from siglum.citations.cutting import Granularity, Window, cut
from siglum.confidence import doubts
from siglum.errors import RequestError, SiglumError
from siglum.lines import LineTable
from siglum.render import trail
from siglum.results import ByteRange, Range
from siglum.results.citations import BlockPlace, Documents, SearchResults

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.results import Hit, SearchResponse
    from siglum.results.citations import CacheControl, DocumentBlock, SearchResultBlock, TextBlock


def to_search_results(
    response: SearchResponse | SiglumError,
    granularity: Granularity = "auto",
    *,
    cache_control: CacheControl | None = None,
) -> SearchResults:
    """Return hits as `search_result` blocks, with the place of each block in the corpus.

    The blocks of a result joined are exactly the hit's content; the text block is what a model cites.
    A note (low confidence) is one more block of the last result. Without hits, and for the error of a
    search that failed, there is one plain text block that says which.

    Args:
        response: what `search` returned, or the error that it raised.
        granularity: `paragraph`; `item` (list items, table rows, short entries); `sentence`; or `auto`:
            numbered clauses and answers of an FAQ by sentence, lists, tables and short entries by item,
            else paragraphs. Code is cut between definitions and statement groups.
        cache_control: put on the last result, so that the API caches what stands up to there.

    Raises:
        RequestError: an unknown granularity.
    """
    _checked(granularity)
    if isinstance(response, SiglumError):
        return _without_hits(f"The search failed: {response}", None)
    hits = [hit for hit in response.results if hit.content.strip()]
    if not hits:
        query = response.parameters.query
        return _without_hits(f"The search for {query!r} found no results.", response)
    pieces = [_pieces(hit, granularity) for hit in hits]
    results = [_result(hit, cuts) for hit, cuts in zip(hits, pieces, strict=True)]
    index = [_places(hit, cuts) for hit, cuts in zip(hits, pieces, strict=True)]
    for note in _notes(response):
        results[-1]["content"].append({"type": "text", "text": note})
        index[-1] = (*index[-1], BlockPlace(note=True))
    if cache_control is not None:
        results[-1]["cache_control"] = cache_control
    return SearchResults(
        results=[*results],
        index=tuple(index),
        blocks=sum(map(len, index)),
        overhead_bytes=len(orjson.dumps(results)) - sum(len(hit.content.encode()) for hit in hits),
        artifact=response.artifact,
        warnings=response.warnings,
    )


def as_blocks(response: SearchResponse) -> SearchResponse:
    """Return an answer whose hits are `search_result` blocks."""
    return replace(response, results=(), search_results=to_search_results(response))


def to_documents(response: SearchResponse, granularity: Granularity | None = None) -> Documents:
    """Return hits as `document` blocks, which the model cites by character or by block.

    Without a `granularity` each is a plain text that the API splits into sentences itself; with one, its
    blocks are those of `to_search_results`. No hits: no documents.

    Raises:
        RequestError: an unknown granularity.
    """
    if granularity is not None:
        _checked(granularity)
    hits = [hit for hit in response.results if hit.content.strip()]
    pieces = [_pieces(hit, granularity) if granularity else [(0, len(hit.content))] for hit in hits]
    return Documents(
        [_document(hit, cuts if granularity else None) for hit, cuts in zip(hits, pieces, strict=True)],
        tuple(_places(hit, cuts) for hit, cuts in zip(hits, pieces, strict=True)),
        response.artifact,
    )


def _checked(granularity: object) -> None:
    if granularity not in get_args(Granularity):
        accepted = ", ".join(get_args(Granularity))
        raise RequestError(f"granularity is {granularity!r}, but must be one of {accepted}")


def _without_hits(text: str, response: SearchResponse | None) -> SearchResults:
    block: TextBlock = {"type": "text", "text": text}
    size = len(orjson.dumps([block]))
    if response is None:
        return SearchResults([block], (), 1, size)
    return SearchResults([block], (), 1, size, response.artifact, response.warnings)


def _notes(response: SearchResponse) -> list[str]:
    """Return what must be said of the hits as a whole."""
    return [f"Note: {doubt}." for doubt in doubts(response)]


def _pieces(hit: Hit, granularity: Granularity) -> list[tuple[int, int]]:
    names = (hit.path, *hit.breadcrumb, *([hit.heading] if hit.heading else []))
    code = hit.kind == "code_range" or (hit.kind == "file" and "code" in hit.tags)
    return cut(Window(hit.content, names, code=code, fence=hit.fence), granularity)


def _blocks(hit: Hit, pieces: Sequence[tuple[int, int]]) -> list[TextBlock]:
    return [{"type": "text", "text": hit.content[start:end]} for start, end in pieces]


def _result(hit: Hit, pieces: Sequence[tuple[int, int]]) -> SearchResultBlock:
    return {
        "type": "search_result",
        "source": hit.uri,
        "title": _title(hit),
        "content": _blocks(hit, pieces),
        "citations": {"enabled": True},
    }


def _document(hit: Hit, pieces: Sequence[tuple[int, int]] | None) -> DocumentBlock:
    return {
        "type": "document",
        "source": {"type": "text", "media_type": "text/plain", "data": hit.content}
        if pieces is None
        else {"type": "content", "content": _blocks(hit, pieces)},
        "title": _title(hit),
        "context": hit.uri,
        "citations": {"enabled": True},
    }


def _title(hit: Hit) -> str:
    """Return the document's title and the headings down to the hit, each once where two are the same."""
    return " > ".join(trail((*(hit.breadcrumb or (hit.title,)), hit.symbol or hit.heading))) or hit.path


def _places(hit: Hit, pieces: Sequence[tuple[int, int]]) -> tuple[BlockPlace, ...]:
    origin = hit.range.start_line, hit.byte_range.start_byte
    return tuple(places_of(hit.content, pieces, ref_id=hit.ref_id, path=hit.path, origin=origin))


def places_of(
    text: str, pieces: Sequence[tuple[int, int]], *, ref_id: str, path: str, origin: tuple[int, int]
) -> Iterator[BlockPlace]:
    """Yield the places of pieces, in order, of a text that starts at the line and byte `origin`."""
    line, byte = origin
    table, done, size = LineTable.of(text), 0, 0
    for low, high in pieces:
        start = size + len(text[done:low].encode())
        done, size = high, start + len(text[low:high].encode())
        first, last = table.range(start, size)
        lines = Range(line + first - 1, line + last - 1)
        yield BlockPlace(ref_id, path, lines, ByteRange(byte + start, byte + size))
