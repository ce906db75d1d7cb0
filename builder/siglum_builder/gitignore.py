"""The patterns of ignore files, matched against one name at a time as git does.

A matcher that takes a pattern for all below it, as libraries do, reads files that git ignores: with
`*.md` above and `!doc*` below, `doc/a.md` stays ignored, though `doc` does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.globs import Glob, compile_glob, matches

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(r"\\.|\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|\*+|.", re.DOTALL)
_NAMED = re.compile(r"\[:(\w+):\]")
_CLASSES = {
    "alnum": "A-Za-z0-9",
    "alpha": "A-Za-z",
    "blank": " \t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": "\\!-\\/:-@\\[-`{-~",
    "space": " \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """A line of an ignore file."""

    glob: Glob
    negated: bool
    folders_only: bool


def parse_pattern(line: str) -> IgnorePattern | None:
    """Return the pattern of a line, None for a blank or comment; raise `ValueError` if malformed."""
    text = line
    while text.endswith(" ") and not text.endswith("\\ "):
        text = text[:-1]
    if not text or text.startswith("#"):
        return None
    body = text.removeprefix("!")
    name = body.removesuffix("/")
    translated = _translated(name)
    anchored = translated if "/" in name or not translated else f"**/{translated}"
    glob = compile_glob(f"/{anchored.removeprefix('/')}")
    return IgnorePattern(glob, negated=text.startswith("!"), folders_only=body.endswith("/"))


def decision(patterns: Sequence[IgnorePattern], path: str, *, is_folder: bool) -> bool | None:
    """Return whether `path` itself is ignored: what the last match says, None without one.

    `path` is relative to the folder of the ignore file.
    """
    for pattern in reversed(patterns):
        if (is_folder or not pattern.folders_only) and matches(pattern.glob, path):
            return not pattern.negated
    return None


def _translated(body: str) -> str:
    """Return git's pattern as one of `siglum.globs`: without braces, and `**` only between `/`."""
    parts: list[str] = []
    for token in _TOKEN.finditer(body):
        text = token[0]
        if text.startswith("*"):
            whole = body[: token.start()].endswith("/") or not token.start()
            whole = whole and (body[token.end() :].startswith("/") or token.end() == len(body))
            parts.append("**" if whole and len(text) > 1 else "*")
        elif text in "{}":
            parts.append(f"\\{text}")
        else:
            parts.append(_NAMED.sub(_ranges, text) if len(text) > 2 else text)
    return "".join(parts)


def _ranges(named: re.Match[str]) -> str:
    return _CLASSES.get(named[1], named[0])
