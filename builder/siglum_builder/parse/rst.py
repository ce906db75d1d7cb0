"""reStructuredText: sections, nested blocks and links of a page, as docutils and Sphinx read it.

Read by lines rather than by docutils, which gives no ends of blocks, no byte places, and an error for each
directive and role of Sphinx; its sections are what ours are measured against.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from siglum_builder.model import Parsed
from siglum_builder.parse.rst_inline import plain_heading, rst_labels, rst_links
from siglum_builder.parse.sections import Heading, body_of, sections_of
from siglum_builder.parse.spans import Read, Region, Span, placed, read_spans

if TYPE_CHECKING:
    from collections.abc import Callable

    from siglum_builder.parse.sections import Body

SHORT = 4
"""Characters from which an underline may be shorter than its title."""

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*")
_NO_TITLE = re.compile(r"[-*+•‣⁃] |\.\. |__ |>>> |\| |:(?! )[^:\n]+: |\+[-=]+\+|=+ +=")
"""How lines begin that are no title whatever stands below them."""
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|\n]+\|\s+)?(?P<name>\w[\w:+.-]*?)\s?::(?:\s+(?P<rest>.*)|$)")
_OPTION = re.compile(r":[^:\n]+:(?:\s|$)")
_ITEM = re.compile(r"(?:(?P<bullet>[-*+•‣⁃])|\(?(?:\d{1,9}|#|[a-zA-Z])[.)])(?:\s+|$)")
_GRID = re.compile(r"\+(?:[-=]+\+)+")
_SIMPLE = re.compile(r"=+(?:[ \t]+=+)+")
_CODE = frozenset(
    "code-block code sourcecode literalinclude include parsed-literal highlight math doctest testcode"  # noqa: SIM905
    " testsetup testoutput prompt productionlist raw csv-table graphviz digraph mermaid ipython plot toctree"
    " autosummary image figure console tabularcolumns index only contents meta".split()
)
"""Directives whose content is not read as text of the page."""

_LOOKED_AT = 20_000
_ADORNED = re.compile(r"(?m)^(?=\S)[^\n]{3,}\n([=\-~^\"'`*+#]){4,}\1*[ \t]*$")
_MARKUP = re.compile(
    r"(?m)^\.\. (?:_[^:\n`]+:|[\w][\w:-]*::)(?:\s|$)|:[a-z][a-z:+-]*:`[^`\n]+`|``[^`\n]+``|`[^`\n]+`_"
)


@dataclass(slots=True)
class _Lines:
    """Stripped lines and their indents; what follows a marker is read as a line of its own block."""

    texts: list[str]
    indents: list[int]
    closed_tables: list[int]
    """Lines that end a table of columns: a border with a blank line below."""
    code: set[int] = field(default_factory=set)
    """Lines of code, tables of contents apart, and of comments: no link stands there."""

    def end_of(self, first: int, after: int, indent: int) -> int:
        """Return the end of what is indented deeper than `indent`, blank lines at its end left out."""
        end = last = first
        while end < after and (not self.texts[end] or self.indents[end] > indent):
            end += 1
            last = end if self.texts[end - 1] else last
        return last

    def run_end(self, first: int, after: int) -> int:
        """Return the line after a run of lines that are neither blank nor further out."""
        end = first + 1
        while end < after and self.texts[end] and self.indents[end] >= self.indents[first]:
            end += 1
        return end

    def cut_marker(self, line: int, length: int, *, end: int) -> None:
        """Take a marker off a line: what follows it stands as far in as the lines below, up to `end`."""
        below = (self.indents[n] for n in range(line + 1, end) if self.texts[n])
        self.texts[line] = self.texts[line][length:]
        self.indents[line] = min(below, default=self.indents[line] + 1)


def parse_rst(text: str, body_byte: int) -> Parsed:
    """Parse a page: titles with a line of punctuation below (and above) open sections."""
    body = body_of(text, body_byte)
    lines = _lines(body)
    spans = _blocks(lines, 0, len(body.lines), depth=0)
    headings = _headings(body.lines, [span[2:] for span in spans if span[0] == "heading"])
    sections = sections_of(headings, body)
    title = next((heading.title for heading in headings if heading.level == 1), None)
    return Parsed(
        title,
        sections,
        placed(spans, body),
        links=tuple(rst_links(body, unread=lines.code)),
        labels=tuple(rst_labels(body)),
    )


def _lines(body: Body) -> _Lines:
    texts = [line.strip() for line in body.lines]
    borders = [n for n, text in enumerate(texts) if text.startswith("=") and _SIMPLE.fullmatch(text)]
    closed = [n for n in borders if n + 1 == len(texts) or not texts[n + 1]]
    return _Lines(texts, [len(line) - len(line.lstrip()) for line in body.lines], closed)


def looks_like_rst(text: str) -> bool:
    """Tell whether a text file is a page of Sphinx or docutils: it has a title, and what only they write."""
    head = text[:_LOOKED_AT]
    return bool(_ADORNED.search(head) and _MARKUP.search(head))


def _headings(lines: tuple[str, ...], places: list[tuple[int, int]]) -> list[Heading]:
    """Return the headings; each new way of adorning a title is one level deeper than the last new one."""
    styles: list[str] = []
    found: list[Heading] = []
    for first, after in places:
        style = lines[after - 1].strip()[:1] * (after - first)
        if style not in styles:
            styles.append(style)
        found.append(Heading(styles.index(style) + 1, first, after, plain_heading(lines[after - 2].strip())))
    return found


def _blocks(lines: _Lines, first: int, after: int, *, depth: int) -> list[Span]:
    return read_spans(Region(lines, first, after, depth), _READERS, blank=_is_blank)


def _is_blank(lines: _Lines, line: int) -> bool:
    return not lines.texts[line]


def _heading(at: Region[_Lines]) -> Read | None:
    lines, line, after, depth = at
    if depth or line + 1 >= after:
        return None
    text, below = lines.texts[line], lines.texts[line + 1]
    if _ADORNMENT.fullmatch(text) and line + 2 < after and below:
        closing = lines.texts[line + 2]
        overlined = closing and set(closing) == set(text) and lines.indents[line] == 0
        fits = len(text) >= min(SHORT, len(below)) and len(closing) >= min(SHORT, len(below))
        return ([("heading", 0, line, line + 3)], line + 3) if overlined and fits else None
    if lines.indents[line] or lines.indents[line + 1] or not _ADORNMENT.fullmatch(below):
        return None
    fits = len(below) >= min(SHORT, len(text)) and not _NO_TITLE.match(text)
    return ([("heading", 0, line, line + 2)], line + 2) if fits else None


def _rule(at: Region[_Lines]) -> Read | None:
    lines, line, after, depth = at
    text = lines.texts[line]
    alone = line + 1 >= after or not lines.texts[line + 1]
    fits = alone and len(text) >= SHORT and _ADORNMENT.fullmatch(text)
    return ([("rule", depth, line, line + 1)], line + 1) if fits and text.strip(":") else None


def _explicit(at: Region[_Lines]) -> Read | None:
    """Read a directive, or a comment or target, with all that is indented below it."""
    lines, line, after, depth = at
    text, indent = lines.texts[line], lines.indents[line]
    if text != ".." and not text.startswith(".. "):
        return None
    end = max(line + 1, lines.end_of(line + 1, after, indent))
    directive = _DIRECTIVE.match(text)
    if directive is None:
        footnote = re.match(r"\.\.\s+\[[^\]]+\]\s", text)
        lines.code.update(() if footnote else range(line, end))
        return [("footnote" if footnote else "directive", depth, line, end)], end
    if directive["name"] in _CODE:
        lines.code.update(() if directive["name"] in {"toctree", "only"} else range(line, end))
        return [("code", depth, line, end)], end
    start = line
    if directive["rest"]:
        lines.cut_marker(line, directive.start("rest"), end=end)
    else:
        start = next((n for n in range(line + 1, end) if not _OPTION.match(lines.texts[n])), end)
    return [("quote", depth, line, end), *_blocks(lines, start, end, depth=depth + 1)], end


def _items(at: Region[_Lines]) -> Read | None:
    """Read a list: items of one kind, each with what is indented below it."""
    lines, line, after, depth = at
    indent, kind = lines.indents[line], _item_kind(lines, line, after)
    if not kind:
        return None
    spans: list[Span] = []
    start, end = line, line
    while line < after and lines.indents[line] == indent and _item_kind(lines, line, after) == kind:
        end = max(line + 1, lines.end_of(line + 1, after, indent))
        marker = _ITEM.match(lines.texts[line])
        lines.cut_marker(line, marker.end() if marker else 0, end=end)
        spans += [("item", depth + 1, line, end), *_blocks(lines, line, end, depth=depth + 2)]
        line = next((n for n in range(end, after) if lines.texts[n]), after)
    return [(kind, depth, start, end), *spans], end


def _item_kind(lines: _Lines, line: int, after: int) -> str:
    """Return the kind of list that a line is an item of; a sentence that starts with an initial is none."""
    item = _ITEM.match(lines.texts[line])
    if item is None:
        return ""
    if item["bullet"]:
        return "bullet_list"
    below = lines.texts[line + 1] if line + 1 < after else ""
    goes_on = below and lines.indents[line + 1] <= lines.indents[line] and not _ITEM.match(below)
    return "" if goes_on else "ordered_list"


def _table(at: Region[_Lines]) -> Read | None:
    lines, line, after, depth = at
    text = lines.texts[line]
    if _GRID.fullmatch(text):
        end = lines.run_end(line, after)
    elif _SIMPLE.fullmatch(text):
        place = bisect_left(lines.closed_tables, line + 2)
        closing = lines.closed_tables[place] if place < len(lines.closed_tables) else after
        end = closing + 1 if closing < after else line + 1
    else:
        return None
    rows: list[Span] = [("row", depth + 1, n, n + 1) for n in range(line, end) if lines.texts[n]]
    return [("table", depth, line, end), *rows], end


def _doctest(at: Region[_Lines]) -> Read | None:
    lines, line, after, depth = at
    if not lines.texts[line].startswith(">>> "):
        return None
    end = lines.run_end(line, after)
    lines.code.update(range(line, end))
    return [("code", depth, line, end)], end


def _definition(at: Region[_Lines]) -> Read | None:
    """Read a term with what stands indented right below it."""
    lines, line, after, depth = at
    indent = lines.indents[line]
    if line + 1 >= after or not lines.texts[line + 1] or lines.indents[line + 1] <= indent:
        return None
    end = lines.end_of(line + 1, after, indent)
    inner = _blocks(lines, line + 1, end, depth=depth + 2)
    kind = ("definition_list", depth, line, end)
    return [kind, ("term", depth + 1, line, line + 1), ("definition", depth + 1, line + 1, end), *inner], end


def _paragraph(at: Region[_Lines]) -> Read:
    """Read a paragraph, and the literal block that `::` at its end announces."""
    lines, line, after, depth = at
    end = lines.run_end(line, after)
    spans: list[Span] = [("paragraph", depth, line, end)]
    start = next((n for n in range(end, after) if lines.texts[n]), after)
    if lines.texts[end - 1].endswith("::") and start < after and lines.indents[start] > lines.indents[line]:
        end = lines.end_of(start, after, lines.indents[line])
        lines.code.update(range(start, end))
        spans.append(("code", depth, start, end))
    return spans, end


_READERS: tuple[Callable[[Region[_Lines]], Read | None], ...] = (
    _heading,
    _table,
    _rule,
    _explicit,
    _items,
    _doctest,
    _definition,
    _paragraph,
)
"""The first that takes a line reads it and what belongs to it."""
