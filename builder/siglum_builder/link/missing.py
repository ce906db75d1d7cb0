"""Why a link leads to no document: it is broken, or its target is outside the corpus."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from siglum_builder.link.paths import PAGE_SUFFIXES, SITE_SUFFIXES, bases, join, rootless, suffix

if TYPE_CHECKING:
    from siglum_builder.link.index import LinkIndex
    from siglum_builder.model import Document, Link

LinkStatus = Literal["resolved", "broken", "outside"]


def why_missing(page: Document, link: Link, *, path: str, corpus: LinkIndex) -> tuple[LinkStatus, str]:
    """Tell a broken link from one to something that the corpus does not hold."""
    if link.kind == "wiki":
        outside = suffix(path) not in {"", *PAGE_SUFFIXES}
        return ("outside", "not a page") if outside else ("broken", f"no page is called {path}")
    if path[:5].casefold() == "xref:":
        return _missing_uid(path[5:], corpus)
    return _missing_path(page, path, corpus)


def _missing_path(page: Document, path: str, corpus: LinkIndex) -> tuple[LinkStatus, str]:
    source, plain = page.file.source, rootless(unquote(path.partition("?")[0]))
    joined = join(next(bases(page.file.path, path)), plain)
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
    ending = suffix(path)
    return name.isupper() if not ending else ending not in {*SITE_SUFFIXES, *PAGE_SUFFIXES}


def _is_other_site(path: str, joined: str) -> bool:
    """Tell whether a path may be one of a site around the corpus: from the root, or to HTML."""
    ending = suffix(joined)
    return ending in SITE_SUFFIXES or (rootless(path) != path and not ending)


def _missing_uid(uid: str, corpus: LinkIndex) -> tuple[LinkStatus, str]:
    family = uid.partition("/")[0]
    if "/" in uid and any(known.startswith(f"{family}/") for known in corpus.uids):
        return "broken", f"no document has the uid {uid}"
    return "outside", "a uid of another corpus"
