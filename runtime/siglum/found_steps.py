"""The steps of the sections of a page that a search found, in the order of the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum.steps import EXPLICIT, first_rung, heading_step, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from siglum.page import Page
    from siglum.steps import Step

NEAR = 12
"""Headings below a section, as many as a flow has steps, above which it is a chapter: what was found in less
than half of its parts does not speak of the others."""
LINKS_FROM = 3
"""Items that open with a link from which a section is a list of links, if they are most of its items."""
_LINK_ITEM = re.compile(
    r"\s*(?:[-*+•]|\.|\d{1,9}[.)])\s+(?:\*\*|__|`)?"
    r"(?:!?\[[^\]]*\][(\[]|<?https?://|`[^`<]*<|:doc:|:ref:|xref:|link:|<<)"
)
_NUMBERED = re.compile(r"(?P<way>(?:.*/)?[^/\d]{0,20})\d{1,3}(?!\d)[^/]*")
"""Paths of the chapters of a book: a number follows what all their names begin with."""
_CLOSING = re.compile(
    r"(?i)(?:recap|summary|conclusion|references|see also|next steps|what['’]?s next\??|learn more|links"
    r"|more info(?:rmation)?|(?:further|related) reading|related(?: links| pages| topics)?"
    r"|(?:additional |more )?resources|(?:table of )?contents"
    r"|まとめ|要約|参考(?:文献|資料|リンク)?|関連(?:項目|リンク|記事|情報)"
    r"|次のステップ|(?:より詳しい|詳細)情報|おわりに|さいごに|目次)[.:：。]?"
)
"""Headings of what closes a page or leads away from it: it says again, or elsewhere."""


def found_steps(page: Page, found: Set[int]) -> list[Step]:
    """Return the steps of sections, and of what stands beside them in the section around them all."""
    top = _around(page, found)
    if top is not None:
        return _steps(page, top, found)
    return [step for child in _beside(page, page.children(None), found) for step in _part(page, child, found)]


def _around(page: Page, found: Set[int]) -> int | None:
    """Return the innermost section around all of these."""
    around = [n for n in range(len(page.sections)) if all(other in page.below(n) for other in found)]
    return around[-1] if around else None


def gathered(page: Page, found: Set[int]) -> list[int]:
    """Return the sections that stand for those found: the innermost around them, of a chapter its parts.

    Empty where a document has no heading around all and is no chapter.
    """
    top = _around(page, found)
    children = page.children(top)
    parts = _beside(page, children, found)
    if parts == children:
        return [] if top is None else [top]
    return [n for part in parts for n in gathered(page, found & set(page.below(part)))]


def _beside(page: Page, parts: Sequence[int], found: Set[int]) -> Sequence[int]:
    """Return the parts of a section, of a chapter those alone in which something was found."""
    holding = [part for part in parts if any(other in page.below(part) for other in found)]
    far = sum(len(page.below(part)) for part in parts) > NEAR and 2 * len(holding) < len(parts)
    return holding if holding and far else parts


def _part(page: Page, index: int, found: Set[int]) -> Iterator[Step]:
    """Yield a section's steps where something in it was found, else the section as one."""
    if any(other in page.below(index) for other in found):
        yield from _steps(page, index, found)
    elif not _leads_away(page, index):
        yield heading_step(page, index)


def _steps(page: Page, index: int, found: Set[int]) -> list[Step]:
    """Return the steps under a section: its own list if it was found, else its headings, else itself."""
    away, own = _leads_away(page, index), first_rung(steps_of(page, index))
    listed = index in found and bool(own) and own[0].rung in EXPLICIT
    if not away and (listed or not page.sections[index].heading):
        return own
    headings = [child for child in page.children(index) if page.sections[child].level]
    inside = any(other in page.below(index) for other in found if other != index)
    if inside or len(headings) > 1:
        near = _beside(page, headings, found)
        return [step for child in near for step in _part(page, child, found)]
    return [] if away else [heading_step(page, index)]


def _leads_away(page: Page, index: int) -> bool:
    """Tell whether a section says what stands elsewhere: a list of links, or what closes a page."""
    if _CLOSING.fullmatch(page.sections[index].heading.strip()):
        return True
    items = [b for b in page.own_blocks(index) if b.kind == "item" and b.depth == 1]
    links = sum(_LINK_ITEM.match(page.text(b.start_byte, b.end_byte)) is not None for b in items)
    return links >= LINKS_FROM and 2 * links > len(items)


def reading_order(paths: Sequence[str]) -> list[int]:
    """Return the places of paths as they are read: chapters, numbered in one way, by their numbers.

    All others keep their places.
    """
    chapters: dict[str, list[int]] = {}
    for place, path in enumerate(paths):
        number = _NUMBERED.fullmatch(path)
        if number:
            chapters.setdefault(number["way"], []).append(place)
    order = list(range(len(paths)))
    for places in chapters.values():
        for place, chapter in zip(places, sorted(places, key=lambda n: _numbers(paths[n])), strict=True):
            order[place] = chapter
    return order


def _numbers(path: str) -> list[tuple[int, str]]:
    name = path.rpartition("/")[2]
    return [(int(digits or 0), text) for text, digits in re.findall(r"(\D*)(\d{0,9})", name)]
