"""Markdown: sections, nested blocks and links of a page."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.lines import LineTable, split_lines
from siglum_builder.model import Block, Link, Parsed, Section
from siglum_builder.parse.grammar import read_blocks
from siglum_builder.parse.inline import content_links, heading_title, html_links, may_link, unused_references
from siglum_builder.slugs import unique_slugs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType

LINE_LIMIT = 16_384
"""Characters of a line that the parser sees; the rest counts as text without links."""

LINK_BUDGET = 40_000_000
"""What reading one file's links may cost (eight a character of a block that may hold one, and the
square of its brackets): some five seconds, never reached by pages that people write."""

_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "bullet_list",
    "ordered_list_open": "ordered_list",
    "list_item_open": "item",
    "blockquote_open": "quote",
    "fence": "fence",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
    "table_open": "table",
    "thead_open": "table_head",
    "tr_open": "row",
    "dl_open": "definition_list",
    "dt_open": "term",
    "dd_open": "definition",
    "footnote_reference_open": "footnote",
    "text_block": "text",
    "directive": "directive",
}
"""Block kinds by markdown-it's token types."""


@dataclass(frozen=True, slots=True)
class _Body:
    """The lines that the parser sees, and their places in the stored text."""

    table: LineTable
    before: int
    """Lines of the stored text in front of the body."""
    start_byte: int
    lines: tuple[str, ...]
    solid: tuple[int, ...]
    """For every line count n, how many of the first n lines are left without trailing blank ones."""

    def line(self, index: int) -> int:
        """Return the stored text's line number (from 1) of the parser's line `index` (from 0)."""
        return self.before + index + 1

    def start(self, index: int) -> int:
        """Return the byte at which the parser's line `index` starts."""
        return max(self.start_byte, self.table.start(self.line(index)))


def parse_markdown(text: str, body_byte: int) -> Parsed:
    """Parse a page whose front matter ends at `body_byte`.

    Only headings at the top level open sections; text in front of the first is `_preamble`. Links
    are those that may lead to a file of the corpus. Whatever a limit cut is a notice.
    """
    body = _body(text, body_byte)
    env: EnvType = {}
    notices: list[tuple[str, int | None]] = []
    try:
        tokens = read_blocks("\n".join((*body.lines, "")), env)
    except (RuntimeError, IndexError, ValueError) as error:  # faults of the grammar's own
        notices.append((f"the Markdown could not be parsed ({error}); it is kept as text", None))
        tokens = []
    sections = _sections(tokens, body, env)
    links = _links(tokens, body, env=env, notices=notices)
    notices.extend(_notices(tokens, body))
    title = next((section.heading for section in sections if section.level == 1), None)
    ordered = sorted(notices, key=lambda notice: notice[1] or 0)
    return Parsed(title, sections, tuple(_blocks(tokens, body)), (), links, notices=tuple(ordered))


def _body(text: str, body_byte: int) -> _Body:
    table = LineTable.of(text)
    body = text.encode()[body_byte:].decode(errors="replace") if body_byte else text
    lines = tuple(_seen(line) for line in split_lines(body))
    solid = [0]
    for number, line in enumerate(lines, 1):
        solid.append(number if line.strip() else solid[-1])
    return _Body(table, bisect_left(table.starts, body_byte), body_byte, lines, tuple(solid))


def _seen(line: str) -> str:
    """Return a line as the parser sees it: without its end, without NUL, of bounded length."""
    return line.rstrip("\r\n")[:LINE_LIMIT].replace("\0", "\ufffd")


def _sections(tokens: Sequence[Token], body: _Body, env: EnvType) -> tuple[Section, ...]:
    found = [
        (int(token.tag[1]), token.map, heading_title(tokens[index + 1].content, env))
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]
    heads = [(level, first, after, title) for level, (first, after), (title, _) in found]
    first_heading = heads[0][1] if heads else len(body.lines)
    preamble = body.solid[first_heading] > 0
    slugs = unique_slugs([title for _, _, title in found], taken=("_preamble",) if preamble else ())
    if preamble:
        heads.insert(0, (0, 0, 0, ""))
        slugs = ("_preamble", *slugs)
    return tuple(_nest(heads, slugs, body))


def _nest(heads: Sequence[tuple[int, int, int, str]], slugs: Sequence[str], body: _Body) -> Iterator[Section]:
    levels = [level for level, *_ in heads]
    parents, ends = _parents(levels), _ends(levels)
    for index, (level, first, after, title) in enumerate(heads):
        end = body.start(heads[ends[index]][1]) if ends[index] < len(heads) else body.table.size
        start = body.start(first) if level else body.start_byte
        start_line, end_line = body.table.range(start, end)
        yield Section(
            parent=parents[index],
            level=level,
            heading=title,
            slug=slugs[index],
            start_byte=start,
            end_byte=end,
            start_line=start_line,
            end_line=end_line,
            body_byte=body.start(after) if level else start,
        )


def _parents(levels: Sequence[int]) -> list[int | None]:
    """Return for each heading the nearest one before it of a lower level; text before has no child."""
    open_heads: list[int] = []
    parents: list[int | None] = []
    for index, level in enumerate(levels):
        while open_heads and levels[open_heads[-1]] >= level:
            open_heads.pop()
        parents.append(open_heads[-1] if open_heads else None)
        if level:
            open_heads.append(index)
    return parents


def _ends(levels: Sequence[int]) -> list[int]:
    """Return for each heading the index of the next of the same or a higher level, or the count."""
    ends = [len(levels)] * len(levels)
    open_heads: list[int] = []
    for index, level in enumerate(levels):
        while open_heads and (levels[open_heads[-1]] >= level or not levels[open_heads[-1]]):
            ends[open_heads.pop()] = index
        open_heads.append(index)
    return ends


def _blocks(tokens: Sequence[Token], body: _Body) -> Iterator[Block]:
    """Yield the blocks; a table's head covers its delimiter row, trailing blank lines are left out."""
    depth, in_head = 0, False
    for token in tokens:
        kind = _KINDS.get(token.type)
        if token.type in {"thead_open", "thead_close"}:
            in_head = token.nesting > 0
        if kind and token.map and not (in_head and kind == "row"):
            first, after = token.map[0], token.map[1] + (kind == "table_head")
            after = max(first + 1, body.solid[min(after, len(body.lines))])
            yield Block(kind, depth, body.start(first), body.start(after))
        if kind and token.nesting > 0:
            depth += not (in_head and kind == "row")
        elif token.nesting < 0 and token.type[:-5] + "open" in _KINDS:
            depth -= not (in_head and token.type == "tr_close")


def _links(
    tokens: Sequence[Token], body: _Body, *, env: EnvType, notices: list[tuple[str, int | None]]
) -> tuple[Link, ...]:
    links: list[Link] = []
    budget = LINK_BUDGET
    for token in tokens:
        if not token.map or token.type not in {"inline", "html_block"}:
            continue
        line = body.line(token.map[0])
        if token.type == "html_block":
            links.extend(html_links(token.content, line))
        elif may_link(token.content, env):
            found, budget = content_links(token.content, line, env=env, budget=budget)
            links.extend(found)
        if budget < 0:
            notices.append((f"links from line {line} on are not read: there is too much", line))
            break
    used = {link.target for link in links}
    for label, target, index in unused_references(env, used):
        links.append(Link("reference", target, label, body.line(index)))
    return tuple(links)


def _notices(tokens: Sequence[Token], body: _Body) -> Iterator[tuple[str, int | None]]:
    for token in tokens:
        if token.type == "text_block" and token.map:
            line = body.line(token.map[0])
            yield f"line {line} is nested too deep; from there the block is plain text", line
        elif token.type == "fence" and token.map and not _is_closed(token):
            line = body.line(token.map[0])
            yield f"the code fence that line {line} opens is never closed", line
    for index, text in enumerate(body.lines):
        if len(text) >= LINE_LIMIT:
            line = body.line(index)
            yield f"line {line} is over {LINE_LIMIT} characters; links past them are not read", line


def _is_closed(token: Token) -> bool:
    """Tell by what the parser took: the lines of a closed fence are two more than its content's."""
    first, after = token.map or (0, 0)
    return token.content.count("\n") == after - first - 2
