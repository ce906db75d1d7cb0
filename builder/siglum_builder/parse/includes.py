"""The includes of a page: those that its tool would carry out, and not those that it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from siglum_builder.model import Link
from siglum_builder.parse.include_options import directive_selection
from siglum_builder.parse.include_syntax import SIGNS, SNIPPET_FENCE, found_includes, read_snippet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from markdown_it.token import Token

READ_FOR_INCLUDES = frozenset({"inline", "fence", "code_block", "html_block"})
"""Tokens that have content of their own."""

_NO_LINE_END = re.compile(r"[^\n]")
_BACKTICKS = re.compile(r"\\`|`+")
_DIRECTIVE_INFO = re.compile(r"\{(?P<name>include|literalinclude)\}\s+(?P<target>\S[^\n]{0,500})")
"""What follows MyST's fence."""
_OPTION_LINE = re.compile(r"\s*:(?P<name>[a-z-]+):(?:\s+(?P<value>[^\n]*))?")


def in_order(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return links by line; of one line, as they come."""
    return tuple(sorted(links, key=lambda link: link.line))


def token_includes(token: Token, line: int) -> Iterator[Link]:
    """Yield the includes of a block whose content starts on `line`, comments and code spans apart."""
    if token.type == "fence":
        if token.info.startswith("{"):
            yield from _myst(token, line)
        yield from _placed(token.content, line + 1, fenced=True)
    elif token.type == "code_block":
        yield from _placed(token.content, line, fenced=True)
    elif token.type == "html_block":
        yield from _placed(without_comments(token.content), line, fenced=False)
    elif token.type == "inline":
        yield from _placed(shown_text(token.content), line, fenced=False)


def _placed(text: str, line: int, *, fenced: bool) -> Iterator[Link]:
    for _, _, link in found_includes(text, fenced=fenced):
        yield replace(link, line=link.line + line)


def without_includes(content: str) -> str:
    """Return a block's content with its includes blanked: what they say in brackets is no link."""
    if not any(sign in content for sign in SIGNS):
        return content
    found = found_includes(shown_text(content), fenced=False)
    return _blanked(content, ((start, end) for start, end, _ in found))


def shown_text(content: str) -> str:
    """Return a block's content with comments and code spans blanked, its length and lines kept."""
    if not any(sign in content for sign in SIGNS):
        return ""
    return without_comments(_blanked(content, _code_spans(content)))


def without_comments(text: str) -> str:
    """Return HTML with its comments blanked; one that is never closed goes to the end."""
    return _blanked(text, _comments(text))


def _comments(text: str) -> Iterator[tuple[int, int]]:
    end = 0
    while (start := text.find("<!--", end)) >= 0:
        close = text.find("-->", start + 4)
        end = len(text) if close < 0 else close + 3
        yield start, end


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return `text` with spaces for all but line ends in `spans`, which are in order."""
    parts, place = list[str](), 0
    for start, end in spans:
        if start >= place:
            parts += text[place:start], _NO_LINE_END.sub(" ", text[start:end])
            place = end
    return "".join((*parts, text[place:]))


def _code_spans(content: str) -> Iterator[tuple[int, int]]:
    """Yield where code spans stand: from a run of backticks to the next of the same length."""
    runs = [match.span() for match in _BACKTICKS.finditer(content) if match[0][0] == "`"]
    later: dict[int, list[int]] = {}
    for number in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[number][1] - runs[number][0], []).append(number)
    number = 0
    while number < len(runs):
        start, end = runs[number]
        same = later[end - start]
        while same and same[-1] <= number:
            same.pop()
        if same:
            number = same[-1]
            yield start, runs[number][1]
        number += 1


def snippet_lists(lines: Iterable[tuple[str, int]]) -> Iterator[Link]:
    """Yield the files that stand between two bare `--8<--` lines; `; ` in front of one puts it out."""
    opened = False
    waiting: list[Link] = []
    for text, line in lines:
        if SNIPPET_FENCE.fullmatch(text):
            yield from waiting if opened else ()
            opened, waiting = not opened, []
        elif opened and text.strip() and not text.lstrip().startswith(";"):
            target, selection = read_snippet(text.strip().strip("\"'"))
            waiting.append(Link("include", target, "", line, selection))


def _myst(token: Token, line: int) -> Iterator[Link]:
    match = _DIRECTIVE_INFO.fullmatch(token.info.strip())
    if match:
        options = leading_options(token.content.split("\n"))
        selection = directive_selection(match["name"], options)
        yield Link("include", match["target"].strip(), "", line, selection)


def leading_options(lines: Iterable[str]) -> dict[str, str]:
    """Return the `:name: value` lines that stand first."""
    options: dict[str, str] = {}
    for text in lines:
        match = _OPTION_LINE.fullmatch(text)
        if match is None:
            break
        options[match["name"]] = (match["value"] or "").strip()
    return options
