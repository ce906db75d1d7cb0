"""Ctrl-C ends `siglum build` and leaves nothing half-made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.builder.build_command.command import PAGE, tree

from siglum.artifact.manifest import read_manifest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal to a process group")
@pytest.mark.parametrize(("stage", "jobs"), [("read", 2), ("index", 1), ("write", 1), ("verify", 1)])
def test_ctrl_c_leaves_the_former_version_and_nothing_half_made(project: Path, stage: str, jobs: int) -> None:
    for number in range(70):
        text = f"# Page {number}\n\n{PAGE * 150}"  # together enough for a worker
        (project / f"docs/{number}.md").write_text(text, encoding="utf-8")
    output = project / "artifacts/project"
    before = tree(output)
    command = [sys.executable, "-m", "siglum_builder", "build", "--jobs", str(jobs)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr is not None
        told = ""
        while not told.startswith(stage):
            told = process.stderr.readline()
            assert told, f"{stage} was not reached"
        os.killpg(process.pid, signal.SIGINT)
        summary, rest = process.communicate(timeout=60)
    assert (process.returncode, summary) == (1, "")
    assert rest.splitlines()[-1] == "Aborted!"
    assert "Traceback" not in rest
    assert tree(output) == before
    assert read_manifest(next(output.glob("*/manifest.json"))).counts["documents"] == 3
