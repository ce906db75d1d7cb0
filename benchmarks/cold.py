"""How long a corpus takes to build from nothing, stage by stage, and how much memory."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import orjson

from benchmarks.processes import SIGLUM, peak_of_family

if TYPE_CHECKING:
    from pathlib import Path

REST = "start and end"
"""What a build takes outside its stages: loading the program, and the report."""


@dataclass(frozen=True, slots=True)
class ColdBuild:
    """Medians of builds of one corpus, each a process that starts from nothing."""

    seconds: float
    stages: dict[str, float]
    """In the order in which they run, but for the last: `REST`."""
    peak_mb: float | None
    """Anonymous memory of all its processes together."""


def cold_build(corpus: Path, work: Path, *, rounds: int, jobs: int) -> ColdBuild:
    """Build `corpus` `rounds` times below `work`."""
    runs = [_build(corpus, work / str(number), jobs) for number in range(rounds)]
    peaks = [run.peak_mb for run in runs if run.peak_mb is not None]
    return ColdBuild(
        seconds=median(run.seconds for run in runs),
        stages={name: median(run.stages[name] for run in runs) for name in runs[0].stages},
        peak_mb=median(peaks) if peaks else None,
    )


def _build(corpus: Path, output: Path, jobs: int) -> ColdBuild:
    start = time.perf_counter()
    peak = peak_of_family((*SIGLUM, "build", str(corpus), "-o", str(output), "--jobs", str(jobs)))
    seconds = time.perf_counter() - start
    (report,) = output.glob("*.report.json")
    told = orjson.loads(report.read_bytes())["seconds"]
    stages = {name: float(told[name]) for name in STAGES}
    rest = seconds - sum(stages.values())
    return ColdBuild(seconds, {**stages, REST: rest}, None if peak is None else peak / 1e6)


STAGES = ("walk", "read", "link", "index", "embed", "write", "verify", "publish")


def rows(cold: ColdBuild) -> list[list[str]]:
    """Return the table's rows: the whole, each stage, the memory."""
    stages = [[f"  {name}", f"{seconds:.2f}"] for name, seconds in cold.stages.items()]
    peak = "not told here" if cold.peak_mb is None else f"{cold.peak_mb:.0f}"
    return [
        ["cold build, s", f"{cold.seconds:.2f}"],
        *stages,
        ["peak anonymous memory of its processes, MB", peak],
    ]
