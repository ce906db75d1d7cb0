"""Fields of front matter as typed metadata: coerced where the meaning is plain, else reported."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from siglum_builder.dates import parse_date
from siglum_builder.model import Metadata

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from siglum_builder.fields import Fault, Field, Value

DATES = ("date", "ms.date", "created", "updated", "lastmod")
"""The first of these that holds a date gives the document's; the others stay among `extra`."""

_TRUTHS = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
_LINE_END = re.compile(r"\s*[\t\r\n]\s*")


def metadata_of(fields: Sequence[Field]) -> tuple[Metadata, tuple[Fault, ...]]:
    """Return the known fields, typed, all others as `extra`, and what could not be used.

    Names are compared without regard to case. A known field that cannot be used is reported and
    stays in `extra`; one without a value is as good as absent.
    """
    given = [field for field in fields if not (field.is_null and _known_name(field) in _READERS)]
    metadata = Metadata()
    faults: list[Fault] = []
    used: dict[str, str] = {}
    for field in sorted(given, key=_preference):
        known = _known_name(field)
        if known not in _READERS:
            continue
        printed = _without_controls(field)
        if printed != field:
            faults.append((_fault(field, "holds control characters; each counts as a space"), field.line))
        try:
            read = _READERS[known](metadata, printed)
        except ValueError as fault:
            faults.append((_fault(field, str(fault)), field.line))
            continue
        if read is not metadata:
            metadata, used[known] = read, field.name
    rest = [field for field in given if field.name not in used.values()]
    extra = tuple((field.name, json.dumps(field.value, ensure_ascii=False)) for field in rest)
    return replace(metadata, extra=extra), tuple(faults)


def _known_name(field: Field) -> str:
    return field.name.casefold()


def _preference(field: Field) -> int:
    """Return the rank of a date among dates; all else stands before, in source order."""
    name = _known_name(field)
    return DATES.index(name) + 1 if name in DATES else 0


def _fault(field: Field, fault: str) -> str:
    return f"front matter has a `{field.name}` that {fault}"


def _without_controls(field: Field) -> Field:
    """Return a field with a space for every control character but tabs and line ends."""
    written = None if field.written is None else _spaced(field.written)
    return replace(field, value=_spaced_value(field.value), written=written)


def _spaced_value(value: Value) -> Value:
    if isinstance(value, str):
        return _spaced(value)
    if isinstance(value, list):
        return [_spaced_value(each) for each in value]
    return {name: _spaced_value(each) for name, each in value.items()}


def _spaced(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(" " if _is_control(character) else character for character in text)


def _is_control(character: str) -> bool:
    return character not in "\t\r\n" and unicodedata.category(character) in {"Cc", "Zl", "Zp"}


def _text(field: Field) -> str:
    value = field.value
    if isinstance(value, list) and len(value) == 1:
        value = value[0] if field.written is None else field.written
    if not isinstance(value, str) and field.written is not None:
        value = field.written
    if not isinstance(value, str):
        raise ValueError("is a list or mapping where one text is meant; it counts as absent")
    if not value.strip():
        raise ValueError("is empty; it counts as absent")
    return value.strip()


def _line(field: Field) -> str:
    return _LINE_END.sub(" ", _text(field))


def _list(field: Field) -> tuple[str, ...]:
    """Return a list, or the parts of a text between commas, without blanks and repetitions."""
    value = field.value
    items = value.strip("[]").split(",") if isinstance(value, str) else value
    if isinstance(items, dict) or not all(isinstance(item, str) for item in items):
        raise ValueError("is no list of texts; it counts as absent")
    texts = (_LINE_END.sub(" ", str(item).strip()) for item in items)
    return tuple(dict.fromkeys(text for text in texts if text))


def _truth(field: Field) -> bool:
    value = field.value.casefold() if isinstance(field.value, str) else ""
    if value not in _TRUTHS:
        raise ValueError("is neither `true` nor `false`; it counts as false")
    return _TRUTHS[value]


def _date(metadata: Metadata, field: Field) -> Metadata:
    """Take a date as written and as an instant; where there is one already, only check it."""
    value = field.value.strip() if isinstance(field.value, str) else ""
    instant = parse_date(value)
    if instant is None:
        raise ValueError("is not a date that exists, such as 2024-05-31; it counts as none")
    return metadata if metadata.date else replace(metadata, date=value, date_us=instant)


# The known fields: what each changes; a `ValueError` says why it cannot be used.
_READERS: dict[str, Callable[[Metadata, Field], Metadata]] = {
    "title": lambda known, field: replace(known, title=" ".join(_text(field).split())),
    "description": lambda known, field: replace(known, description=_text(field)),
    "tags": lambda known, field: replace(known, tags=_list(field)),
    "category": lambda known, field: replace(known, category=_line(field)),
    "topic": lambda known, field: replace(known, topic=_line(field)),
    "slug": lambda known, field: replace(known, slug=_line(field)),
    "aliases": lambda known, field: replace(known, aliases=_list(field)),
    "draft": lambda known, field: replace(known, draft=_truth(field)),
    "lang": lambda known, field: replace(known, lang=_line(field)),
    "uid": lambda known, field: replace(known, uid=_line(field)),
    **dict.fromkeys(DATES, _date),
}
