"""The blocks of a piece of source text, read line by line.

A hit shows a window of Markdown (or of another markup, or plain text) that may start and end anywhere, so
this reads no grammar: it names the lines on which something that can be cited starts. What is in doubt is
`literal` or `code`, which no sentence border cuts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from siglum.fences import closes, open_fence, opened_by

BlockKind = Literal["heading", "paragraph", "item", "head", "row", "code", "literal", "label"]


class BareLine(NamedTuple):
    """A line without its end and without the prefix of the block around it."""

    text: str
    indent: int

    @classmethod
    def of(cls, text: str) -> BareLine:
        """Measure a line; a tab reaches to the next multiple of four."""
        wide = text.rstrip("\r\n").expandtabs(4)
        bare = wide.lstrip(" \u3000")
        return cls(bare, len(wide) - len(bare))


class BlockStart(NamedTuple):
    """What starts on a line; it reaches to the next block."""

    kind: BlockKind
    first: int
    """Index of its first line, from 0."""
    level: int = 0
    """Of a heading."""
    run: int = -1
    """First line of the list or table that it is a part of."""


Lines = Sequence[BareLine]
Read = tuple[list[BlockStart], int]
"""Blocks, and the index of the line after them."""

_HEADING = re.compile(r"(?P<marks>#{1,6}|={1,6})(?:[ \t]+\S|$)")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*|([~^\"'`*+.])\1{2,}[ \t]*")
_RULE = re.compile(r"(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}")
_ITEM = re.compile(
    r"(?:[-*+•●○◦▪■□‣⁃]|\d{1,9}[.)])(?:[ \t\u3000]|$)|・|[①-⑳]|（[0-9０-９a-zA-Zア-ンあ-ん一-十]{1,3}）"
    r"|\([0-9a-zA-Z]{1,3}\)[ \t]"
)
_INTERRUPTS = re.compile(r"(?:[-*+•●○◦▪■□‣⁃]|1[.)])[ \t\u3000]+\S|・|[①-⑳]")
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_SPAN = re.compile(r"`[^`]*`")
_QUOTE = re.compile(r">[ \t]?")
_REFERENCE = re.compile(r"\[[^\]]+\]:")
_TAG = re.compile(
    r"<(?:!|\?|(?i:/?(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figure|figcaption|"
    r"footer|form|h[1-6]|header|hr|iframe|li|link|main|menu|nav|ol|option|p|pre|script|section|source|style|summary|"
    r"table|tbody|td|textarea|tfoot|th|thead|title|tr|ul|video)\b)|/?[A-Za-z][^<>]*>[ \t]*$)"
)
_RAW = (("<!--", "-->"), ("<pre", "</pre>"), ("<script", "</script>"), ("<style", "</style>"))
"""Tags whose block ends with its own closing mark, blank lines in it included."""
_MARKER = re.compile(r"(?:///|:::|\[\[|\{[%{]|\+[-=+]+|={4,}|-{4,}|\.\. \S)")
_OPENER = re.compile(r"(?:///|:{3,})[ \t]*\w")
_ADMONITION = re.compile(
    r"(?:!!!|\?\?\?\+?)[ \t]+\S|\.\. (?:note|warning|tip|important|caution|hint|danger|attention)::"
)
_LABEL = re.compile(
    r"(?:\*\*|__)?(?:Q|A|FAQ|質問|回答|問|答|问|問い|答え)[ \t]*\d*[ \t]*(?:\*\*|__)?[.:：．][ \t]*\S"
)
CLAUSE = re.compile(
    r"(?:\*\*|__)?(?:第[ \u3000]*[0-9０-９〇一二三四五六七八九十百千]+[ \u3000]*"
    r"(?:条|項|号|章|節|款|編|编|节)"
    r"|§{1,2}[ \t\u00a0]*\d|\d+(?:\.\d+)+\.?(?:\*\*|__)?[ \t\u3000]|(?i:article|section|clause)[ \t]+\d+)"
)
"""How a numbered clause starts."""
_FINISHED = tuple("。.;；:：!?！？）)」")


def scan(lines: Lines) -> list[BlockStart]:
    """Return the blocks in order; each reaches to the next, blank lines between them included."""
    blocks: list[BlockStart] = []
    place = 0
    while place < len(lines):
        if not lines[place].text:
            place += 1
            continue
        for reader in READERS:
            found = reader(lines, place)
            if found:
                blocks.extend(found[0])
                place = found[1]
                break
    return blocks


def fence_end(lines: Lines, place: int) -> int | None:
    """Return the index after the fence that opens at `place`, or None where none does."""
    fence = opened_by(lines[place].text)
    return None if fence is None else closing_end(lines, place + 1, fence)


def closing_end(lines: Lines, place: int, fence: str) -> int:
    """Return the index after the line, from `place` on, that closes a fence."""
    return next((n + 1 for n in range(place, len(lines)) if closes(lines[n].text, fence)), len(lines))


def _fence(lines: Lines, place: int) -> Read | None:
    end = fence_end(lines, place)
    return None if end is None else ([BlockStart("code", place)], end)


def _literal(lines: Lines, place: int) -> Read | None:
    """Read what stands indented below a line that ends with `::`."""
    before = next((n for n in range(place - 1, -1, -1) if lines[n].text), None)
    if not lines[place].indent or before is None or before == place - 1:
        return None
    if not lines[before].text.endswith("::") or lines[before].indent >= lines[place].indent:
        return None
    return [BlockStart("code", place)], _indented_end(lines, place, lines[place].indent)


def _indented(lines: Lines, place: int) -> Read | None:
    if lines[place].indent < 4 or _is_item(lines[place]):
        return None
    return [BlockStart("code", place)], _indented_end(lines, place, 4)


def _indented_end(lines: Lines, place: int, indent: int) -> int:
    return next(
        (n for n in range(place, len(lines)) if lines[n].text and lines[n].indent < indent), len(lines)
    )


def _heading(lines: Lines, place: int) -> Read | None:
    found = _HEADING.match(lines[place].text)
    return ([BlockStart("heading", place, len(found["marks"]))], place + 1) if found else None


def _underlined(lines: Lines, place: int) -> Read | None:
    """Read a title of one line with a line of marks below it."""
    if place + 1 >= len(lines) or "|" in lines[place].text or _RULE.fullmatch(lines[place].text):
        return None
    marks = lines[place + 1].text
    if not _UNDERLINE.fullmatch(marks) or _ITEM.match(lines[place].text):
        return None
    return [BlockStart("heading", place, 1 if marks[0] == "=" else 2 if marks[0] == "-" else 3)], place + 2


def _rule(lines: Lines, place: int) -> Read | None:
    text = lines[place].text
    if _RULE.fullmatch(text) or (_MARKER.match(text) and not _ADMONITION.match(text)):
        kind: BlockKind = "label" if _OPENER.match(text) else "literal"
        return [BlockStart(kind, place)], _marker_end(lines, place)
    return None


def _marker_end(lines: Lines, place: int) -> int:
    """Return the index after a marker line: of a grid table or template its lines, else what is indented."""
    text = lines[place].text
    if text.startswith(("+", "{")):
        return _blank(lines, place)
    end = _indented_end(lines, place + 1, lines[place].indent + 2)
    return end if text.startswith(".. ") else min(end, _blank(lines, place))


def _blank(lines: Lines, place: int) -> int:
    return next((n for n in range(place, len(lines)) if not lines[n].text), len(lines))


def _html(lines: Lines, place: int) -> Read | None:
    text = lines[place].text
    if not _TAG.match(text):
        return None
    for opening, closing in _RAW:
        if text.lower().startswith(opening):
            ends = (n + 1 for n in range(place, len(lines)) if closing in lines[n].text.lower())
            return [BlockStart("literal", place)], next(ends, len(lines))
    return [BlockStart("literal", place)], _blank(lines, place)


def _references(lines: Lines, place: int) -> Read | None:
    end = next((n for n in range(place, len(lines)) if not _REFERENCE.match(lines[n].text)), len(lines))
    return ([BlockStart("literal", n, run=place) for n in range(place, end)], end) if end > place else None


def _quote(lines: Lines, place: int) -> Read | None:
    """Read a quotation as the blocks inside it."""
    if not lines[place].text.startswith(">"):
        return None
    end = place + 1
    while end < len(lines) and (lines[end].text.startswith(">") or _goes_on(lines, place, end)):
        end += 1
    return _inside(
        lines, place, end, [BareLine.of(_QUOTE.sub("", line.text, count=1)) for line in lines[place:end]]
    )


def _goes_on(lines: Lines, first: int, place: int) -> bool:
    """Tell whether a line without its mark goes on with the paragraph at the end of a quotation."""
    before = lines[place - 1].text.lstrip("> ")
    if not before or not lines[place].text or _interrupts(lines, place) or _HEADING.match(before):
        return False
    return open_fence(line.text for line in lines[first:place]) is None


def _inside(lines: Lines, place: int, end: int, inner: Lines) -> Read:
    """Read lines without their prefix; deeper than a page is ever nested they are one block."""
    depth = max((len(line.text) - len(line.text.lstrip("> ")) for line in lines[place:end]), default=0)
    found = [] if depth > _DEEPEST else scan(inner)
    blocks = [b._replace(first=b.first + place, run=b.run + place if b.run >= 0 else -1) for b in found]
    return blocks or [BlockStart("literal", place)], end


_DEEPEST = 40
"""Characters of quotation marks in front of a line."""


def _admonition(lines: Lines, place: int) -> Read | None:
    if not _ADMONITION.match(lines[place].text):
        return None
    indent = lines[place].indent + (2 if lines[place].text.startswith("..") else 4)
    end = _indented_end(lines, place + 1, indent)
    inner = [BareLine(line.text, max(0, line.indent - indent)) for line in lines[place + 1 : end]]
    if not any(line.text for line in inner):
        return [BlockStart("literal", place)], end
    blocks, _ = _inside(lines, place + 1, end, inner)
    return [blocks[0]._replace(first=place), *blocks[1:]], end


def _table(lines: Lines, place: int) -> Read | None:
    """Read rows; the first and the delimiter row below it are the head."""
    text = lines[place].text
    below = lines[place + 1].text if place + 1 < len(lines) else ""
    headed = "|" in below and "|" in text and _DELIMITER.fullmatch(below) is not None
    bare = text.startswith("|") and text.rstrip().endswith("|") and len(text) > 1
    if not headed and not bare and not (_is_row(text) and _is_row(below)):
        return None
    end = next((n for n in range(place, len(lines)) if "|" not in lines[n].text), len(lines))
    first = [BlockStart("head", place, run=place)] if headed else [BlockStart("row", place, run=place)]
    return first + [BlockStart("row", n, run=place) for n in range(place + 1 + headed, end)], end


def _is_row(text: str) -> bool:
    """Tell whether a line without its head may be a row: it has a bar that is in no code."""
    return " | " in _SPAN.sub("", text)


def _is_item(line: BareLine) -> bool:
    return _ITEM.match(line.text) is not None and not _RULE.fullmatch(line.text)


def _list(lines: Lines, place: int) -> Read | None:
    """Read the items of a list, nested ones too; what else they hold is part of them."""
    if not _is_item(lines[place]):
        return None
    base, current, items = lines[place].indent, place, list[BlockStart]()
    while current < len(lines):
        line = lines[current]
        if line.text and line.indent <= base and current > place and _ends_list(lines, current):
            break
        if _is_item(line) and (items or current == place):
            items.append(BlockStart("item", current, run=place))
        current = fence_end(lines, current) or current + 1 if line.text else current + 1
    return items, current


def _ends_list(lines: Lines, place: int) -> bool:
    """Tell whether a line that is not indented ends the list in front of it."""
    if _is_item(lines[place]):
        return False
    return not lines[place - 1].text or _starts_other(lines[place].text)


def _definition(lines: Lines, place: int) -> Read | None:
    """Read a term and what is defined below it with `: `."""
    below = next((n for n in range(place + 1, min(place + 3, len(lines))) if lines[n].text), None)
    if below is None or not lines[below].text.startswith((": ", ":\t")):
        return None
    end = below
    while end < len(lines) and (
        lines[end].text.startswith(":") or lines[end].indent or not lines[end].text or lines[end - 1].text
    ):
        end += 1
    return [BlockStart("item", place)], end


def _paragraph(lines: Lines, place: int) -> Read | None:
    end = place + 1
    while end < len(lines) and lines[end].text and not _interrupts(lines, end):
        end += 1
    return [BlockStart("paragraph", place)], end


def _interrupts(lines: Lines, place: int) -> bool:
    text, before = lines[place].text, lines[place - 1].text
    if _starts_other(text) or _INTERRUPTS.match(text):
        return True
    return before.endswith(_FINISHED) and bool(CLAUSE.match(text) or _LABEL.match(text))


def _starts_other(text: str) -> bool:
    """Tell whether a line starts something that needs no blank line in front of it."""
    return bool(
        opened_by(text)
        or _HEADING.match(text)
        or text.startswith((">", "///", ":::", "<!--"))
        or _RULE.fullmatch(text)
    )


READERS: tuple[Callable[[Lines, int], Read | None], ...] = (
    _fence,
    _literal,
    _admonition,
    _quote,
    _heading,
    _table,
    _underlined,
    _indented,
    _rule,
    _html,
    _references,
    _definition,
    _list,
    _paragraph,
)
"""Asked in this order what starts on a line; the last takes any."""
