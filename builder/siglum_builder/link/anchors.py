"""Anchors: from what stands behind `#` to a section or to lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING
from urllib.parse import unquote

from siglum.lines import split_lines
from siglum_builder.link.index import label_key
from siglum_builder.slugs import slugify

if TYPE_CHECKING:
    from siglum_builder.link.index import LinkIndex
    from siglum_builder.model import Document

_ASIDE = re.compile(r"L\d+|:~:|tab/|top$|\^", re.IGNORECASE)
"""Anchors that name no heading: lines, text fragments, tabs, the top, an Obsidian block."""

_LINES = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L?(\d{1,9})(?:C\d+)?)?$", re.IGNORECASE)
"""`#L10`, `#L10-L20` and GitHub's columns."""

_HTML_ANCHOR = re.compile(
    r"""<\w+\s(?:[^<>]{0,300}?\s)?(?:id|name)\s*=\s*["']([^"'<>]{1,200})["'][^<>]{0,300}>"""
)
_GAP = re.compile(r"(?:\s|</\w+>)*", re.ASCII)
"""What may stand between an anchor and the heading that it is for."""


def section_at(target: int, anchor: str, corpus: LinkIndex) -> int | None:
    """Return the section that an anchor names: by slug, by an id in HTML, by its heading's text."""
    if not anchor or _ASIDE.match(anchor):
        return None
    known = _anchors(target, corpus)
    plain = unquote(anchor)
    last = plain.rpartition("#")[2]
    for spelling in (anchor, plain, plain.lower(), slugify(last.strip()), label_key(plain)):
        if known.get(spelling) is not None:
            return known[spelling]
    return None


def lines_at(target: int, anchor: str, corpus: LinkIndex) -> tuple[int, int] | None:
    """Return the lines that an anchor like `L10-L20` names, as far as the document has them."""
    match = _LINES.match(anchor)
    if match is None:
        return None
    first, last = sorted((int(match[1]), int(match[2] or match[1])))
    count = len(lines_of(target, corpus))
    return (first, min(last, count)) if 1 <= first <= count else None


def lines_of(target: int, corpus: LinkIndex) -> tuple[str, ...]:
    """Return the lines of a document's text with their ends."""
    if target not in corpus.lines:
        corpus.lines[target] = tuple(split_lines(corpus.documents[target].decoded.text))
    return corpus.lines[target]


def section_of_line(document: Document, line: int) -> int | None:
    """Return the innermost section that holds a line."""
    place = bisect_right(document.parsed.sections, line, key=lambda section: section.start_line) - 1
    return place if place >= 0 else None


def missing_anchor(target: int, anchor: str, corpus: LinkIndex) -> str:
    """Return why an anchor names nothing in a document, or nothing where it need not name any."""
    path = corpus.documents[target].file.logical_path
    if _LINES.match(anchor) and lines_at(target, anchor, corpus) is None:
        return f"{path} has no anchor #{anchor}: it ends with line {len(lines_of(target, corpus))}"
    if _ASIDE.match(anchor) or anchor in _anchors(target, corpus):
        return ""
    return f"{path} has no anchor #{anchor}"


def _anchors(target: int, corpus: LinkIndex) -> dict[str, int | None]:
    if target not in corpus.anchors:
        corpus.anchors[target] = _read_anchors(corpus.documents[target])
    return corpus.anchors[target]


def _read_anchors(document: Document) -> dict[str, int | None]:
    sections = document.parsed.sections
    anchors: dict[str, int | None] = {s.slug: index for index, s in enumerate(sections)}
    for name, line in document.parsed.labels:
        anchors.setdefault(label_key(name), section_of_line(document, line))
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
