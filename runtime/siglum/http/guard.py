"""What every HTTP request must pass before anything answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import anyio
import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 1 << 20
"""Bytes of a request; a query has 4,096 at most."""
MOST_AT_ONCE = 64
"""Questions asked or waiting; one takes milliseconds."""
LONGEST_BODY = 10.0
"""Seconds in which a body must have come."""
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        b" base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
)


class Refusal(NamedTuple):
    """Why a request goes no further."""

    status: int
    reason: str


class Guard:
    """Checks Host and Origin against DNS rebinding, caps bodies and what is asked at once."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._asking = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on with its whole body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        refusal = self._refusal(scope["headers"])
        if refusal is None:
            body = await _body(receive)
            if body is None:
                return  # the client is gone
            if isinstance(body, bytes):
                answered = self._answered if scope["method"] == "POST" else self._app
                whole: Message = {"type": "http.request", "body": body, "more_body": False}
                await answered(scope, _replayed(whole, receive), send)
                return
            refusal = body
        await _refuse(refusal, send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question; what is only got, such as whether this server is ready, waits for none."""
        if self._asking >= MOST_AT_ONCE:
            await _refuse(
                Refusal(429, f"{MOST_AT_ONCE} questions are being answered: ask again shortly"), send
            )
            return
        self._asking += 1
        try:
            await self._unless_gone(scope, receive, send)
        finally:
            self._asking -= 1

    async def _unless_gone(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question, unless its client leaves before: what has not begun by then is dropped."""
        body = await receive()
        left = anyio.Event()
        begun = False

        async def told() -> Message:
            await left.wait()
            return {"type": "http.disconnect"}

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            left.set()
            if not begun:
                group.cancel_scope.cancel()

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        async with anyio.create_task_group() as group:
            group.start_soon(watch)
            await self._app(scope, _replayed(body, told), sent)
            group.cancel_scope.cancel()

    def _refusal(self, headers: list[tuple[bytes, bytes]]) -> Refusal | None:
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        sizes = [value for name, value in headers if name == b"content-length"]
        if len(hosts) != 1 or _host(hosts[0]) not in self._hosts:
            return Refusal(421, "this Host is not served here: name it with --allowed-host")
        if any(not self._is_ours(origin) for origin in origins):
            return Refusal(403, "this Origin may not ask: name its host with --allowed-host")
        if any(not size.isdigit() or int(size) > MOST_BODY for size in sizes):
            return Refusal(413, f"at most {MOST_BODY} bytes are read")
        return None

    def _is_ours(self, origin: str) -> bool:
        scheme, separator, host = origin.partition("://")
        return scheme in ("http", "https") and bool(separator) and _host(host) in self._hosts


def _host(value: str) -> str:
    """Return a Host header without its port; of one with anything else behind the colon, all."""
    host, _, port = value.rpartition(":")
    return (host if host and (not port or port.isdecimal()) else value).lower()


async def _body(receive: Receive) -> bytes | Refusal | None:
    """Return the whole body, None where the client left before it was sent."""
    parts = bytearray()
    with anyio.move_on_after(LONGEST_BODY):
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            parts += message.get("body", b"")
            if len(parts) > MOST_BODY:
                return Refusal(413, f"at most {MOST_BODY} bytes are read")
            if not message.get("more_body", False):
                return bytes(parts)
    return Refusal(408, f"the body had not come after {LONGEST_BODY:.0f} seconds")


def _replayed(body: Message, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once, then what follows it."""
    left = [body]

    async def replay() -> Message:
        return left.pop() if left else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_HEADERS]}
        await send(message)

    return sent


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = orjson.dumps({"error": refusal.reason})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"connection", b"close")] if refusal.status in (408, 413) else []
    headers += [(b"retry-after", b"1")] if refusal.status == 429 else []
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
