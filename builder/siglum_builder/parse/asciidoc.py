"""AsciiDoc: sections, nested blocks and links of a page, as Asciidoctor reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from siglum_builder.model import Parsed
from siglum_builder.parse.asciidoc_inline import (
    asciidoc_labels,
    asciidoc_links,
    attributes_of,
    explicit_id,
    filled,
    heading_id,
    plain_heading,
)
from siglum_builder.parse.sections import Heading, body_of, sections_of
from siglum_builder.parse.spans import Read, Region, Span, placed, read_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum_builder.parse.sections import Body

LEADING_LINES = 8
"""Lines of attributes, ids and titles that a block may have in front of it."""

_HEADING = re.compile(r"(?P<marks>={1,6}|#{1,6})[ \t]+(?P<title>\S.*)")
_UNDERLINES = "=-~^+"
"""Of titles over two lines, by level."""
_VERBATIM = re.compile(r"-{4,}|\.{4,}|\+{4,}|```\S*|\|={3,}|,={3,}|:={3,}|!={3,}")
_COMMENT = re.compile(r"/{4,}")
_CONTAINER = re.compile(r"={4,}|\*{4,}|_{4,}|--")
_ATTRIBUTES = re.compile(r"\[(?:\[[^\[\]]+\]|[^\[\]]*)\][ \t]*")
_BLOCK_TITLE = re.compile(r"\.[^\s.].*")
_SILENT = re.compile(
    r"\+|//(?!/).*|:!?[\w-]+!?:(?:\s.*)?|(?:ifn?def|ifeval|endif|include)::\S*\[.*\]|(?:toc|image|video|audio)::.*"
)
"""Lines that say something to the tool alone; they end no list."""
_ITEM = re.compile(r"[ \t]*(?P<marker>\*{1,6}|-|\.{1,6}|<?(?:\d{1,9}|\.)[.>]|[a-z]\.)[ \t]+\S")
_TERM = re.compile(r"(?!//)(?P<term>\S[^\n]*?|[ \t]+\S[^\n]*?)(?P<marker>:{2,4}|;;)(?:[ \t]+\S.*|[ \t]*)")
_RULE = re.compile(r"'{3,}|<<<|-{3}|\*{3}")

_Region = Region[Sequence[str]]


def parse_asciidoc(text: str, body_byte: int) -> Parsed:
    """Parse a page: `==` and titles with a line below open sections; blocks between delimiters are whole."""
    body = body_of(text, body_byte)
    lines = [line.rstrip() for line in body.lines]
    spans = _blocks(Region(lines, 0, len(lines), 0))
    attributes = attributes_of(lines)
    headings = list(_headings(lines, spans, attributes))
    title = next((heading.title for heading in headings if heading.level == 1), None)
    unread = {
        n for kind, _, first, after in spans if kind in {"code", "directive"} for n in range(first, after)
    }
    return Parsed(
        title,
        sections_of(headings, body),
        placed(spans, body),
        links=tuple(asciidoc_links(body, attributes, unread=unread)),
        labels=tuple(_labels(body, headings, unread)),
    )


def _headings(lines: Sequence[str], spans: Sequence[Span], attributes: dict[str, str]) -> Iterator[Heading]:
    """Yield the headings that open sections; attributes in front of one belong to it."""
    for kind, depth, first, after in spans:
        if kind != "heading" or depth:
            continue
        start = first
        while _ATTRIBUTES.fullmatch(lines[start]) or (lines[start].startswith(".") and start < after - 1):
            start += 1
        match = _HEADING.fullmatch(lines[start])
        level = len(match["marks"]) if match else _UNDERLINES.index(lines[after - 1][0]) + 1
        written = match["title"].removesuffix(f" {match['marks']}") if match else lines[start]
        title = plain_heading(filled(written, attributes))
        yield Heading(level, first, after, title, explicit_id(lines[first : start + 1]))


def _labels(body: Body, headings: Sequence[Heading], unread: set[int]) -> Iterator[tuple[str, int]]:
    yield from ((heading_id(heading.title), body.line(heading.first)) for heading in headings)
    yield from asciidoc_labels(body, unread=unread)


def _blocks(place: _Region) -> list[Span]:
    return read_spans(place, _READERS, blank=lambda lines, line: not lines[line].strip())


def _heading(at: _Region) -> Read | None:
    """Read a title with the attributes in front of it; in a block or marked discrete it opens nothing."""
    line = _after_leading(at, _ATTRIBUTES)
    end = _heading_end(at._replace(first=line)) if line < at.after else 0
    if not end:
        return None
    apart = any(re.match(r"\[(?:discrete|float)\b", text) for text in at.lines[at.first : line])
    kind = "paragraph" if at.depth or apart else "heading"
    return [(kind, at.depth, at.first, end)], end


def _after_leading(at: _Region, *patterns: re.Pattern[str]) -> int:
    """Return the line after those in front of a block that say something of it."""
    line = at.first
    while line < min(at.after, at.first + LEADING_LINES) and any(
        p.fullmatch(at.lines[line]) for p in patterns
    ):
        line += 1
    return line


def _heading_end(at: _Region) -> int:
    """Return the line after a title, or 0."""
    text = at.lines[at.first]
    if _HEADING.fullmatch(text):
        return at.first + 1
    below = at.lines[at.first + 1] if at.first + 1 < at.after else ""
    underlined = bool(below) and below[0] in _UNDERLINES and set(below) == {below[0]} and len(below) > 1
    fits = underlined and abs(len(text) - len(below)) <= 1 and re.match(r"(?=.*\w)[^\s.\[|/:]", text)
    return at.first + 2 if fits and not _ITEM.match(text) else 0


def _delimited(at: _Region) -> Read | None:
    """Read a block from its delimiter, attributes and title in front of it included, to the same line."""
    line = _after_leading(at, _ATTRIBUTES, _BLOCK_TITLE)
    text = at.lines[line] if line < at.after else ""
    kinds = (("code", _VERBATIM), ("directive", _COMMENT), ("quote", _CONTAINER))
    kind = next((kind for kind, pattern in kinds if pattern.fullmatch(text)), "")
    if not kind:
        return None
    closing = "```" if text.startswith("```") else text
    close = next((n for n in range(line + 1, at.after) if at.lines[n] == closing), at.after - 1)
    spans: list[Span] = [(_kind_of_verbatim(text) if kind == "code" else kind, at.depth, at.first, close + 1)]
    if kind == "code" and spans[0][0] == "table":
        spans += [("row", at.depth + 1, n, n + 1) for n in range(line + 1, close) if at.lines[n].strip()]
    elif kind == "quote":
        spans += _blocks(Region(at.lines, line + 1, close, at.depth + 1))
    return spans, close + 1


def _kind_of_verbatim(delimiter: str) -> str:
    return "table" if delimiter.endswith("===") else "code"


def _silent(at: _Region) -> Read | None:
    """Read a line to the tool, or attributes and the title of what follows."""
    text = at.lines[at.first]
    if _SILENT.fullmatch(text):
        return [("directive", at.depth, at.first, at.first + 1)], at.first + 1
    end = _after_leading(at, _ATTRIBUTES, _BLOCK_TITLE)
    return ([("paragraph", at.depth, at.first, end)], end) if end > at.first else None


def _rule(at: _Region) -> Read | None:
    fits = _RULE.fullmatch(at.lines[at.first])
    return ([("rule", at.depth, at.first, at.first + 1)], at.first + 1) if fits else None


class _Item(NamedTuple):
    """An item of a list with what `+` attaches to it."""

    level: int
    marker: str
    first: int
    text: int
    """The line after its own text."""
    end: int
    attached: tuple[Span, ...]


def _items(at: _Region) -> Read | None:
    """Read a list: its items by marker, an item with all that continues it."""
    if not _ITEM.match(at.lines[at.first]):
        return None
    items: list[_Item] = []
    open_: list[str] = []
    line = at.first
    while line < at.after and (item := _ITEM.match(at.lines[line])):
        marker = re.sub(r"\w+", "1", item["marker"])
        open_ = open_[: open_.index(marker)] if marker in open_ else open_
        items.append(_item(at._replace(first=line), len(open_), marker))
        open_.append(marker)
        end = items[-1].end
        line = next((n for n in range(end, at.after) if at.lines[n].strip()), at.after)
    return list(_nested_items(items, at.depth)), items[-1].end


def _nested_items(items: Sequence[_Item], depth: int) -> Iterator[Span]:
    """Yield lists and items; a list of a deeper level belongs to the item before it."""
    ends = [item.end for item in items]
    inner_ends: list[int] = list(ends)
    list_ends: list[int] = list(ends)
    below: dict[int, int] = {}
    for index in range(len(items) - 1, -1, -1):
        level, end = items[index].level, items[index].end
        inner_ends[index] = max(end, below.pop(level + 1, end))
        list_ends[index] = below[level] = max(below.get(level, 0), inner_ends[index])
        for deeper in [each for each in below if each > level]:
            del below[deeper]
    above = -1
    for item, inner_end, list_end in zip(items, inner_ends, list_ends, strict=True):
        own = depth + 2 * item.level
        if item.level > above:
            kind = "bullet_list" if item.marker[0] in "*-" else "ordered_list"
            yield kind, own, item.first, list_end
        yield "item", own + 1, item.first, inner_end
        yield "paragraph", own + 2, item.first, item.text
        yield from item.attached
        above = item.level


def _item(at: _Region, level: int, marker: str) -> _Item:
    """Read an item's text and the blocks that `+` attaches to it."""
    line = text = _text_end(at._replace(first=at.first + 1))
    attached: list[Span] = []
    while line < at.after:
        joined = next((n for n in range(line + 1, at.after) if at.lines[n].strip()), at.after)
        if at.lines[line].strip() == "+" and joined < at.after:
            inner = at._replace(first=joined, depth=at.depth + 2 * level + 2)
            spans, line = _delimited(inner) or _attached_text(inner)
            attached += spans
        elif not at.lines[line].strip() and joined < at.after and at.lines[joined].strip() == "+":
            line = joined
        else:
            break
    return _Item(level, marker, at.first, text, line, tuple(attached))


def _attached_text(at: _Region) -> Read:
    end = _text_end(at._replace(first=at.first + 1))
    return [("paragraph", at.depth, at.first, end)], end


def _text_end(at: _Region) -> int:
    """Return the line that ends a paragraph: blank, an item, a block or a heading."""
    line = at.first
    while line < at.after and (text := at.lines[line]).strip() not in {"", "+"}:
        if _ITEM.match(text) or _ends_text(text) or (_TERM.fullmatch(text) and not _SILENT.fullmatch(text)):
            break
        line += 1
    return line


def _ends_text(text: str) -> bool:
    whole = (_VERBATIM, _COMMENT, _CONTAINER, _ATTRIBUTES)
    return any(pattern.fullmatch(text) for pattern in whole)


def _term(at: _Region) -> Read | None:
    """Read the entry of a description list."""
    text = at.lines[at.first]
    if not _TERM.fullmatch(text) or _SILENT.fullmatch(text):
        return None
    start = next((n for n in range(at.first + 1, at.after) if at.lines[n].strip()), at.after)
    nested = start < at.after and _ITEM.match(at.lines[start])
    end = at.first + 1 if nested or start >= at.after or _heading_end(at._replace(first=start)) else 0
    end = end or _item(at._replace(first=start - 1), 0, "").end
    spans: list[Span] = [
        ("definition_list", at.depth, at.first, end),
        ("term", at.depth + 1, at.first, at.first + 1),
    ]
    if end > at.first + 1:
        spans += [("definition", at.depth + 1, at.first + 1, end)]
        spans += _blocks(Region(at.lines, at.first + 1, end, at.depth + 2))
    return spans, end


def _literal(at: _Region) -> Read | None:
    if not at.lines[at.first][0].isspace():
        return None
    end = next((n for n in range(at.first, at.after) if not at.lines[n].strip()), at.after)
    return [("code", at.depth, at.first, end)], end


def _paragraph(at: _Region) -> Read:
    line = at.first + 1
    while line < at.after and at.lines[line].strip() not in {"", "+"} and not _ends_text(at.lines[line]):
        line += 1
    return [("paragraph", at.depth, at.first, line)], line


_READERS: tuple[Callable[[_Region], Read | None], ...] = (
    _heading,
    _delimited,
    _rule,
    _silent,
    _items,
    _term,
    _literal,
    _paragraph,
)
"""The first that takes a line reads it and what belongs to it."""
