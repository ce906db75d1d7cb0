"""The first paragraph of a doc comment, without the syntax of comments."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT = 1_000
"""Characters of documentation that are kept."""

_OPEN = re.compile(r"^\s*(?:/\*+!?|//[/!]?|\(\*+|#+!?|--+)")
_CLOSE = re.compile(r"\*+/\s*$")
_STAR = re.compile(r"^\s*\*+(?=\s|$)")
_INLINE_TAG = re.compile(r"\{@\w+\s+([^{}\s]*)[^{}]*\}")
_REFERENCE = re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+\w+=\"([^\"<>]*)\"\s*/?>")
_ELEMENT = re.compile(r"</?[A-Za-z][^<>]*>")
_BREAK = re.compile(
    r"^\s*(?:[@\\]\w+|:\w+[^:]*:|<(?:p|ul|ol|pre|returns|param|remarks|example)\b|[-=*#~]{3,}\s*$|$)"
)
_NOT_PROSE = re.compile(
    r"^\s*(?:copyright\b|\(c\)|spdx-|licen[sc]ed?\b|eslint|tslint|prettier|@ts-|nolint|noqa|type:|pylint"
    r"|go:|\+build|clang-format|rubocop|frozen_string_literal|!|region\b|endregion\b|-\*-)",
    re.IGNORECASE,
)
_QUOTES = re.compile(r"""^[A-Za-z]{0,2}(\"{3}|'{3}|"|')(.*)\1$""", re.DOTALL)


def first_paragraph(comments: Sequence[str]) -> str:
    """Return the first paragraph of the comments in front of a definition, on one line.

    Markers of comments, tags of XML documentation and what follows the first block tag (`@param`)
    are left out; banners and directives of tools count as nothing.
    """
    lines = [line for comment in comments for line in _lines(comment)]
    while lines and (_NOT_PROSE.match(lines[0]) or not lines[0].strip(" -=*#~/")):
        lines.pop(0)
    kept: list[str] = []
    for line in lines:
        if _BREAK.match(line) and (kept or not _ELEMENT.match(line.strip())):
            break
        kept.append(line)
    text = _REFERENCE.sub(r"\1", _INLINE_TAG.sub(r"\1", " ".join(kept)))
    text = _ELEMENT.sub("", text)
    return " ".join(text.split())[:LIMIT]


def docstring(literal: str) -> str:
    """Return the first paragraph of a docstring, on one line."""
    quoted = _QUOTES.match(literal)
    written = inspect.cleandoc(quoted[2] if quoted else "")
    return " ".join(written.split("\n\n", 1)[0].split())[:LIMIT]


def _lines(comment: str) -> list[str]:
    block = comment.lstrip().startswith(("/*", "(*"))
    text = _CLOSE.sub("", comment) if block else comment
    lines = text.splitlines()
    first = [_OPEN.sub("", line) for line in lines[:1]]
    rest = [_STAR.sub("", line) if block else _OPEN.sub("", line) for line in lines[1:]]
    return [*([] if block and not first[0].strip() else first), *rest]
