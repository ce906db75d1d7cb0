"""Servers in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def command(*arguments: str) -> list[str]:
    """Return the command line that runs siglum in a process of its own."""
    return [sys.executable, "-m", "siglum.cli", *arguments]


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve HTTP on a free port; the address and the process."""
    process = subprocess.Popen(
        command("serve", "--http", "0", *arguments),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert process.stderr is not None
    try:
        told: list[str] = []
        for line in process.stderr:
            told.append(line)
            if " at http://" in line:
                break
        else:
            raise AssertionError("".join(told))
        yield told[-1].split(" at ")[1].split("/ ")[0], process
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stderr.close()
