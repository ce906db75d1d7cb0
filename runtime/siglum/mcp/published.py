"""The JSON Schemas that `schemas/generate.py` writes for clients: short, and one file for all tools."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypedDict, cast

import orjson


class Published(TypedDict):
    """What a client is told of a tool's parameters and answer."""

    input: dict[str, object]
    output: dict[str, object]


@cache
def published() -> dict[str, Published]:
    """Return the schemas by the tool's own name."""
    data = orjson.loads((files("siglum.mcp") / "schemas.json").read_bytes())
    return cast("dict[str, Published]", data)
