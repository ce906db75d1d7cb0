"""Read a request onto its parameters: clamp and name what is out of bounds, refuse what cannot be meant."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any, TypeVar

from siglum import typed
from siglum.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

MAX_ENTRIES = 64
MAX_ENTRY_BYTES = 1024
MAX_REF_BYTES = 65_536
"""Of a ref: a path has at most 4,096, and the anchor of a heading is as long as the heading."""
OTHER_NAMES = {
    "limit": "top_k",
    "k": "top_k",
    "n": "top_k",
    "count": "top_k",
    "size": "top_k",
    "max_results": "top_k",
    "num_results": "top_k",
    "q": "query",
    "text": "query",
    "skip": "offset",
    "page": "offset",
    "glob": "path_globs",
    "globs": "path_globs",
    "path": "path_globs",
    "paths": "path_globs",
    "tag": "tags_any",
    "tags": "tags_any",
    "since": "date_from",
    "until": "date_to",
    "ext": "extensions",
    "source": "sources",
    "ref": "ref_id",
    "id": "ref_id",
    "refs": "seeds",
    "ref_ids": "seeds",
    "question": "topic",
}
"""What other tools call the same thing, where the spelling alone would not tell."""


def read_request(
    cls: type[T], given: Mapping[str, object], *, defaults: object = None
) -> tuple[T, tuple[str, ...]]:
    """Return the effective parameters of a request and a warning for each that was clamped.

    `cls` is a dataclass of `siglum.parameters`; entries of `given` that are None count as not given.
    What is not given takes the value of the same name in `defaults` (the artifact's `[search]`), else
    that of `cls`.

    Raises:
        RequestError: an unknown name, a wrong type or an unknown choice, with what is accepted.
    """
    hints = typed.hints(cls)
    data = {name: value for name, value in given.items() if value is not None}
    unknown = next((name for name in data if name not in hints), None)
    if unknown is not None:
        raise RequestError(_unknown(unknown, tuple(hints)))
    warnings: list[str] = []
    for name, value in data.items():
        _check_text(name, value)
        _check_size(name, value)
        number = typed.whole(value) if typed.takes_whole(hints[name]) else value
        data[name] = _clamped(name, number, typed.bounds(hints[name]), warnings)
    try:
        return typed.read(cls, inherited(cls, defaults) | data), tuple(warnings)
    except typed.FieldError as error:
        raise RequestError(str(error)) from error


def inherited(cls: type, defaults: object) -> dict[str, object]:
    """Return what parameters have where nothing is given and `defaults` says something else than `cls`."""
    return {name: getattr(defaults, name) for name in typed.hints(cls) if hasattr(defaults, name)}


def _unknown(name: str, known: tuple[str, ...]) -> str:
    other = OTHER_NAMES.get(name.lower())
    meant = other if other in known else typed.nearest_name(name, known)
    return (
        f"{typed.shown_key(name)} is no parameter; "
        + (f"did you mean {meant}? " if meant else "")
        + (f"known are {', '.join(known)}" if known else "none is known here: leave it out")
    )


def _check_text(name: str, value: object) -> None:
    for text in value if isinstance(value, (list, tuple)) else (value,):
        try:
            str(text).encode() if isinstance(text, str) else None
        except UnicodeEncodeError as error:
            raise RequestError(f"{name} = {text!r} is not Unicode text (UTF-8)") from error


def _check_size(name: str, value: object) -> None:
    if not isinstance(value, (list, tuple)):
        return
    if len(value) > MAX_ENTRIES:
        raise RequestError(f"`{name}` has {len(value)} entries; it takes at most {MAX_ENTRIES}")
    most = MAX_REF_BYTES if name == "seeds" else MAX_ENTRY_BYTES
    sizes = [len(entry.encode()) if isinstance(entry, str) else 0 for entry in value]
    index = next((n for n, size in enumerate(sizes) if size > most), None)
    if index is not None:
        raise RequestError(
            f"`{name}[{index}]` = {typed.shown(value[index])} has {sizes[index]} bytes;"
            f" it takes at most {most}"
        )


def _clamped(name: str, value: Any, bounds: typed.Between | None, warnings: list[str]) -> object:
    if bounds is None or type(value) not in (int, float) or _is_nan(value):
        return value
    effective = min(max(value, bounds.low), bounds.high)
    if effective != value:
        warnings.append(f"{name}={typed.shown(value)} is outside {bounds}: {effective} was used")
    return effective


def _is_nan(value: float) -> bool:
    return isinstance(value, float) and isnan(value)  # a whole number may be longer than any float
