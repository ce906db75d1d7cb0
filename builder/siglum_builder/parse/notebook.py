"""Notebooks, as the Markdown that is stored of them: a page whose code defines and uses names too."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from siglum_builder.parse.code import parse_code
from siglum_builder.parse.grammars import GRAMMARS
from siglum_builder.parse.markdown import parse_markdown

if TYPE_CHECKING:
    from siglum_builder.model import Parsed

_TOOL_LINE = re.compile(rb"(?m)^[ \t]*[%!?][^\r\n]*|[^\r\n\w)\]]\?{1,2}[ \t]*$")
"""What the notebook's own shell reads, not the language."""


def parse_notebook(text: str, body_byte: int, *, language: str) -> Parsed:
    """Parse a notebook whose code cells are fences of `language`."""
    page = parse_markdown(text, body_byte)
    if language not in GRAMMARS:
        return page
    code = parse_code(_code_alone(text, page, language), 0, format=language)
    return replace(page, symbols=code.symbols, uses=code.uses, hints=code.hints, language=language)


def _code_alone(text: str, page: Parsed, language: str) -> str:
    """Return the text with all blank but its code cells, so that their places stay true."""
    data = text.encode()
    kept = bytearray(re.sub(rb"[^\r\n]", b" ", data))
    for block in page.blocks:
        first, end = data.find(b"\n", block.start_byte) + 1, data.rfind(b"\n", 0, block.end_byte - 1)
        info = data[block.start_byte : first].strip().lstrip(b"`~")
        if block.kind == "fence" and block.depth == 0 and info == language.encode() and first < end:
            kept[first:end] = _TOOL_LINE.sub(lambda match: b" " * len(match[0]), data[first:end])
    return kept.decode()
