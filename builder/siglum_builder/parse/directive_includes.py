"""The includes of reStructuredText and AsciiDoc, read line by line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum.lines import split_lines
from siglum_builder.model import Link, Selection
from siglum_builder.parse.asciidoc_inline import attributes_of, filled
from siglum_builder.parse.include_options import directive_selection, ranges
from siglum_builder.parse.includes import leading_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

OPTION_LINES = 20
"""Lines below a directive that are looked at for its options."""

_RST = re.compile(r"\s*\.\.\s+(?P<name>include|literalinclude)::\s+(?P<target>\S.*)")
_RST_SHOWS = re.compile(
    r"""(?x) \.\. \s++ (?: code-block | code | sourcecode | parsed-literal ) :: .*
        | \.\. (?: \s++ (?! [\w:+.-]+:: | \[ | _ | \| ) .* )?
        | (?! \.\. ) .* ::
    """
)
"""A line without its indent below which what is indented is shown or commented out."""

_ASCIIDOC = re.compile(r"include::(?P<target>[^\s\[\]]{1,500})\[(?P<attributes>.*)\]")
_ATTRIBUTE = re.compile(r"""(?<!\w)(?P<name>\w+)\s*=\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^,"]*))""")


def rst_includes(text: str) -> Iterator[Link]:
    """Yield `include` and `literalinclude` but for those in literal blocks, code and comments."""
    lines = [line.rstrip() for line in split_lines(text)]
    shown: int | None = None
    for number, line in enumerate(lines, 1):
        bare = line.lstrip()
        indent = len(line) - len(bare)
        if not line or (shown is not None and indent > shown):
            continue
        shown = indent if _RST_SHOWS.fullmatch(bare) else None
        match = _RST.fullmatch(line)
        if match:
            options = leading_options(lines[number : number + OPTION_LINES])
            selection = directive_selection(match["name"], options)
            yield Link("include", match["target"], "", number, selection)


def asciidoc_includes(text: str) -> Iterator[Link]:
    """Yield `include::file[…]` but for those in comment blocks; in listings they count."""
    commented = False
    lines = [line.rstrip() for line in split_lines(text)]
    attributes = attributes_of(lines)
    for number, plain in enumerate(lines, 1):
        commented ^= re.fullmatch(r"/{4,}", plain) is not None
        match = None if commented else _ASCIIDOC.fullmatch(plain)
        if match:
            yield Link(
                "include",
                filled(match["target"], attributes),
                "",
                number,
                _asciidoc_selection(match["attributes"]),
            )


def _asciidoc_selection(attributes: str) -> Selection:
    found = {m["name"]: m["quoted"] or m["plain"] or "" for m in _ATTRIBUTE.finditer(attributes)}
    named = re.split(r"[;,]", found.get("tags") or found.get("tag") or "")
    tags = tuple(name.strip() for name in named if name.strip() and not name.strip().startswith(("*", "!")))
    return Selection(marks="asciidoc", tags=tags, ranges=() if tags else ranges(found.get("lines", "")))


INCLUDES: Mapping[str, Callable[[str], Iterator[Link]]] = {
    "rst": rst_includes,
    "asciidoc": asciidoc_includes,
}
"""By format."""
