"""Run a process to its end, and say how long it took or how much memory it had."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

POLL_SECONDS = 0.001

SIGLUM = (sys.executable, "-c", "from siglum.cli import run; run()")
"""What the installed `siglum` script runs."""
BARE_IMPORTS = (sys.executable, "-c", "import click, duckdb, numpy, usearch.index, orjson, Stemmer")
"""What any answer has to import: the floor under the time of a `siglum search`."""


def seconds(command: Sequence[str]) -> float:
    """Return the wall time of a process; raise `CalledProcessError` where it fails."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def peak_anonymous_bytes(command: Sequence[str]) -> int | None:
    """Return the most anonymous memory a process had at any poll; None where the system does not tell.

    Pages of mapped files are left out: they are shared, and given back when memory is short.
    """
    return _peak(command, _anonymous, every=POLL_SECONDS)


def peak_of_family(command: Sequence[str]) -> int | None:
    """Return the same of a process and its children together, looked at less often."""
    return _peak(command, lambda pid: sum(map(_anonymous, _family(pid))), every=10 * POLL_SECONDS)


def _peak(command: Sequence[str], measure: Callable[[int], int], *, every: float) -> int | None:
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, measure(process.pid))
            time.sleep(every)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(command))
    return peak or None


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:  # it has just ended, or the system has no such file
        return [pid]
    return [pid, *map(int, children.split())]


def _anonymous(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:  # it has just ended, or the system has no such file
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("RssAnon:")), 0)
