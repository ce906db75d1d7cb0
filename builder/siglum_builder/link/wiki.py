"""Wiki links: a name, and the nearest document that bears it."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from siglum_builder.link.index import wiki_name

if TYPE_CHECKING:
    from siglum_builder.link.index import LinkIndex
    from siglum_builder.model import Document


def wiki_target(page: Document, path: str, corpus: LinkIndex) -> int | None:
    """Return the document a wiki link names, of several the one in the nearest folder."""
    wanted = _wiki_path(unquote(path))
    found = corpus.names.get(wanted.rpartition("/")[2], ())
    if "/" in wanted:
        found = tuple(item for item in found if _ends_with(corpus.documents[item], wanted))
    return min(found, key=lambda item: _distance(page, corpus.documents[item]), default=None)


def _wiki_path(path: str) -> str:
    return "/".join(wiki_name(part) for part in path.strip("/").split("/") if part not in {".", ".."})


def _ends_with(document: Document, wanted: str) -> bool:
    path = _wiki_path(document.file.path)
    return f"/{path}".endswith(f"/{wanted}") or f"/{posixpath.splitext(path)[0]}".endswith(f"/{wanted}")


def _distance(page: Document, document: Document) -> tuple[bool, int, str]:
    here, there = page.file.path.split("/")[:-1], document.file.path.split("/")[:-1]
    shared = len(posixpath.commonprefix([here, there]))
    steps = len(here) + len(there) - 2 * shared
    return document.file.source != page.file.source, steps, document.file.logical_path
