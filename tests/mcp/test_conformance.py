"""Other people's programs find the server right: the conformance suite and the Inspector's command line.

Both come from npm: `npm install -g @modelcontextprotocol/conformance@0.2.0-alpha.12
@modelcontextprotocol/inspector`, with Node.js 22 or newer.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache

import pytest

SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation",
    "caching",
)
"""Those that need no tool of their own."""


@cache
def lacking(program: str) -> str | None:
    """Return why a program of npm cannot run, or None."""
    node = shutil.which("node")
    if node is None or shutil.which(program) is None:
        return f"no {'node' if node is None else program} on this machine"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return None if int(version.lstrip("v").split(".")[0]) >= 22 else f"Node.js {version} is older than 22"


@pytest.mark.skipif(lacking("conformance") is not None, reason=str(lacking("conformance")))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_conformance_suite_has_nothing_against_the_server(url: str, scenario: str) -> None:
    line = ["conformance", "server", "--url", f"{url}/mcp", "--scenario", scenario]
    done = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " 0 failed, 0 warnings" in done.stdout


@pytest.mark.skipif(lacking("mcp-inspector") is not None, reason=str(lacking("mcp-inspector")))
@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["tools/list"], "tools"),
        (["resources/list"], "resources"),
        (["resources/templates/list"], "resourceTemplates"),
        (["prompts/list"], "prompts"),
        (["tools/call", "--tool-name", "search", "--tool-arg", "query=upload"], "structuredContent"),
        (["tools/call", "--tool-name", "get_content", "--tool-arg", "ref_id=file:notes.txt"], "content"),
    ],
)
def test_the_inspector_lists_and_calls(url: str, arguments: list[str], key: str) -> None:
    line = ["mcp-inspector", "--cli", f"{url}/mcp", "--transport", "http", "--method", *arguments]
    done = subprocess.run(line, capture_output=True, text=True, timeout=120, check=True)
    answer = json.loads(done.stdout)
    assert answer[key]
    assert not answer.get("isError")
