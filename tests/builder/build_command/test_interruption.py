"""Signals end `siglum build`, its workers too, and leave nothing half-made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.builder.build_command.command import PAGE, tree

from siglum.artifact.manifest import read_manifest

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process group")


def write_pages(project: Path) -> None:
    """Write pages that are together enough for a worker."""
    for number in range(70):
        text = f"# Page {number}\n\n{PAGE * 150}"
        (project / f"docs/{number}.md").write_text(text, encoding="utf-8")


def started(jobs: int) -> subprocess.Popen[str]:
    """Start a build in a group of its own; whoever inherits its ends keeps them open."""
    command = [sys.executable, "-m", "siglum_builder", "build", "--jobs", str(jobs)]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )


def reach(process: subprocess.Popen[str], stage: str) -> None:
    assert process.stderr is not None
    told = ""
    while not told.startswith(stage):
        told = process.stderr.readline()
        assert told, f"{stage} was not reached"


@pytest.mark.parametrize(("stage", "jobs"), [("read", 2), ("index", 1), ("write", 1), ("verify", 1)])
def test_ctrl_c_leaves_the_former_version_and_nothing_half_made(project: Path, stage: str, jobs: int) -> None:
    write_pages(project)
    output = project / "artifacts/project"
    before = tree(output)
    with started(jobs) as process:
        reach(process, stage)
        os.killpg(process.pid, signal.SIGINT)
        summary, rest = process.communicate(timeout=60)
    assert (process.returncode, summary) == (1, "")
    assert rest.splitlines()[-1] == "Aborted!"
    assert "Traceback" not in rest
    assert tree(output) == before
    assert read_manifest(next(output.glob("*/manifest.json"))).counts["documents"] == 3


@pytest.mark.parametrize("delay", [0.0, 1.0])
@pytest.mark.parametrize(("ending", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)])
def test_no_worker_outlives_its_build(project: Path, ending: signal.Signals, code: int, delay: float) -> None:
    write_pages(project)
    before = tree(project / "artifacts/project")
    with started(3) as process:
        reach(process, "read")
        time.sleep(delay)  # workers start, or work
        process.send_signal(ending)  # to the build alone
        _, rest = process.communicate(timeout=30)  # which ends when the last process has closed its end
    assert process.returncode == code
    assert "Traceback" not in rest
    if ending == signal.SIGTERM:
        assert rest.splitlines()[-1] == "Terminated!"
        assert tree(project / "artifacts/project") == before
