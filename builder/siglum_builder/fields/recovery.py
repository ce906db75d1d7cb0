"""What can be read, field by field, of a block that does not parse as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.lines import split_lines
from siglum_builder.fields.field import Field, Fields, key_name, unique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum_builder.fields.field import Fault

_COMMENT = re.compile(r"\s+#.*")


@dataclass(frozen=True, slots=True)
class Language:
    """What the recovery of a broken block needs to know of its language."""

    name: str
    key: re.Pattern[str]
    """What a field starts with at the start of a line."""
    parse: Callable[[str, int], Fields | None]
    """Raises `ValueError` for what is not valid."""
    table: re.Pattern[str] | None = None
    """The line that opens a table, which lasts to the next or to the end."""

    def opens_table(self, line: str) -> bool:
        """Return whether `line` opens a table."""
        return self.table is not None and self.table.match(line) is not None


def fields_of(block: str, first_line: int, language: Language) -> Fields | None:
    """Return the fields of a block; None where nothing in it looks like its language."""
    try:
        return language.parse(block, first_line)
    except ValueError:
        return recovered(block, first_line, language)


def recovered(block: str, first_line: int, language: Language) -> Fields | None:
    """Return the fields that can be read, and the faults of the others.

    A field starts at a name at the start of a line. A block whose first line starts none is text.
    """
    fields: list[Field] = []
    faults: list[Fault] = []
    for lines, line in _pieces(block, first_line, language):
        if not language.key.match(lines[0]) and not language.opens_table(lines[0]):
            if any(not _is_blank(each) for each in lines):
                return None
            continue
        found = _piece(lines, line, language)
        fields.extend(found.fields)
        faults.extend(found.faults)
    return unique(fields, faults) if fields or faults else None


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _pieces(block: str, first_line: int, language: Language) -> Iterator[tuple[list[str], int]]:
    """Yield each field's lines and the number of its first; what stands before a field comes first.

    A table's lines are one piece.
    """
    piece: list[str] = []
    start, in_table = first_line, False
    for number, line in enumerate(split_lines(block), first_line):
        header = language.opens_table(line)
        in_table = in_table or header
        if header or (language.key.match(line) and not in_table):
            if piece:
                yield piece, start
            piece, start = [], number
        piece.append(line)
    if piece:
        yield piece, start


def _piece(lines: list[str], line: int, language: Language) -> Fields:
    """Return one field: parsed, else parsed by its first line, else that line as text."""
    whole = _parsed("".join(lines), line, language)
    if whole:
        return whole
    key = language.key.match(lines[0])
    name = key_name(key[1]) if key else lines[0].strip()
    below = next((at for at, each in enumerate(lines[1:], 1) if not _is_blank(each)), None)
    head = _parsed(lines[0], line, language) if below else None
    if head and below and not any(field.is_null for field in head.fields):
        reason = f"front matter under `{name}` is not valid {language.name}; it is left out"
        return Fields(head.fields, (*head.faults, (reason, line + below)))
    text = _COMMENT.sub("", lines[0][key.end() :]).strip() if key else ""
    if not text:
        return Fields((), ((_invalid(name, language, "left out"), line),))
    field = Field(name, text, line, text)
    return Fields((field,), ((_invalid(name, language, "taken as text"), line),))


def _parsed(text: str, line: int, language: Language) -> Fields | None:
    try:
        return language.parse(text, line)
    except ValueError:
        return None


def _invalid(name: str, language: Language, outcome: str) -> str:
    return f"front matter has a `{name}` that is not valid {language.name}; it is {outcome}"
