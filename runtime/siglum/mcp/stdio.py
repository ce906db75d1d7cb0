"""Serve MCP on standard input and output, with nothing but protocol on the latter."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, cast

import anyio
import anyio.to_thread
import mcp_types as types

from siglum.mcp.lines import NoMessageError, read_message

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
        self.asked: set[int | str] = set()
        """Requests not yet answered, by their id."""
        self.quiet = anyio.Event()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the messages of the client; the end only when what was asked has been answered.

        What is no message is answered here, since the SDK passes over it in silence.
        The SDK cancels what is under way as soon as its input ends.
        """
        while line := await anyio.to_thread.run_sync(self.lines.readline, abandon_on_cancel=True):
            try:
                message = read_message(line)
            except NoMessageError as error:
                if line.strip():
                    await self._answer(error)
                continue
            self._count(message)
            yield line
        with anyio.move_on_after(LONGEST_WAIT):
            while self.asked:
                await self.quiet.wait()
                self.quiet = anyio.Event()

    async def write(self, text: str) -> None:
        """Send lines to the client."""
        await anyio.to_thread.run_sync(self._send, text.encode())
        message = read_message(text)
        if isinstance(message, (types.JSONRPCResponse, types.JSONRPCError)) and message.id is not None:
            self.asked.discard(message.id)
        self.quiet.set()

    async def flush(self) -> None:
        """Do nothing: each line is sent as it is written."""

    def _send(self, data: bytes) -> None:
        self.out.write(data)
        self.out.flush()

    async def _answer(self, error: NoMessageError) -> None:
        text = error.answer.model_dump_json(by_alias=True, exclude_unset=True)
        await anyio.to_thread.run_sync(self._send, f"{text}\n".encode())

    def _count(self, message: types.JSONRPCMessage) -> None:
        """Keep account of requests, and of those that the client takes back."""
        if isinstance(message, types.JSONRPCRequest):
            self.asked.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            taken_back = (message.params or {}).get("requestId")
            if isinstance(taken_back, (int, str)):
                self.asked.discard(taken_back)


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
