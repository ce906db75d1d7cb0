"""Front matter in TOML, with bare scalars as the source writes them."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

from siglum.lines import split_lines
from siglum_builder.fields.bounds import MAX_DEPTH, size
from siglum_builder.fields.field import Field, Fields, clean, key_name
from siglum_builder.fields.recovery import Language
from siglum_builder.fields.tree import plain, weights

if TYPE_CHECKING:
    from siglum_builder.fields.field import Value

_KEY = re.compile(r"""([\w.-]+|"[^"]+"|'[^']+')[ \t]*=""")
_TABLE = re.compile(r"[ \t]*\[\[?[ \t]*([^\]\r\n]+?)[ \t]*\]")
_SCALAR = re.compile(r"""[ \t]*([\w.-]+)[ \t]*=[ \t]*([^\s#"'\[{][^#\r\n]*?)[ \t]*(?:#.*)?$""")


def _parse(block: str, first_line: int) -> Fields:
    try:
        tree = tomllib.loads(block, parse_float=str)
    except RecursionError:
        raise ValueError(f"nests deeper than {MAX_DEPTH}") from None
    size(weights(tree))
    scalars, lines = _places(block, first_line)
    fields = []
    for name, value in tree.items():
        written = scalars.get((name,))
        value_as_written = _as_written(value, (name,), scalars)
        fields.append(Field(clean(name), value_as_written, lines.get(name), written))
    return Fields(tuple(fields))


TOML = Language("TOML", _KEY, _parse, table=_TABLE)


def _places(block: str, first_line: int) -> tuple[dict[tuple[str, ...], str], dict[str, int]]:
    """Return the source text of bare scalars by path, and the line of each name at the top."""
    scalars: dict[tuple[str, ...], str] = {}
    lines: dict[str, int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(split_lines(block), first_line):
        key, header = _KEY.match(line.lstrip()), _TABLE.match(line)
        scalar = _SCALAR.match(line.rstrip("\r\n"))
        if scalar:
            scalars[(*table, *scalar[1].split("."))] = scalar[2]
        if header and not key:
            table = tuple(header[1].split("."))
        if key or header:
            lines.setdefault(table[0] if table else key_name(key[1] if key else ""), number)
    return scalars, lines


def _as_written(value: object, path: tuple[str, ...], scalars: dict[tuple[str, ...], str]) -> Value:
    if isinstance(value, dict):
        return {clean(name): _as_written(each, (*path, name), scalars) for name, each in value.items()}
    written = scalars.get(path)
    if written is not None and not isinstance(value, (str, list)) and _means(written, value):
        return written
    return plain(value)


def _means(written: str, value: object) -> bool:
    """Return whether a bare scalar is `value`, since its line may stand in a string of many."""
    try:
        return bool(tomllib.loads(f"it = {written}", parse_float=str).get("it") == value)
    except ValueError:
        return False
