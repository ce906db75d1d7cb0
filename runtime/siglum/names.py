"""What joins the parts of a qualified name, and the keys by which names are looked up."""

from __future__ import annotations

import re

from siglum.text import fold

_JOINED = re.compile(r"::|[.\\]")
"""What joins the parts, by language."""
_ASKED = re.compile(r"::|->|[.#/\\]")
"""What people write between them: `Class#method`, `user->save`, `module/function`."""
_NAMELY = re.compile(r"[_.:]|\w[A-Z]|\d")
_AROUND = "$@.():"
"""Signs around a name that are no part of it."""


def name_parts(qualified_name: str) -> list[str]:
    """Return the names that a qualified name joins; the last is the definition's, or an operator."""
    *outer, name = _JOINED.split(qualified_name)
    return [*filter(None, outer), name or qualified_name]


def is_written_as_name(word: str) -> bool:
    """Tell whether a word of a query is written as names are, and plain words are not: `BASE_URL`, `x.y`."""
    return _NAMELY.search(word) is not None


def symbol_key(name: str) -> str:
    """Return a name as it is looked up: folded, its parts joined by dots."""
    return _ASKED.sub(".", fold(name)).strip(_AROUND)


def name_keys(qualified_name: str) -> tuple[str, ...]:
    """Return the keys by which a definition is found: `a.b.c` also as `b.c` and `c`."""
    parts = symbol_key(qualified_name).split(".")
    return tuple(".".join(parts[start:]) for start in range(len(parts)) if parts[start])


def ends_alike(written: str, qualified_name: str) -> bool:
    """Tell whether what somebody wrote ends with a definition's own name, case and all."""
    return written.strip(_AROUND).endswith(_ASKED.split(qualified_name)[-1])
