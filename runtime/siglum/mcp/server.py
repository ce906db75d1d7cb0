"""Serve a library's tools, prompts and resources with the SDK's low-level server."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

import siglum
from siglum.errors import RequestError, SiglumError
from siglum.mcp import resources
from siglum.mcp.budget import DEFAULT_TOKENS, MAX_TOKENS, fitted
from siglum.mcp.prompts import PROMPTS, filled, prompt_named
from siglum.mcp.published import published
from siglum.mcp.threads import Threads
from siglum.render import visible
from siglum.tools import TOOLS

if TYPE_CHECKING:
    from mcp_types.methods import CacheableMethod

    from siglum.current import Current
    from siglum.mcp.budget import Reply
    from siglum.mcp.identity import Identity
    from siglum.tools import Tool

FRESH = 300_000
"""Milliseconds for which a client may keep what is listed; it changes with a new version only."""
_CACHED: tuple[CacheableMethod, ...] = (
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "server/discover",
)
_READ_ONLY = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
_log = logging.getLogger("siglum.mcp")


class Options(NamedTuple):
    """What `serve` may change."""

    max_tokens: int = DEFAULT_TOKENS
    """Where a call gives none."""
    output_schemas: bool = True
    resource_links: bool = False
    """Whether answers also link the documents; some clients fail on such blocks."""


def mcp_server(current: Current, identity: Identity, options: Options) -> Server[Any]:
    """Return the server of a library; it holds no state between requests."""
    handlers = _Handlers(current, identity, options)
    hint = CacheHint(ttl_ms=FRESH, scope="public")
    return Server(
        identity.name,
        version=siglum.__version__,
        title=identity.name,
        description=identity.corpus,
        instructions=identity.instructions,
        cache_hints=dict.fromkeys(_CACHED, hint),
        get_tool_input_schema=handlers.input_schema,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _Handlers:
    """The handlers of one server."""

    def __init__(self, current: Current, identity: Identity, options: Options) -> None:
        self._identity = identity
        self._options = options
        self._threads = Threads(current)
        self._tools = [_described(tool, identity, options) for tool in TOOLS]

    def input_schema(self, name: str) -> dict[str, object] | None:
        tool = self._identity.tool(name)
        return published()[tool.name]["input"] if tool else None

    async def list_tools(self, _: object, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._tools)

    async def call_tool(self, _: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._identity.tool(params.name)
        if tool is None:
            raise _invalid(f"no tool {params.name!r}; there are {', '.join(t.name for t in self._tools)}")
        arguments = {MAX_TOKENS: self._options.max_tokens, **(params.arguments or {})}
        try:
            reply = await self._threads.ask(partial(fitted, tool, arguments=arguments))
        except SiglumError as error:
            return _failed(str(error))
        except Exception as error:
            _log.exception("%s failed", params.name)
            return _failed(f"{params.name} failed ({type(error).__name__}); the server's log has the details")
        return types.CallToolResult(
            content=[types.TextContent(text=reply.text), *self._links(reply)],
            structured_content=reply.answer,
        )

    async def list_resources(
        self, _: object, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        after = (params.cursor if params else None) or ""
        page = await self._threads.ask(partial(resources.page, after=after))
        listed = [
            types.Resource(uri=resources.document_uri(each.path), name=each.path, title=visible(each.title))
            for each in page.documents
        ]
        return types.ListResourcesResult(resources=listed, next_cursor=page.after)

    async def list_templates(self, _: object, __: object) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=_TEMPLATES)

    async def read_resource(
        self, _: object, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        try:
            found = await self._threads.ask(partial(resources.read, uri=params.uri))
        except RequestError as error:
            raise _invalid(str(error), {"uri": params.uri}) from error
        contents = types.TextResourceContents(uri=params.uri, mime_type=found.mime_type, text=found.text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, _: object, __: object) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=_PROMPTS)

    async def get_prompt(self, _: object, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = prompt_named(params.name)
        if prompt is None:
            raise _invalid(f"no prompt {params.name!r}; there are {', '.join(p.name for p in PROMPTS)}")
        try:
            text = filled(prompt, self._identity, params.arguments or {})
        except RequestError as error:
            raise _invalid(str(error)) from error
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    def _links(self, reply: Reply) -> list[types.ResourceLink]:
        found = reply.answer.get("results")
        if not self._options.resource_links or not isinstance(found, list):
            return []
        paths = dict.fromkeys(str(hit["path"]) for hit in found)
        return [types.ResourceLink(uri=resources.document_uri(path), name=path) for path in paths]


def _described(tool: Tool, identity: Identity, options: Options) -> types.Tool:
    schemas, brief = published()[tool.name], not options.output_schemas
    return types.Tool(
        name=identity.served(tool.name),
        title=None if brief else tool.title,
        description=identity.descriptions[tool.name],
        input_schema=_brief(schemas["input"]) if brief else schemas["input"],
        output_schema=schemas["output"] if options.output_schemas else None,
        annotations=_READ_ONLY,
    )


def _brief(schema: dict[str, object]) -> dict[str, object]:
    """Describe only the parameters that a call must have; the others speak by name, type and default.

    That of a flag is false, which need not be said.
    """
    properties = cast("dict[str, dict[str, object]]", schema["properties"])
    needed = cast("list[str]", schema.get("required", []))
    short = {
        name: entry
        if name in needed
        else {key: value for key, value in entry.items() if key != "description" and value is not False}
        for name, entry in properties.items()
    }
    return schema | {"properties": short}


def _failed(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=visible(message))], is_error=True)


def _invalid(message: str, data: dict[str, str] | None = None) -> MCPError:
    return MCPError(code=types.INVALID_PARAMS, message=visible(message), data=data)


_TEMPLATES = [
    types.ResourceTemplate(
        uri_template=resources.DOCUMENT + "{+path}",
        name="document",
        title="Document",
        description="A document of the corpus, as it was when it was compiled.",
    ),
    types.ResourceTemplate(
        uri_template=resources.TOPIC + "{+prefix}",
        name="topic",
        title="Documents of a topic",
        description="The documents whose path, topic or category begins so.",
        mime_type="text/markdown",
    ),
]
_PROMPTS = [
    types.Prompt(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[
            types.PromptArgument(name=a.name, description=a.description, required=a.required)
            for a in prompt.arguments
        ],
    )
    for prompt in PROMPTS
]
