"""Includes: from a file as written to the document and the lines that are shown in its place."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from siglum_builder.link.index import ancestors, location_of
from siglum_builder.link.paths import join, rootless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum_builder.link.index import LinkIndex
    from siglum_builder.model import SourceFile

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://|//", re.IGNORECASE)


def included_document(page: SourceFile, target: str, corpus: LinkIndex) -> int | None:
    """Return the document that `page` includes as `target`.

    It is sought from the page's folder, then from each folder above it in the source, then at the
    place on the disk that such a path means in another source, then, without leading `../`, from
    the root of every source, the page's own first.
    """
    written = target.replace("\\", "/")
    for path in dict.fromkeys((written, unquote(written))):
        found = next(_found(page, path, corpus), None)
        if found is not None:
            return found
    return None


def _found(page: SourceFile, path: str, corpus: LinkIndex) -> Iterator[int]:
    plain = rootless(path)
    folder = posixpath.dirname(page.path)
    folders = (folder, *_above(folder))
    for base in folders if plain == path else ("", *folders[:-1]):
        joined = join(base, plain)
        if joined is not None and (page.source, joined) in corpus.paths:
            yield corpus.paths[page.source, joined]
    outer = page.location.parent.as_posix()
    for _ in folders:
        place = location_of(posixpath.join(outer, plain))
        if place in corpus.locations:
            yield corpus.locations[place]
        outer = posixpath.dirname(outer)
    bare = join("", re.sub(r"^(?:\.{1,2}/)+", "", plain))
    for source in dict.fromkeys((page.source, *corpus.sources)):
        if bare is not None and (source, bare) in corpus.paths:
            yield corpus.paths[source, bare]


def _above(folder: str) -> Iterator[str]:
    yield from ancestors(folder)
    if folder:
        yield ""


def intended_path(page: SourceFile, target: str) -> str:
    """Return the path in the source that an include means where no file is found, for the message."""
    written = rootless(unquote(target.replace("\\", "/")))
    return join(posixpath.dirname(page.path), written) or re.sub(r"^(?:\.{1,2}/)+", "", written)
