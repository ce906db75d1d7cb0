"""Links: from a target as written to the document and section that it means."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from siglum_builder.slugs import slugify

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from siglum_builder.model import Document, Link

LinkStatus = Literal["resolved", "broken", "outside"]

PAGE_SUFFIXES = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt", ".ipynb")
"""Suffixes that a link to a page may leave out, most usual first."""

INDEX_NAMES = ("index.md", "README.md", "_index.md", "index.mdx", "readme.md", "index.markdown", "index.rst")
"""The page that a folder stands for, most usual first."""

SITE_SUFFIXES = frozenset({".html", ".htm"})
"""What a site makes of a page's suffix."""

_ROOTS = ("@site/", "@/", "~/", "/")
"""How site generators write the root: Docusaurus, Zola, DocFX, everyone."""

_ASIDE = re.compile(r"L\d+|:~:|tab/|top$|\^", re.IGNORECASE)
"""Anchors that name no heading: lines, text fragments, tabs, the top, an Obsidian block."""

_TEMPLATE = re.compile(r"\{\{|\{%|<%|\$\{")
_HTML_ANCHOR = re.compile(
    r"""<\w+\s(?:[^<>]{0,300}?\s)?(?:id|name)\s*=\s*["']([^"'<>]{1,200})["'][^<>]{0,300}>"""
)
_GAP = re.compile(r"(?:\s|</\w+>)*", re.ASCII)
"""What may stand between an anchor and the heading that it is for."""

_SPACING = re.compile(r"[\s_]+")


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


@dataclass(frozen=True, slots=True)
class _Corpus:
    documents: Sequence[Document]
    paths: Mapping[tuple[str, str], int]
    """By source and path."""
    folders: frozenset[tuple[str, str]]
    names: Mapping[str, tuple[int, ...]]
    """By file name, stem, alias and title, as wiki links spell them."""
    uids: Mapping[str, int]
    anchors: dict[int, dict[str, int | None]]
    """Sections by anchor, a document when it is first asked for."""


def resolve_links(documents: Sequence[Document]) -> tuple[ResolvedLink, ...]:
    """Resolve every link of the corpus, in the order of documents and of links in them.

    A path is sought from the page's folder, or from the source's root where it starts with `/`, with
    and without suffix, as a folder's index, and as the `.html` that a site makes of it; never
    outside the page's source. A missing anchor leaves the link resolved to its document, with a reason.
    """
    corpus = _index(documents)
    return tuple(
        _resolve(index, link, corpus)
        for index, document in enumerate(documents)
        for link in document.parsed.links
    )


def _index(documents: Sequence[Document]) -> _Corpus:
    paths = {(item.file.source, item.file.path): index for index, item in enumerate(documents)}
    folders = {(source, folder) for source, path in paths for folder in ("", *_ancestors(path))}
    names: dict[str, list[int]] = {}
    for index, document in enumerate(documents):
        for name in _names(document):
            names.setdefault(name, []).append(index)
    uids: dict[str, int] = {}
    for index, document in enumerate(documents):
        if document.metadata.uid:
            uids.setdefault(document.metadata.uid, index)
    listed = {name: tuple(dict.fromkeys(found)) for name, found in names.items()}
    return _Corpus(documents, paths, frozenset(folders), listed, uids, {})


def _ancestors(path: str) -> Iterator[str]:
    """Yield the folders above a path, the nearest first, without the root."""
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)


def _names(document: Document) -> tuple[str, ...]:
    name = posixpath.basename(document.file.path)
    spelt = (name, posixpath.splitext(name)[0], *document.metadata.aliases, document.title)
    return tuple(_wiki_name(text) for text in spelt)


def _wiki_name(text: str) -> str:
    return _SPACING.sub("-", text.strip().casefold())


def _resolve(index: int, link: Link, corpus: _Corpus) -> ResolvedLink:
    if _TEMPLATE.search(link.target):
        return ResolvedLink(index, link, "outside", reason="a template fills the target in")
    path, _, anchor = link.target.partition("#")
    if not path:
        return _found(index, link, index, anchor=anchor, corpus=corpus)
    if link.kind == "wiki":
        target = _wiki_target(index, path, corpus)
    elif path[:5].casefold() == "xref:":
        target = corpus.uids.get(unquote(path[5:].partition("?")[0]))
    else:
        target = _path_target(index, path, corpus)
    if target is None:
        status, reason = _missing(index, link, path=path, corpus=corpus)
        return ResolvedLink(index, link, status, reason=reason)
    return _found(index, link, target, anchor=anchor, corpus=corpus)


def _found(index: int, link: Link, target: int, *, anchor: str, corpus: _Corpus) -> ResolvedLink:
    section = _section(target, anchor, corpus)
    missing = anchor and section is None and not _is_aside(target, anchor, corpus)
    path = corpus.documents[target].file.logical_path
    reason = f"{path} has no anchor #{anchor}" if missing else ""
    return ResolvedLink(index, link, "resolved", target, section, reason)


def _is_aside(target: int, anchor: str, corpus: _Corpus) -> bool:
    return _ASIDE.match(anchor) is not None or anchor in _anchors(target, corpus)


def _section(target: int, anchor: str, corpus: _Corpus) -> int | None:
    """Return the section that an anchor names: by slug, by an id in HTML, by its heading's text."""
    if not anchor or _ASIDE.match(anchor):
        return None
    known = _anchors(target, corpus)
    plain = unquote(anchor)
    last = plain.rpartition("#")[2]
    for spelling in (anchor, plain, plain.lower(), slugify(last.strip())):
        if known.get(spelling) is not None:
            return known[spelling]
    return None


def _anchors(target: int, corpus: _Corpus) -> dict[str, int | None]:
    if target not in corpus.anchors:
        corpus.anchors[target] = _read_anchors(corpus.documents[target])
    return corpus.anchors[target]


def _read_anchors(document: Document) -> dict[str, int | None]:
    sections = document.parsed.sections
    anchors: dict[str, int | None] = {s.slug: index for index, s in enumerate(sections)}
    if document.format != "markdown" or "<" not in document.decoded.text:
        return anchors
    starts, byte, place = [section.start_byte for section in sections], 0, 0
    text = document.decoded.text
    for match in _HTML_ANCHOR.finditer(text):
        byte += len(text[place : match.end()].encode())
        place = match.end()
        after = text[place : place + 400]
        gap = _GAP.match(after)
        section = bisect_right(starts, byte + (gap.end() if gap else 0)) - 1
        anchors.setdefault(match[1], section if section >= 0 else None)
    return anchors


def _path_target(index: int, path: str, corpus: _Corpus) -> int | None:
    file = corpus.documents[index].file
    for spelling in dict.fromkeys((path, unquote(path), unquote(path.partition("?")[0]))):
        for candidate in _candidates(file.path, spelling.replace("\\", "/")):
            target = corpus.paths.get((file.source, candidate))
            if target is not None:
                return target
    return None


def _candidates(page: str, path: str) -> Iterator[str]:
    """Yield the paths in the source that a link from `page` may mean, the likeliest first."""
    for base in _bases(page, path):
        joined = _join(base, _rootless(path))
        if joined is not None and (joined != base or base == posixpath.dirname(page)):
            yield from _files(joined, folder=path.endswith("/"))


def _bases(page: str, path: str) -> Iterator[str]:
    """Yield the folders that a path may start from.

    A site path starts at the source's root, or where the site's own root is a folder of it, at one
    above the page; any other at the page's folder, or at the folder that a site makes of the page.
    """
    folder = posixpath.dirname(page)
    if _rootless(path) != path:
        yield ""
        yield from reversed(list(_ancestors(page)))
    else:
        yield folder
        if not path.lower().endswith(PAGE_SUFFIXES):
            yield posixpath.splitext(page)[0]


def _rootless(path: str) -> str:
    prefix = next((root for root in _ROOTS if path.startswith(root)), "")
    return path[len(prefix) :].lstrip("/") if prefix else path


def _join(base: str, path: str) -> str | None:
    """Return a normal path below the source's root, or None for one that leaves it."""
    parts = base.split("/") if base else []
    for part in path.split("/"):
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _files(path: str, *, folder: bool) -> Iterator[str]:
    stem, suffix = posixpath.splitext(path)
    page = stem if suffix.lower() in SITE_SUFFIXES else path
    if not folder:
        yield path
    if page:
        yield from (page + suffix for suffix in PAGE_SUFFIXES)
    yield from (posixpath.join(page, name) for name in INDEX_NAMES)
    if posixpath.basename(page) == "index" and page != path:
        yield from (posixpath.join(posixpath.dirname(page), name) for name in INDEX_NAMES)


def _wiki_target(index: int, path: str, corpus: _Corpus) -> int | None:
    """Return the document a wiki link names, of several the one in the nearest folder."""
    wanted = _wiki_path(unquote(path))
    found = corpus.names.get(wanted.rpartition("/")[2], ())
    if "/" in wanted:
        found = tuple(item for item in found if _ends_with(corpus.documents[item], wanted))
    page = corpus.documents[index].file
    return min(
        found, key=lambda item: _distance(page.source, page.path, corpus.documents[item]), default=None
    )


def _wiki_path(path: str) -> str:
    return "/".join(_wiki_name(part) for part in path.strip("/").split("/") if part not in {".", ".."})


def _ends_with(document: Document, wanted: str) -> bool:
    path = _wiki_path(document.file.path)
    return f"/{path}".endswith(f"/{wanted}") or f"/{posixpath.splitext(path)[0]}".endswith(f"/{wanted}")


def _distance(source: str, page: str, document: Document) -> tuple[bool, int, str]:
    here, there = page.split("/")[:-1], document.file.path.split("/")[:-1]
    shared = len(posixpath.commonprefix([here, there]))
    steps = len(here) + len(there) - 2 * shared
    return document.file.source != source, steps, document.file.logical_path


def _missing(index: int, link: Link, *, path: str, corpus: _Corpus) -> tuple[LinkStatus, str]:
    """Tell a broken link from one to something that the corpus does not hold."""
    if link.kind == "wiki":
        outside = _suffix(path) not in {"", *PAGE_SUFFIXES}
        return ("outside", "not a page") if outside else ("broken", f"no page is called {path}")
    if path[:5].casefold() == "xref:":
        return _missing_uid(path[5:], corpus)
    return _missing_path(corpus.documents[index], path, corpus)


def _missing_path(page: Document, path: str, corpus: _Corpus) -> tuple[LinkStatus, str]:
    source, plain = page.file.source, _rootless(unquote(path.partition("?")[0]))
    joined = _join(next(_bases(page.file.path, path)), plain)
    if joined is None:
        return "outside", "the path leads out of the source"
    if (source, joined) in corpus.folders:
        return "outside", "a folder without a page of its own"
    if _is_other_file(joined):
        return "outside", "not a document of the corpus"
    if _is_other_site(path, joined) and (source, joined.partition("/")[0]) not in corpus.folders:
        return "outside", "a page of a site that the corpus does not hold"
    return "broken", f"no document {joined}"


def _is_other_file(path: str) -> bool:
    """Tell whether a path names a file that is no page: `logo.png`, `LICENSE`."""
    name = posixpath.basename(path)
    suffix = _suffix(path)
    return name.isupper() if not suffix else suffix not in {*SITE_SUFFIXES, *PAGE_SUFFIXES}


def _is_other_site(path: str, joined: str) -> bool:
    """Tell whether a path may be one of a site around the corpus: from the root, or to HTML."""
    suffix = _suffix(joined)
    return suffix in SITE_SUFFIXES or (_rootless(path) != path and not suffix)


def _missing_uid(uid: str, corpus: _Corpus) -> tuple[LinkStatus, str]:
    family = uid.partition("/")[0]
    if "/" in uid and any(known.startswith(f"{family}/") for known in corpus.uids):
        return "broken", f"no document has the uid {uid}"
    return "outside", "a uid of another corpus"


def _suffix(path: str) -> str:
    """Return a plausible file suffix in lower case, or nothing: `v1.2` and `a.b c` have none."""
    suffix = posixpath.splitext(path.rstrip("/"))[1].lower()
    return suffix if re.fullmatch(r"\.[a-z][a-z0-9]{0,9}", suffix) else ""
