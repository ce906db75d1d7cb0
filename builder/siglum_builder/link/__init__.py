"""Links: from a target as written to the document, section and lines that it means."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from siglum_builder.link.anchors import lines_at, lines_of, missing_anchor, section_at, section_of_line
from siglum_builder.link.include import ADDRESS, included_document, intended_path
from siglum_builder.link.index import index_documents, label_key, location_of
from siglum_builder.link.missing import LinkStatus, why_missing
from siglum_builder.link.paths import candidates, files, join, rootless
from siglum_builder.link.selection import selected
from siglum_builder.link.wiki import wiki_target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum_builder.line_ranges import LineRanges
    from siglum_builder.link.index import LinkIndex
    from siglum_builder.model import Document, Link, Selection

_TEMPLATE = re.compile(r"\{\{|\{%|<%|\$\{")

_LABELLED = frozenset({"rst", "asciidoc"})
"""Kinds of links whose anchors may be labels of any page."""


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link and where it leads."""

    document: int
    """Index of the document that holds it."""
    link: Link
    status: LinkStatus
    """`outside`: to something that is no document of the corpus but may well exist."""
    target_document: int | None = None
    target_section: int | None = None
    reason: str = ""
    """Why it is broken or outside, or which anchor is missing in the document it leads to."""
    target_lines: LineRanges = ()
    """The lines that it names, ascending and apart; none: the whole document."""
    highlight: LineRanges = ()
    """Of those the ones that an include stresses."""


def resolve_links(documents: Sequence[Document]) -> tuple[ResolvedLink, ...]:
    """Resolve every link of the corpus, in the order of documents and of links in them.

    A path is sought from the page's folder, or from the source's root where it starts with `/`, with
    and without suffix, as a folder's index, and as the `.html` that a site makes of it; one that
    leaves the source leads to the file of another source that stands there, if any. A missing
    anchor leaves the link resolved to its document, with a reason.
    """
    corpus = index_documents(documents)
    return tuple(
        _resolve(index, link, corpus)
        for index, document in enumerate(documents)
        for link in document.parsed.links
    )


def _resolve(index: int, link: Link, corpus: LinkIndex) -> ResolvedLink:
    if link.selection is not None:
        return _resolve_include(index, link, link.selection, corpus=corpus)
    if _TEMPLATE.search(link.target):
        return ResolvedLink(index, link, "outside", reason="a template fills the target in")
    path, _, anchor = link.target.partition("#")
    if not path and link.kind in _LABELLED:
        return _resolve_label(index, link, anchor, corpus=corpus)
    if not path:
        return _found(index, link, index, anchor=anchor, corpus=corpus)
    page = corpus.documents[index]
    if link.kind == "wiki":
        target = wiki_target(page, path, corpus)
    elif path[:5].casefold() == "xref:":
        target = corpus.uids.get(unquote(path[5:].partition("?")[0]))
    else:
        target = _path_target(page, path, corpus)
    if target is None:
        status, reason = why_missing(page, link, path=path, corpus=corpus)
        return ResolvedLink(index, link, status, reason=reason)
    return _found(index, link, target, anchor=anchor, corpus=corpus)


def _resolve_label(index: int, link: Link, label: str, *, corpus: LinkIndex) -> ResolvedLink:
    """Resolve a link to a label of its own page, else of another."""
    if section_at(index, label, corpus) is not None:
        return _found(index, link, index, anchor=label, corpus=corpus)
    target = corpus.labels.get((corpus.documents[index].format, label_key(label)))
    if target is None:
        return ResolvedLink(index, link, "outside", reason="a label that no page of the corpus has")
    return _found(index, link, target, anchor=label, corpus=corpus)


def _resolve_include(index: int, link: Link, selection: Selection, *, corpus: LinkIndex) -> ResolvedLink:
    page = corpus.documents[index].file
    if ADDRESS.match(link.target) or _TEMPLATE.search(link.target):
        return ResolvedLink(index, link, "outside", reason="not a file beside the page")
    target = included_document(page, link.target, corpus)
    if target is None:
        reason = f"the corpus has no {intended_path(page, link.target)}"
        return ResolvedLink(index, link, "broken", reason=reason)
    document = corpus.documents[target]
    if (target, selection) not in corpus.taken:
        taken = selected(document, lines_of(target, corpus), selection)
        corpus.taken[target, selection] = taken
    lines, highlight, reason = corpus.taken[target, selection]
    section = section_of_line(document, lines[0][0]) if lines else None
    return ResolvedLink(index, link, "resolved", target, section, reason, lines, highlight)


def _found(index: int, link: Link, target: int, *, anchor: str, corpus: LinkIndex) -> ResolvedLink:
    section, lines = section_at(target, anchor, corpus), lines_at(target, anchor, corpus)
    if lines is not None:
        section = section_of_line(corpus.documents[target], lines[0])
    reason = missing_anchor(target, anchor, corpus) if anchor and section is None else ""
    return ResolvedLink(index, link, "resolved", target, section, reason, (lines,) if lines else ())


def _path_target(page: Document, path: str, corpus: LinkIndex) -> int | None:
    spellings = dict.fromkeys((path, unquote(path), unquote(path.partition("?")[0])))
    for spelling in (each.replace("\\", "/") for each in spellings):
        for candidate in candidates(page.file.path, spelling):
            target = corpus.paths.get((page.file.source, candidate))
            if target is not None:
                return target
        target = _target_in_another_source(page, spelling, corpus)
        if target is not None:
            return target
    return None


def _target_in_another_source(page: Document, path: str, corpus: LinkIndex) -> int | None:
    """Return the document that stands where a path leads that leaves the page's source."""
    folder = posixpath.dirname(page.file.path)
    if rootless(path) != path or join(folder, path) is not None:
        return None
    place = location_of(posixpath.join(page.file.location.parent.as_posix(), path))
    found = (corpus.locations.get(each) for each in files(place, folder=path.endswith("/")))
    return next((each for each in found if each is not None), None)
