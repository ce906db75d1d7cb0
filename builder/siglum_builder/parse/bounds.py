"""Nesting that a grammar's own scanner does not survive, told before it is run."""

from __future__ import annotations

import re

LEVELS = 100
"""Nested collections of YAML (500 crashed its scanner), and brackets or comments of Swift that are open at
once (500 took it over a second, and more the square of that)."""

_COMMENTS = re.compile(rb"/\*|\*/")
_BRACKETS = re.compile(rb"[(\[{}\])]")
_OPENING = (b"/*", b"(", b"[", b"{")

_INDENT = re.compile(rb"^([ \t]*)((?:[-?:][ \t]+)*)", re.MULTILINE)


def too_deep(format: str, data: bytes) -> tuple[str, int | None] | None:
    """Return why a text is not given to its grammar, with the line where there is one."""
    reason = f"nested over {LEVELS} levels: indexed as text, without definitions"
    if format == "yaml":
        line = _yaml_line(data)
        return (reason, line) if line else None
    if format == "swift" and max(_depth(_COMMENTS, data), _depth(_BRACKETS, data)) > LEVELS:
        return reason, None
    return None


def _depth(marks: re.Pattern[bytes], data: bytes) -> int:
    """Return how many opening marks are open at most."""
    deepest = depth = 0
    for mark in marks.finditer(data):
        depth = depth + 1 if mark[0] in _OPENING else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


def _yaml_line(data: bytes) -> int | None:
    """Return the first line of YAML that stands in too many block collections."""
    open_: list[int] = []
    for number, line in enumerate(_INDENT.finditer(data), start=1):
        indent = len(line[1])
        while open_ and open_[-1] >= indent:
            open_.pop()
        open_.append(indent)
        open_.extend(indent + 1 + at.start() for at in re.finditer(rb"[-?:]", line[2]))
        if len(open_) > LEVELS:
            return number
    return None
