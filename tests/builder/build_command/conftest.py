"""The folders that the tests of `siglum build` run it in."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from tests.builder.build_command.command import PAGE, build

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `My docs` of two pages, in the folder that the command runs in."""
    folder = tmp_path / "My docs"
    folder.mkdir()
    (folder / "locks.md").write_text(PAGE, encoding="utf-8")
    (folder / "notes.txt").write_text("The vault has a key.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with siglum.toml, two sources and the artifact that was built from them."""
    folder = tmp_path_factory.mktemp("built") / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "lib").mkdir()
    (folder / "docs/locks.md").write_text(PAGE, encoding="utf-8")
    (folder / "docs/keys.md").write_text("# Keys\n\nA key opens one vault.\n", encoding="utf-8")
    (folder / "lib/vault.py").write_text("def unlock(key):\n    return key\n", encoding="utf-8")
    (folder / "siglum.toml").write_text("[[source]]\npath='docs'\n[[source]]\npath='lib'\n", encoding="utf-8")
    assert build("--config", folder / "siglum.toml").exit_code == 0
    return folder


@pytest.fixture
def project(_built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the built folder, which the command runs in."""
    folder = shutil.copytree(_built, tmp_path / "project")
    monkeypatch.chdir(folder)
    return folder
