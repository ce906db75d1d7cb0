"""The command `siglum build` as tests run it, and what it left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

import siglum
from siglum.cli import main

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# Locks\n\nA vault is locked while it is written.\n"


def build(*arguments: str | Path) -> Result:
    """Run `siglum build` in this process."""
    return CliRunner().invoke(main, ["build", *map(str, arguments)])


def lines(text: str, start: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(start)]


def fails(result: Result, *, code: int) -> str:
    """Return the one sentence of a failed command, which has neither a traceback nor data."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert isinstance(result.exception, SystemExit)
    (sentence,) = lines(result.stderr, "siglum: ")
    assert result.stderr.endswith(f"{sentence}\n")
    return sentence


def documents(artifact: Path) -> list[str]:
    """Return the logical paths of an artifact."""
    with siglum.open(artifact) as library:
        return list(library._reader.store.document_ids)


def name_of(artifact: Path) -> str:
    with siglum.open(artifact) as library:
        return library.manifest.name


def tree(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
