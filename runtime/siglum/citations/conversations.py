"""The citations of a saved conversation, and all that was handed over before each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from siglum.citations.requests import blocks, inner_blocks
from siglum.citations.resolve import Cited, Sequences
from siglum.errors import RequestError
from siglum.typed import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.citations.requests import Json, Placed

_FORMS = (
    "a list of messages, a request with `messages`, a reply with `role` and `content`, a table of `request`"
    " and `response`, or a list of these in order"
)


class Quotation(NamedTuple):
    """A citation, and what it can point to."""

    place: str
    citation: Json
    handed: Sequences


def quotations(document: object) -> Iterator[Quotation]:
    """Yield every citation of the assistant's text blocks, in order.

    A request repeats the conversation so far, so its search results are counted from its own first
    message; a message or reply goes on with what stands before it.

    Raises:
        RequestError: not a conversation.
    """
    results: list[Cited] = []
    documents: list[Cited] = []
    for place, message, fresh in _messages(document, "", depth=0):
        if fresh:
            results.clear()
            documents.clear()
        handed = Sequences(tuple(results), tuple(documents))
        for where, block in blocks(message.get("content"), f"{place}.content".lstrip(".")):
            if message.get("role") == "assistant":
                yield from (Quotation(at, each, handed) for at, each in _citations(where, block))
            for _, inner in inner_blocks(block, where):
                if inner.get("type") == "search_result":
                    results.append(_result(inner))
                elif inner.get("type") == "document":
                    documents.append(_document(inner))


_DEEPEST = 4


def _messages(document: object, place: str, *, depth: int) -> Iterator[tuple[str, Json, bool]]:
    """Yield each message with its place, and whether the count starts anew with it."""
    if isinstance(document, list) and depth < _DEEPEST:
        for number, entry in enumerate(document):
            yield from _messages(entry, f"{place}[{number}]", depth=depth + 1)
        return
    if not isinstance(document, Mapping) or depth >= _DEEPEST:
        raise RequestError(f"{place or 'the file'} is {shown(document)}, but must be {_FORMS}")
    parts = [name for name in ("messages", "request", "response") if name in document]
    if not parts and not isinstance(document.get("role"), str):
        raise RequestError(f"{place or 'the file'} is no message: it has no `role`; accepted is {_FORMS}")
    if not parts:
        yield place, document, False
    for name in parts:
        where = f"{place}.{name}".lstrip(".")
        for number, found in enumerate(_messages(document[name], where, depth=depth + 1)):
            yield found[0], found[1], found[2] or (name == "messages" and number == 0)


def _citations(place: str, block: Json) -> Iterator[Placed]:
    if block.get("type") == "text" and block.get("citations") is not None:
        yield from blocks(block["citations"], f"{place}.citations")


def _result(block: Json) -> Cited:
    return Cited(_texts(block.get("content")), _text(block.get("source")))


def _document(block: Json) -> Cited:
    source, address = block.get("source"), _text(block.get("context"))
    if not isinstance(source, Mapping):
        return Cited((), address)
    if source.get("type") == "text":
        return Cited((str(source.get("data", "")),), address, plain=True)
    content = source.get("content")
    return Cited((content,) if isinstance(content, str) else _texts(content), address)


def _texts(content: object) -> tuple[str, ...]:
    return tuple(str(block.get("text", "")) for _, block in blocks(content, ""))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
