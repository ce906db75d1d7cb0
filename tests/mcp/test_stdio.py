"""Over stdio: the SDK's client in both eras, nothing but protocol on stdout, every question answered."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from tests.mcp.servers import command

from siglum.mcp.lines import NoMessageError, read_message
from siglum.mcp.stdio import LONGEST_WAIT
from siglum.tools import TOOLS

if TYPE_CHECKING:
    from pathlib import Path

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def call(number: int, name: str, arguments: dict[str, object]) -> dict[str, object]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def spoken(line: list[str], messages: list[object], *, broken: str = "") -> list[dict[str, Any]]:
    """Send messages, close the end at once, and return what came back on stdout, which must be JSON."""
    text = "".join(json.dumps(message) + "\n" for message in messages) + broken
    done = subprocess.run(line, input=text, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(each) for each in done.stdout.splitlines()]


@pytest.mark.parametrize("mode", ["2026-07-28", "legacy"])
def test_the_sdks_client_lists_and_calls_everything(artifact: Path, mode: str) -> None:
    server = StdioServerParameters(command=sys.executable, args=command("serve", "-a", str(artifact))[1:])

    async def converse() -> None:
        async with Client(server, mode=mode) as client:
            await everything(client)

    anyio.run(converse)


async def everything(client: Client) -> None:
    """List and call all that a server of the golden artifact has; the client checks answers itself."""
    assert [tool.name for tool in (await client.list_tools()).tools] == [tool.name for tool in TOOLS]
    found = await client.call_tool("search", {"query": "upload hangs", "top_k": 1})
    assert not found.is_error
    (hit,) = found.structured_content["results"]
    read = await client.call_tool("get_content", {"ref_id": hit["ref_id"], "mode": "full"})
    assert hit["content"] in read.structured_content["content"]
    wrong = await client.call_tool("search", {"query": "x", "maxResults": 3})
    assert wrong.is_error
    assert "top_k" in str(wrong.content)
    resources = (await client.list_resources()).resources
    for resource in resources:
        (document,) = (await client.read_resource(resource.uri)).contents
        assert document.mime_type in ("text/markdown", "text/plain")
    assert len((await client.list_resource_templates()).resource_templates) == 2
    for uri in ("siglum://doc/../../etc/passwd", "siglum://doc/none.md", "file:///etc/passwd"):
        with pytest.raises(MCPError):
            await client.read_resource(uri)
    for prompt in (await client.list_prompts()).prompts:
        given = {argument.name: "uploads" for argument in prompt.arguments or []}
        assert (await client.get_prompt(prompt.name, given)).messages
    with pytest.raises(MCPError, match="search"):
        await client.call_tool("no_such_tool", {})


def test_what_was_asked_is_answered_though_the_client_has_closed_its_end(artifact: Path) -> None:
    calls = [call(n, "search", {"query": "vault upload retry", "top_k": n}) for n in range(1, 21)]
    answers = spoken(command("serve", "-a", str(artifact)), [INITIALIZE, READY, *calls])
    assert sorted(answer["id"] for answer in answers) == list(range(21))
    assert all("result" in answer for answer in answers)


def test_nothing_but_protocol_is_on_stdout_whatever_prints(artifact: Path) -> None:
    noise = (
        "import os, sys, siglum.service as s\n"
        "ask = s.Library.search\n"
        "def noisy(*a, **k):\n"
        "    print('noise'); os.write(1, b'noise'); os.system('echo noise'); return ask(*a, **k)\n"
        "s.Library.search = noisy\n"
        "from siglum.cli import main\n"
        f"main(['serve', '-a', {str(artifact)!r}])\n"
    )
    answers = spoken(
        [sys.executable, "-c", noise], [INITIALIZE, READY, call(1, "search", {"query": "vault"})]
    )
    assert [answer["id"] for answer in answers] == [0, 1]
    assert answers[1]["result"]["structuredContent"]["results"]


def test_garbage_harms_no_later_question(artifact: Path) -> None:
    messages: list[object] = [
        INITIALIZE,
        READY,
        "text",
        7,
        [],
        {"id": 5},
        call(1, "search", {"query": "vault"}),
    ]
    answers = spoken(command("serve", "-a", str(artifact)), messages, broken='{"jsonrpc": "2.0", \x00\xff\n')
    assert 1 in [answer.get("id") for answer in answers]


TEN_THOUSAND = "9" * 10_000
DEEP = "[" * 50_000 + "]" * 50_000
HEAD = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":'
TAIL = ',"jsonrpc":"2.0","id":"a b"}'


@pytest.mark.parametrize(
    ("line", "code", "identifier"),
    [
        ("not json", -32700, None),
        ('{"jsonrpc":"2.0","id":7', -32700, None),
        ("\ufffd", -32700, None),
        ("[]", -32600, None),
        ("7", -32600, None),
        ('{"id":7}', -32600, 7),
        ('{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[1]}', -32600, 7),
        ('{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', -32600, None),
        ('{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600, None),
        ('{"jsonrpc":"2.0","id":true,"method":"tools/list"}', -32600, None),
        (HEAD + '{"query":"\\ud800"}}', -32600, 7),
        (f"{HEAD}{TEN_THOUSAND}}}", -32600, 7),
        (f"{HEAD}{DEEP}}}", -32600, 7),
        ('{"method":"tools/call","params":' + DEEP + TAIL, -32600, "a b"),
        ('{"method":"tools/call","params":' + TEN_THOUSAND + TAIL, -32600, "a b"),
        ('{"method":"tools/call","params":{"id":' + DEEP + "}}", -32600, None),
        ('{"jsonrpc":"2.0","id":"\\ud800","method":"tools/list"}', -32600, None),
    ],
)
def test_a_line_that_is_no_message_is_refused_with_its_id_where_it_has_one(
    line: str, code: int, identifier: int | str | None
) -> None:
    with pytest.raises(NoMessageError) as refused:
        read_message(line)
    answer = json.loads(refused.value.answer.model_dump_json(by_alias=True))
    assert (answer["id"], answer["error"]["code"]) == (identifier, code)
    assert 0 < len(answer["error"]["message"]) < 200


def test_what_cannot_be_read_is_answered_and_keeps_nobody_waiting(artifact: Path) -> None:
    line = command("serve", "-a", str(artifact))
    unreadable = f'{HEAD}{{"query":"\\ud800"}}}}\n\n{{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}}\n'
    started = time.monotonic()
    answers = spoken(line, [INITIALIZE, READY, call(10**30, "list_topics", {})], broken=unreadable)
    assert time.monotonic() - started < LONGEST_WAIT / 2
    assert sorted(str(answer["id"]) for answer in answers) == sorted(["0", str(10**30), "7", "None"])


def test_without_an_artifact_the_error_is_one_sentence_on_stderr(tmp_path: Path) -> None:
    line = command("serve", "-a", str(tmp_path / "none"))
    done = subprocess.run(line, input="", capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1


def test_damage_that_no_question_met_is_said_too(artifact: Path, tmp_path: Path) -> None:
    copy = tmp_path / "lantern"
    shutil.copytree(artifact, copy)
    (vectors,) = copy.glob("*/vectors.usearch")
    data = bytearray(vectors.read_bytes())
    data[-1] ^= 1
    vectors.write_bytes(data)
    line = command("serve", "-a", str(copy))
    done = subprocess.run(line, input="", capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert "vectors.usearch has sha256" in done.stderr
    assert "Traceback" not in done.stderr
