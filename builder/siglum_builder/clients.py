"""What each MCP client wants in its configuration to start a server of an artifact."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PORT = 8080


class Client(NamedTuple):
    """A client, where its configuration lives and under which key its servers stand."""

    file: str
    servers: str
    typed: bool = False
    """Whether each server names its transport."""
    http: bool = False
    """Whether the server is reached rather than started."""


CLIENTS: dict[str, Client] = {
    "claude-code": Client(".mcp.json in the project", "mcpServers"),
    "claude-desktop": Client("claude_desktop_config.json (Settings > Developer > Edit Config)", "mcpServers"),
    "cursor": Client(".cursor/mcp.json in the project, or ~/.cursor/mcp.json", "mcpServers"),
    "vscode": Client(".vscode/mcp.json in the project", "servers", typed=True),
    "http": Client("the configuration of any client of streamable HTTP", "mcpServers", typed=True, http=True),
}


def configuration(client: Client, artifacts: Sequence[Path], *, name: str) -> str:
    """Return the JSON that a client takes; paths are absolute, since clients start anywhere."""
    if client.http:
        server: dict[str, object] = {"type": "http", "url": f"http://127.0.0.1:{PORT}/mcp"}
    else:
        command, *arguments = _siglum()
        server = {"type": "stdio"} if client.typed else {}
        named = [word for artifact in artifacts for word in ("-a", str(artifact.resolve()))]
        server |= {"command": command, "args": [*arguments, "serve", *named]}
    return json.dumps({client.servers: {f"siglum-{name}": server}}, indent=2, ensure_ascii=False)


def advice(client: Client, artifacts: Sequence[Path]) -> str:
    """Say where the configuration goes, and what else is to be done."""
    told = f"put this into {client.file}, beside what is there"
    start = " ".join(
        [f"siglum serve --http {PORT}", *(f"-a {artifact.as_posix()}" for artifact in artifacts)]
    )
    return f"{told}; start the server with `{start}`" if client.http else told


def _siglum() -> list[str]:
    """Return the command line of siglum on this machine."""
    found = shutil.which("siglum")
    return [found] if found else [sys.executable, "-m", "siglum.cli"]
