"""What can be read by address: a document, or the list of those below a prefix; nothing else is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from siglum.errors import RefError
from siglum.mcp.markdown import code_span
from siglum.render import on_one_line

if TYPE_CHECKING:
    from siglum.results import Document
    from siglum.service import Library

DOCUMENT = "siglum://doc/"
TOPIC = "siglum://topic/"
PAGE = 100
"""Documents that one answer lists."""
MOST_LINES = 5000
MOST_LISTED = 500
"""Documents that a topic lists."""


class DocumentList(NamedTuple):
    """Documents, and after which path the next ones begin."""

    documents: tuple[Document, ...]
    after: str | None


class Text(NamedTuple):
    """What was read."""

    mime_type: str
    text: str


def document_uri(path: str) -> str:
    """Return the address of a document."""
    return DOCUMENT + quote(path)


def page(library: Library, *, after: str = "") -> DocumentList:
    """Return the next documents in path order."""
    listed = [document for document in library.documents() if document.path > after]
    return DocumentList(tuple(listed[:PAGE]), listed[PAGE - 1].path if len(listed) > PAGE else None)


def read(library: Library, uri: str) -> Text:
    """Return what stands at an address: a document as it was stored, or a list of documents.

    Raises:
        RefError: nothing there.
    """
    for root, reader in ((DOCUMENT, _document), (TOPIC, _topic)):
        if uri.startswith(root):
            return reader(library, unquote(uri.removeprefix(root)))
    raise RefError(f"{uri} is no address here: write {DOCUMENT}<path> or {TOPIC}<prefix>")


def _document(library: Library, path: str) -> Text:
    found = library.get_content(f"file:{path}", "full", max_lines=MOST_LINES)
    note = f"\n[{found.reason}]\n" if found.reason else ""
    return Text(found.content_type, found.content + note)


def _topic(library: Library, prefix: str) -> Text:
    listed = [each for each in library.documents() if _belongs(each, prefix)]
    if not listed:
        raise RefError(f"no path, topic or category begins with {prefix!r}; {TOPIC} alone lists all")
    more = len(listed) - MOST_LISTED
    lines = [f"{len(listed)} documents", "", *(_line(each) for each in listed[:MOST_LISTED])]
    lines += [f"{more} more: ask with a longer prefix"] if more > 0 else []
    return Text("text/markdown", "\n".join(lines) + "\n")


def _belongs(document: Document, prefix: str) -> bool:
    inside = [document.path]
    while inside[-1].startswith("@") and "/" in inside[-1]:
        inside.append(inside[-1].split("/", 1)[1])
    names = (*inside, document.topic or "", document.category or "")
    return any(name.startswith(prefix) for name in names)


def _line(document: Document) -> str:
    facts = [document.title, document.category, document.topic, document.date]
    known = " · ".join(on_one_line(fact) for fact in facts if fact)
    return f"- {code_span(f'file:{document.path}')} {known}"
