"""Read plain data (JSON, TOML) onto frozen dataclasses, checking every type once at the edge."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

T = TypeVar("T")


class FieldError(ValueError):
    """A value that does not fit its field; the message names the field, the value and what fits."""


def read(cls: type[T], data: object, *, where: str = "") -> T:
    """Return `data` as an instance of the dataclass `cls`.

    `where` is the path of `data` for messages. Missing fields take their defaults; unknown keys,
    missing required ones and wrong types raise `FieldError`. An int is accepted for a float.
    """
    return typing.cast("T", _convert(cls, data, where))


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _read_dataclass(cls: type, data: object, where: str) -> object:
    if not isinstance(data, Mapping):
        raise _mismatch(where, data, "a table")
    known: dict[str, Field[Any]] = {field.name: field for field in fields(cls)}
    for key in data:
        if key not in known:
            raise FieldError(_unknown(where, str(key), tuple(known)))
    hints = _hints(cls)
    values: dict[str, object] = {}
    for name, field in known.items():
        if name in data:
            values[name] = _convert(hints[name], data[name], f"{where}.{name}" if where else name)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise FieldError(f"{where + ': ' if where else ''}the key `{name}` is missing")
    return cls(**values)


def _convert(kind: Any, value: object, where: str) -> object:
    if is_dataclass(kind) and isinstance(kind, type):
        return _read_dataclass(kind, value, where)
    if kind is Any:
        return value
    origin = get_origin(kind)
    if origin is tuple:
        return _read_tuple(get_args(kind)[0], value, where)
    if origin is dict:
        return _read_dict(get_args(kind)[1], value, where)
    if origin is typing.Literal:
        return _read_literal(get_args(kind), value, where)
    if origin in (types.UnionType, typing.Union):
        return _read_optional(get_args(kind), value, where)
    return _read_scalar(kind, value, where)


def _read_tuple(item: Any, value: object, where: str) -> tuple[object, ...]:
    if not isinstance(value, (list, tuple)):
        raise _mismatch(where, value, "a list")
    return tuple(_convert(item, entry, f"{where}[{i}]") for i, entry in enumerate(value))


def _read_dict(item: Any, value: object, where: str) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise _mismatch(where, value, "a table")
    return {str(key): _convert(item, entry, f"{where}.{key}") for key, entry in value.items()}


def _read_literal(choices: tuple[object, ...], value: object, where: str) -> object:
    if value not in choices:
        raise _mismatch(where, value, "one of " + ", ".join(repr(choice) for choice in choices))
    return value


def _read_optional(choices: tuple[Any, ...], value: object, where: str) -> object:
    if value is None:
        return None
    (kind,) = (choice for choice in choices if choice is not type(None))
    return _convert(kind, value, where)


_NAMES = {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}


def _read_scalar(kind: type, value: object, where: str) -> object:
    if kind is float and type(value) is int:
        try:
            return float(value)
        except OverflowError:
            raise _mismatch(where, value, "a finite number") from None
    if type(value) is not kind:
        raise _mismatch(where, value, _NAMES[kind])
    if isinstance(value, float) and not abs(value) < float("inf"):
        raise _mismatch(where, value, "a finite number")
    return value


def _mismatch(where: str, value: object, expected: str) -> FieldError:
    shown = repr(value) if len(repr(value)) <= 80 else repr(value)[:77] + "…"
    return FieldError(f"`{where}` is {shown}, but must be {expected}")


def _unknown(where: str, key: str, known: tuple[str, ...]) -> str:
    nearest = nearest_name(key, known)
    hint = f"; did you mean `{nearest}`?" if nearest else f"; known are {', '.join(known)}"
    return f"{where + ': ' if where else ''}unknown key `{key}`{hint}"


def nearest_name(name: str, known: typing.Iterable[str]) -> str | None:
    """Return the known name that `name` was most likely meant to be, or None.

    Spellings are compared as snake_case, so `topK` finds `top_k`.
    """
    snake = "".join("_" + c.lower() if c.isupper() else c for c in name).strip("_").replace("-", "_")
    matches = difflib.get_close_matches(snake, list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None
