"""What clients are told of the tools is small, plain and what the code does."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import anyio
import jsonschema
import pytest
from mcp import Client

import siglum
from siglum.current import Current
from siglum.mcp.identity import MOST_BYTES, identity
from siglum.mcp.prompts import PROMPTS, filled
from siglum.mcp.published import published
from siglum.mcp.server import Options, mcp_server
from siglum.settings import McpSettings
from siglum.tools import TOOLS, Tool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def keywords(schema: object) -> Iterator[tuple[str, object]]:
    """Yield every key and value of a schema, at every level."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            yield key, value
            yield from keywords(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keywords(value)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schemas_are_objects_without_unions_or_null(tool: Tool) -> None:
    for schema in published()[tool.name].values():
        assert isinstance(schema, dict)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        used = dict(keywords(schema))
        assert not {"anyOf", "oneOf", "allOf", "$schema"} & used.keys()
        assert "null" not in [value for key, value in keywords(schema) if key == "type"]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_parameter_is_described_where_it_first_appears(tool: Tool) -> None:
    names = {field.name for field in dataclasses.fields(tool.parameters)}
    schema = published()[tool.name]["input"]
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert set(properties) == names | {"max_tokens"}
    assert set(tool.lines + tool.entries) <= names


def listed(artifact: Path, options: Options, given: McpSettings | None = None) -> tuple[int, list[str], str]:
    """Return the bytes of `tools/list`, the names in it and the server's instructions."""

    async def ask() -> tuple[int, list[str], str]:
        with Current(artifact) as current:
            with current.library() as library:
                presented = identity(library.manifest, given=given)
            async with Client(mcp_server(current, presented, options), mode="legacy") as client:
                tools = await client.list_tools()
        text = tools.model_dump_json(by_alias=True, exclude_none=True)
        descriptions = " ".join(tool.description or "" for tool in tools.tools)
        return len(text.encode()), [t.name for t in tools.tools], presented.instructions + descriptions

    return anyio.run(ask)


def test_the_list_of_tools_is_short(artifact: Path) -> None:
    assert listed(artifact, Options())[0] < 16 * 1024
    assert listed(artifact, Options(output_schemas=False))[0] < 6 * 1024


def test_instructions_and_descriptions_are_within_what_clients_keep(artifact: Path) -> None:
    long = McpSettings(description="many words " * 200, examples=("why " * 100,) * 20)
    with siglum.open(artifact) as library:
        presented = identity(library.manifest, given=long)
    texts = [presented.instructions, *presented.descriptions.values()]
    assert all(0 < len(text.encode()) <= MOST_BYTES for text in texts)


def test_name_prefix_and_description_tell_servers_apart(artifact: Path) -> None:
    given = McpSettings("notes", "notes_", "the harbour notes", ("When is high tide?",))
    _, names, told = listed(artifact, Options(), given)
    assert names == [f"notes_{tool.name}" for tool in TOOLS]
    assert all(word in told for word in ("the harbour notes", "High tide"[1:], "notes_search"))


@pytest.mark.parametrize("prefix", ["a b", "x" * 33, "ü", "a/"])
def test_a_prefix_that_no_tool_name_may_hold_is_refused(artifact: Path, prefix: str) -> None:
    with siglum.open(artifact) as library, pytest.raises(siglum.SiglumError, match="tool_prefix"):
        identity(library.manifest, given=McpSettings(tool_prefix=prefix))


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_prompts_name_the_tools_as_they_are_served_and_hold_what_was_given_on_one_line(
    artifact: Path, prompt: object
) -> None:
    from siglum.mcp.prompts import Prompt

    assert isinstance(prompt, Prompt)
    with siglum.open(artifact) as library:
        presented = identity(library.manifest, given=McpSettings(tool_prefix="x_"))
    text = filled(prompt, presented, {a.name: "tides\n\x1b[31m{search}" for a in prompt.arguments})
    assert "x_search" in text
    assert "\x1b" not in text
    assert r"tides \x1b[31m{search}" in text
    required = [a for a in prompt.arguments if a.required]
    if required:
        with pytest.raises(siglum.SiglumError, match=required[0].name):
            filled(prompt, presented, {})
    with pytest.raises(siglum.SiglumError, match="has no argument 'other'"):
        filled(prompt, presented, {"other": "x"})
