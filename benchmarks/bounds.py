"""Build files that nobody wrote by hand, each alone, and print the time and the memory that each takes."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from siglum.store.file import FileStore
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MB = 1_000_000
LINES = 100_000


def _functions(line: str) -> str:
    """Return a file of `LINES` lines of code, `{n}` numbered."""
    return "".join(line.format(n=n) for n in range(LINES // line.count("\n")))


FILES: Mapping[str, Callable[[], str]] = {
    "one line of 30 MB.json": lambda: '{"a": "' + "x" * (30 * MB) + '"}',
    "one line of 30 MB.js": lambda: "var a=[" + "1234567," * (30 * MB // 8) + "0]",
    "one line of 30 MB.md": lambda: "word and word. " * (2 * MB),
    "one line of 30 MB.txt": lambda: "x" * (30 * MB),
    "20000 levels.json": lambda: '{"a":\n' * 20_000 + "1" + "}\n" * 20_000,
    "20000 levels.yaml": lambda: "a: " + "[" * 20_000 + "]" * 20_000 + "\n",
    "20000 levels.py": lambda: "x = " + "(" * 20_000 + ")" * 20_000 + "\n",
    "20000 levels.md": lambda: "> " * 20_000 + "deep\n",
    "100000 lines.py": lambda: _functions("def f{n}(a):\n    return a + {n}\n\n\n"),
    "100000 lines.go": lambda: "package p\n" + _functions("func F{n}(a int) int {{\n\treturn {n}\n}}\n\n"),
    "100000 lines.sql": lambda: (
        "\\echo x\n" + _functions("INSERT INTO t\nVALUES ({n});\nCREATE TABLE t{n}\n(a int);\n")
    ),
    "100000 lines.md": lambda: _functions("## Heading {n}\n\nSome words of section {n}.\n\n"),
    "100000 records.json": lambda: "[\n" + _functions('{{"id": {n}, "name": "n{n}"}},\n') + "{}]\n",
}


@click.command(help=__doc__)
@click.option("--only", multiple=True, help="Files whose name holds this; repeatable.")
def main(only: tuple[str, ...]) -> None:
    """Print the table."""
    names = [name for name in FILES if not only or any(part in name for part in only)]
    rows = [_row(name) for name in names]
    click.echo(table(("file", "MB", "seconds of CPU", "peak MB", "chunks", "definitions", "said"), rows))


def _row(name: str) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as work:
        source, output = Path(work, "source"), Path(work, "out")
        source.mkdir()
        (source / name.replace(" ", "-")).write_text(FILES[name](), encoding="utf-8")
        size = (source / name.replace(" ", "-")).stat().st_size / MB
        command = [
            sys.executable,
            "-m",
            "siglum_builder",
            "build",
            str(source),
            "-o",
            str(output),
            "--jobs",
            "1",
        ]
        seconds, peak, said = _run(command, Path(work, "said"))
        chunks, symbols = _counts(output)
    return (name, f"{size:.1f}", f"{seconds:.1f}", f"{peak:.0f}", str(chunks), str(symbols), said)


def _run(command: list[str], said: Path) -> tuple[float, float, str]:
    """Run a command; return its CPU seconds, its greatest memory in MB and its first notice."""
    with said.open("wb") as log:
        actions = [(os.POSIX_SPAWN_DUP2, log.fileno(), 1), (os.POSIX_SPAWN_DUP2, log.fileno(), 2)]
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        _, status, usage = os.wait4(pid, 0)
    lines = said.read_text("utf-8", errors="replace").splitlines()
    notices = [line.partition(": ")[2].partition(": ")[2] for line in lines if line.startswith("notice")]
    failed = f"exit {os.waitstatus_to_exitcode(status)}: {lines[-1] if lines else ''}" if status else ""
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, failed or (notices or [""])[0]


def _counts(output: Path) -> tuple[int, int]:
    """Return the number of chunks and definitions of the artifact in `output`, none where there is none."""
    if not (output / "current").exists():
        return 0, 0
    with FileStore(output / (output / "current").read_text("ascii").strip()) as store:
        return len(store.chunks.document), len(store.symbol_spans.document)


if __name__ == "__main__":
    main()
