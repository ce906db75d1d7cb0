"""Serve MCP on standard input and output, with nothing but protocol on the latter."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, cast

import anyio
import anyio.to_thread
import orjson

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mcp.server.lowlevel import Server

LONGEST_WAIT = 60.0
"""Seconds that answers are waited for after the client has closed its end."""


class Wire:
    """The two ends of the protocol, taken away from everything else in this process."""

    def __init__(self, reading: int, writing: int) -> None:
        self.lines = io.TextIOWrapper(os.fdopen(reading, "rb"), encoding="utf-8", errors="replace")
        self.out = os.fdopen(writing, "wb")
        self.asked: set[str] = set()
        """Requests not yet answered, by their id as JSON."""
        self.quiet = anyio.Event()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the lines of the client; the end only when what was asked has been answered.

        The SDK cancels what is under way as soon as its input ends.
        """
        while line := await anyio.to_thread.run_sync(self.lines.readline, abandon_on_cancel=True):
            self._count(line, asked=True)
            yield line
        with anyio.move_on_after(LONGEST_WAIT):
            while self.asked:
                await self.quiet.wait()
                self.quiet = anyio.Event()

    async def write(self, text: str) -> None:
        """Send lines to the client."""
        await anyio.to_thread.run_sync(self._send, text.encode())
        self._count(text, asked=False)
        self.quiet.set()

    async def flush(self) -> None:
        """Do nothing: each line is sent as it is written."""

    def _send(self, data: bytes) -> None:
        self.out.write(data)
        self.out.flush()

    def _count(self, line: str, *, asked: bool) -> None:
        """Keep account of requests, of answers, and of requests that the client takes back."""
        try:
            message = orjson.loads(line)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        if asked and "id" in message and "method" in message:
            self.asked.add(_key(message["id"]))
        elif asked and message.get("method") == "notifications/cancelled":
            self.asked.discard(_key(_taken_back(message.get("params"))))
        elif not asked and "id" in message:
            self.asked.discard(_key(message["id"]))


def _key(identifier: object) -> str:
    return orjson.dumps(identifier).decode()


def _taken_back(params: object) -> object:
    return cast("dict[str, object]", params).get("requestId") if isinstance(params, dict) else None


def take_wire() -> Wire:
    """Take standard input and output; whoever else reads finds nothing, and prints go to stderr."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return Wire(reading, writing)


def serve_stdio(server: Server[Any], ends: Wire) -> None:
    """Serve until the client closes its end."""
    try:
        anyio.run(_served, server, ends)
    except KeyboardInterrupt:
        os._exit(130)  # a thread still waits for a line, and would keep the process


async def _served(server: Server[Any], ends: Wire) -> None:
    from mcp.server.stdio import stdio_server

    stream = cast("anyio.AsyncFile[str]", ends)
    async with stdio_server(stdin=stream, stdout=stream) as (read, write):
        await server.run(read, write, server.create_initialization_options())
