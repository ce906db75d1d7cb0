"""Front matter split off a document's text before any parser sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.lines import split_lines
from siglum_builder.fields import TOML, YAML, fields_of, json_fields
from siglum_builder.metadata import metadata_of
from siglum_builder.model import Metadata

if TYPE_CHECKING:
    from siglum_builder.fields import Fault, Fields, Language

MAX_BLOCK = 1 << 16
"""Characters of the longest block that is read; what is longer is text."""

# What opens a block, what closes it, and its language.
_FORMATS: tuple[tuple[str, tuple[str, ...], Language], ...] = (
    ("---", ("---", "..."), YAML),
    ("+++", ("+++",), TOML),
)
_OPENS = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)")
_AFTER_OBJECT = re.compile(r"[ \t]*(?:\Z|(?:\r\n|\r|\n)(?=[ \t]*(?:\r|\n|\Z)))")
_NONE = Metadata()


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands in front of a document's text."""

    metadata: Metadata = _NONE
    body_byte: int = 0
    """Length of the block in UTF-8 with its closing line; 0 where there is none."""
    notices: tuple[Fault, ...] = ()
    """Reason, and line in the file."""


def split_front_matter(text: str) -> FrontMatter:
    """Read the YAML (`---`), TOML (`+++`) or JSON (`{`) that `text` starts with.

    What is never closed or holds no fields is not front matter and stays text. One bad field costs
    that field.
    """
    if text.startswith("{"):
        return _split_object(text)
    opened = _OPENS.match(text)
    if opened is None:
        return FrontMatter()
    closing, language = next((ends, each) for mark, ends, each in _FORMATS if mark == opened[1])
    block, end = _block(text[: MAX_BLOCK + 1], opened.end(), closing)
    if block is None:
        return FrontMatter()
    fields = fields_of(block, 2, language)
    return FrontMatter() if fields is None else _front_matter(fields, text[:end])


def _block(text: str, start: int, closing: tuple[str, ...]) -> tuple[str | None, int]:
    """Return what stands before the first closing line, and where that line ends."""
    at = start
    for line in split_lines(text[start:]):
        if line.rstrip() in closing:
            return text[start:at], at + len(line)
        at += len(line)
    return None, at


def _split_object(text: str) -> FrontMatter:
    """Read a JSON object that a blank line or the end follows."""
    found = json_fields(text[:MAX_BLOCK])
    if found is None:
        return FrontMatter()
    fields, end = found
    after = _AFTER_OBJECT.match(text, end)
    return _front_matter(fields, text[: after.end()]) if after else FrontMatter()


def _front_matter(fields: Fields, block: str) -> FrontMatter:
    metadata, faults = metadata_of(fields.fields)
    return FrontMatter(metadata, len(block.encode()), (*fields.faults, *faults))
