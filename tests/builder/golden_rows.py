"""Golden questions of the committed artifact, and the command that asks them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

from siglum.cli import main

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
LANTERN = ROOT / "tests/golden/lantern"
TROUBLE, KEYS = "guide/troubleshooting.md", "guide/configuration.md"
ROWS: tuple[Mapping[str, object], ...] = (
    {"id": "a", "query": "upload hangs behind a proxy", "expect": [TROUBLE], "kind": "howto", "lang": "en"},
    {
        "id": "b",
        "query": "retry_limit",
        "expect": [KEYS],
        "also": ["README.md"],
        "kind": "exact",
        "lang": "en",
    },
    {"id": "c", "query": "競合の解決", "expect": ["ja/sync.md"], "kind": "exact", "lang": "ja"},
    {"id": "d", "query": "kubernetes helm chart", "expect": [], "kind": "unanswerable", "lang": "en"},
)


def evaluate(golden: Path, *arguments: str | Path) -> Result:
    """Run `siglum eval` on the committed artifact in this process."""
    return CliRunner().invoke(main, ["eval", str(golden), "-a", str(LANTERN), *map(str, arguments)])


def write(file: Path, *rows: Mapping[str, object] | str) -> Path:
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    file.write_text(text, encoding="utf-8", newline="")
    return file


def timeless(result: Result) -> dict[str, object]:
    found = json.loads(result.stdout)
    del found["latency"]
    assert isinstance(found, dict)
    return found


def fails(result: Result) -> str:
    """Return the last line of a command that ended with wrong use, without data or a traceback."""
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert isinstance(result.exception, SystemExit)
    return result.stderr.splitlines()[-1]
