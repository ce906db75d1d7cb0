"""From a citation that a model returned to file, lines and bytes, and whether the text stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from siglum.citations.search_results import places_of
from siglum.errors import RequestError
from siglum.results import ByteRange, Range
from siglum.results.citations import BlockPlace, Documents, ResolvedCitation, SearchResults
from siglum.typed import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from siglum.results.citations import DocumentBlock

Citable = SearchResults | Documents
"""What was handed to the model."""


class Cited(NamedTuple):
    """One search result or document, as it was handed over."""

    blocks: tuple[str, ...]
    """Its texts; of a plain-text document one."""
    source: str | None = None
    """Its address; of a document what `context` says."""
    places: tuple[BlockPlace, ...] = ()
    """Of its blocks, where they are known."""
    plain: bool = False


class Sequences(NamedTuple):
    """All that was handed over, in order: the two are counted apart."""

    results: tuple[Cited, ...]
    documents: tuple[Cited, ...]


def resolve_citation(citable: Citable | Sequence[Citable], citation: object) -> ResolvedCitation:
    """Return what a citation points to, and whether its text stands there.

    Args:
        citable: what `to_search_results` or `to_documents` gave; of a conversation all of them, in the
            order in which they were handed over, since the API counts through.
        citation: a `search_result_location`, `char_location` or `content_block_location`, as a dict or
            as an object of the `anthropic` package. Characters are Unicode code points.

    `verified` is false where `cited_text` is not exactly the text there, or `source` not its address. A
    citation of a note gives `note` and is never verified.

    Raises:
        RequestError: a citation of another type or without a field, or an index out of range.
    """
    given = [citable] if isinstance(citable, (SearchResults, Documents)) else list(citable)
    results: list[Cited] = []
    documents: list[Cited] = []
    for each in given:
        if isinstance(each, SearchResults):
            results += _of_results(each)
        elif isinstance(each, Documents):
            documents += _of_documents(each)
        else:
            raise RequestError(
                f"citable is {type(each).__name__}, but must come from to_search_results or to_documents"
            )
    return resolve(Sequences(tuple(results), tuple(documents)), as_mapping(citation))


def _of_results(given: SearchResults) -> Iterable[Cited]:
    blocks = [block for block in given.results if block["type"] == "search_result"]
    for block, places in zip(blocks, given.index, strict=True):
        yield Cited(tuple(text["text"] for text in block["content"]), block["source"], places)


def _of_documents(given: Documents) -> Iterable[Cited]:
    for block, places in zip(given.documents, given.index, strict=True):
        yield Cited(_texts(block), block["context"], places, plain=block["source"]["type"] == "text")


def _texts(block: DocumentBlock) -> tuple[str, ...]:
    source = block["source"]
    return (
        (source["data"],) if source["type"] == "text" else tuple(text["text"] for text in source["content"])
    )


def as_mapping(value: object) -> Mapping[str, object]:
    """Return JSON's own form of a dict or of an object of the `anthropic` package.

    Raises:
        RequestError: it is neither.
    """
    dump = getattr(value, "model_dump", None)
    found = dump(mode="json") if callable(dump) else value
    if not isinstance(found, Mapping):
        raise RequestError(f"{shown(value)} is no JSON object")
    return found


def resolve(handed: Sequences, citation: Mapping[str, object]) -> ResolvedCitation:
    """Return what a citation points to among all that was handed over; see `resolve_citation`."""
    kind = citation.get("type")
    reader = _KINDS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise RequestError(f"a citation of type {shown(kind)} cannot be resolved: {', '.join(_KINDS)} can")
    return reader(handed, citation)


def cited(handed: Sequences, citation: Mapping[str, object]) -> Cited:
    """Return the search result or document that a citation names by its index.

    Raises:
        RequestError: the index is out of range.
    """
    if citation.get("type") == "search_result_location":
        return handed.results[_index(citation, "search_result_index", len(handed.results), "search results")]
    return handed.documents[_index(citation, "document_index", len(handed.documents), "documents")]


def _resolve_blocks(handed: Sequences, citation: Mapping[str, object]) -> ResolvedCitation:
    found = cited(handed, citation)
    if found.plain:
        raise RequestError("a plain-text document is cited by character (char_location), not by block")
    start, end = _span(citation, ("start_block_index", "end_block_index"), len(found.blocks), "blocks")
    places = found.places[start:end]
    if any(place.note for place in places):
        return ResolvedCitation(verified=False, note=True)
    text = "".join(found.blocks[start:end])
    return _resolved(found, citation, text, places)


def _resolve_characters(handed: Sequences, citation: Mapping[str, object]) -> ResolvedCitation:
    found = cited(handed, citation)
    if not found.plain:
        raise RequestError(
            "a document of blocks is cited by block (content_block_location), not by character"
        )
    whole = found.blocks[0]
    start, end = _span(citation, ("start_char_index", "end_char_index"), len(whole), "characters")
    return _resolved(found, citation, whole[start:end], _part(found, whole, start, end))


def _part(found: Cited, whole: str, start: int, end: int) -> Sequence[BlockPlace]:
    """Return the place of a part of a plain text."""
    for place in found.places:
        if place.ref_id and place.path and place.range and place.byte_range:
            origin = place.range.start_line, place.byte_range.start_byte
            return tuple(
                places_of(whole, [(start, end)], ref_id=place.ref_id, path=place.path, origin=origin)
            )
    return ()


def _resolved(
    found: Cited, citation: Mapping[str, object], text: str, places: Sequence[BlockPlace]
) -> ResolvedCitation:
    source = citation.get("source", found.source)
    verified = text_of(citation) == text and source == found.source
    first, last = (places[0], places[-1]) if places else (BlockPlace(), BlockPlace())
    if not (first.range and last.range and first.byte_range and last.byte_range):
        return ResolvedCitation(verified, text)
    lines = Range(first.range.start_line, last.range.end_line)
    within = ByteRange(first.byte_range.start_byte, last.byte_range.end_byte)
    return ResolvedCitation(verified, text, first.ref_id, first.path, lines, within)


_KINDS: dict[str, Callable[[Sequences, Mapping[str, object]], ResolvedCitation]] = {
    "search_result_location": _resolve_blocks,
    "char_location": _resolve_characters,
    "content_block_location": _resolve_blocks,
}


def text_of(citation: Mapping[str, object]) -> str:
    """Return what a citation quotes.

    Raises:
        RequestError: it has no `cited_text`.
    """
    text = citation.get("cited_text")
    if not isinstance(text, str):
        raise RequestError(f"cited_text is {shown(text)}, but must be text")
    return text


def _number(citation: Mapping[str, object], name: str) -> int:
    number = citation.get(name)
    if type(number) is not int:
        raise RequestError(f"{name} is {shown(number)}, but must be a whole number")
    return number


def _index(citation: Mapping[str, object], name: str, count: int, what: str) -> int:
    number = _number(citation, name)
    if not 0 <= number < count:
        raise RequestError(
            f"{name} is {number}, but {count} {what} were handed over; hand over all, in order"
        )
    return number


def _span(citation: Mapping[str, object], names: tuple[str, str], count: int, what: str) -> tuple[int, int]:
    start, end = (_number(citation, name) for name in names)
    if not 0 <= start < end <= count:
        raise RequestError(
            f"{names[0]} {start} and {names[1]} {end} name nothing: there are {count} {what}, and the end is"
            " exclusive and greater than the start"
        )
    return start, end
