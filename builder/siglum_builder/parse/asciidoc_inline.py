"""What AsciiDoc says inside its lines: attributes, plain headings, links to pages, and anchors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum.plain_asciidoc import plain_asciidoc
from siglum_builder.model import Link
from siglum_builder.slugs import is_slug

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from siglum_builder.parse.sections import Body

_ENTRY = re.compile(r":(?P<name>[\w-]+):[ \t]+(?P<value>\S.*)")
_CHARACTERS = {
    "caret": "^",
    "plus": "+",
    "tilde": "~",
    "backslash": "\\",
    "backtick": "`",
    "asterisk": "*",
    "startsb": "[",
    "endsb": "]",
    "vbar": "|",
    "amp": "&",
    "lt": "<",
    "gt": ">",
    "empty": "",
    "sp": " ",
    "two-colons": "::",
    "two-semicolons": ";;",
    "cpp": "C++",
    "apos": "'",
    "quot": '"',
    "nbsp": " ",
}
"""Attributes that every page has."""
_USE = re.compile(r"\{([\w-]+)\}")
_ID = re.compile(
    r"\[\[(?P<double>[^\[\],]+)[^\[\]]*\]\]|\[[\w-]*#(?P<short>[^\s.,%\[\]]+)[^\[\]]*\]|\[id=[\"']?(?P<long>[^\s\"',\]]+)"
)
_MACRO = re.compile(r"(?<![\w\\])(?:xref|link):(?P<target>[^\s\[\]]+)\[(?P<text>[^\]]*)\]")
_CROSS = re.compile(r"(?<!\\)<<(?P<target>[^<>,]+)(?:,(?P<text>[^<>]*))?>>")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://|//|mailto:", re.IGNORECASE)
_TITLE_LIMIT = 1_000
_LINE_LIMIT = 4_000
"""Characters of a line in which links are sought: nobody writes longer ones by hand."""
_VALUE_LIMIT = 200


def attributes_of(lines: Sequence[str]) -> dict[str, str]:
    """Return the attributes that a page sets, the first of each name."""
    found: dict[str, str] = {}
    for line in lines:
        entry = _ENTRY.fullmatch(line) if line.startswith(":") else None
        if entry and len(entry["value"]) <= _VALUE_LIMIT:
            found.setdefault(entry["name"].lower(), entry["value"].strip())
    return found


def filled(text: str, attributes: dict[str, str]) -> str:
    """Return a text with the attributes of its page put in; unknown ones stay as written."""
    known = _CHARACTERS | attributes if "{" in text else {}
    return _USE.sub(lambda match: known.get(match[1].lower(), match[0]), text)


def plain_heading(text: str) -> str:
    """Return a heading without anchors, links and marks of emphasis."""
    return plain_asciidoc(text[:_TITLE_LIMIT]).strip()


def explicit_id(lines: Sequence[str]) -> str | None:
    """Return the id that the lines in front of a title, or the title itself, give it."""
    for line in lines:
        match = _ID.search(line)
        found = (match["double"] or match["short"] or match["long"]) if match else ""
        if is_slug(found):
            return found
    return None


def heading_id(title: str) -> str:
    """Return the id that Asciidoctor makes of a title."""
    kept = re.sub(r"[^\w\s.-]", "", title.lower())
    return "_" + re.sub(r"[\s._-]+", "_", kept).strip("_")


def asciidoc_labels(body: Body, *, unread: Container[int]) -> Iterator[tuple[str, int]]:
    """Yield the ids of a page with the lines on which they stand."""
    for index, line in enumerate(body.lines):
        if "[" in line and index not in unread:
            for match in _ID.finditer(line[:_LINE_LIMIT]):
                yield match["double"] or match["short"] or match["long"], body.line(index)


def asciidoc_links(body: Body, attributes: dict[str, str], *, unread: Container[int]) -> Iterator[Link]:
    """Yield the links to pages, files and ids, by line."""
    for index, line in enumerate(body.lines):
        if index in unread or not ("<<" in line or "xref:" in line or "link:" in line):
            continue
        text = filled(line[:_LINE_LIMIT], attributes)
        for match in sorted((*_MACRO.finditer(text), *_CROSS.finditer(text)), key=re.Match.start):
            target = _target(match)
            if not _ADDRESS.match(target):
                yield Link("asciidoc", target, (match["text"] or "").strip(), body.line(index))


def _target(match: re.Match[str]) -> str:
    """Return a path with an anchor, or an anchor alone; of Antora's coordinates the path in the module."""
    target = match["target"].strip()
    path, hash_, anchor = target.partition("#")
    if match[0].startswith("link:"):
        return target
    if not hash_ and not path.endswith((".adoc", ".asciidoc", ".asc", ".html")):
        return f"#{path}"
    path = path.rpartition("$")[2]
    return f"{path}#{anchor}" if hash_ else path
