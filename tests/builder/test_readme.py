"""Every command of the README's first screen prints what the README shows, and its Python runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import siglum
from siglum.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SCREEN = README.partition("```console\n")[2].partition("```")[0]
COMMANDS = re.findall(r"^\$ siglum (.*)\n((?:(?!\$ ).*\n)*)", SCREEN, re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder that holds what the README's commands name."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/corpus").symlink_to(ROOT / "tests/corpus")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SIGLUM_ARTIFACT", raising=False)
    return tmp_path


def test_the_first_screen_is_what_the_commands_print(folder: Path) -> None:
    assert len(COMMANDS) >= 4
    for command, shown in COMMANDS:
        result = CliRunner().invoke(main, shlex.split(command))
        assert result.exit_code == 0, result.output
        assert not shown or result.stdout.rstrip("\n") == shown.rstrip("\n")


def test_the_python_example_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert CliRunner().invoke(main, ["build", "tests/corpus", "-o", "artifacts/docs"]).exit_code == 0
    example = (
        README.partition("```python\n")[2].partition("```")[0].replace("add middleware", "lower a timeout")
    )
    exec(compile(example, "README.md", "exec"), {})
    assert "md:guide/troubleshooting.md#uploads-hang" in capsys.readouterr().out


def test_the_citation_example_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert CliRunner().invoke(main, ["build", "tests/corpus", "-o", "artifacts/docs"]).exit_code == 0
    example = README.split("```python\n")[2].partition("```")[0].replace("add middleware", "lower a timeout")
    with siglum.open("artifacts/docs") as library:
        block = siglum.to_search_results(library.search("how do I lower a timeout")).results[0]
        assert block["type"] == "search_result"
        citation = {
            "type": "search_result_location",
            "search_result_index": 0,
            "start_block_index": 0,
            "end_block_index": 1,
            "cited_text": block["content"][0]["text"],
            "source": block["source"],
        }
        reply = SimpleNamespace(content=[SimpleNamespace(citations=[citation])])
        exec(compile(example, "README.md", "exec"), {"siglum": siglum, "library": library, "reply": reply})
    assert capsys.readouterr().out.rstrip().endswith("True")


def test_the_example_of_several_artifacts_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("handbook", "api"):
        line = ["build", "tests/corpus", "-o", f"artifacts/{name}"]
        assert CliRunner().invoke(main, line).exit_code == 0
    example = README.split("```python\n")[3].partition("```")[0]
    exec(compile(example, "README.md", "exec"), {"siglum": siglum})
    assert capsys.readouterr().out == "['api', 'handbook']\n"


def test_the_toml_example_is_accepted(folder: Path) -> None:
    example = README.partition("```toml\n")[2].partition("```")[0]
    (folder / "siglum.toml").write_text(example)
    (folder / "docs").mkdir()
    (folder / "docs/a.md").write_text("# A\n\nText.\n")
    (folder / "src").mkdir()
    (folder / "src/b.py").write_text("B = 1\n")
    result = CliRunner().invoke(main, ["build"])
    assert result.exit_code == 0, result.output
    assert (folder / "artifacts/handbook/current").is_file()
