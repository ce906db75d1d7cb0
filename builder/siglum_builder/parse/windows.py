"""Code without a grammar: runs of lines, which the chunker fills windows with."""

from __future__ import annotations

from siglum.lines import LineTable
from siglum_builder.model import Parsed
from siglum_builder.parse.text import paragraphs


def parse_windows(text: str, body_byte: int, *, notices: tuple[tuple[str, int | None], ...] = ()) -> Parsed:
    """Cut code into blocks at blank lines, with no definitions; `notices` say why, if it matters."""
    table = LineTable.of(text)
    blocks = tuple(paragraphs(text.encode(), table, body_byte=body_byte, kind="text"))
    return Parsed(None, blocks=blocks, notices=notices)
