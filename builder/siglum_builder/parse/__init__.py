"""Parsers: from the text of a file to its sections, blocks, symbols and links."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from siglum_builder.parse.asciidoc import parse_asciidoc
from siglum_builder.parse.code import parse_code
from siglum_builder.parse.directive_includes import DIRECTIVES
from siglum_builder.parse.grammars import GRAMMARS
from siglum_builder.parse.includes import in_order
from siglum_builder.parse.markdown import parse_markdown
from siglum_builder.parse.notebook import parse_notebook
from siglum_builder.parse.rst import parse_rst
from siglum_builder.parse.text import parse_text
from siglum_builder.parse.windows import parse_windows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from siglum_builder.model import Parsed

PARSERS: Mapping[str, Callable[[str, int], Parsed]] = {
    "markdown": parse_markdown,
    "text": parse_text,
    "rst": parse_rst,
    "asciidoc": parse_asciidoc,
    **{format: partial(parse_code, format=format) for format in GRAMMARS},
}
"""Parsers by format; every other format is code without a grammar."""


def parse(text: str, *, format: str, body_byte: int = 0, code: str = "") -> Parsed:
    """Parse `text`, whose front matter ends at `body_byte`, as `format`.

    `code` is the format of a notebook's cells. A format without a parser is cut into text windows.
    Bad input gives notices, never an error.
    """
    if format == "notebook":
        return parse_notebook(text, body_byte, language=code)
    parsed = PARSERS.get(format, parse_windows)(text, body_byte)
    includes = tuple(DIRECTIVES[format](text)) if format in DIRECTIVES else ()
    return replace(parsed, links=in_order((*parsed.links, *includes))) if includes else parsed
