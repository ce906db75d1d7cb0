"""Read plain data (JSON, TOML) onto frozen dataclasses, checking every value once at the edge."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

T = TypeVar("T")

Key = str | int
"""A name in a table, or an index (from 0) in a list."""
Keys = tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """Bounds of a number, both included: `Annotated[int, Between(1, 200)]`."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low}..{self.high}" if self.high < float("inf") else f"{self.low}.."

    def in_words(self) -> str:
        """Say what is within."""
        return f"from {self.low} to {self.high}" if self.high < float("inf") else f"of at least {self.low}"


class FieldError(ValueError):
    """A value that does not fit its field; the message is the place followed by the fault.

    `keys` is the way to the value and `fault` what is wrong with it, for callers that word places
    in their own way.
    """

    def __init__(self, keys: Keys, fault: str) -> None:
        super().__init__(f"{_path(keys)} {fault}")
        self.keys = keys
        self.fault = fault


def read(cls: type[T], data: object, *, base: T | None = None) -> T:
    """Return `data` as an instance of the dataclass `cls`.

    Missing fields take the value that `base` has, in nested tables too; without `base` their default.
    Known types: str, bool, int, float (a whole number will do), these with `Between`, `Literal`,
    optional values, `tuple[X, ...]`, `dict[str, X]`, `Any` and dataclasses.

    Raises:
        FieldError: an unknown key, a missing one without default, a wrong type, a number out of bounds.
    """
    return typing.cast("T", _table(cls, data, (), base))


@cache
def _shape(cls: type) -> dict[str, tuple[Any, bool]]:
    """Return of each field its type and whether it must be given."""
    if not is_dataclass(cls):
        raise TypeError(f"{cls!r} is not a dataclass")
    hints = typing.get_type_hints(cls, include_extras=True)
    return {
        field.name: (hints[field.name], field.default is MISSING and field.default_factory is MISSING)
        for field in fields(cls)
    }


def hints(cls: type) -> dict[str, Any]:
    """Return the type of each field of a dataclass, bounds included."""
    return {name: hint for name, (hint, _) in _shape(cls).items()}


def bounds(hint: Any) -> Between | None:
    """Return the bounds of a number's type, optional or not; None where it has none."""
    kind = _present(hint) if get_origin(hint) in (Union, types.UnionType) else hint
    return get_args(kind)[1] if get_origin(kind) is Annotated else None


def takes_whole(hint: Any) -> bool:
    """Tell whether a field takes whole numbers within bounds, optional or not."""
    kind = _present(hint) if get_origin(hint) in (Union, types.UnionType) else hint
    return get_origin(kind) is Annotated and get_args(kind)[0] is int


def whole(value: object) -> object:
    """Return a whole number as such: to JSON and its Schema `5.0` is one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _table(cls: type, data: object, keys: Keys, base: object) -> object:
    shape = _shape(cls)
    if not isinstance(data, Mapping):
        raise FieldError(keys, not_accepted(data, _accepted(cls)))
    for key in data:
        if key not in shape:
            raise FieldError((*keys, str(key)), _unknown(str(key), shape))
    values: dict[str, object] = {}
    for name, (hint, required) in shape.items():
        if name in data:
            values[name] = _value(hint, data[name], (*keys, name), getattr(base, name, None))
        elif base is not None:
            values[name] = getattr(base, name)
        elif required:
            raise FieldError((*keys, name), f"is missing; it takes {_accepted(hint)}")
    return cls(**values)


def _value(hint: Any, value: object, keys: Keys, base: object) -> object:
    if hint in _WORDS:
        return _scalar(hint, value, keys)
    if is_dataclass(hint):
        return _table(typing.cast("type", hint), value, keys, base)
    reader = _READERS.get(get_origin(hint))
    return reader(hint, value, keys, base) if reader else value


def _scalar(hint: type, value: object, keys: Keys) -> object:
    if type(value) is hint and hint is not float:
        return value
    if hint is not float or type(value) not in (int, float):
        raise FieldError(keys, not_accepted(value, _WORDS[hint]))
    try:
        number = float(typing.cast("float", value))
    except OverflowError:
        number = float("inf")
    if not abs(number) < float("inf"):
        raise FieldError(keys, not_accepted(value, "a finite number"))
    return number


def _bounded(hint: Any, value: object, keys: Keys, base: object) -> object:
    kind, bounds = get_args(hint)
    number = _value(kind, value, keys, base)
    if not bounds.low <= number <= bounds.high:
        raise FieldError(keys, not_accepted(value, _accepted(hint)))
    return number


def _list(hint: Any, value: object, keys: Keys, _: object) -> object:
    if not isinstance(value, (list, tuple)):
        raise FieldError(keys, not_accepted(value, _accepted(hint)))
    kind = get_args(hint)[0]
    return tuple(_value(kind, each, (*keys, index), None) for index, each in enumerate(value))


def _dict(hint: Any, value: object, keys: Keys, _: object) -> object:
    if not isinstance(value, Mapping):
        raise FieldError(keys, not_accepted(value, _accepted(hint)))
    kind = get_args(hint)[1]
    return {str(key): _value(kind, each, (*keys, str(key)), None) for key, each in value.items()}


def _choice(hint: Any, value: object, keys: Keys, _: object) -> object:
    choices = get_args(hint)
    if not any(value == choice and type(value) is type(choice) for choice in choices):
        meant = nearest_name(value, map(str, choices)) if isinstance(value, str) else None
        fault = not_accepted(value, _accepted(hint))
        raise FieldError(keys, f"{fault}; did you mean `{meant}`?" if meant else fault)
    return value


def _optional(hint: Any, value: object, keys: Keys, base: object) -> object:
    return None if value is None else _value(_present(hint), value, keys, base)


def _present(hint: Any) -> Any:
    """Return the one type of `T | None`."""
    (present,) = (kind for kind in get_args(hint) if kind is not type(None))
    return present


_READERS: dict[object, Callable[[Any, object, Keys, object], object]] = {
    tuple: _list,
    dict: _dict,
    Literal: _choice,
    Annotated: _bounded,
    Union: _optional,
    types.UnionType: _optional,
}

_WORDS: dict[object, str] = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "`true` or `false`",
}


def _accepted(hint: Any) -> str:
    """Say what a field of this type takes."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return f"a list of {_WORDS.get(arguments[0], 'tables')}"
    if origin is Literal:
        return "one of " + ", ".join(map(shown, arguments))
    if origin is Annotated:
        return f"{_accepted(arguments[0])} {arguments[1].in_words()}"
    if origin in (Union, types.UnionType):
        return _accepted(_present(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return f"a table of {_names(_shape(hint))}"
    return _WORDS.get(hint, "a table")


def _unknown(key: str, known: Iterable[str]) -> str:
    names = tuple(known)
    meant = nearest_name(key, names)
    return f"is not a known key; {f'did you mean `{meant}`?' if meant else f'known are {_names(names)}'}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def not_accepted(value: object, accepted: str) -> str:
    """Return the fault of a value: what it is, and what is accepted in its place."""
    return f"= {shown(value)} is not accepted; it takes {accepted}"


_SHOWN = 60
"""Characters of a value or key that a message repeats."""
_LARGEST_SHOWN = 10**_SHOWN
_BARE = re.compile(rf"[\w-]{{1,{_SHOWN}}}")


def shown(value: object) -> str:
    """Return a value on one line as JSON and TOML write it, cut where it is long."""
    import json

    if value is None or isinstance(value, (bool, str)):
        text = json.dumps(value[: _SHOWN + 1] if isinstance(value, str) else value, ensure_ascii=False)
    elif isinstance(value, (Mapping, list, tuple)):
        return "a table" if isinstance(value, Mapping) else "a list"
    elif isinstance(value, int) and abs(value) > _LARGEST_SHOWN:
        return "a very long number"
    else:
        text = str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def shown_key(key: str) -> str:
    """Return a key as it may stand in a path: bare, or in quotes as TOML wants it."""
    return key if _BARE.fullmatch(key) else shown(key)


def _path(keys: Keys) -> str:
    if not keys:
        return "the top level"
    parts = (f"[{key}]" if isinstance(key, int) else f".{shown_key(key)}" for key in keys)
    return f"`{''.join(parts).removeprefix('.')}`"


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, or None: `topK` and `top-k` mean `top_k`."""
    from difflib import get_close_matches

    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", name).lower()
    found = get_close_matches(snake, tuple(known), n=1)
    return found[0] if found else None
