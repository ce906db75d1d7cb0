"""Code without a grammar: runs of lines, which the chunker fills windows with."""

from __future__ import annotations

from siglum_builder.model import Parsed
from siglum_builder.parse.sections import body_of
from siglum_builder.parse.spans import placed
from siglum_builder.parse.text import paragraphs


def parse_windows(text: str, body_byte: int, *, notices: tuple[tuple[str, int | None], ...] = ()) -> Parsed:
    """Cut code into blocks at blank lines, with no definitions; `notices` say why, if it matters."""
    body = body_of(text, body_byte)
    return Parsed(None, blocks=placed(paragraphs(body, kind="text"), body), notices=notices)
