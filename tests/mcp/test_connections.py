"""Connections over real sockets: who sends or reads nothing is let go and holds up no other."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import anyio
import pytest
import uvicorn
from tests.mcp.test_http import ask, connected

from siglum.http import connections
from siglum.http.connections import MOST_CONNECTIONS
from siglum.http.guard import Guard
from siglum.http.serving import configured
from siglum.mcp.threads import AT_ONCE, Threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

HALF = b"POST /api/search HTTP/1.1\r\nhost: localhost\r\nx-half: "
WHOLE = b"POST /api/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n"
HALF_A_BODY = b"POST /api/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"
LIMIT = 0.4
LARGE = b"x" * (32 << 20)


@pytest.mark.parametrize("sent", [b"", HALF, HALF_A_BODY])
def test_more_connections_than_are_held_open_shut_nobody_out(url: str, sent: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_CONNECTIONS + 60):
            stack.enter_context(connected(url)).sendall(sent)
        assert ask(f"{url}/healthz").status == 200
        assert ask(f"{url}/api/search", {"query": "vault"}).status == 200


@pytest.mark.parametrize("sent", [b"", HALF, WHOLE, WHOLE + HALF])
def test_a_connection_whose_request_does_not_come_is_closed(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "LONGEST_HEAD", LIMIT)
    with _served(_answering(b"ok")) as url, connected(url) as connection:
        connection.sendall(sent)
        start = time.monotonic()
        answered = _all_of(connection)
        assert LIMIT / 2 < time.monotonic() - start < LIMIT * 10
        assert answered.count(b"200 OK") == sent.count(WHOLE)


def test_a_head_that_comes_letter_by_letter_gets_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONGEST_HEAD", LIMIT)
    with _served(_answering(b"ok")) as url, connected(url) as connection:
        assert _is_closed(lambda: connection.sendall(b"G"))


def test_requests_one_after_the_other_keep_their_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONGEST_HEAD", LIMIT)
    with _served(_answering(b"ok")) as url, connected(url) as connection:
        for _ in range(6):
            connection.sendall(WHOLE)
            answered = b""
            while not answered.endswith(b"ok"):
                answered += connection.recv(4096)
            time.sleep(LIMIT / 3)


def test_an_answer_that_takes_its_time_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONGEST_HEAD", LIMIT)
    with _served(_answering(b"ok", after=LIMIT * 3)) as url:
        assert ask(f"{url}/api/search", {}).body == b"ok"


def test_an_answer_that_its_client_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONGEST_READING", LIMIT)
    with _served(_answering(LARGE)) as url, connected(url) as connection:
        connection.sendall(WHOLE)
        time.sleep(LIMIT * 3)
        try:
            received = len(_all_of(connection))
        except ConnectionError:
            received = 0
        assert received < len(LARGE)


def test_a_question_whose_client_left_before_its_turn_is_not_computed() -> None:
    release, computed = threading.Event(), []

    class Library:
        @contextmanager
        def library(self) -> Iterator[None]:
            yield

    threads = Threads(Library())  # type: ignore[arg-type]

    def compute(_: Any) -> None:
        computed.append(1)
        release.wait(20)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await threads.ask(compute)
        await _answering(b"ok")(scope, receive, send)

    with _served(Guard(app, hosts=["localhost"])) as url, ExitStack() as staying:
        for _ in range(AT_ONCE):
            staying.enter_context(connected(url)).sendall(WHOLE)
        _wait(lambda: len(computed) == AT_ONCE)
        for _ in range(5):
            with connected(url) as leaving:
                leaving.sendall(WHOLE)
                time.sleep(0.05)
        last = staying.enter_context(connected(url))
        last.sendall(WHOLE)
        time.sleep(0.1)
        release.set()
        assert b"200 OK" in last.recv(4096)
    assert len(computed) == AT_ONCE + 1


def _answering(body: bytes, *, after: float = 0) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await anyio.sleep(after)
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


@contextmanager
def _served(app: ASGIApp) -> Iterator[str]:
    """Serve `app` from a thread as siglum serves its own."""
    config = configured(app)
    config.lifespan = "off"
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            _wait(lambda: server.started)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def _wait(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def _is_closed(attempt: Callable[[], object]) -> bool:
    """Return whether the other end closes while something is attempted again and again."""
    for _ in range(100):
        try:
            attempt()
        except ConnectionError:
            return True
        time.sleep(LIMIT / 10)
    return False


def _all_of(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(65536):
        parts.append(part)
    return b"".join(parts)
