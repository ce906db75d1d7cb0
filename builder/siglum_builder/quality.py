"""How much a chunk says, 0..1: what says nothing scores low, what is merely short does not.

Every score below 0.3, the default of `min_quality`, is one of `FAULTS`; all other text has at least 0.5.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from siglum_builder.contents import is_contents
from siglum_builder.placeholders import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from siglum_builder.model import Chunk, Kind, Parsed

LEAST_OF_TEXT = 0.5
"""Quality of text that says anything."""
FULL_AT = 80
"""Letters (of a script without spaces they count twice) from which text has quality 1."""
GENERATED = 0.2
"""Quality of code that a program wrote."""
LONGEST_LINKS = 8192
"""Characters of the longest block that may be links alone; brackets in more are data."""

_HEADING = re.compile(r"\s*(?:#{1,6}[ \t][^\n]*|[^\n]+\n[=-]+[ \t]*(?=\n|\Z))\n?")
_COMMENT = re.compile(r"<a\b[^<>]*>\s*</a>|<!--.*?(?:-->|\Z)|\{/\*.*?(?:\*/\}|\Z)", re.DOTALL)
_DENSE = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")

_LINK = re.compile(
    r"(?=[!\[<:hmf])(?:"  # what one may start with: three times as fast
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]|:[ \t]*\S+)"
    r"|!?\[\[[^\[\]]+\]\]|<?(?:https?|mailto|ftp):[^\s<>]+>?|<a\b[^<>]*>[^<]*</a>"
    r"|:(?:doc|ref):`[^`]*`)",
    re.DOTALL | re.IGNORECASE,
)
"""Links, images and addresses, with their text, as Markdown, wikis, HTML and reST write them."""
_ADDRESS = re.compile(r"(?<=\])(?:\([^()]*\)|:[ \t]*\S+)")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
_LINKED_SHARE = 0.85
"""Of the letters, from which a text is its links alone: bullets, numbers and an "and" are not a sentence."""

_NOT_APPLICABLE = re.compile(r"\W*(?:n/?a|\.{2,}|…+|-+)\W*", re.IGNORECASE)

_LICENCE = re.compile(
    r"SPDX-License-Identifier|\bLicensed under the\b|Permission is hereby granted, free of charge"
    r"|Redistribution and use in source and binary forms|use of this source code is governed"
    r"|under the terms of the (?:GNU|Mozilla|Apache|MIT|BSD)|(?:subject to|governed by) the terms of"
    r"|(?:WITHOUT|DISCLAIMS?) (?:ANY |ALL )?WARRANT(?:Y|IES)|\ball rights reserved\b"
    r"|\bcopyright\b.{0,12}\d{4}",
    re.IGNORECASE,
)
_COMMENT_LINE = re.compile(r"\s*(?:#|//|/?\*|--|;|%|\"\"\"|'''|<!--|-->|rem\b|dnl\b).*", re.IGNORECASE)
_DATA_LINE = 400
_DATA_SPACES = 0.02
"""Share of white space in a line under which it is data; prose has .15, and .05 where it names long types."""
_MINIFIED_SPACES = 0.06
"""The same for minified code; other code has .1 and more."""
_DATA_SHARE = 0.6


def rate(
    chunks: Sequence[Chunk], text: str, *, parsed: Parsed, kind: Kind, written_by_program: bool = False
) -> tuple[Chunk, ...]:
    """Return the chunks of a document with their quality, rounded to two decimals."""
    stored = text.encode()
    rated = []
    for chunk in chunks:
        own = stored[chunk.start_byte : chunk.end_byte].decode()
        section = None if chunk.section is None else parsed.sections[chunk.section]
        opens = section is not None and section.start_byte == chunk.start_byte
        rest = stored[chunk.end_byte : section.end_byte] if section is not None and opens else b""
        followed = _says_something(rest)
        quality = GENERATED if written_by_program else quality_of(own, kind=kind, followed=followed)
        rated.append(replace(chunk, quality=quality))
    return tuple(rated)


def _says_something(rest: bytes) -> bool:
    """Tell whether a section goes on after its first chunk with more than headings."""
    return any(line.strip() and not line.lstrip().startswith(b"#") for line in rest.splitlines())


def quality_of(text: str, *, kind: Kind, followed: bool = False) -> float:
    """Return the quality of a chunk's text.

    `followed` says that it opens a section that goes on, by itself or in its subsections: a heading alone
    is then no empty section.
    """
    body = _said(text) if kind == "docs" else text
    for quality, applies, has_fault in FAULTS:
        if kind in applies and has_fault(body):
            return 1.0 if followed and has_fault in _HEADS else quality
    head = body[: 4 * FULL_AT]
    letters = _letters(head) + (0 if head.isascii() else len(_DENSE.findall(head)))
    return round(LEAST_OF_TEXT + (1 - LEAST_OF_TEXT) * min(1.0, letters / FULL_AT), 2)


def _said(text: str) -> str:
    """Return what a chunk of a page says below its heading, without comments and empty anchors."""
    seen = _COMMENT.sub("", text) if "<" in text or "{" in text else text
    heading = _HEADING.match(seen)
    return seen[heading.end() :] if heading else seen


def _letters(text: str) -> int:
    if text.isascii():
        return len(text.encode().translate(None, _NO_LETTERS))
    return sum(map(str.isalnum, text))


def _is_empty(body: str) -> bool:
    return _NOT_APPLICABLE.fullmatch(body) is not None or not re.search(r"[^\s\-=*_#|>`~:]", body)


def _is_links_alone(body: str) -> bool:
    if len(body) > LONGEST_LINKS:
        return False
    without, found = _LINK.subn(" ", body)
    return found > 0 and _letters(without) <= (1 - _LINKED_SHARE) * _letters(_ADDRESS.sub("", body))


def _is_licence_banner(body: str) -> bool:
    lines = [line for line in body.splitlines() if line.strip()]
    return bool(
        lines and _LICENCE.search(body) and all(map(_COMMENT_LINE.fullmatch, lines)) and len(lines) <= 60
    )


def _is_data(body: str) -> bool:
    """Tell whether most of a text are lines of data: base64, a dump."""
    return _is_dense(body, spaces=_DATA_SPACES)


def _is_minified(body: str) -> bool:
    return _is_dense(body, spaces=_MINIFIED_SPACES)


def _is_dense(body: str, *, spaces: float) -> bool:
    long = [line for line in body.splitlines() if len(line) >= _DATA_LINE]
    dense = sum(len(line) for line in long if line.isascii() and _spaces(line) < spaces)
    return dense > _DATA_SHARE * len(body)


def _spaces(line: str) -> float:
    return sum(map(line.count, " \t")) / len(line)


FAULTS: tuple[tuple[float, frozenset[str], Callable[[str], bool]], ...] = (
    (0.0, frozenset({"docs", "code"}), _is_empty),
    (0.1, frozenset({"docs"}), is_placeholder),
    (0.2, frozenset({"docs"}), _is_links_alone),
    (0.2, frozenset({"docs"}), is_contents),
    (0.2, frozenset({"code"}), _is_licence_banner),
    (0.1, frozenset({"docs"}), _is_data),
    (0.1, frozenset({"code"}), _is_minified),
)
"""Quality, the kinds of document, and what is wrong; the first that applies counts."""

_HEADS = frozenset({_is_empty, _is_links_alone})
"""What is no fault of a chunk that opens a section and is followed by more of it."""
