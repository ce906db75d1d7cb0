"""Write the JSON Schemas of answers, manifest and configuration from the dataclasses that define them."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import sys
import textwrap
import types
import typing
from pathlib import Path

from siglum.artifact.manifest import Manifest
from siglum.artifact.tables import TABLES, VIEWS
from siglum.inspection import Inspection
from siglum.results import ContentResponse, SearchResponse
from siglum.verify import Verification
from siglum_builder.config import File

FOLDER = Path(__file__).parent
README = FOLDER / "README.md"
START, END = "<!-- tables -->", "<!-- /tables -->"
SCHEMAS: tuple[tuple[str, type], ...] = (
    ("search.response.json", SearchResponse),
    ("get_content.response.json", ContentResponse),
    ("inspect.response.json", Inspection),
    ("verify.response.json", Verification),
    ("manifest.json", Manifest),
    ("siglum.toml.json", File),
)
"""File, and the dataclass that it describes."""

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(cls: type) -> dict[str, object]:
    """Return the JSON Schema of a dataclass; nested ones stand in `$defs`."""
    definitions: dict[str, object] = {}
    top = _object(cls, definitions)
    schema: dict[str, object] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **top}
    if definitions:
        schema["$defs"] = dict(sorted(definitions.items()))
    return schema


def _object(cls: type, definitions: dict[str, object]) -> dict[str, object]:
    hints, texts = typing.get_type_hints(cls), _field_texts(cls)
    properties: dict[str, object] = {}
    for field in dataclasses.fields(cls):
        described = {"description": texts[field.name]} if field.name in texts else {}
        properties[field.name] = _type(hints[field.name], definitions) | described
    required = [
        field.name
        for field in dataclasses.fields(cls)
        if type(None) not in typing.get_args(hints[field.name])
        and (cls is not File and not cls.__module__.startswith("siglum_builder"))
    ]
    return {
        "title": cls.__name__.lstrip("_"),
        "description": inspect.cleandoc(cls.__doc__ or ""),
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
    }


def _type(kind: typing.Any, definitions: dict[str, object]) -> dict[str, object]:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        name = kind.__name__.lstrip("_")
        if name not in definitions:
            definitions[name] = {}
            definitions[name] = _object(kind, definitions)
        return {"$ref": f"#/$defs/{name}"}
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return {"type": "array", "items": _type(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _type(arguments[1], definitions)}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (types.UnionType, typing.Union):
        (kind,) = (argument for argument in arguments if argument is not type(None))
        return _type(kind, definitions)
    return {"type": _SCALARS[kind]} if kind in _SCALARS else {}


def _field_texts(cls: type) -> dict[str, str]:
    """Return the docstring that stands below each field."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(node, ast.ClassDef)
    texts: dict[str, str] = {}
    for before, after in zip(node.body, node.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
            match after:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    texts[before.target.id] = inspect.cleandoc(text)
    return texts


def rendered() -> dict[str, str]:
    """Return the text of each schema by file name."""
    return {
        name: json.dumps(schema_of(cls), indent=2, ensure_ascii=False) + "\n" for name, cls in SCHEMAS
    }


def tables_text() -> str:
    """Return the description of the DuckDB tables as Markdown."""
    parts = []
    for table in TABLES:
        rows = "\n".join(
            f"| `{c.name}` | {c.type}{' or NULL' if c.null else ''} | {c.comment} |" for c in table.columns
        )
        parts.append(f"### {table.name}\n\n{table.comment}\n\n| column | type | |\n|---|---|---|\n{rows}\n")
    views = "\n".join(f"* view `{name}`: `{query}`" for name, query in VIEWS)
    return "\n".join(parts) + f"\n{views}\n"


def with_tables(readme: str) -> str:
    """Return the README of this folder with its tables renewed."""
    head, _, rest = readme.partition(START)
    return f"{head}{START}\n\n{tables_text()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
    for name, text in rendered().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}\n")
