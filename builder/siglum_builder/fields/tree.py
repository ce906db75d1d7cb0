"""Values that Python's own TOML and JSON parsers give: their weight, and their text."""

from __future__ import annotations

import json
from datetime import date, time
from typing import TYPE_CHECKING

from siglum_builder.fields.bounds import check_depth
from siglum_builder.fields.field import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum_builder.fields.field import Value


def weights(tree: object, depth: int = 0) -> Iterator[int]:
    """Yield the weight of every node below; raise `ValueError` where they nest too deep."""
    check_depth(depth)
    yield 1 + (len(tree) if isinstance(tree, str) else 0)
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield len(key)
            yield from weights(value, depth + 1)
    if isinstance(tree, list):
        for each in tree:
            yield from weights(each, depth + 1)


def plain(value: object) -> Value:
    """Return a parsed value with text for every scalar."""
    if isinstance(value, dict):
        return {clean(name): plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, (date, time)):
        return value.isoformat()
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return clean(str(value))
