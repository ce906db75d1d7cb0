"""Print how a server holds up: many clients at once over HTTP, and the first answer from a cold start."""

from __future__ import annotations

import http.client
import json
import statistics
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from siglum_builder.evaluate import percentile

if TYPE_CHECKING:
    from collections.abc import Iterator

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "b", "version": "1"},
    },
}
HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
SIGLUM = [sys.executable, "-m", "siglum.cli"]


class Load(NamedTuple):
    """What came of a run."""

    answers: int
    wrong: int
    seconds: float
    latencies: list[float]
    megabytes: list[int]
    """Resident, after each tenth of the calls."""


@contextmanager
def server(artifact: str) -> Iterator[tuple[int, int]]:
    """Serve an artifact; the port and the process id."""
    line = [*SIGLUM, "serve", "-a", artifact, "--http", "0"]
    process = subprocess.Popen(line, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        told = next(line for line in process.stderr if " at http" in line)
        yield int(told.rsplit("/ (", 1)[0].rsplit(":", 1)[1]), process.pid
    finally:
        process.terminate()
        process.wait()


def questions(port: int, seed: int) -> list[bytes]:
    """Return mixed calls: searches for words of the corpus, and reading what they find."""
    random = Random(seed)
    paths = [each["uri"] for each in _asked(port, "resources/list", {})["result"]["resources"]]
    names = [path.rsplit("/", 1)[-1].split(".")[0].replace("-", " ") for path in paths]
    calls: list[tuple[str, dict[str, object]]] = []
    for _ in range(40):
        query = f"{random.choice(names)} {random.choice(names)}"
        calls.append(("search", {"query": query, "top_k": random.randint(1, 20)}))
        hits = _asked(port, "tools/call", {"name": "search", "arguments": {"query": query}})
        refs = [hit["ref_id"] for hit in hits["result"]["structuredContent"]["results"]]
        calls += [("get_content", {"ref_id": ref, "mode": "full"}) for ref in refs[:2]]
    calls += [("get_content", {"ref_id": "md:none.md#none"}), ("search", {"limit": 3})]
    return [_request("tools/call", {"name": name, "arguments": given}) for name, given in calls]


def loaded(port: int, pid: int, *, clients: int, calls: int) -> Load:
    """Let clients ask at once; each answer must be the one that was given alone."""
    asked = questions(port, seed=1)
    alone = [_post(http.client.HTTPConnection("127.0.0.1", port), body) for body in asked]
    latencies: list[list[float]] = [[] for _ in range(clients)]
    wrong = [0] * clients

    def one(number: int) -> None:
        random = Random(number)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        for _ in range(calls):
            chosen = random.randrange(len(asked))
            start = time.perf_counter()
            answer = _post(connection, asked[chosen])
            latencies[number].append(time.perf_counter() - start)
            wrong[number] += answer != alone[chosen]

    threads = [threading.Thread(target=one, args=(number,)) for number in range(clients)]
    sizes, start = [_megabytes(pid)], time.perf_counter()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        done = sum(map(len, latencies))
        if done >= len(sizes) * clients * calls // 10:
            sizes.append(_megabytes(pid))
        time.sleep(0.02)
    seconds = time.perf_counter() - start
    return Load(clients * calls, sum(wrong), seconds, [each for one in latencies for each in one], sizes)


def cold(line: list[str], text: str, *, runs: int) -> tuple[float, float]:
    """Return the median seconds to the first line that a server says, and those of the SDK's bare import."""
    starts, imports = [], []
    for _ in range(runs):
        starts.append(_first_line(line, text))
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import mcp.server.lowlevel"], check=True)
        imports.append(time.perf_counter() - start)
    return statistics.median(starts), statistics.median(imports)


def _first_line(line: list[str], text: str) -> float:
    start = time.perf_counter()
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text)
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        seconds = time.perf_counter() - start
        assert answer["result"]["serverInfo"]
        process.stdin.close()
    return seconds


def _request(method: str, params: dict[str, object]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def _post(connection: http.client.HTTPConnection, body: bytes) -> bytes:
    connection.request("POST", "/mcp", body, HEADERS)
    answer = connection.getresponse()
    data = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{answer.status}: {data[:200]!r}")
    return data


def _asked(port: int, method: str, params: dict[str, object]) -> Any:
    return json.loads(_post(http.client.HTTPConnection("127.0.0.1", port), _request(method, params)))


def _megabytes(pid: int) -> int:
    """Return the resident memory of a process; Linux only."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 // 1_000_000


@click.command()
@click.argument("artifact")
@click.option("--clients", default=16, show_default=True)
@click.option("--calls", default=500, show_default=True, help="Of each client.")
@click.option("--starts", default=7, show_default=True, help="Cold starts.")
def main(artifact: str, clients: int, calls: int, starts: int) -> None:
    """Print a table for ARTIFACT."""
    with server(artifact) as (port, pid):
        load = loaded(port, pid, clients=clients, calls=calls)
    ms = [1000 * seconds for seconds in load.latencies]
    click.echo(
        f"answers      {load.answers}, {load.wrong} other than alone, {load.answers / load.seconds:.0f}/s"
    )
    click.echo(
        f"latency ms   p50 {percentile(ms, 0.5):.0f}, p99 {percentile(ms, 0.99):.0f}, max {max(ms):.0f}"
    )
    click.echo(f"resident MB  {' '.join(map(str, load.megabytes))}")
    answer, bare = cold([*SIGLUM, "serve", "-a", artifact], json.dumps(INITIALIZE) + "\n", runs=starts)
    click.echo(
        f"initialize   {answer:.2f} s cold, bare import of the SDK's server {bare:.2f} s: {answer / bare:.2f}"
    )


if __name__ == "__main__":
    main()
