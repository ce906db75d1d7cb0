"""Parsers: from the text of a file to its sections, blocks, symbols and links.

Each is imported when a file is of its format: all of them take as long as many a corpus to read.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from siglum_builder.model import Parsed

DIRECTIVES = frozenset({"rst", "asciidoc"})
"""Formats that include files by directives."""


def parse(text: str, *, format: str, body_byte: int = 0, code: str = "") -> Parsed:
    """Parse `text`, whose front matter ends at `body_byte`, as `format`.

    `code` is the format of a notebook's cells. A format without a parser is cut into text windows.
    Bad input gives notices, never an error.
    """
    parsed = _parser(format, code)(text, body_byte)
    return _with_includes(parsed, text, format) if format in DIRECTIVES else parsed


def _parser(format: str, code: str) -> Callable[[str, int], Parsed]:
    """Return the parser of a format; every other format is code, with a grammar or without."""
    match format:
        case "markdown":
            from siglum_builder.parse.markdown import parse_markdown

            return parse_markdown
        case "text":
            from siglum_builder.parse.text import parse_text

            return parse_text
        case "rst":
            from siglum_builder.parse.rst import parse_rst

            return parse_rst
        case "asciidoc":
            from siglum_builder.parse.asciidoc import parse_asciidoc

            return parse_asciidoc
        case "notebook":
            from siglum_builder.parse.notebook import parse_notebook

            return partial(parse_notebook, language=code)
        case _:
            return _code_parser(format)


def _code_parser(format: str) -> Callable[[str, int], Parsed]:
    from siglum_builder.parse.code import parse_code
    from siglum_builder.parse.grammars import GRAMMARS
    from siglum_builder.parse.windows import parse_windows

    return partial(parse_code, format=format) if format in GRAMMARS else parse_windows


def _with_includes(parsed: Parsed, text: str, format: str) -> Parsed:
    from siglum_builder.parse.directive_includes import INCLUDES
    from siglum_builder.parse.includes import in_order

    includes = tuple(INCLUDES[format](text))
    return replace(parsed, links=in_order((*parsed.links, *includes))) if includes else parsed
