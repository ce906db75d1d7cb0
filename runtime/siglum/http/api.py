"""The tools as JSON over HTTP, with the parameters and errors that they have everywhere."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import orjson
from starlette.responses import Response
from starlette.routing import Route

from siglum.errors import ArtifactError, RefError, RequestError, SiglumError
from siglum.mcp.published import published
from siglum.mcp.threads import Threads
from siglum.render import plain
from siglum.tools import TOOLS, ask, tool_named

if TYPE_CHECKING:
    from starlette.requests import Request

    from siglum.current import Current
    from siglum.mcp.identity import Identity

_STATUS: tuple[tuple[type[SiglumError], int], ...] = (
    (RefError, 404),
    (RequestError, 400),
    (ArtifactError, 503),
    (SiglumError, 500),
)
_log = logging.getLogger("siglum.http")


def api_routes(current: Current, identity: Identity) -> list[Route]:
    """Return the routes: what there is, each tool, and whether this server is ready."""
    api = _Api(current, identity)
    return [
        Route("/healthz", api.health, methods=["GET"]),
        Route("/api", api.about, methods=["GET"]),
        Route("/api/{tool}", api.call, methods=["POST"]),
    ]


class _Api:
    """The routes of one server."""

    def __init__(self, current: Current, identity: Identity) -> None:
        self._current = current
        self._identity = identity
        self._threads = Threads(current)

    async def health(self, _: Request) -> Response:
        with self._current.library() as library:
            manifest = library.manifest
        return _json({"status": "ready", "name": manifest.name, "version": manifest.version})

    async def about(self, _: Request) -> Response:
        with self._current.library() as library:
            manifest = library.manifest
        return _json(
            {
                "name": manifest.name,
                "version": manifest.version,
                "description": self._identity.corpus,
                "documents": manifest.counts.get("documents", 0),
                "languages": list(manifest.languages),
                "sources": [source.name for source in manifest.sources],
                "tools": {tool.name: published()[tool.name]["input"] for tool in TOOLS},
            }
        )

    async def call(self, request: Request) -> Response:
        tool = tool_named(request.path_params["tool"])
        if tool is None:
            return _failed(404, f"no such tool; there are {', '.join(each.name for each in TOOLS)}")
        try:
            arguments = _arguments(request.headers.get("content-type", ""), await request.body())
            return _json(await self._threads.ask(partial(ask, tool, arguments=arguments)))
        except SiglumError as error:
            status = next(status for kind, status in _STATUS if isinstance(error, kind))
            return _failed(status, str(error))
        except Exception as error:
            _log.exception("%s failed", tool.name)
            return _failed(
                500, f"{tool.name} failed ({type(error).__name__}); the server's log has the details"
            )


def _arguments(content_type: str, body: bytes) -> dict[str, object]:
    """Return the arguments in a body; only as JSON, which no page of another site can send unasked."""
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise RequestError("send the parameters as one JSON object, with Content-Type: application/json")
    try:
        data = orjson.loads(body)
    except ValueError as error:
        raise RequestError(f"the body is not JSON ({error})") from error
    if not isinstance(data, dict):
        raise RequestError("the body is no JSON object; it takes the parameters by name")
    return data


def _json(value: object, status: int = 200) -> Response:
    body = orjson.dumps(plain(value))
    return Response(body, status, {"cache-control": "no-store"}, media_type="application/json")


def _failed(status: int, message: str) -> Response:
    return _json({"error": message}, status)
