"""The tools that are served over MCP and HTTP: one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.parameters import (
    ContentParameters,
    FlowParameters,
    GuideParameters,
    NoParameters,
    RelatedParameters,
    SearchParameters,
)
from siglum.requests import read_request
from siglum.results import (
    ContentResponse,
    DiagnosticsResponse,
    FlowResponse,
    GuideResponse,
    RelatedResponse,
    SearchResponse,
    TopicsResponse,
)
from siglum.service import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Tool(NamedTuple):
    """A function of `Library` as programs see it; its schemas come from the two dataclasses."""

    name: str
    title: str
    description: str
    """When to use it; `{search}` stands for the name under which `search` is served, `{corpus}` for what
    the artifact holds."""
    method: Callable[..., object]
    parameters: type
    response: type
    lines: tuple[str, ...] = ()
    """Parameters that say how many lines a text has, lowered first where an answer is too large."""
    entries: tuple[str, ...] = ()
    """Parameters that say how many entries an answer has, lowered next."""


TOOLS: tuple[Tool, ...] = (
    Tool(
        "search",
        "Search",
        "Find what {corpus} says: sections and code that answer a question, best first, each with its"
        " ref_id and lines. Use it first, with the words or identifiers that the text itself would have."
        " Then read with {get_content}.",
        Library.search,
        SearchParameters,
        SearchResponse,
        lines=("snippet_lines",),
        entries=("top_k",),
    ),
    Tool(
        "get_content",
        "Read",
        "Read the section, code or file that a ref_id of another answer names. mode=full gives all of it."
        " Not for finding: that is {search}.",
        Library.get_content,
        ContentParameters,
        ContentResponse,
        lines=("snippet_lines", "max_lines"),
    ),
    Tool(
        "expand_related",
        "Related",
        "Find what belongs with refs of other answers: what they link to, include, import or call, and what"
        " is like them, with reasons. For the wider picture after {search}.",
        Library.expand_related,
        RelatedParameters,
        RelatedResponse,
        lines=("snippet_lines",),
        entries=("budget",),
    ),
    Tool(
        "summarize_flow",
        "Flow",
        "Turn sections, code or files into ordered steps, in the words of the corpus: seeds from {search},"
        " or a topic alone.",
        Library.summarize_flow,
        FlowParameters,
        FlowResponse,
        entries=("max_steps",),
    ),
    Tool(
        "guide_implementation",
        "Guide",
        "Bundle documentation and sample code into a guide to building something; every step names its"
        " refs, and gaps are said. For how-to tasks.",
        Library.guide_implementation,
        GuideParameters,
        GuideResponse,
        entries=("max_refs",),
    ),
    Tool(
        "list_topics",
        "Topics",
        "List the categories, topics, tags and sources of {corpus}, with counts: values for filters.",
        Library.list_topics,
        NoParameters,
        TopicsResponse,
    ),
    Tool(
        "diagnostics",
        "Diagnostics",
        "Which version of which artifact answers, and what is amiss.",
        Library.diagnostics,
        NoParameters,
        DiagnosticsResponse,
    ),
)


def tool_named(name: str) -> Tool | None:
    """Return the tool of that name, or None."""
    return next((tool for tool in TOOLS if tool.name == name), None)


def ask(tool: Tool, library: Library, arguments: Mapping[str, object]) -> object:
    """Return a tool's answer to arguments that came as plain data.

    Raises:
        RequestError: an unknown name, a wrong type, or what the tool itself refuses.
    """
    given = {name: value for name, value in arguments.items() if value is not None}
    read_request(tool.parameters, given)  # names and types, before a signature meets them
    return tool.method(library, **given)
