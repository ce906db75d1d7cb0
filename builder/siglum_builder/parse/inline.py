"""Plain titles and links out of inline Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum_builder.model import Link, LinkKind
from siglum_builder.parse.grammar import read_inline
from siglum_builder.slugs import is_slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType

TITLE_LIMIT = 1_000
"""Characters of a heading that its title is made of."""

PIECE_LIMIT = 4_096
"""Characters of a paragraph that are read for links at a time: the inline parser is quadratic in
unbalanced brackets and angle brackets."""

_EXPLICIT_ID = re.compile(r"\s*\{\s*:?\s*(?:[.\w][^\s{}#]*\s+)*#([^\s{}]+)(?:\s+[^\s{}]+)*\s*\}\s*$")
_ATTRIBUTES = re.compile(r"\s*\{:[^{}]*\}\s*$")
_COMMENT = re.compile(r"\s*\{/\*.*?\*/\}", re.DOTALL)
_LOCAL_TARGET = re.compile(r"\]\((?!\s*<?\s*https?:)|\[\[|<xref:|<a\s", re.IGNORECASE)
_EXTERNAL = re.compile(r"(?!xref:)[a-z][a-z0-9+.-]*:|//|\\\\|$", re.IGNORECASE)
_ANCHOR_TAG = re.compile(
    r"""<a\s(?:[^<>]{0,500}?\s)?href\s*=\s*(?:"([^"{}]{0,1000})"|'([^'{}]{0,1000})')""", re.IGNORECASE
)
_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)\s*([^>]*)>")
_HTML_NAMES = re.compile(
    "a|abbr|b|bd[io]|big|br|button|center|cite|code|data|del|details|dfn|div|em|font|h[1-6]|hr|i|img"
    "|input|ins|kbd|label|li|mark|ol|p|path|picture|q|r[pt]|ruby|s|samp|small|source|span|strike"
    "|strong|su[bp]|summary|svg|table|t[dhrt]|time|u|ul|var|video|wbr"
)
"""Elements that stand in headings. Other bare tags are text, as in `List<T>`."""


def heading_title(content: str, env: EnvType) -> tuple[str, str | None]:
    """Return a heading's plain text and its explicit id, if any.

    Code and link text are kept, an image gives its alternative text, a line break a space;
    `{#id}` in its spellings, attribute lists and MDX comments go. An id that could be no slug is text.
    """
    content = _COMMENT.sub("", content[:TITLE_LIMIT])
    explicit = _EXPLICIT_ID.search(content)
    if explicit and not is_slug(explicit[1]):
        explicit = None
    content = content[: explicit.start()] if explicit else _ATTRIBUTES.sub("", content)
    title = plain_text(read_inline(content, env)).strip()
    return title, explicit[1] if explicit else None


def plain_text(tokens: Sequence[Token]) -> str:
    """Return the text of inline tokens as a reader sees it."""
    closed = {match[2] for match in map(_tag, tokens) if match and match[1]}
    return "".join(_plain(token, closed) for token in tokens)


def _tag(token: Token) -> re.Match[str] | None:
    return _TAG.match(token.content) if token.type == "html_inline" else None


def _plain(token: Token, closed: set[str]) -> str:
    match token.type:
        case "softbreak" | "hardbreak":
            return " "
        case "image":
            return plain_text(token.children or [])
        case "html_inline":
            return token.content if _is_bare(token, closed) else ""
        case "embed":
            return ""
        case _:
            return token.content


def _is_bare(token: Token, closed: set[str]) -> bool:
    """Tell a type parameter from an element: `<T>` without attributes or end tag, no HTML name."""
    tag = _tag(token)
    if tag is None or tag[1] or tag[3] or tag[2] in closed:
        return False
    return not _HTML_NAMES.fullmatch(tag[2].lower())


def may_link(content: str, env: EnvType) -> bool:
    """Tell whether a block's content can hold a link that is not external, without parsing it."""
    return ("[" in content and "references" in env) or _LOCAL_TARGET.search(content) is not None


def content_links(content: str, line: int, *, env: EnvType, budget: int) -> tuple[list[Link], int]:
    """Return the local links of a block's content that starts on `line`, and what is left of `budget`.

    External addresses, images and code are none. Content over `PIECE_LIMIT` is read in pieces, cut at
    line ends or white space, so a link across a cut is not seen. A negative rest says that the budget
    ended before the content did.
    """
    links: list[Link] = []
    for piece, offset in _pieces(content):
        if not may_link(piece, env):
            continue
        budget -= _cost(piece)
        if budget < 0:
            break
        links.extend(_links(read_inline(piece, env), line + offset))
    return links, budget


def _cost(piece: str) -> int:
    """Return what parsing costs: a little a character, and the square of what may open something."""
    return 8 * len(piece) + sum(map(piece.count, "[<`")) ** 2


def _pieces(content: str) -> Iterator[tuple[str, int]]:
    start, line = 0, 0
    while start < len(content):
        end = _piece_end(content, start)
        yield content[start:end], line
        line += content.count("\n", start, end)
        start = end


def _piece_end(content: str, start: int) -> int:
    limit = start + PIECE_LIMIT
    if limit >= len(content):
        return len(content)
    middle = start + PIECE_LIMIT // 2
    cut = max(content.rfind("\n", middle, limit), content.rfind(" ", middle, limit))
    return cut + 1 if cut > 0 else limit


def _links(tokens: Sequence[Token], line: int) -> Iterator[Link]:
    opened: int | None = None
    for index, token in enumerate(tokens):
        match token.type:
            case "link_open":
                opened = index
            case "link_close" if opened is not None:
                yield from _markdown_link(tokens, opened, index, line=line)
                opened = None
            case "wiki_link":
                yield Link("wiki", str(token.meta["target"]).strip(), token.content.strip(), line)
            case "html_inline":
                yield from html_links(token.content, line)
        line += _line_breaks(token)


def _line_breaks(token: Token) -> int:
    return 1 if token.type in {"softbreak", "hardbreak"} else token.content.count("\n")


def _markdown_link(tokens: Sequence[Token], opened: int, closed: int, *, line: int) -> Iterator[Link]:
    target = str(tokens[opened].attrs.get("href", ""))
    if not _EXTERNAL.match(target):
        label = plain_text(tokens[opened + 1 : closed]).strip()
        yield Link(_link_kind(tokens[opened]), target, label, line)


def _link_kind(opening: Token) -> LinkKind:
    if opening.markup == "autolink":
        return "autolink"
    return "reference" if "label" in opening.meta else "markdown"


def unused_references(env: EnvType, used: set[str]) -> Iterator[tuple[str, str, int]]:
    """Yield label, target and line index of reference definitions to local targets not in `used`.

    Pages keep such lists of related pages, so they say where the page leads.
    """
    for label, reference in env.get("references", {}).items():
        target = str(reference["href"])
        if target not in used and not _EXTERNAL.match(target):
            yield label.lower(), target, int(reference["map"][0])


def html_links(content: str, line: int) -> Iterator[Link]:
    """Yield the local targets of `<a href>` in a piece of HTML that starts on `line`."""
    for match in _ANCHOR_TAG.finditer(content):
        target = match[1] or match[2] or ""
        if not _EXTERNAL.match(target):
            yield Link("markdown", target, "", line + content.count("\n", 0, match.start()))
