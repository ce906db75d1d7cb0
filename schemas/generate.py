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
from dataclasses import MISSING, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from siglum import parameters, results
from siglum.artifact import manifest
from siglum.artifact.tables import TABLES, VIEWS
from siglum.inspection import Inspection
from siglum.mcp.budget import DEFAULT_TOKENS, LEAST_TOKENS
from siglum.parameters import (
    ContentParameters,
    FlowParameters,
    GuideParameters,
    NoParameters,
    RelatedParameters,
    SearchParameters,
)
from siglum.results import (
    ContentResponse,
    DiagnosticsResponse,
    FlowResponse,
    GuideResponse,
    RelatedResponse,
    SearchResponse,
    TopicsResponse,
)
from siglum.results import citations as nouns
from siglum.results.citations import CitationCheck, SearchResults
from siglum.tools import TOOLS, Tool
from siglum.verify import Verification
from siglum_builder.config import ConfigFile
from siglum_builder.evaluation import Evaluation
from siglum_builder.golden import GoldenLine

FOLDER = Path(__file__).parent
PUBLISHED = FOLDER.parent / "runtime/siglum/mcp/schemas.json"
README = FOLDER / "README.md"
TABLES_MARK, PARAMETERS_MARK = "tables", "parameters"
"""What is renewed in the README, between comments of these names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedManifest(manifest.Manifest):
    """The whole of `manifest.json`."""

    seal: str
    """sha256 of this file's canonical JSON without this line."""


@dataclass(frozen=True, slots=True)
class Style:
    """What differs between answers, the manifest and the configuration."""

    closed: bool = False
    """Whether unknown keys are errors; to an answer, fields may be added."""
    null: bool = False
    """Whether an absent value is written as null."""
    defaults: bool = False
    """Whether a key may be left out, and what it then is."""


ANSWER, REQUEST = Style(), Style(closed=True, defaults=True)
GOLDEN = Style(defaults=True)
MANIFEST, CONFIG = Style(closed=True, null=True), Style(closed=True, defaults=True)
SCHEMAS: tuple[tuple[str, type, Style], ...] = (
    ("search.request.json", SearchParameters, REQUEST),
    ("search.response.json", SearchResponse, ANSWER),
    ("get_content.request.json", ContentParameters, REQUEST),
    ("get_content.response.json", ContentResponse, ANSWER),
    ("expand_related.request.json", RelatedParameters, REQUEST),
    ("expand_related.response.json", RelatedResponse, ANSWER),
    ("summarize_flow.request.json", FlowParameters, REQUEST),
    ("summarize_flow.response.json", FlowResponse, ANSWER),
    ("guide_implementation.request.json", GuideParameters, REQUEST),
    ("guide_implementation.response.json", GuideResponse, ANSWER),
    ("diagnostics.request.json", NoParameters, REQUEST),
    ("diagnostics.response.json", DiagnosticsResponse, ANSWER),
    ("list_topics.request.json", NoParameters, REQUEST),
    ("list_topics.response.json", TopicsResponse, ANSWER),
    ("inspect.response.json", Inspection, ANSWER),
    ("verify.response.json", Verification, ANSWER),
    ("search_result.response.json", SearchResults, ANSWER),
    ("cite_check.response.json", CitationCheck, ANSWER),
    ("eval.response.json", Evaluation, ANSWER),
    ("manifest.json", SealedManifest, MANIFEST),
    ("siglum.toml.json", ConfigFile, CONFIG),
    ("golden.json", GoldenLine, GOLDEN),
)
"""File, the dataclass that it describes, and how."""

FOR_CHECKERS = (
    vars(manifest) | vars(parameters) | vars(nouns) | {name: getattr(results, name) for name in dir(results)}
)
"""What modules import for type checkers only."""
_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(cls: type, style: Style) -> dict[str, object]:
    """Return the JSON Schema of a dataclass; nested ones stand in `$defs`."""
    definitions: dict[str, object] = {}
    base = (
        cls()
        if style.defaults and all(field.default is not MISSING for field in dataclasses.fields(cls))
        else None
    )
    top = _object(cls, style, definitions, base=base)
    schema: dict[str, object] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **top}
    if definitions:
        schema["$defs"] = dict(sorted(definitions.items()))
    return schema


def _object(cls: Any, style: Style, definitions: dict[str, object], *, base: object) -> dict[str, object]:
    """Describe a table; `base` has what its keys are where they are not given."""
    names = FOR_CHECKERS | vars(sys.modules[cls.__module__])
    hints = typing.get_type_hints(cls, localns=names, include_extras=True)
    texts = _field_texts(cls)
    properties: dict[str, object] = {}
    for field in dataclasses.fields(cls):
        described = {"description": texts[field.name]} if field.name in texts else {}
        default = _default(field.default) if style.defaults else {}
        kind = _type(hints[field.name], style, definitions, base=getattr(base, field.name, None))
        properties[field.name] = kind | described | default
    required = [field.name for field in dataclasses.fields(cls) if _required(field, hints, style, base=base)]
    return {
        "title": cls.__name__,
        "description": inspect.cleandoc(cls.__doc__ or ""),
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        **({"additionalProperties": False} if style.closed else {}),
    }


def _required(field: dataclasses.Field[Any], hints: dict[str, Any], style: Style, *, base: object) -> bool:
    """Tell whether a key always stands there: in an answer all but None, else what has no default."""
    if style.closed or style.defaults:
        return base is None and field.default is MISSING
    return type(None) not in get_args(hints[field.name])


def _default(value: object) -> dict[str, object]:
    """Return the default as an annotation, but of a table only where its own keys have none."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return {} if value is None or value is MISSING or value == () else {"default": value}
    own = all(field.default is not MISSING for field in dataclasses.fields(value))
    return {} if own else {"default": dataclasses.asdict(value)}


def _type(kind: Any, style: Style, definitions: dict[str, object], *, base: object) -> dict[str, object]:
    if dataclasses.is_dataclass(kind) or typing.is_typeddict(kind):
        return _reference(kind, style, definitions, base=base)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (tuple, list):
        return {"type": "array", "items": _type(arguments[0], style, definitions, base=None)}
    if origin is dict:
        values = _type(arguments[1], style, definitions, base=None)
        return {"type": "object", "additionalProperties": values or True}
    if origin is Literal:
        kinds = sorted({_SCALARS[type(argument)] for argument in arguments})
        return {**({"type": kinds[0]} if len(kinds) == 1 else {}), "enum": list(arguments)}
    if origin in (types.UnionType, Union):
        return _union(arguments, style, definitions, base=base)
    return _scalar(kind)


def _union(
    arguments: tuple[Any, ...], style: Style, definitions: dict[str, object], *, base: object
) -> dict[str, object]:
    """Describe one of several types, or one that may be absent."""
    kinds = [_type(kind, style, definitions, base=base) for kind in arguments if kind is not type(None)]
    if len(kinds) == len(arguments):
        return {"anyOf": kinds}
    return {"anyOf": [*kinds, {"type": "null"}]} if style.null else kinds[0]


def _scalar(kind: Any) -> dict[str, object]:
    """Describe text, a boolean, a number with its bounds, or (as nothing) any value."""
    if get_origin(kind) is Annotated:
        number, bounds = get_args(kind)
        top = {"maximum": bounds.high} if bounds.high < float("inf") else {}
        return _scalar(number) | {"minimum": bounds.low} | top
    return {"type": _SCALARS[kind]} if kind in _SCALARS else {}


def _reference(kind: Any, style: Style, definitions: dict[str, object], *, base: object) -> dict[str, object]:
    name = kind.__name__
    if name not in definitions:
        definitions[name] = {}
        if typing.is_typeddict(kind):
            definitions[name] = _typed_dict(kind, style, definitions)
        else:
            definitions[name] = _object(kind, style, definitions, base=base)
    return {"$ref": f"#/$defs/{name}"}


def _typed_dict(kind: Any, style: Style, definitions: dict[str, object]) -> dict[str, object]:
    """Describe a dict of fixed keys."""
    hints = typing.get_type_hints(kind)
    return {
        "title": kind.__name__,
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": {name: _type(hint, style, definitions, base=None) for name, hint in hints.items()},
        "required": [name for name in hints if name in kind.__required_keys__],
    }


def _field_texts(cls: type) -> dict[str, str]:
    """Return the docstring that stands below each field, inherited ones included."""
    texts: dict[str, str] = {}
    for each in reversed(cls.__mro__[:-1]):
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        body = node.body if isinstance(node, ast.ClassDef) else []
        for before, after in pairwise(body):
            if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
                match after:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        texts[before.target.id] = inspect.cleandoc(text)
    return texts


def rendered() -> dict[str, str]:
    """Return the text of each schema by file name."""
    return {
        name: json.dumps(schema_of(cls, style), indent=2, ensure_ascii=False) + "\n"
        for name, cls, style in SCHEMAS
    }


def published_text() -> str:
    """Return what clients are told of each tool, as short as it can be said."""
    described: list[object] = []
    tools = {tool.name: {"input": _input(tool, described), "output": _output(tool)} for tool in TOOLS}
    return json.dumps(tools, indent=1, ensure_ascii=False) + "\n"


def _input(tool: Tool, described: list[object]) -> dict[str, object]:
    """Describe arguments; a parameter that an earlier tool has in the same form is described there."""
    schema = _short(schema_of(tool.parameters, REQUEST))
    properties = cast("dict[str, dict[str, object]]", schema["properties"])
    for entry in properties.values():
        if entry in described:
            del entry["description"]
        else:
            described.append(dict(entry))
    properties["max_tokens"] = MAX_TOKENS
    return schema


def _output(tool: Tool) -> dict[str, object]:
    """Describe an answer by names and types: its own keys, and those of the entries of its lists."""
    schema = cast("dict[str, dict[str, Any]]", schema_of(tool.response, ANSWER))
    listed = {_named(entry.get("items")) for entry in schema["properties"].values()} - {""}
    definitions = {name: schema["$defs"][name]["properties"] for name in sorted(listed)}
    kept: dict[str, object] = {
        "type": "object",
        "properties": {
            name: entry if _named(entry.get("items")) else _plain(entry)
            for name, entry in schema["properties"].items()
        },
        "$defs": {
            name: {"type": "object", "properties": {key: _plain(entry) for key, entry in properties.items()}}
            for name, properties in definitions.items()
        },
    }
    return cast("dict[str, object]", _bare(kept))


def _named(entry: object) -> str:
    """Return the name of the definition that an entry refers to, or nothing."""
    return str(entry.get("$ref", "")).rpartition("/")[2] if isinstance(entry, dict) else ""


def _plain(entry: dict[str, object]) -> dict[str, object]:
    """Return the type of an entry alone."""
    return {"type": "object"} if "$ref" in entry else {"type": entry["type"]} if "type" in entry else entry


MAX_TOKENS: dict[str, object] = {
    "type": "integer",
    "minimum": LEAST_TOKENS,
    "default": DEFAULT_TOKENS,
    "description": "Size of the answer; what is cut is said.",
}
"""The parameter that the MCP server adds to every tool."""


def _short(schema: dict[str, object]) -> dict[str, object]:
    """Leave out what says nothing to a client: dialect, names of classes, texts of the whole."""
    return {key: value for key, value in schema.items() if key not in ("$schema", "title", "description")}


def _bare(schema: object) -> object:
    """Leave titles and descriptions out at every level but as names of properties."""
    if isinstance(schema, list):
        return [_bare(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    named = {
        key: {name: _bare(entry) for name, entry in schema[key].items()}
        for key in ("properties", "$defs")
        if key in schema
    }
    rest = {
        key: _bare(value)
        for key, value in schema.items()
        if key not in named and not (key in ("title", "description") and isinstance(value, str))
    }
    return rest | named


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


def parameters_text() -> str:
    """Return the parameters of every tool as Markdown, by the schemas of its requests."""
    parts = []
    for tool in TOOLS:
        schema = cast("dict[str, dict[str, Any]]", schema_of(tool.parameters, REQUEST))
        rows = [_row(name, schema) for name in schema["properties"]]
        table = "\n".join(["| parameter | takes | default | |", "|---|---|---|---|", *rows])
        parts.append(f"### {tool.name}\n\n{table if rows else 'None.'}\n")
    return "\n".join(parts)


def _row(name: str, schema: dict[str, Any]) -> str:
    entry = schema["properties"][name]
    described = " ".join(str(entry["description"]).split())
    return f"| `{name}` | {_kind(entry)} | {_given(name, schema)} | {described} |"


def _kind(entry: dict[str, Any]) -> str:
    """Return what a parameter takes, its values or bounds included."""
    if entry.get("type") == "array":
        return f"list of {_kind(entry['items'])}"
    if "enum" in entry:
        return ", ".join(f"`{value}`" for value in entry["enum"])
    least, most = entry.get("minimum"), entry.get("maximum")
    bounds = "" if least is None else f", {least} or more" if most is None else f", {least} to {most}"
    return f"{entry['type']}{bounds}"


def _given(name: str, schema: dict[str, Any]) -> str:
    """Return what a parameter is where it is not given."""
    entry = schema["properties"][name]
    default = f"`{json.dumps(entry['default'])}`" if "default" in entry else ""
    return "required" if name in schema.get("required", ()) else default


def with_tables(readme: str) -> str:
    """Return the README of this folder with its tables renewed."""
    for mark, text in ((TABLES_MARK, tables_text()), (PARAMETERS_MARK, parameters_text())):
        head, start, rest = readme.partition(f"<!-- {mark} -->")
        tail = rest.partition(f"<!-- /{mark} -->")[2]
        readme = f"{head}{start}\n\n{text}\n<!-- /{mark} -->{tail}" if start else readme
    return readme


def main() -> None:
    """Write every file of this folder that is derived from the code."""
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
    for name, text in rendered().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}\n")
    PUBLISHED.write_text(published_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
