"""Markdown: sections, nested blocks and links of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum_builder.model import Block, Link, Parsed
from siglum_builder.parse.grammar import read_blocks
from siglum_builder.parse.includes import (
    READ_FOR_INCLUDES,
    in_order,
    snippet_lists,
    token_includes,
    without_comments,
    without_includes,
)
from siglum_builder.parse.inline import content_links, heading_title, html_links, may_link, unused_references
from siglum_builder.parse.sections import LINE_LIMIT, Heading, body_of, sections_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType

    from siglum_builder.parse.sections import Body

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


def parse_markdown(text: str, body_byte: int) -> Parsed:
    """Parse a page whose front matter ends at `body_byte`.

    Only headings at the top level open sections; text in front of the first is `_preamble`. Links
    are those that may lead to a file of the corpus. Whatever a limit cut is a notice.
    """
    body = body_of(text, body_byte)
    env: EnvType = {}
    notices: list[tuple[str, int | None]] = []
    try:
        tokens = read_blocks("\n".join((*body.lines, "")), env)
    except (RuntimeError, IndexError, ValueError) as error:  # faults of the grammar's own
        notices.append((f"the Markdown could not be parsed ({error}); it is kept as text", None))
        tokens = []
    sections = sections_of(list(_headings(tokens, env)), body)
    links = _links(tokens, body, env=env, notices=notices)
    notices.extend(_notices(tokens, body))
    title = next((section.heading for section in sections if section.level == 1), None)
    ordered = sorted(notices, key=lambda notice: notice[1] or 0)
    return Parsed(title, sections, tuple(_blocks(tokens, body)), links=links, notices=tuple(ordered))


def _headings(tokens: Sequence[Token], env: EnvType) -> Iterator[Heading]:
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            title, explicit = heading_title(tokens[index + 1].content, env)
            yield Heading(int(token.tag[1]), token.map[0], token.map[1], title, explicit)


def _blocks(tokens: Sequence[Token], body: Body) -> Iterator[Block]:
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
    tokens: Sequence[Token], body: Body, *, env: EnvType, notices: list[tuple[str, int | None]]
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
            content = without_includes(token.content)
            found, budget = content_links(content, line, env=env, budget=budget)
            links.extend(found)
        if budget < 0:
            notices.append((f"links from line {line} on are not read: there is too much", line))
            break
    used = {link.target for link in links}
    for label, target, index in unused_references(env, used):
        links.append(Link("reference", target, label, body.line(index)))
    includes = [*_includes(tokens, body)]
    return in_order((*links, *includes)) if includes else tuple(links)


def _includes(tokens: Sequence[Token], body: Body) -> Iterator[Link]:
    lines: list[tuple[str, int]] = []
    for token in tokens:
        if token.map and token.type in READ_FOR_INCLUDES:
            first = body.line(token.map[0])
            yield from token_includes(token, first)
            if "8<-" in token.content or lines:
                start = first + (token.type == "fence")
                content = without_comments(token.content) if token.type == "html_block" else token.content
                lines.extend((text, start + n) for n, text in enumerate(content.split("\n")))
    yield from snippet_lists(lines)


def _notices(tokens: Sequence[Token], body: Body) -> Iterator[tuple[str, int | None]]:
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
