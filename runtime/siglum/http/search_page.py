"""The search page: files of this package, held in memory and sent as they are."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import Response
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

FILES = (
    ("/", "index.html", "text/html"),
    ("/page.js", "page.js", "text/javascript"),
    ("/text.js", "text.js", "text/javascript"),
    ("/page.css", "page.css", "text/css"),
    ("/icon.svg", "icon.svg", "image/svg+xml"),
)
"""Path, file in `siglum/web`, media type."""


class _File(NamedTuple):
    data: bytes
    media_type: str
    etag: str

    async def send(self, request: Request) -> Response:
        """Send the file, or that it has not changed."""
        headers = {"cache-control": "no-cache", "etag": self.etag}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        return Response(self.data, headers=headers, media_type=self.media_type)


def page_routes() -> list[Route]:
    """Return the routes of the page."""
    return [Route(path, _file(name, kind).send, methods=["GET"]) for path, name, kind in FILES]


def _file(name: str, media_type: str) -> _File:
    data = (files("siglum") / "web" / name).read_bytes()
    return _File(data, media_type, f'"{hashlib.sha256(data).hexdigest()[:16]}"')
