"""A file's bytes as text: what it declares itself, UTF-8, then the likeliest configured encoding."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum_builder.declared import declared, escaped, marked
from siglum_builder.errors import reason_of
from siglum_builder.model import Decoded, Notice

if TYPE_CHECKING:
    from pathlib import Path

    from siglum_builder.common_characters import Foreign
    from siglum_builder.config import DocumentsConfig
    from siglum_builder.model import SourceFile

# What files that say the one hold in fact: the vendors' characters beside those of the standard.
_READ_AS = {
    "shift_jis": ("shift_jis", "cp932"),
    "euc_jp": ("euc_jp", "euc_jis_2004"),
    "gb2312": ("gb18030",),
    "gbk": ("gb18030",),
    "euc_kr": ("cp949",),
    "iso8859-1": ("cp1252", "iso8859-1"),
    "ascii": ("cp1252",),
}

_LINE_END = re.compile(r"\r\n|\r|\n")
_BINARY = "is binary, as git tells it: it holds a NUL"
_OPEN_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_LIKELY = 0.5
"""A reading is taken when so many of its characters beyond ASCII stand as in real text…"""
_CLOSE = 0.05
"""…and the detector chooses among readings that differ by less."""

_FEW_BYTES = 16
"""So many bad bytes are few even where they are over 1 % of a small file…"""
_FEW_SHARE = 8
"""…as long as they are under one byte in eight."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read the bytes."""

    text: str
    encoding: str
    lossy: bool = False
    reason: str | None = None
    """What a user should know of it."""


def read(file: SourceFile, documents: DocumentsConfig) -> Decoded | Notice:
    """Read and decode `file`; a file that cannot be read or is no text becomes a notice.

    A guessed encoding and bytes replaced by U+FFFD are told by a notice in the result.
    """
    try:
        data = _bytes_of(file.location, documents.max_bytes)
    except OSError as fault:
        return Notice(file.logical_path, f"cannot be read: {reason_of(fault)}")
    if isinstance(data, str):
        return Notice(file.logical_path, data)
    found = decode(data, documents.encodings)
    if not isinstance(found, Reading):
        return Notice(file.logical_path, *found)
    told = (Notice(file.logical_path, found.reason, _bad_line(data)),) if found.reason else ()
    digest = hashlib.sha256(data).hexdigest()
    return Decoded(found.text, digest, len(data), found.encoding, found.lossy, told)


def decode(data: bytes, encodings: tuple[str, ...]) -> Reading | tuple[str, int | None]:
    """Return the best reading of `data`, or the reason and the line why it is no text."""
    found = _reading(data, encodings)
    if isinstance(found, str):
        return found, _bad_line(data)
    if "\0" in found.text:
        return _BINARY, len(_LINE_END.findall(found.text.partition("\0")[0])) + 1
    return found


def _bytes_of(location: Path, limit: int) -> bytes | str:
    """Return the bytes of a regular file, or the reason why they are not read.

    Opening does not wait, since a FIFO may stand where the walk saw a file.
    """
    handle = os.open(location, os.O_RDONLY | _OPEN_FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return "is no regular file"
        if status.st_size > limit:
            return _too_large(status.st_size, limit)
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    finally:
        os.close(handle)
    return data if len(data) <= limit else _too_large(len(data), limit)


def _too_large(size: int, limit: int) -> str:
    return f"is skipped: it has {size} bytes, and `max_bytes` is {limit}"


def _reading(data: bytes, encodings: tuple[str, ...]) -> Reading | str:
    """Return the best reading of `data`, or why there is none."""
    if behind := marked(data):
        return _marked(*behind)
    try:
        return _escaped(data) or Reading(data.decode(), "utf-8")
    except UnicodeDecodeError:
        pass
    if b"\0" in data:
        return Reading(data.decode("latin-1"), "latin-1")
    if declares := _declared(data):
        return declares
    proven, bad = _proven(data), _bad_bytes(data, "utf-8")
    guess = None if proven >= bad else _guess(data, encodings)
    if isinstance(guess, Reading) and (not proven or len(guess.text) < len(data)):
        return guess
    return (
        _lossy(data, "utf-8")
        or guess
        or f"is skipped: {bad} of {len(data)} bytes are not UTF-8, and it does"
        f" not read as {', '.join(encodings) or 'anything else'}"
    )


def _marked(data: bytes, encoding: str) -> Reading | str:
    """Read what a byte order mark declares."""
    try:
        return Reading(data.decode(encoding), encoding)
    except UnicodeDecodeError as fault:
        return _lossy(data, encoding) or (
            f"is skipped: its byte order mark says {encoding}, and it is not: {fault.reason}"
        )


def _escaped(data: bytes) -> Reading | None:
    """Read what turns to other sets of characters by escape sequences, as mail in Japanese did."""
    if (found := escaped(data)) is None:
        return None
    reason = f"has escape sequences of ISO 2022 and was read as {found[1]}"
    return Reading(*found, reason=reason)


def _declared(data: bytes) -> Reading | None:
    """Read what the first lines declare, where that is so."""
    encoding = declared(data)
    found = _strict(data, encoding) if encoding else None
    return Reading(found[1], found[0]) if found else None


def _lossy(data: bytes, encoding: str) -> Reading | None:
    """Return the text with U+FFFD for what does not decode, where that is under 1 % or very few."""
    bad = _bad_bytes(data, encoding)
    few = bad <= _FEW_BYTES and bad * _FEW_SHARE < len(data)
    if bad * 100 >= len(data) and not few:
        return None
    reason = f"has {bad} bytes that are not {encoding}; U+FFFD stands for them"
    return Reading(data.decode(encoding, "replace"), encoding, lossy=True, reason=reason)


def _bad_bytes(data: bytes, encoding: str) -> int:
    return len(data) - len(data.decode(encoding, "ignore").encode(encoding))


def _proven(data: bytes) -> int:
    """Return how many characters beyond ASCII are UTF-8: chance makes few, of single bytes next to none."""
    text = data.decode("utf-8", "ignore")
    return len(text) - len(text.encode("ascii", "ignore"))


def _guess(data: bytes, encodings: tuple[str, ...]) -> Reading | str | None:
    """Return the likeliest reading among those that decode without a fault, or why none is trusted.

    An encoding of several bytes a character goes before one of single bytes, in which anything
    decodes. The detector decides where several are about as likely; by itself it takes text with
    much markup for noise.
    """
    from siglum_builder.common_characters import FOREIGN, foreign_to  # nearly all files are UTF-8
    from siglum_builder.likelihood import likelihood

    texts = dict(filter(None, (_strict(data, encoding) for encoding in encodings)))
    likely = {encoding: likelihood(text, encoding) for encoding, text in texts.items()}
    best = max(likely.values(), default=0.0)
    if foreign := foreign_to(data, next((texts[each] for each in texts if likely[each] == best), None)):
        return _foreign(*foreign, encodings)
    if best < _LIKELY:
        return None
    close = [encoding for encoding in texts if likely[encoding] >= best - _CLOSE]
    close = [each for each in close if len(texts[each]) < len(data)] or close
    close = [each for each in close if not any(each in foreign.names for foreign in FOREIGN)] or close
    name = close[0] if len(close) == 1 else _detected(data, close) or close[0]
    return Reading(texts[name], name, reason=_guessed(name))


def _foreign(foreign: Foreign, text: str, encodings: tuple[str, ...]) -> Reading | str:
    """Read Chinese or Korean where its encoding is configured; else say that it is not."""
    if any(codecs.lookup(each).name in foreign.names for each in encodings):
        return Reading(text, foreign.encoding, reason=_guessed(foreign.encoding))
    return (
        f"is skipped: it is not UTF-8, and reads as {foreign.language} in {foreign.encoding}:"
        " add that to `encodings`, or save it as UTF-8"
    )


def _guessed(encoding: str) -> str:
    return f"is not UTF-8 and was read as {encoding}, the likeliest of the configured encodings"


def _detected(data: bytes, encodings: list[str]) -> str | None:
    from charset_normalizer import from_bytes

    found = from_bytes(data, cp_isolation=encodings, preemptive_behaviour=False, enable_fallback=False).best()
    return found.encoding if found and found.encoding in encodings else None


def _strict(data: bytes, encoding: str) -> tuple[str, str] | None:
    """Return the first that decodes `data` of what `encoding` is read as, with the text."""
    for each in _READ_AS.get(codecs.lookup(encoding).name, (encoding,)):
        try:
            return each, data.decode(each)
        except UnicodeDecodeError:
            continue
    return None


def _bad_line(data: bytes) -> int | None:
    """Return the line of the first byte that is not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError as fault:
        return len(_LINE_END.findall(data[: fault.start].decode())) + 1
    return None
