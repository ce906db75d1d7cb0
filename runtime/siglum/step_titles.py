"""How a step is called: the first text of it, without what marks it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from siglum.markers import BULLET, FIRST_CELL, NUMBER
from siglum.plain import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.page import Page
    from siglum.steps import Step

_FENCE = re.compile(r"\s*(?:```|~~~)")
_SENTENCE = re.compile(r".{8,}?(?:[.!?][\"')]?(?=\s)|[。！？])")
TITLE_LENGTH = 120
"""Characters from which only a text's first sentence is its title."""


class Leaf(NamedTuple):
    """A stretch of text without blocks inside."""

    kind: str
    start: int
    end: int
    opens_item: bool


def leaves(page: Page, start: int, end: int) -> Iterator[Leaf]:
    """Yield the innermost blocks of a byte range in order, cut to it."""
    blocks = list(page.blocks_in(start, end))
    before = page.block_before(start)
    if before and before.end_byte > start and (not blocks or blocks[0].start_byte > start):
        blocks.insert(0, before._replace(start_byte=start))
    item = -1
    for place, block in enumerate(blocks):
        if block.kind == "item":
            item = block.start_byte
        following = blocks[place + 1] if place + 1 < len(blocks) else None
        if following is None or following.depth <= block.depth:
            yield Leaf(block.kind, block.start_byte, min(end, block.end_byte), block.start_byte == item)


def step_title(page: Page, step: Step) -> tuple[str, str]:
    """Return a step's title, and its opening text where that says more."""
    if step.rung == "heading":
        return page.sections[step.section].heading, ""
    text = opening(page, step)
    whole = on_one_line(text)
    first = _SENTENCE.match(whole) if len(whole) > TITLE_LENGTH else None
    return (first[0].strip(), text.strip()) if first else (whole, "")


def opening(page: Page, step: Step) -> str:
    """Return the first text of a step without its marker, plain."""
    leaf = next(leaves(page, step.start, step.end), None)
    if leaf is None:
        return ""
    text = page.text(leaf.start, leaf.end)
    if leaf.kind == "row":
        return _row(page, text, step)
    marker = page.markup.marker.match(text) or (NUMBER.match(text) if step.rung == "numbered" else None)
    text = text[marker.end() :] if marker else text
    if step.rung == "bullet" and not marker:
        text = BULLET.sub("", text, count=1)
    if leaf.kind in ("fence", "code"):
        return next((line for line in text.splitlines() if line.strip() and not _FENCE.match(line)), "")
    text = page.markup.closing.sub("", text)
    return page.markup.plain(text.lstrip("# ") if leaf.kind == "heading" else text)


def _row(page: Page, text: str, step: Step) -> str:
    """Return a row of a table without its edges, and without the number that counts it."""
    first = FIRST_CELL.match(text) if step.rung == "numbered" else None
    return page.markup.plain(text[first.end() if first else 0 :].strip().strip("|").strip())
