"""`siglum.toml` read onto frozen dataclasses, with an error that names file, table, key and fix."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from siglum import typed
from siglum_builder.errors import ConfigError, reason_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class ConfigPlace:
    """Where a value stands: a file, and the tables, numbers (from 0) and key that lead to it."""

    file: str
    keys: typed.Keys = ()

    def at(self, *keys: typed.Key) -> ConfigPlace:
        """Return the place of `keys` in here."""
        return ConfigPlace(self.file, (*self.keys, *keys))

    def error(self, value: object, accepted: str) -> ConfigError:
        """Return the error that `value` here is not what is accepted."""
        return ConfigError(f"{self} {typed.not_accepted(value, accepted)}")

    def __str__(self) -> str:
        """Return `siglum.toml: [source 2] include (entry 1)`; without keys the file alone."""
        parts: list[str] = []
        for position, key in enumerate(self.keys, 1):
            if isinstance(key, str):
                parts.append(typed.shown_key(key))
            else:
                last = position == len(self.keys)
                parts[-1] += f" (entry {key + 1})" if last else f" {key + 1}"
        tables = f"[{'.'.join(parts[:-1])}]" if parts[1:] else ""
        return " ".join([f"{self.file}:", *filter(None, [tables]), parts[-1]]) if parts else self.file


def read_document(path: Path) -> dict[str, object]:
    """Return a TOML file as a table; raise `ConfigError` where it cannot be read or parsed."""
    place = path.as_posix()
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as fault:
        raise ConfigError(f"{place} cannot be read: {reason_of(fault)}") from None
    except UnicodeDecodeError as fault:
        raise ConfigError(f"{place} is not UTF-8 (byte {fault.start}); save it as UTF-8") from None
    except (ValueError, RecursionError) as fault:  # ValueError: beside TOML's own, a number too long
        raise ConfigError(f"{place} is not valid TOML: {fault}") from None


def read_tables(document: Mapping[str, object], base: Record, place: ConfigPlace) -> Record:
    """Return `base` with what `document` gives in its place, nested tables merged key by key."""
    try:
        return typed.read(type(base), document, base=base)
    except typed.FieldError as error:
        raise ConfigError(f"{place.at(*error.keys)} {error.fault}") from None
