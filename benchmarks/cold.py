"""How long a corpus takes to build from nothing, stage by stage, and how much memory."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import orjson

from benchmarks.processes import SIGLUM, peak_of_family, seconds

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
    """Build `corpus` `rounds` times below `work`, and once more to see the memory: looking takes a tenth."""
    outputs = [work / str(number) for number in range(rounds)]
    runs = [_stages(_command(corpus, output, jobs), output) for output in outputs]
    peak = peak_of_family(_command(corpus, work / "peak", jobs))
    return ColdBuild(
        seconds=median(sum(stages.values()) for stages in runs),
        stages={name: median(stages[name] for stages in runs) for name in runs[0]},
        peak_mb=None if peak is None else peak / 1e6,
    )


def _command(corpus: Path, output: Path, jobs: int) -> tuple[str, ...]:
    return (*SIGLUM, "build", str(corpus), "-o", str(output), "--jobs", str(jobs))


def _stages(command: tuple[str, ...], output: Path) -> dict[str, float]:
    """Return the seconds of each stage of a build, and of what is outside them."""
    whole = seconds(command)
    (report,) = output.glob("*.report.json")
    told = orjson.loads(report.read_bytes())["seconds"]
    stages = {name: float(told[name]) for name in STAGES}
    return {**stages, REST: whole - sum(stages.values())}


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
