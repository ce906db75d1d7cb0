"""Find in a request what the Messages API refuses of search results, or what would break their citations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from siglum.citations.resolve import as_mapping
from siglum.errors import RequestError
from siglum.results.citations import RequestFault
from siglum.typed import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Json = Mapping[str, object]
Placed = tuple[str, Json]
"""Where a block stands, and the block."""


def check_request(messages: object) -> tuple[RequestFault, ...]:
    """Return the faults of the search results in a request; none is an empty tuple.

    Found are: `citations.enabled` that differs between search results (earlier turns included) or is off
    beside the Web search tool; a search result in an assistant message, or in a tool result beside other
    blocks; content that is empty, white space only or no text; a `cache_control` inside a result.

    Args:
        messages: the `messages` of a request, or the whole request; with it, tools are seen too. Objects
            of the `anthropic` package are read as well.

    Raises:
        RequestError: not of that form.
    """
    request = {} if _is_list(messages) else as_mapping(messages)
    given = request.get("messages") if request else messages
    if not _is_list(given):
        raise RequestError(
            f"messages is {shown(given)}, but must be a list of messages, or a request that has one"
        )
    found: list[RequestFault] = []
    results: list[Placed] = []
    for place, message in _numbered(given, "messages"):
        role = message.get("role")
        for where, block in blocks(message.get("content"), f"{place}.content"):
            found += _misplaced(where, block, role)
            results += _results(where, block)
    for where, result in results:
        found += _content_faults(where, result)
    return (*found, *_mixed(results, web=_has_web_search(request)))


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _numbered(entries: object, name: str) -> Iterator[Placed]:
    if isinstance(entries, Sequence) and not isinstance(entries, (str, bytes)):
        for number, entry in enumerate(entries):
            yield f"{name}[{number}]", as_mapping(entry)


def blocks(content: object, place: str) -> Iterator[Placed]:
    """Yield the blocks of a content, which may be a plain string (none) or absent."""
    yield from _numbered(content, place)


def inner_blocks(block: Json, place: str) -> Iterator[Placed]:
    """Yield a block, or of a tool result what it holds."""
    if block.get("type") == "tool_result":
        yield from blocks(block.get("content"), f"{place}.content")
    else:
        yield place, block


def _results(place: str, block: Json) -> Iterator[Placed]:
    for where, inner in inner_blocks(block, place):
        if inner.get("type") == "search_result":
            yield where, inner


def _misplaced(place: str, block: Json, role: object) -> Iterator[RequestFault]:
    if role == "assistant" and any(True for _ in _results(place, block)):
        yield RequestFault(
            place, "a search result stands in an assistant message; put it into a user message"
        )
    if block.get("type") != "tool_result":
        return
    kinds = [inner.get("type") for _, inner in inner_blocks(block, place)]
    if "search_result" in kinds and any(kind != "search_result" for kind in kinds):
        yield RequestFault(
            place, "a tool result with search results may hold nothing else; move the rest out"
        )


def _content_faults(place: str, result: Json) -> Iterator[RequestFault]:
    for name in ("source", "title"):
        if not isinstance(result.get(name), str) or not result[name]:
            yield RequestFault(place, f"{name} is {shown(result.get(name))}, but must be text")
    content = result.get("content")
    if not _is_list(content) or not content:
        yield RequestFault(f"{place}.content", "there is no text block; leave the result out")
        return
    for where, block in blocks(content, f"{place}.content"):
        yield from _text_faults(where, block)


def _text_faults(place: str, block: Json) -> Iterator[RequestFault]:
    text = block.get("text")
    if block.get("type") != "text" or not isinstance(text, str):
        yield RequestFault(place, f"a block of type {shown(block.get('type'))}; only text may stand here")
    elif not text.strip():
        yield RequestFault(place, "the text is empty or white space only; join it to the block before")
    if block.get("cache_control") is not None:
        yield RequestFault(place, "cache_control stands in a text block; put it on the search result")


def _enabled(result: Json) -> bool:
    """Tell what the API takes: off where nothing is said."""
    citations = result.get("citations")
    return isinstance(citations, Mapping) and citations.get("enabled") is True


def _mixed(results: Sequence[Placed], *, web: bool) -> Iterable[RequestFault]:
    """Yield each result whose citations are not set as those of the first, or not on beside Web search."""
    if not results:
        return
    first_place, first = results[0]
    wanted = web or _enabled(first)
    because = "the Web search tool is used" if web else f"{first_place} has it so"
    for place, result in results:
        if _enabled(result) != wanted:
            is_, must = ("off", "on") if wanted else ("on", "off")
            yield RequestFault(
                f"{place}.citations",
                f"citations are {is_}, but must be {must}, the same for all results of a request: {because}",
            )


def _has_web_search(request: Json) -> bool:
    return any(
        isinstance(tool.get("type"), str) and str(tool["type"]).startswith("web_search")
        for _, tool in _numbered(request.get("tools"), "tools")
    )
