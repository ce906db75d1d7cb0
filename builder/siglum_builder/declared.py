"""Encodings that a file itself names: by a mark, by escape sequences, or in its first lines."""

from __future__ import annotations

import codecs
import re

from siglum_builder.config_checks import reads_ascii

# Longest first: the mark of UTF-32 starts with that of UTF-16.
_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)

_ESCAPES = re.compile(rb"\x1b\$(?:[@AB]|\([A-DOPQ]|\)C)")
"""By which ISO 2022 turns to a set of two bytes a character; all of its bytes are those of ASCII."""
_ESCAPED = ("iso2022_kr", "iso2022_jp_ext", "iso2022_jp_2", "iso2022_jp_2004")
"""Each refuses what only those behind it have."""

_JAPANESE = re.compile(rb"\x1b\$[@B]((?:[!-~]{2})+)\x1b\([BJ]")
"""A stretch of two bytes a character, and the return to ASCII."""

_HEAD = 1024
"""Bytes in which a page must declare its encoding, as browsers have it."""
_MARKUP = re.compile(
    rb"""<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)|\A\s*<\?xml\b[^<>]*?\bencoding\s*=\s*["']([\w.:-]+)""",
    re.IGNORECASE,
)
_MODELINE = re.compile(rb"(?:\A|\n)[^\n]{0,200}?coding[:=][ \t]*([\w.-]+)")
"""Of Python (PEP 263), Ruby, Emacs and Vim, in one of the first two lines."""


def marked(data: bytes) -> tuple[bytes, str] | None:
    """Return the bytes behind a byte order mark, and the encoding that it stands for."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :], encoding
    return None


def escaped(data: bytes) -> tuple[str, str] | None:
    """Return the text of data in ISO 2022 and its encoding."""
    if not _ESCAPES.search(data) or not data.isascii():
        return None
    for encoding in _ESCAPED:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return _of_vendors(data)


def _of_vendors(data: bytes) -> tuple[str, str] | None:
    """Return the text of ISO-2022-JP with characters of vendors, such as `①`, as mailers wrote it."""
    shifted = _JAPANESE.sub(_shifted, data)
    try:
        return None if _ESCAPES.search(shifted) else (shifted.decode("cp932"), "cp50220")
    except UnicodeDecodeError:
        return None


def _shifted(stretch: re.Match[bytes]) -> bytes:
    """Return characters of JIS X 0208, or of vendors in its gaps, as Shift_JIS has them."""
    found = bytearray()
    for row, cell in zip(stretch[1][::2], stretch[1][1::2], strict=True):
        found.append((row + 1) // 2 + (0x70 if row < 0x5F else 0xB0))
        found.append(cell + (0x7E if row % 2 == 0 else 0x20 if cell > 0x5F else 0x1F))
    return bytes(found)


def declared(data: bytes) -> str | None:
    """Return the encoding that the first lines declare, in Python's spelling; None of one unknown."""
    head = data[:_HEAD]
    found = _MARKUP.search(head) if head.lstrip().startswith(b"<") else None
    found = found or _MODELINE.search(b"\n".join(head.split(b"\n", 2)[:2]))
    name = next(filter(None, found.groups()), b"").decode("ascii", "ignore") if found else ""
    name = name.lower().removeprefix("x-")
    return codecs.lookup(name).name if name and reads_ascii(name) else None
