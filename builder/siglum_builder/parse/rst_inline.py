"""What reStructuredText says inside its lines: plain headings, links to pages, and labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum.plain_rst import unmarked_rst
from siglum_builder.model import Link

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from siglum_builder.parse.sections import Body

_ROLE = re.compile(
    r":(?:[\w+.-]+:)?(?P<role>doc|ref|numref|download):`(?P<text>(?:[^`<\\]|\\.)*+)(?:<(?P<target>[^<>`]+)>)?`"
)
_LINK = re.compile(r"(?<![\w`:])`(?P<text>(?:[^`<\\]|\\.)*+)(?:<(?P<target>[^<>`]+)>)?`_{1,2}(?!\w)")
_LITERAL = re.compile(r"``.*?``")
_LABEL = re.compile(r"\s*\.\.\s+_(?P<name>`[^`]+`|(?:\\.|[^:\\`])+):\s*(?P<target>\S.*)?$")
_TOCTREE = re.compile(r"(?P<indent>\s*)\.\.\s+toctree::\s*$")
_ENTRY = re.compile(r"(?P<text>[^<]*+)<(?P<target>[^<>]+)>|(?P<plain>\S.*)")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_TITLE_LIMIT = 1_000
_LINE_LIMIT = 4_000
"""Characters of a line in which links are sought: nobody writes longer ones by hand."""


def plain_heading(text: str) -> str:
    """Return a heading without roles, quotes, stars and the underscores of references."""
    return unmarked_rst(text[:_TITLE_LIMIT]).strip()


def rst_links(body: Body, *, unread: Container[int]) -> Iterator[Link]:
    """Yield the links to pages, files and labels, and the pages of tables of contents, by line."""
    entries: int | None = None
    elsewhere = frozenset(_addresses(body))
    for index, line in enumerate(body.lines):
        number, indent = body.line(index), len(line) - len(line.lstrip())
        tree = _TOCTREE.fullmatch(line)
        if tree and index not in unread:
            entries = len(tree["indent"])
        elif entries is not None and line.strip() and indent <= entries:
            entries = None
        elif entries is not None and line.strip():
            yield from _entries(line.strip(), number)
        if entries is None and index not in unread and "`" in line:
            found = _inline(" ".join((line, *body.lines[index + 1 : index + 2])), len(line), number)
            yield from (link for link in found if link.target.casefold() not in elsewhere)


def _addresses(body: Body) -> Iterator[str]:
    """Yield the names, as targets of links, that a page gives to addresses."""
    for line in body.lines:
        label = _LABEL.match(line) if line.lstrip().startswith(".. _") else None
        if label and label["target"] and _ADDRESS.match(label["target"]):
            yield f"#{label['name'].strip('`')}".casefold()
        for match in _LINK.finditer(line[:_LINE_LIMIT]) if "`_" in line else ():
            if match["target"] and _ADDRESS.match(match["target"]):
                yield f"#{match['text'].strip()}".casefold()


def _entries(text: str, line: int) -> Iterator[Link]:
    entry = _ENTRY.fullmatch(text)
    target = (entry["target"] or entry["plain"]) if entry else ""
    option = target.startswith(":") or any(sign in target for sign in "*?[")
    if entry and target != "self" and not option and not _ADDRESS.match(target):
        yield Link("rst", target, (entry["text"] or "").strip(), line)


def _inline(text: str, length: int, line: int) -> Iterator[Link]:
    """Yield the links that start within the first `length` characters; they may end on the next line."""
    text = _LITERAL.sub(lambda match: " " * len(match[0]), text[:_LINE_LIMIT])
    for match in _ROLE.finditer(text):
        label, target = match["text"].strip(), " ".join((match["target"] or match["text"]).split())
        of_page = match["role"] in {"doc", "download"}
        if match.start() < length and target and not _ADDRESS.match(target):
            shown = label if match["target"] else ""
            yield Link("rst", target if of_page else f"#{target}", shown, line)
    for match in _LINK.finditer(text):
        target = " ".join((match["target"] or f"#{match['text'].strip()}").split())
        if match.start() < length and target != "#" and not _ADDRESS.match(target):
            named = target.endswith("_") and match["target"]
            yield Link("rst", f"#{target[:-1]}" if named else target, match["text"].strip(), line)


def rst_labels(body: Body) -> Iterator[tuple[str, int]]:
    """Yield the names of internal targets with the line of what they stand in front of."""
    waiting: list[str] = []
    for index, line in enumerate(body.lines):
        label = _LABEL.match(line) if line.lstrip().startswith(".. _") else None
        if label and not label["target"]:
            waiting.append(label["name"].strip("`").replace("\\", ""))
        elif line.strip() and not label:
            yield from ((name, body.line(index)) for name in waiting)
            waiting.clear()
