"""The paths in a source that a link may mean."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from siglum_builder.link.index import ancestors

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE_SUFFIXES = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt", ".ipynb", ".rst.txt")
"""Suffixes that a link to a page may leave out, most usual first. Sphinx publishes sources as `.rst.txt`."""

INDEX_NAMES = ("index.md", "README.md", "_index.md", "index.mdx", "readme.md", "index.markdown", "index.rst")
"""The page that a folder stands for, most usual first."""

SITE_SUFFIXES = frozenset({".html", ".htm"})
"""What a site makes of a page's suffix."""

_ROOTS = ("@site/", "@/", "~/", "/")
"""How site generators write the root: Docusaurus, Zola, DocFX, everyone."""


def candidates(page: str, path: str) -> Iterator[str]:
    """Yield the paths in the source that a link from `page` may mean, the likeliest first."""
    for base in bases(page, path):
        joined = join(base, rootless(path))
        if joined is not None and (joined != base or base == posixpath.dirname(page)):
            yield from files(joined, folder=path.endswith("/"))


def bases(page: str, path: str) -> Iterator[str]:
    """Yield the folders that a path may start from.

    A site path starts at the source's root, or where the site's own root is a folder of it, at one
    above the page; any other at the page's folder, or at the folder that a site makes of the page.
    """
    folder = posixpath.dirname(page)
    if rootless(path) != path:
        yield ""
        yield from reversed(list(ancestors(page)))
    else:
        yield folder
        if not path.lower().endswith(PAGE_SUFFIXES):
            yield posixpath.splitext(page)[0]


def rootless(path: str) -> str:
    """Return a path without the sign for the root, if it starts with one."""
    prefix = next((root for root in _ROOTS if path.startswith(root)), "")
    return path[len(prefix) :].lstrip("/") if prefix else path


def join(base: str, path: str) -> str | None:
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


def files(path: str, *, folder: bool) -> Iterator[str]:
    """Yield the files that a path may name: itself, with a page's suffix, as a folder's index."""
    stem, ending = posixpath.splitext(path)
    page = stem if ending.lower() in SITE_SUFFIXES else path
    if not folder:
        yield path
    if page:
        yield from (page + ending for ending in PAGE_SUFFIXES)
    yield from (posixpath.join(page, name) for name in INDEX_NAMES)
    if posixpath.basename(page) == "index" and page != path:
        yield from (posixpath.join(posixpath.dirname(page), name) for name in INDEX_NAMES)


def suffix(path: str) -> str:
    """Return a plausible file suffix in lower case, or nothing: `v1.2` and `a.b c` have none."""
    ending = posixpath.splitext(path.rstrip("/"))[1].lower()
    return ending if re.fullmatch(r"\.[a-z][a-z0-9]{0,9}", ending) else ""
