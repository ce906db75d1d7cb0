"""Front matter in JSON: the object that a text starts with."""

from __future__ import annotations

import json

from siglum_builder.fields.bounds import size
from siglum_builder.fields.field import Field, Fields, clean, repeated
from siglum_builder.fields.tree import plain, weights


def json_fields(text: str) -> tuple[Fields, int] | None:
    """Return the fields of the object that `text` starts with, and its length; else None."""
    again: list[str] = []

    def build(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in pairs]
        again.extend(name for name in dict.fromkeys(names) if names.count(name) > 1)
        return dict(pairs)

    decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=build)
    try:
        tree, end = decoder.raw_decode(text)
        size(weights(tree))
    except (ValueError, RecursionError):
        return None
    if not isinstance(tree, dict) or not tree:
        return None
    fields = [Field(clean(name), plain(value), is_null=value is None) for name, value in tree.items()]
    faults = tuple((repeated(clean(name)), None) for name in again)
    return Fields(tuple(fields), faults), end
