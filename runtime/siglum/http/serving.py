"""Bind an address and serve on it until told to stop."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click
import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Route

from siglum.errors import RequestError, SiglumError
from siglum.http.api import api_routes
from siglum.http.connections import Connection
from siglum.http.guard import MOST_BODY, Guard
from siglum.http.search_page import page_routes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractAsyncContextManager

    from mcp.server.lowlevel import Server
    from starlette.types import ASGIApp

    from siglum.current import Current
    from siglum.mcp.identity import Identity

LOOPBACK = "127.0.0.1"
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""What a client on this machine may call it."""
LAST_ANSWERS = 10
"""Seconds that a stop waits for questions being answered."""
_ADDRESS = re.compile(r"(?:(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]]+):)?(?P<port>[0-9]{1,5})")


class Address(NamedTuple):
    """Where to serve."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str, *, remote: bool = False) -> Self:
        """Read `[HOST:]PORT`; other machines can reach it only where `remote` allows that.

        Raises:
            RequestError: of another form, or reachable from elsewhere without leave.
        """
        found = _ADDRESS.fullmatch(text)
        if found is None or int(found["port"]) > 65535:
            raise RequestError(f"--http is {text!r}: write PORT or HOST:PORT, such as 8080 or 127.0.0.1:8080")
        address = cls((found["host"] or LOOPBACK).strip("[]"), int(found["port"]))
        if not remote and not address.is_loopback:
            raise RequestError(
                f"{address.host} can be reached from other machines, and siglum knows no passwords:"
                " add --allow-remote if that is meant, or bind 127.0.0.1 behind a proxy"
            )
        return address

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() == "localhost"


def application(server: Server[Any], current: Current, identity: Identity, *, hosts: Sequence[str]) -> Guard:
    """Return everything that is served, behind the guard; `hosts` are the names it may be asked by."""
    manager = StreamableHTTPSessionManager(
        app=server, json_response=True, stateless=True, max_request_body_size=MOST_BODY
    )

    def lifespan(_: Starlette) -> AbstractAsyncContextManager[None]:
        return manager.run()

    mcp = Route("/mcp", StreamableHTTPASGIApp(manager), methods=["POST"])
    return Guard(
        Starlette(routes=[mcp, *api_routes(current, identity), *page_routes()], lifespan=lifespan),
        hosts=hosts,
    )


def configured(app: ASGIApp) -> uvicorn.Config:
    """Return how `app` is served: HTTP/1.1 alone, over connections that none can hold for nothing."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=LAST_ANSWERS,
    )


def serve_http(
    server: Server[Any], current: Current, identity: Identity, *, address: Address, hosts: Sequence[str]
) -> None:
    """Serve until SIGINT or SIGTERM; questions being answered are answered first."""
    listening = _bound(address)
    app = application(server, current, identity, hosts=_names(address, hosts))
    port = listening.getsockname()[1]
    host = f"[{address.host}]" if ":" in address.host else address.host
    if not address.is_loopback:
        click.echo(f"siglum: {host} can be reached from other machines; there are no passwords", err=True)
    click.echo(f"siglum: {identity.name} at http://{host}:{port}/ (MCP at /mcp)", err=True)
    with listening:
        uvicorn.Server(configured(app)).run(sockets=[listening])


def _bound(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family, backlog=256)
    except OSError as error:
        raise SiglumError(
            f"{address.host}:{address.port} cannot be bound ({error.strerror or error}): name another address"
        ) from error


def _names(address: Address, hosts: Sequence[str]) -> tuple[str, ...]:
    """Return the names by which this server may be asked: its own, and those given."""
    own = f"[{address.host}]" if ":" in address.host else address.host
    return (*LOCAL_NAMES, own, *hosts)
