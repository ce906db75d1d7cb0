"""Every command of the README's first screen prints what the README shows, and its Python runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

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
