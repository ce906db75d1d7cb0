"""The address of a page, by the `base_url` of its source."""

from __future__ import annotations

import posixpath
import re

PATH, STEM = "{path}", "{stem}"
"""What a `base_url` may hold: a file's path with and without its ending. Without either the path follows."""
_FOLDER_PAGES = ("index", "README")
"""Stems of a page that is published as its folder, where pages are folders."""
_RESERVED = re.compile('[\x00-\x20\x7f"#%<>?\\\\^`{|}]')


def page_address(base_url: str, path: str) -> str:
    """Return the address of the file `path` of a source."""
    if not _is_pattern(base_url):
        return f"{base_url.rstrip('/')}/{encoded(path)}"
    stem = posixpath.splitext(path)[0]
    if f"{STEM}/" in base_url and posixpath.basename(stem) in _FOLDER_PAGES:
        stem = posixpath.dirname(stem)
    folder = f"{encoded(stem)}/" if stem else ""
    return base_url.replace(PATH, encoded(path)).replace(f"{STEM}/", folder).replace(STEM, encoded(stem))


def _is_pattern(base_url: str) -> bool:
    """Tell whether a `base_url` says itself where the path goes."""
    return PATH in base_url or STEM in base_url


def encoded(part: str) -> str:
    """Return a part of an address, with what would end or split it percent-encoded."""
    return _RESERVED.sub(lambda match: f"%{ord(match[0]):02X}", part)
