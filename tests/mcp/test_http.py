"""Over HTTP: only who may ask is answered, and nobody's faults harm another."""

from __future__ import annotations

import json
import shutil
import socket
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
import pytest
from mcp import Client
from tests.mcp.servers import serving
from tests.mcp.test_stdio import everything

import siglum
from siglum.errors import RequestError
from siglum.http.guard import MOST_AT_ONCE, MOST_BODY
from siglum.http.search_page import FILES
from siglum.http.serving import Address
from siglum.render import plain
from siglum.tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROUTES = ["/mcp", "/api", "/healthz", "/nowhere", *(path for path, _, _ in FILES)]
ROUTES += [f"/api/{tool.name}" for tool in TOOLS]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


def ask(url: str, data: object = None, **headers: str) -> Answer:
    """Send a request: a POST where there is data."""
    body = data if isinstance(data, bytes) else None if data is None else json.dumps(data).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, body, {"content-type": "application/json", **named})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return Answer(answer.status, dict(answer.headers), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, dict(error.headers), error.read())


@contextmanager
def connected(url: str) -> Iterator[socket.socket]:
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        yield connection


@pytest.mark.parametrize("mode", ["2026-07-28", "legacy"])
def test_the_sdks_client_lists_and_calls_everything(url: str, mode: str) -> None:
    async def converse() -> None:
        async with Client(f"{url}/mcp", mode=mode) as client:
            await everything(client)

    anyio.run(converse)


def test_the_json_interface_answers_as_the_library_does(url: str, artifact: Path) -> None:
    answer = ask(f"{url}/api/search", {"query": "upload hangs", "top_k": 2})
    with siglum.open(artifact) as library:
        assert answer.data == plain(library.search("upload hangs", top_k=2))
    assert answer.status == 200


@pytest.mark.parametrize(
    ("path", "data", "status", "told"),
    [
        ("search", {"query": "x", "limit": 3}, 400, "top_k"),
        ("search", {"query": 3}, 400, "query"),
        ("search", {}, 400, "query"),
        ("search", [], 400, "object"),
        ("search", b"{", 400, "JSON"),
        ("search", b"\xff\x00", 400, "JSON"),
        ("get_content", {"ref_id": "md:guide/configuration.md#retry"}, 404, "retry_limit"),
        ("get_content", {"ref_id": "file:../../etc/passwd"}, 404, "leaves the corpus"),
        ("nothing", {}, 404, "search"),
    ],
)
def test_wrong_requests_are_told_what_is_right(
    url: str, path: str, data: object, status: int, told: str
) -> None:
    answer = ask(f"{url}/api/{path}", data)
    assert answer.status == status
    assert told in answer.data["error"]


def test_a_form_of_another_site_is_no_question(url: str) -> None:
    answer = ask(f"{url}/api/search", b"query=x", content_type="application/x-www-form-urlencoded")
    assert answer.status == 400


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "localhost@evil.example"},
        {"host": "localhost:80@evil.example"},
        {"host": "[::1]evil.example:80"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost.evil.example:80"},
        {"origin": "file://localhost"},
    ],
)
def test_another_host_or_origin_is_refused_on_every_route(
    url: str, route: str, headers: dict[str, str]
) -> None:
    assert ask(url + route, **headers).status in (403, 421)
    assert ask(url + route, {}, **headers).status in (403, 421)


@pytest.mark.parametrize("path", [path for path, _, _ in FILES])
def test_files_of_the_page_carry_strict_headers_and_are_not_sent_twice(url: str, path: str) -> None:
    answer = ask(url + path)
    headers = {name.lower(): value for name, value in answer.headers.items()}
    assert answer.status == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert ask(url + path, if_none_match=headers["etag"]).status == 304


def test_a_body_over_the_cap_is_refused_and_others_are_answered(url: str) -> None:
    large = b'{"query": "' + b"x" * (5 << 20) + b'"}'
    for path in ("/api/search", "/mcp"):
        with _accepting_reset():
            assert ask(url + path, large).status == 413
    with connected(url) as connection:  # without a length
        connection.sendall(
            b"POST /api/search HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        try:
            for _ in range(MOST_BODY // 65536 + 8):
                connection.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
        except OSError:
            pass  # the server has closed its end
        else:
            assert b"413" in connection.recv(4096)
    assert ask(f"{url}/healthz").status == 200


@contextmanager
def _accepting_reset() -> Iterator[None]:
    """Accept that a server which reads no more resets the connection before its answer is read."""
    try:
        yield
    except (urllib.error.URLError, ConnectionError):
        return


GARBAGE = [
    b"\x00\xff\x16\x03\x01 garbage\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf a bo",
    b"POST /api/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
    b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n",
    b"POST /api/search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    b'content-length: 17\r\n\r\n{"query":"vault"}',
]


def test_clients_that_send_garbage_half_a_body_or_leave_harm_no_other(url: str) -> None:
    expected = ask(f"{url}/api/search", {"query": "upload hangs"}).body
    for data in GARBAGE * 3:
        with connected(url) as connection:
            try:
                connection.sendall(data)
            except OSError:
                continue
        assert ask(f"{url}/api/search", {"query": "upload hangs"}).body == expected


def test_half_a_body_holds_no_place_among_those_who_ask(url: str) -> None:
    half = b"POST /api/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"
    waiting = []
    try:
        for _ in range(MOST_AT_ONCE + 5):
            host, port = url.removeprefix("http://").split(":")
            waiting.append(socket.create_connection((host, int(port)), timeout=30))
            waiting[-1].sendall(half)
        assert ask(f"{url}/api/search", {"query": "vault"}).status == 200
    finally:
        for connection in waiting:
            connection.close()


def test_too_many_questions_at_once_are_told_to_come_again() -> None:
    from siglum.http.guard import Guard

    async def flood() -> list[int]:
        statuses: list[int] = []
        release = anyio.Event()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await release.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        guard = Guard(slow, hosts=["localhost"])

        async def one(method: str = "POST") -> None:
            body = [{"type": "http.request", "body": b"", "more_body": False}]

            async def receive() -> Any:
                return body.pop() if body else await anyio.sleep_forever()

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    statuses.append(message["status"])

            scope = {"type": "http", "method": method, "headers": [(b"host", b"localhost")]}
            await guard(scope, receive, send)

        async with anyio.create_task_group() as group:
            for _ in range(MOST_AT_ONCE + 7):
                group.start_soon(one)
            await anyio.sleep(0.05)
            assert statuses == [429] * 7
            group.start_soon(one, "GET")
            await anyio.sleep(0.05)
            assert statuses == [429] * 7, "a probe or a page waits for no question"
            release.set()
        return statuses

    assert anyio.run(flood).count(200) == MOST_AT_ONCE + 1


@pytest.mark.parametrize(
    ("text", "remote", "expected"),
    [
        ("8080", False, ("127.0.0.1", 8080)),
        ("localhost:1", False, ("localhost", 1)),
        ("[::1]:99", False, ("::1", 99)),
        ("0.0.0.0:80", True, ("0.0.0.0", 80)),
    ],
)
def test_addresses_are_loopback_unless_allowed(text: str, remote: bool, expected: tuple[str, int]) -> None:
    assert Address.parse(text, remote=remote) == expected


@pytest.mark.parametrize(
    "text", ["0.0.0.0:80", "example.org:80", "[::]:80", "x", "127.0.0.1:99999", ":80", ""]
)
def test_other_addresses_are_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(RequestError, match=r"--http|--allow-remote"):
        Address.parse(text)


def test_a_stop_answers_what_is_being_asked(wild: Path) -> None:
    statuses: list[int] = []
    with serving("-a", str(wild)) as (url, process):
        ask(f"{url}/api/search", {"query": "warm"})
        data = {"query": "pelican fish", "top_k": 200}
        threads = [
            threading.Thread(target=lambda: statuses.append(ask(f"{url}/api/search", data).status))
            for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        process.terminate()
        for thread in threads:
            thread.join()
        assert process.wait(timeout=20) in (0, -15)
    assert statuses == [200] * 6


def test_a_new_version_is_taken_without_dropping_a_question_and_a_broken_one_is_refused(
    artifact: Path, wild: Path, tmp_path: Path
) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(artifact, shelf)
    first, second = ((folder / "current").read_text().strip() for folder in (artifact, wild))
    broken = "0" * 16
    with serving("-a", str(shelf), "--reload") as (url, _):
        shutil.copytree(wild / second, shelf / broken)
        publish(shelf, broken)
        time.sleep(2.5)
        assert version(url) == first
        shutil.copytree(wild / second, shelf / second)
        publish(shelf, second)
        seen = [version(url)]
        end = time.monotonic() + 60
        while seen[-1] != second and time.monotonic() < end:
            answer = ask(f"{url}/api/search", {"query": "pelican"})
            assert answer.status == 200
            seen.append(answer.data["artifact"]["version"])
        assert set(seen) == {first, second}


def publish(shelf: Path, version: str) -> None:
    (shelf / "next").write_text(version + "\n")
    (shelf / "next").replace(shelf / "current")


def version(url: str) -> str:
    return str(ask(f"{url}/healthz").data["version"])
