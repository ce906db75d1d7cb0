"""C and C++ before they are parsed: which of the two a header is, and macros that hide its syntax."""

from __future__ import annotations

import re

_CPP_ONLY = re.compile(
    rb"^\s*(?:namespace\b|template\s*<|class\s+\w+|using\s+\w|public:|private:|protected:)"
    rb"|\b(?:std::|constexpr\b|noexcept\b|nullptr\b|virtual\b|operator\s*[=<>+*!\[(-])",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"//[^\r\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?")
_MACRO = rb"(?:\([^()\r\n]{0,200}\))?"
_NAMED_TYPE = re.compile(
    rb"\b(?:class|struct|union)\s+((?:[A-Z][A-Z0-9_]{2,60}" + _MACRO + rb"\s+){1,4})"
    rb"(?=[A-Za-z_][\w:<>, ]{0,200}[:{;])"
)
_LEADING = re.compile(
    rb"^[ \t]*((?:[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{0,60}" + _MACRO + rb"[ \t]+){1,4})(?=[A-Za-z_~])",
    re.MULTILINE,
)
_ALONE = re.compile(rb"^[ \t]*([A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{0,60})[ \t]*(?=\r?$)", re.MULTILINE)


def dialect(format: str, data: bytes) -> str:
    """Return `cpp` for a C header that is C++, else `format`."""
    if format != "c":
        return format
    own = _COMMENT.sub(b"", data[:200_000])
    return "cpp" if _CPP_ONLY.search(own) else "c"


def without_macros(format: str, data: bytes) -> bytes:
    """Blank macros of capitals that stand where the grammar has no place for one, byte for byte.

    `class API Name {`, `API_EXPORT int f();` and a line `BEGIN_NAMESPACE` alone are the kinds.
    """
    if format not in {"c", "cpp"}:
        return data
    for pattern in (_NAMED_TYPE, _LEADING, _ALONE):
        data = pattern.sub(_blanked, data)
    return data


def _blanked(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match[0]
    return whole[:start] + re.sub(rb"[^\r\n]", b" ", whole[start:end]) + whole[end:]
