"""TOML tables read onto frozen dataclasses, with an error that names place, value and right."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Literal, TypeVar, get_args, get_origin, get_type_hints

from siglum_builder.errors import ConfigError, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_Record = TypeVar("_Record")

_ACCEPTED: dict[object, str] = {
    str: "text in quotes",
    bool: "`true` or `false`",
    int: "a whole number",
    float: "a number",
}
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: a file, the tables around it, and its key."""

    file: str
    keys: tuple[str, ...] = ()

    def at(self, key: str) -> Place:
        """Return the place of `key` in here."""
        return Place(self.file, (*self.keys, key))

    def error(self, value: object, accepted: str) -> ConfigError:
        """Return the error that `value` here is not what is accepted."""
        shown = _written(value)
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        return ConfigError(f"{self} = {shown} is not accepted; it takes {accepted}")

    def __str__(self) -> str:
        *tables, key = self.keys or ("",)
        table = f" [{'.'.join(tables)}]" if tables else ""
        return f"{self.file}:{table} {key}" if key else self.file


def read_document(path: Path) -> dict[str, object]:
    """Return a TOML file as a table; raise `ConfigError` where it cannot be read or parsed."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as fault:
        raise ConfigError(f"{path.as_posix()} cannot be read: {reason_of(fault)}") from None
    except UnicodeDecodeError as fault:
        raise ConfigError(f"{path.as_posix()} is not UTF-8 (byte {fault.start}); save it as UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise ConfigError(f"{path.as_posix()} is not valid TOML: {fault}") from None


def read_table(table: Mapping[str, object], defaults: _Record, place: Place) -> _Record:
    """Return `defaults` with the keys of `table` in their place, checked by the types of its class.

    Known are text, booleans, numbers, tuples of one type, optional values, `Literal` and nested
    dataclasses; a whole number will do for a number, a boolean for neither.
    """
    hints = _hints(type(defaults))
    given: dict[str, object] = {}
    for key, value in table.items():
        if key not in hints:
            raise _unknown(key, hints, place)
        given[key] = _read(value, hints[key], place.at(key), default=getattr(defaults, key))
    return _replaced(defaults, given)


def _replaced(defaults: _Record, given: dict[str, object]) -> _Record:
    if not is_dataclass(defaults) or isinstance(defaults, type):
        raise TypeError(f"{defaults!r} is not a dataclass instance")
    return replace(defaults, **given)


def _hints(record: type[object]) -> dict[str, object]:
    if not is_dataclass(record):
        raise TypeError(f"{record!r} is not a dataclass")
    hints = get_type_hints(record)
    return {field.name: hints[field.name] for field in fields(record)}


def _read(value: object, hint: object, place: Place, *, default: object) -> object:
    if get_origin(hint) is tuple:
        return _read_list(value, get_args(hint)[0], place)
    if get_origin(hint) is Literal:
        return _read_choice(value, get_args(hint), place)
    if get_origin(hint) is UnionType:
        return _read(value, _present(hint), place, default=default)
    if isinstance(hint, type) and is_dataclass(hint):
        if not isinstance(value, dict):
            raise place.error(value, f"a table of {_names(_hints(hint))}")
        return read_table(value, hint() if default is None else default, place)
    return _read_scalar(value, hint, place)


def _present(hint: object) -> object:
    """Return the one type of `T | None`."""
    (present,) = (each for each in get_args(hint) if each is not NoneType)
    return present


def _read_list(value: object, hint: object, place: Place) -> tuple[object, ...]:
    if not isinstance(value, list):
        each = _ACCEPTED.get(hint)
        raise place.error(value, f"a list of {each}" if each else "a list of tables (`[[…]]`)")
    number_all = isinstance(hint, type) and is_dataclass(hint)
    return tuple(
        _read(each, hint, _numbered(place, number) if number_all else place, default=None)
        for number, each in enumerate(value, 1)
    )


def _numbered(place: Place, number: int) -> Place:
    return Place(place.file, (*place.keys[:-1], f"{place.keys[-1]} {number}"))


def _read_choice(value: object, choices: tuple[object, ...], place: Place) -> object:
    if not any(value == each and type(value) is type(each) for each in choices):
        meant = nearest(value, map(str, choices)) if isinstance(value, str) else None
        listed = ", ".join(map(_written, choices))
        raise place.error(value, listed + (f"; did you mean `{meant}`?" if meant else ""))
    return value


def _read_scalar(value: object, hint: object, place: Place) -> object:
    if hint is float and type(value) is int:
        value = float(value)
    if type(value) is not hint:
        raise place.error(value, _ACCEPTED[hint])
    if isinstance(value, float) and not math.isfinite(value):
        raise place.error(value, "a finite number")
    return value


def _unknown(key: str, known: Iterable[str], place: Place) -> ConfigError:
    names = list(known)
    meant = nearest(key, names)
    fix = f"did you mean `{meant}`?" if meant else f"known are {_names(names)}"
    return ConfigError(f"{place.at(key)} is not a known key; {fix}")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant: `topK` and `top-k` mean `top_k`."""
    names = list(known)
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", name).lower()
    found = get_close_matches(snake, names, n=1)
    return found[0] if found else None


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    return f'"{value}"' if isinstance(value, str) else str(value)
