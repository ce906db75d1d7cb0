"""What links are looked up in: the documents of the corpus by place, name and uid."""

from __future__ import annotations

import os.path
import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from siglum_builder.link.selection import Taken
    from siglum_builder.model import Document, Selection

_SPACING = re.compile(r"[\s_]+")


@dataclass(frozen=True, slots=True)
class LinkIndex:
    """The documents of a corpus, by all that a link may call them."""

    documents: Sequence[Document]
    paths: Mapping[tuple[str, str], int]
    """By source and path."""
    locations: Mapping[str, int]
    """By the file's normal path outside any source, for links from one source into another."""
    folders: frozenset[tuple[str, str]]
    sources: tuple[str, ...]
    names: Mapping[str, tuple[int, ...]]
    """By file name, stem, alias and title, as wiki links spell them."""
    uids: Mapping[str, int]
    labels: Mapping[tuple[str, str], int]
    """Documents by format and label, where pages link to each other's labels."""
    anchors: dict[int, dict[str, int | None]] = field(default_factory=dict)
    """Sections by anchor, a document when it is first asked for."""
    lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Lines of a document's text, when it is first included."""
    taken: dict[tuple[int, Selection], Taken] = field(default_factory=dict)
    """What includes take of a document: pages show one part again and again."""


def index_documents(documents: Sequence[Document]) -> LinkIndex:
    """Index the documents of a corpus; of several with one uid or location the first counts."""
    paths = {(item.file.source, item.file.path): index for index, item in enumerate(documents)}
    names: dict[str, list[int]] = {}
    uids: dict[str, int] = {}
    locations: dict[str, int] = {}
    for index, document in enumerate(documents):
        for name in _names(document):
            names.setdefault(name, []).append(index)
        if document.metadata.uid:
            uids.setdefault(document.metadata.uid, index)
        locations.setdefault(location_of(document.file.location.as_posix()), index)
    return LinkIndex(
        documents=documents,
        paths=paths,
        locations=locations,
        folders=frozenset((source, folder) for source, path in paths for folder in ("", *ancestors(path))),
        sources=tuple(sorted({source for source, _ in paths})),
        names={name: tuple(dict.fromkeys(found)) for name, found in names.items()},
        uids=uids,
        labels=_labels(documents),
    )


def _labels(documents: Sequence[Document]) -> dict[tuple[str, str], int]:
    labels: dict[tuple[str, str], int] = {}
    for index, document in enumerate(documents):
        for name, _ in document.parsed.labels:
            labels.setdefault((document.format, label_key(name)), index)
    return labels


def label_key(name: str) -> str:
    """Return a label as it is compared: case and white space make no difference."""
    return " ".join(name.casefold().split())


def location_of(path: str) -> str:
    """Return a file's path without `.` and `..`, read as written: no link on the disk is followed."""
    return os.path.normpath(path).replace(os.sep, "/")


def ancestors(path: str) -> Iterator[str]:
    """Yield the folders above a path, the nearest first, without the root."""
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)


def wiki_name(text: str) -> str:
    """Return a name as wiki links compare it: case, spaces and underscores make no difference."""
    return _SPACING.sub("-", text.strip().casefold())


def _names(document: Document) -> tuple[str, ...]:
    name = posixpath.basename(document.file.path)
    spelt = (name, posixpath.splitext(name)[0], *document.metadata.aliases, document.title)
    return tuple(wiki_name(text) for text in spelt)
