"""`siglum init` writes what builds, and prints what works."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import anyio
import pytest
from click.testing import CliRunner

from siglum.cli import main
from siglum_builder.clients import CLIENTS
from siglum_builder.config import load_config

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/lantern"


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(("folder", "path"), [("docs", "docs"), ("src", "."), (None, ".")])
def test_the_file_that_is_written_is_read_and_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str | None, path: str
) -> None:
    root = tmp_path / "my project"
    (root / (folder or "")).mkdir(parents=True)
    monkeypatch.chdir(root)
    assert run("init")[0] == 0
    config = load_config(root / "siglum.toml")
    assert (config.artifact.name, config.sources[0].path) == ("my-project", path)
    before = (root / "siglum.toml").read_text(encoding="utf-8")
    code, _, told = run("init")
    assert (code, (root / "siglum.toml").read_text(encoding="utf-8")) == (2, before)
    assert "there already" in told


@pytest.mark.parametrize("name", ["docs", "lantern-2.14.1", "a folder whose name is longer than any prefix"])
def test_every_key_that_is_shown_in_a_comment_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    root = tmp_path / name
    root.mkdir()
    monkeypatch.chdir(root)
    run("init")
    path = root / "siglum.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.removeprefix("# ") if " = " in line else line for line in lines))
    load_config(path)


@pytest.mark.parametrize("name", [name for name, client in CLIENTS.items() if not client.http])
def test_what_a_client_is_given_starts_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    pytest.importorskip("mcp")
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters

    monkeypatch.chdir(tmp_path)
    code, printed, _ = run("init", "--client", name, "-a", str(GOLDEN))
    (servers,) = json.loads(printed).values()
    server = servers["siglum-lantern"]
    assert code == 0

    async def tools() -> int:
        parameters = StdioServerParameters(command=server["command"], args=server["args"], cwd=tmp_path)
        async with Client(parameters, mode="legacy") as client:
            return len((await client.list_tools()).tools)

    if name == "claude-code":  # the others are started the same way
        assert anyio.run(tools) > 0
    assert server["args"][-2:] == ["-a", str(GOLDEN.resolve())]


def test_the_workflow_names_the_artifact_and_is_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    monkeypatch.chdir(tmp_path)
    (tmp_path / "siglum.toml").write_text('[artifact]\nname = "handbook"\n')
    code, printed, _ = run("init", "--ci")
    assert code == 0
    assert "handbook" in printed
    assert "NAME" not in printed
    assert yaml.safe_load(printed)["jobs"]["index"]["steps"]


def test_recipes_for_servers_use_options_that_there_are() -> None:
    pytest.importorskip("mcp")
    from siglum.serve import serve

    known = {option for parameter in serve.params for option in parameter.opts}
    docker = (ROOT / "deploy/Dockerfile").read_text(encoding="utf-8")
    unit = (ROOT / "deploy/siglum.service").read_text(encoding="utf-8")
    entry = json.loads(docker.split("ENTRYPOINT ")[1])
    start = shlex.split(next(line for line in unit.splitlines() if line.startswith("ExecStart=")))
    for words in (entry, start):
        assert "serve" in words
        assert {word for word in words if word.startswith("-")} <= known
