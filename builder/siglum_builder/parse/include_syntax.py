"""How documentation tools write that a page includes a file: one pattern each, and what it takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

from siglum_builder.model import Link, Selection
from siglum_builder.parse.include_options import ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Reader = Callable[[re.Match[str]], tuple[str, Selection]]

FASTAPI = re.compile(
    r"(?<!\\)\{\*\s{0,99}(?P<target>[^\s{}]{1,500})(?P<options>(?:\s{1,99}\w+\[[^\[\]\n]{0,200}\])*)\s{0,99}\*\}"
)
MDX = re.compile(
    r"(?<!\\)\{!>?[ \t]{0,99}+(?P<target>[^!\n{}\[\]]{1,500}+)"
    r"(?:\[ln:(?P<ln>[^\]\n]{0,200})\])?[ \t]{0,99}!(?:[ \t]{0,99}lines=(?P<lines>[\d \t-]{1,200}))?\}"
)
SNIPPET = re.compile(r"(?m)^[ \t>]*-+8<-+[ \t]+(?P<quote>[\"'])(?P<target>[^\n]{1,500}?)(?P=quote)[ \t]*$")
SNIPPET_FENCE = re.compile(r"[ \t>]*-+8<-+[ \t]*")
"""A line that opens or closes a list of snippets."""
MDBOOK = re.compile(
    r"(?<!\\)\{\{[ \t]{0,99}#(?P<name>include|rustdoc_include|playground|playpen)[ \t]++"
    r"(?P<target>[^{}\n]{1,500})\}\}"
)
DOCFX_CODE = re.compile(
    r"(?i)(?<!\\)\[!code(?:-[\w+#.-]*)?[ \t]*\[(?P<label>[^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*)*)\]"
    r"\([ \t]*<?(?P<target>[^()\s<>]{1,500})>?(?:[ \t]+[\"'(][^\n]{0,200}?)?[ \t]*\)[ \t]*\]"
)
DOCFX_INCLUDE = re.compile(
    r"(?i)(?<!\\)\[!include[ \t]*\[(?P<label>[^\[\]\n]*)\]"
    r"\([ \t]*<?(?P<target>[^()\s<>]{1,500})>?(?:[ \t]+[\"'(][^\n]{0,200}?)?[ \t]*\)[ \t]*\]"
)
LEARN_CODE = re.compile(
    r"(?im)^[ \t>]*:::[ \t]*code[ \t]++(?P<attributes>[^\n]{1,1000}?)(?<=\S)[ \t]*+:::[ \t]*$"
)

_OPTION = re.compile(r"(\w+)\[([^\[\]\n]*)\]")
_ATTRIBUTE = re.compile(r"""(?<![\w-])([\w-]+)\s{0,9}=\s{0,9}(?:"([^"\n]*)"|'([^'\n]*)')""")
_SNIPPET_PART = re.compile(
    r"(?i)(?P<path>.+?)(?::(?P<lines>-?\d*(?::-?\d*)?(?:,-?\d*(?::-?\d*)?)*)|:(?P<name>[a-z][\w-]*))?"
)
_LINE_ANCHOR = re.compile(r"(?i)L(\d{1,9})(?:-L?(\d{1,9}))?")


def _fastapi(match: re.Match[str]) -> tuple[str, Selection]:
    options = dict(_OPTION.findall(match["options"]))
    lines, highlight = ranges(options.get("ln", "")), ranges(options.get("hl", ""))
    return match["target"], Selection(ranges=lines, highlight=highlight, highlight_within=False)


def _mdx(match: re.Match[str]) -> tuple[str, Selection]:
    columns = re.sub(r"\.\d+", "", match["ln"] or "")
    return match["target"].rstrip(), Selection(ranges=ranges(columns or match["lines"] or ""))


def _snippet(match: re.Match[str]) -> tuple[str, Selection]:
    return read_snippet(match["target"])


def read_snippet(text: str) -> tuple[str, Selection]:
    """Read `file`, `file:4:6`, `file:1:2,8:10` or `file:section`; `file:4` goes to the end."""
    match = _SNIPPET_PART.fullmatch(text.strip())
    if match is None:
        return text.strip(), Selection()
    parts = [part if ":" in part else f"{part}:" for part in (match["lines"] or "").split(",")]
    tags = (match["name"],) if match["name"] else ()
    return match["path"], Selection(marks="snippet", tags=tags, ranges=ranges(",".join(parts)))


def _mdbook(match: re.Match[str]) -> tuple[str, Selection]:
    target = match["target"].strip()
    if match["name"] in {"playground", "playpen"}:
        target = target.split()[0]
    path, colon, rest = target.partition(":")
    start, second, end = rest.partition(":")
    if not colon or not re.fullmatch(r"\d{0,9}", start) or not re.fullmatch(r"\d{0,9}", end):
        tags = (start,) if start and not start.isdigit() else ()
        return path, Selection(marks="mdbook", tags=tags)
    written = f"{start}:{end}" if second else start
    return path, Selection(marks="mdbook", ranges=ranges(written))


def _docfx(match: re.Match[str]) -> tuple[str, Selection]:
    path, _, anchor = match["target"].partition("#")
    path, _, query = path.partition("?")
    anchor, _, late = anchor.partition("?")
    options = {key.lower(): value for key, value in parse_qsl((query or late).replace("&amp;", "&"))}
    lines = ranges(options.get("range", "")) or _start_and_end(options)
    numbered = _LINE_ANCHOR.fullmatch(anchor)
    if numbered:
        lines, anchor = ((int(numbered[1]), int(numbered[2] or numbered[1])),), ""
    return path, _by_tag(options.get("name") or unquote(anchor), lines, options.get("highlight", ""))


def _by_tag(tag: str, lines: tuple[tuple[int, int | None], ...], highlight: str) -> Selection:
    tags = tuple(filter(None, (part.strip() for part in tag.split(","))))
    return Selection(marks="docfx", tags=tags, ranges=() if tags else lines, highlight=ranges(highlight))


def _start_and_end(options: dict[str, str]) -> tuple[tuple[int, int | None], ...]:
    bounds = options.get("start", ""), options.get("end", "")
    return ranges("-".join(bounds)) if any(bounds) else ()


def _learn(match: re.Match[str]) -> tuple[str, Selection]:
    found = _ATTRIBUTE.findall(match["attributes"])
    options = {name.lower(): double or single for name, double, single in found}
    selection = _by_tag(options.get("id", ""), ranges(options.get("range", "")), options.get("highlight", ""))
    return options.get("source", ""), selection


# Inside a code fence those count that work on a page's text before it is parsed as Markdown.
SYNTAXES: tuple[tuple[re.Pattern[str], Reader, bool], ...] = (
    (FASTAPI, _fastapi, True),
    (MDX, _mdx, True),
    (SNIPPET, _snippet, True),
    (MDBOOK, _mdbook, True),
    (DOCFX_CODE, _docfx, False),
    (DOCFX_INCLUDE, _docfx, False),
    (LEARN_CODE, _learn, False),
)
"""Pattern, reader, and whether it counts inside a code fence."""

SIGNS = ("{*", "{!", "8<-", "{{", "[!", ":::")
"""One of them is in every text that includes something."""


def found_includes(text: str, *, fenced: bool) -> Iterator[tuple[int, int, Link]]:
    """Yield start, end and link (lines from 0) of the includes written in `text`, in order."""
    if not any(sign in text for sign in SIGNS):
        return
    found = [
        (match, reader)
        for pattern, reader, in_fence in SYNTAXES
        if in_fence or not fenced
        for match in pattern.finditer(text)
    ]
    line, place = 0, 0
    for match, reader in sorted(found, key=lambda each: each[0].span()):
        line, place = line + text.count("\n", place, match.start()), match.start()
        target, selection = reader(match)
        leading = match[0].partition(match[0].lstrip())[0].count("\n")
        label = (match.groupdict().get("label") or "").strip()
        if target:
            yield match.start(), match.end(), Link("include", target, label, line + leading, selection)
