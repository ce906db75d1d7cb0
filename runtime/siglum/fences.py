"""Which code fence is open at a line of Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

FENCE = re.compile(r"(?P<fence>`{3,}|~{3,}|\$\$)(?P<info>[^`]*)")


def opened_by(text: str) -> str | None:
    """Return the marks of the fence that a line, without indentation, opens, or None."""
    found = FENCE.fullmatch(text)
    return None if found is None or (found["fence"] == "$$" and found["info"]) else found["fence"]


def closes(text: str, fence: str) -> bool:
    """Tell whether a line, without indentation, closes a fence."""
    bare = text.rstrip()
    return len(bare) >= len(fence) and bare == fence[0] * len(bare)


def open_fence(lines: Iterable[str]) -> str | None:
    """Return the marks of the fence that is still open after `lines`, or None."""
    fence: str | None = None
    for line in lines:
        text = line.lstrip(" \t>").rstrip("\r\n")
        if fence is None:
            fence = opened_by(text)
        elif closes(text, fence):
            fence = None
    return fence
