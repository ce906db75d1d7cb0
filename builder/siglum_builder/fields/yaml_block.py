"""Front matter in YAML, composed and never constructed: no type is guessed and no tag obeyed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import yaml

from siglum_builder.fields.bounds import MAX_DEPTH, MAX_VALUE, check_depth, size
from siglum_builder.fields.field import Field, Fields, clean, unique
from siglum_builder.fields.recovery import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum_builder.fields.field import Fault, Value

_KEY = re.compile(r"""([\w.-]+|"[^"]+"|'[^']+')[ \t]*:(?=[ \t\r\n]|\Z)""")
# PyYAML takes seconds to find that out by itself.
_TOO_DEEP = re.compile(rf"[\[{{](?:\s*[\[{{]){{{MAX_DEPTH}}}")
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


def _parse(block: str, first_line: int) -> Fields | None:
    """Return the fields of a block; None where it is no mapping, and so no front matter."""
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
            left -= size(_weights(value), left)
            fields.append(_field(key, value, block, line=line))
        except ValueError as fault:
            faults.append((f"front matter has a field that {fault}; it is left out", line))
    return unique(fields, faults)


YAML = Language("YAML", _KEY, _parse)


def _compose(block: str) -> yaml.Node | None:
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


def _field(key: yaml.Node, node: yaml.Node, block: str, *, line: int) -> Field:
    if not isinstance(key, yaml.ScalarNode):
        raise ValueError("has a list or mapping for a name")
    one_line = node.start_mark.line == node.end_mark.line
    written = block[node.start_mark.index : node.end_mark.index] if one_line else None
    null = isinstance(node, yaml.ScalarNode) and not node.style and node.value in _NULLS
    return Field(clean(key.value), _value(node), line, written, is_null=null)


def _value(node: yaml.Node) -> Value:
    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    if isinstance(node, yaml.MappingNode):
        return {_key(key): _value(value) for key, value in node.value}
    return clean(str(node.value))


def _key(node: yaml.Node) -> str:
    value = _value(node)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _weights(node: yaml.Node, depth: int = 0) -> Iterator[int]:
    check_depth(depth)
    yield 1 + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
    if isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from _weights(each, depth + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _weights(key, depth + 1)
            yield from _weights(value, depth + 1)
