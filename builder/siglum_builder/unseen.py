"""Text in front of the first heading that no reader of the page sees: comments, labels, settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum_builder.model import Block, Parsed

_UNSEEN = {
    "html": re.compile(rb"(?:<!--(?:(?!-->).)*-->\s*)+", re.DOTALL),
    "directive": re.compile(rb"\.\.(?!\.).*", re.DOTALL),
    "paragraph": re.compile(rb"(?:\([\w:.-]+\)=\s*)+|(?::[\w-]+:[ \t]*\d*\s*)+"),
}
"""By kind of block: comments of Markdown, comments and labels of reStructuredText, labels of MyST, and fields
of Sphinx as `:orphan:`."""


def is_preamble_unseen(data: bytes, parsed: Parsed) -> bool:
    """Tell whether a page has text in front of its first heading, none of which is shown."""
    if not parsed.sections or parsed.sections[0].level > 0:
        return False
    end = parsed.sections[0].end_byte
    blocks = list(_outermost(parsed, end))
    return bool(blocks) and all(_is_unseen(data, block) for block in blocks)


def _outermost(parsed: Parsed, end: int) -> Iterator[Block]:
    for block in parsed.blocks:
        if block.start_byte >= end:
            return
        if block.depth == 0:
            yield block


def _is_unseen(data: bytes, block: Block) -> bool:
    pattern = _UNSEEN.get(block.kind)
    return pattern is not None and pattern.fullmatch(data[block.start_byte : block.end_byte]) is not None
