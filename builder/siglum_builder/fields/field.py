"""The nouns of front matter: a field, a list of them with faults, and what text a value may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Value: TypeAlias = "str | list[Value] | dict[str, Value]"
"""Every scalar is text, as the source writes it: `1.10`, `no`, `0o777`."""

Fault = tuple[str, int | None]
"""A reason, and its line in the file."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field at the top of the block."""

    name: str
    value: Value
    line: int | None = None
    written: str | None = None
    """The value's source text where it stands on one line."""
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a block in source order, each name once, and what is wrong with them."""

    fields: tuple[Field, ...]
    faults: tuple[Fault, ...] = ()


def clean(text: str) -> str:
    """Return `text` with U+FFFD for NUL and for half surrogate pairs, which escapes can write."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", "\ufffd")


def key_name(key: str) -> str:
    """Return the name that a key gives, its quotes taken off."""
    return clean(key.strip("\"'"))


def repeated(name: str) -> str:
    """Say that a name is given more than once."""
    return f"front matter gives `{name}` again; the last one counts"


def unique(fields: Iterable[Field], faults: Iterable[Fault]) -> Fields:
    """Return the last field of each name, in the place of the first."""
    by_name: dict[str, Field] = {}
    found = list(faults)
    for field in fields:
        if field.name in by_name:
            found.append((repeated(field.name), field.line))
        by_name[field.name] = field
    return Fields(tuple(by_name.values()), tuple(found))
