"""A block of front matter as fields with their lines: YAML, TOML and JSON, scalars as written."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from datetime import date, time
from typing import TYPE_CHECKING, TypeAlias

import yaml

from siglum.lines import split_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Value: TypeAlias = "str | list[Value] | dict[str, Value]"
"""Every scalar is text, as the source writes it: `1.10`, `no`, `0o777`."""

Fault = tuple[str, int | None]
"""A reason, and its line in the file."""

MAX_DEPTH = 50
MAX_VALUE = 1 << 17
"""Characters and nodes that a block may expand to: aliases of aliases grow without bound."""

_YAML_KEY = re.compile(r"""([\w.-]+|"[^"]+"|'[^']+')[ \t]*:(?=[ \t\r\n]|\Z)""")
_TOML_KEY = re.compile(r"""([\w.-]+|"[^"]+"|'[^']+')[ \t]*=""")
_TOML_TABLE = re.compile(r"[ \t]*\[\[?[ \t]*([^\]\r\n]+?)[ \t]*\]")
_TOML_SCALAR = re.compile(r"""[ \t]*([\w.-]+)[ \t]*=[ \t]*([^\s#"'\[{][^#\r\n]*?)[ \t]*(?:#.*)?$""")
# PyYAML takes seconds to find that out by itself.
_TOO_DEEP = re.compile(rf"[\[{{](?:\s*[\[{{]){{{MAX_DEPTH}}}")
_COMMENT = re.compile(r"\s+#.*")
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


@dataclass(frozen=True, slots=True)
class Field:
    """A field at the top of the block."""

    name: str
    value: Value
    line: int | None = None
    written: str | None = None
    """The value's source text where it stands on one line."""
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a block in source order, each name once, and what is wrong with them."""

    fields: tuple[Field, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class _Format:
    """What the recovery of a broken block needs to know of its language."""

    name: str
    key: re.Pattern[str]
    parse: Callable[[str, int], Fields | None]
    """Raises `ValueError` for what is not valid."""


def yaml_fields(block: str, first_line: int) -> Fields | None:
    """Return the fields of a YAML block; None where it is no mapping, and so no front matter."""
    try:
        return _parse_yaml(block, first_line)
    except ValueError:
        return _recovered(block, first_line, _Format("YAML", _YAML_KEY, _parse_yaml))


def toml_fields(block: str, first_line: int) -> Fields | None:
    """Return the fields of a TOML block; None where nothing in it looks like TOML."""
    try:
        return _parse_toml(block, first_line)
    except ValueError:
        return _recovered(block, first_line, _Format("TOML", _TOML_KEY, _parse_toml))


def json_fields(text: str) -> tuple[Fields, int] | None:
    """Return the fields of the object that `text` starts with, and its length; else None."""
    repeated: list[str] = []

    def build(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in pairs]
        repeated.extend(name for name in dict.fromkeys(names) if names.count(name) > 1)
        return dict(pairs)

    decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=build)
    try:
        tree, end = decoder.raw_decode(text)
        _size(_tree_weights(tree))
    except (ValueError, RecursionError):
        return None
    if not isinstance(tree, dict) or not tree:
        return None
    fields = [Field(clean(name), _plain(value), is_null=value is None) for name, value in tree.items()]
    faults = tuple((_repeated(clean(name)), None) for name in repeated)
    return Fields(tuple(fields), faults), end


def clean(text: str) -> str:
    """Return `text` with U+FFFD for NUL and for half surrogate pairs, which escapes can write."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", "\ufffd")


def _repeated(name: str) -> str:
    return f"front matter gives `{name}` again; the last one counts"


def _unique(fields: Iterable[Field], faults: Iterable[Fault]) -> Fields:
    """Return the last field of each name, in the place of the first."""
    by_name: dict[str, Field] = {}
    found = list(faults)
    for field in fields:
        if field.name in by_name:
            found.append((_repeated(field.name), field.line))
        by_name[field.name] = field
    return Fields(tuple(by_name.values()), tuple(found))


# YAML


def _parse_yaml(block: str, first_line: int) -> Fields | None:
    node = _compose(block)
    if node is None and not block.strip():
        return Fields(())
    if not isinstance(node, yaml.MappingNode):
        return None
    fields: list[Field] = []
    faults: list[Fault] = []
    left = MAX_VALUE
    for key, value in node.value:
        line = first_line + key.start_mark.line
        try:
            left -= _size(_node_weights(value), left)
            fields.append(_yaml_field(key, value, block, line=line))
        except ValueError as fault:
            faults.append((f"front matter has a field that {fault}; it is left out", line))
    return _unique(fields, faults)


def _compose(block: str) -> yaml.Node | None:
    """Compose without construction: no type is guessed and no tag obeyed."""
    depth = 0
    if _TOO_DEEP.search(block):
        raise ValueError(f"nests deeper than {MAX_DEPTH}")
    try:
        for event in yaml.parse(block, Loader=yaml.BaseLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise ValueError(f"nests deeper than {MAX_DEPTH}")
        node: yaml.Node | None = yaml.compose(block, Loader=yaml.BaseLoader)
    except yaml.YAMLError as fault:
        raise ValueError(str(fault)) from None
    return node


def _yaml_field(key: yaml.Node, node: yaml.Node, block: str, *, line: int) -> Field:
    if not isinstance(key, yaml.ScalarNode):
        raise ValueError("has a list or mapping for a name")
    one_line = node.start_mark.line == node.end_mark.line
    written = block[node.start_mark.index : node.end_mark.index] if one_line else None
    null = isinstance(node, yaml.ScalarNode) and not node.style and node.value in _NULLS
    return Field(clean(key.value), _yaml_value(node), line, written, is_null=null)


def _yaml_value(node: yaml.Node) -> Value:
    if isinstance(node, yaml.SequenceNode):
        return [_yaml_value(each) for each in node.value]
    if isinstance(node, yaml.MappingNode):
        return {_yaml_key(key): _yaml_value(value) for key, value in node.value}
    return clean(str(node.value))


def _yaml_key(node: yaml.Node) -> str:
    value = _yaml_value(node)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _node_weights(node: yaml.Node, depth: int = 0) -> Iterator[int]:
    _check_depth(depth)
    yield 1 + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
    if isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from _node_weights(each, depth + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _node_weights(key, depth + 1)
            yield from _node_weights(value, depth + 1)


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise ValueError(f"nests deeper than {MAX_DEPTH} or refers to itself")


def _size(weights: Iterable[int], limit: int = MAX_VALUE) -> int:
    """Return the sum; raise `ValueError` as soon as it passes what is left for the block."""
    total = 0
    for weight in weights:
        total += weight
        if total > limit:
            raise ValueError(f"makes the block expand to more than {MAX_VALUE} characters")
    return total


# TOML


def _parse_toml(block: str, first_line: int) -> Fields:
    try:
        tree = tomllib.loads(block, parse_float=str)
    except RecursionError:
        raise ValueError(f"nests deeper than {MAX_DEPTH}") from None
    _size(_tree_weights(tree))
    scalars, lines = _toml_places(block, first_line)
    fields = []
    for name, value in tree.items():
        written = scalars.get((name,))
        value_as_written = _as_written(value, (name,), scalars)
        fields.append(Field(clean(name), value_as_written, lines.get(name), written))
    return Fields(tuple(fields))


def _toml_places(block: str, first_line: int) -> tuple[dict[tuple[str, ...], str], dict[str, int]]:
    """Return the source text of bare scalars by path, and the line of each name at the top."""
    scalars: dict[tuple[str, ...], str] = {}
    lines: dict[str, int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(split_lines(block), first_line):
        key, header = _TOML_KEY.match(line.lstrip()), _TOML_TABLE.match(line)
        scalar = _TOML_SCALAR.match(line.rstrip("\r\n"))
        if scalar:
            scalars[(*table, *scalar[1].split("."))] = scalar[2]
        if header and not key:
            table = tuple(header[1].split("."))
        if key or header:
            lines.setdefault(table[0] if table else _name(key[1] if key else ""), number)
    return scalars, lines


def _as_written(value: object, path: tuple[str, ...], scalars: dict[tuple[str, ...], str]) -> Value:
    if isinstance(value, dict):
        return {clean(name): _as_written(each, (*path, name), scalars) for name, each in value.items()}
    written = scalars.get(path)
    if written is not None and not isinstance(value, (str, list)) and _means(written, value):
        return written
    return _plain(value)


def _means(written: str, value: object) -> bool:
    """Return whether a bare scalar is `value`, since its line may stand in a string of many."""
    try:
        return bool(tomllib.loads(f"it = {written}", parse_float=str).get("it") == value)
    except ValueError:
        return False


def _tree_weights(tree: object, depth: int = 0) -> Iterator[int]:
    _check_depth(depth)
    yield 1 + (len(tree) if isinstance(tree, str) else 0)
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield len(key)
            yield from _tree_weights(value, depth + 1)
    if isinstance(tree, list):
        for each in tree:
            yield from _tree_weights(each, depth + 1)


def _plain(value: object) -> Value:
    """Return a parsed value with text for every scalar."""
    if isinstance(value, dict):
        return {clean(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, (date, time)):
        return value.isoformat()
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return clean(str(value))


# Recovery


def _recovered(block: str, first_line: int, language: _Format) -> Fields | None:
    """Return what can be read field by field of a block that does not parse as a whole.

    A field starts at a name at the start of a line. A block whose first line starts none is text.
    """
    fields: list[Field] = []
    faults: list[Fault] = []
    for lines, line in _pieces(block, first_line, language.key):
        if not language.key.match(lines[0]) and not _is_table(lines[0], language):
            if any(not _is_blank(each) for each in lines):
                return None
            continue
        found = _piece(lines, line, language)
        fields.extend(found.fields)
        faults.extend(found.faults)
    return _unique(fields, faults) if fields or faults else None


def _is_table(line: str, language: _Format) -> bool:
    return language.name == "TOML" and _TOML_TABLE.match(line) is not None


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _pieces(block: str, first_line: int, key: re.Pattern[str]) -> Iterator[tuple[list[str], int]]:
    """Yield each field's lines and the number of its first; what stands before a field comes first.

    In TOML a table's lines are one piece.
    """
    piece: list[str] = []
    start, in_table = first_line, False
    for number, line in enumerate(split_lines(block), first_line):
        header = key is _TOML_KEY and _TOML_TABLE.match(line) is not None
        in_table = in_table or header
        if header or (key.match(line) and not in_table):
            if piece:
                yield piece, start
            piece, start = [], number
        piece.append(line)
    if piece:
        yield piece, start


def _piece(lines: list[str], line: int, language: _Format) -> Fields:
    """Return one field: parsed, else parsed by its first line, else that line as text."""
    whole = _parsed("".join(lines), line, language)
    if whole:
        return whole
    key = language.key.match(lines[0])
    name = _name(key[1]) if key else lines[0].strip()
    below = next((at for at, each in enumerate(lines[1:], 1) if not _is_blank(each)), None)
    head = _parsed(lines[0], line, language) if below else None
    if head and below and not any(field.is_null for field in head.fields):
        reason = f"front matter under `{name}` is not valid {language.name}; it is left out"
        return Fields(head.fields, (*head.faults, (reason, line + below)))
    text = _COMMENT.sub("", lines[0][key.end() :]).strip() if key else ""
    if not text:
        return Fields((), ((_invalid(name, language, "left out"), line),))
    field = Field(name, text, line, text)
    return Fields((field,), ((_invalid(name, language, "taken as text"), line),))


def _parsed(text: str, line: int, language: _Format) -> Fields | None:
    try:
        return language.parse(text, line)
    except ValueError:
        return None


def _invalid(name: str, language: _Format, outcome: str) -> str:
    return f"front matter has a `{name}` that is not valid {language.name}; it is {outcome}"


def _name(key: str) -> str:
    return clean(key.strip("\"'"))
