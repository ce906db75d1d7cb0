"""Fields of front matter as typed metadata: coerced where the meaning is plain, else reported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from siglum_builder.dates import parse_date
from siglum_builder.model import Metadata

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from siglum_builder.fields import Fault, Field

DATES = ("date", "ms.date", "created", "updated", "lastmod")
"""The first of these that holds a date gives the document's; the others stay among `extra`."""

_TEXTS = ("title", "description", "category", "topic", "slug", "lang", "uid")
_LISTS = ("tags", "aliases")
_KNOWN = frozenset((*DATES, *_TEXTS, *_LISTS, "draft"))
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}

_T = TypeVar("_T")


def metadata_of(fields: Sequence[Field]) -> tuple[Metadata, tuple[Fault, ...]]:
    """Return the known fields, typed, all others as `extra`, and what could not be used.

    Names are compared without regard to case. A known field that cannot be used is reported and
    stays in `extra`; one without a value is as good as absent.
    """
    faults: list[Fault] = []
    given = [field for field in fields if not (field.is_null and _known_name(field) in _KNOWN)]
    texts = _read(given, _TEXTS, _text, faults)
    lists = _read(given, _LISTS, _list, faults)
    truths = _read(given, ("draft",), _truth, faults)
    dates = _read(given, DATES, _date, faults)
    dated = next((dates[name] for name in DATES if name in dates), None)
    used = {field.name for field, _ in (*texts.values(), *lists.values(), *truths.values())}
    used |= {dated[0].name} if dated else set()
    text = {name: value for name, (_, value) in texts.items()}
    metadata = Metadata(
        title=" ".join(text["title"].split()) if "title" in text else None,
        description=text.get("description"),
        date=dated[1][0] if dated else None,
        date_us=dated[1][1] if dated else None,
        tags=lists["tags"][1] if "tags" in lists else (),
        category=text.get("category"),
        topic=text.get("topic"),
        slug=text.get("slug"),
        aliases=lists["aliases"][1] if "aliases" in lists else (),
        draft="draft" in truths and truths["draft"][1],
        lang=text.get("lang"),
        uid=text.get("uid"),
        extra=tuple(
            (field.name, json.dumps(field.value, ensure_ascii=False))
            for field in given
            if field.name not in used
        ),
    )
    return metadata, tuple(faults)


def _known_name(field: Field) -> str:
    return field.name.casefold()


def _read(
    fields: Sequence[Field],
    names: Sequence[str],
    convert: Callable[[Field], _T],
    faults: list[Fault],
) -> dict[str, tuple[Field, _T]]:
    """Return by known name the fields that `convert` accepts; add the others to `faults`."""
    found: dict[str, tuple[Field, _T]] = {}
    for field in fields:
        if _known_name(field) not in names:
            continue
        try:
            found[_known_name(field)] = (field, convert(field))
        except ValueError as fault:
            faults.append((f"front matter has a `{field.name}` that {fault}", field.line))
    return found


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


def _list(field: Field) -> tuple[str, ...]:
    """Return a list, or the parts of a text between commas, without blanks and repetitions."""
    value = field.value
    items = value.strip("[]").split(",") if isinstance(value, str) else value
    if isinstance(items, dict) or not all(isinstance(item, str) for item in items):
        raise ValueError("is no list of texts; it counts as absent")
    texts = (str(item).strip() for item in items)
    return tuple(dict.fromkeys(text for text in texts if text))


def _truth(field: Field) -> bool:
    value = field.value.casefold() if isinstance(field.value, str) else ""
    if value not in _TRUTHS:
        raise ValueError("is neither `true` nor `false`; it counts as false")
    return _TRUTHS[value]


def _date(field: Field) -> tuple[str, int]:
    """Return a date as written and as an instant."""
    value = field.value if isinstance(field.value, str) else ""
    instant = parse_date(value)
    if instant is None:
        raise ValueError("is not a date that exists, such as 2024-05-31; it counts as none")
    return value, instant
