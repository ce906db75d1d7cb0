"""How each format of documents marks its items and words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from siglum.plain import plain_text
from siglum.plain_asciidoc import plain_asciidoc
from siglum.plain_rst import plain_rst

if TYPE_CHECKING:
    from collections.abc import Callable

_ADMONITION = r"(?:!!!|\?\?\?\+?)[ \t]+\w[^\n]*"
"""How MkDocs announces a box; what is in it is indented below."""


class Markup(NamedTuple):
    """A format's marks."""

    plain: Callable[[str], str]
    """Takes the inline marks off a block's text."""
    marker: re.Pattern[str]
    """Of a list's item; `number` is what it counts."""
    noise: re.Pattern[str]
    """Paragraphs that say nothing by themselves: directives, includes, pictures."""
    closing: re.Pattern[str]
    """Lines at the end of a paragraph that belong to the block around it."""


MARKDOWN = Markup(
    plain_text,
    re.compile(r"(?:\s*(?:[-*+]|(?P<number>\d{1,9})[.)])(?=\s|$))+\s*(?:\[[ xX]\]\s)?"),
    re.compile(
        r"(?is)\s*(?://+(?:/.*)?|:::.*|\{[*!%].*\}|--8<--.*|!\[[^\]]*\]\([^)]*\)|\[!include.*|"
        + _ADMONITION
        + r")\s*"
    ),
    re.compile(r"\r?\n[ \t]*:{3,}[ \t]*(?=[\r\n]|\Z)"),
)
MARKUPS = {
    "rst": Markup(
        plain_rst,
        re.compile(r"\s*(?:[-*+•‣⁃]|\(?(?:(?P<number>\d{1,9})|#|[a-zA-Z])[.)])(?:\s+|$)"),
        re.compile(r"(?s)\s*\|[^|\n]+\|\s*"),
        re.compile(r"(?!)"),
    ),
    "asciidoc": Markup(
        plain_asciidoc,
        re.compile(
            r"\s*(?:\*{1,6}|-|\.{1,6}|<?(?:(?P<number>\d{1,9})|\.)[.>]|[a-z]\.)[ \t]+(?:\[[ xX*]\][ \t])?"
        ),
        re.compile(r"\s*(?:(?:\[[^\n]*\]|\.[^\s.][^\n]*)\s*)+"),
        re.compile(r"(?!)"),
    ),
}
"""By the format's name; every other is read as Markdown."""
