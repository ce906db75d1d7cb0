"""A build that is killed, or that runs beside another, never leaves anything half-made in use."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import siglum
from siglum.verify import verify

CORPUS = Path(__file__).parents[1] / "corpus"


def start_build(sources: Path, output: Path) -> subprocess.Popen[bytes]:
    """Start a build in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "siglum_builder",
        "build",
        str(sources),
        "-o",
        str(output),
        "--jobs",
        "1",
    ]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_build_killed_at_any_moment_leaves_the_former_version_in_use(tmp_path: Path) -> None:
    corpus, output = tmp_path / "corpus", tmp_path / "out"
    shutil.copytree(CORPUS, corpus)
    start = time.monotonic()
    assert start_build(corpus, output).wait() == 0
    duration = time.monotonic() - start
    former = (output / "current").read_text()
    (corpus / "notes.txt").write_text("Everything has changed.\n")
    moments = random.Random(2)
    for _ in range(12):
        build = start_build(corpus, output)
        time.sleep(duration * (0.5 + 0.4 * moments.random()))
        build.kill()
        build.wait()
        current = (output / "current").read_text()
        assert not verify(output)
        if current != former:  # the kill came after the version was published
            former = current
            (corpus / "notes.txt").write_text(f"Changed again at {time.monotonic_ns()}.\n")
        with siglum.open(output) as library:
            assert library.search("vault").results


def test_what_killed_builds_left_is_removed_by_the_next_one(tmp_path: Path) -> None:
    output = tmp_path / "out"
    left = output / ".building-0123456789abcdef"
    (left / "aaaaaaaaaaaaaaaa").mkdir(parents=True)
    left.with_suffix(".lock").touch()
    assert start_build(CORPUS, output).wait() == 0
    assert sorted(path.name for path in output.iterdir() if path.name.startswith(".")) == []


def test_two_builds_at_once_both_publish(tmp_path: Path) -> None:
    one, two, output = tmp_path / "one", tmp_path / "two", tmp_path / "out"
    shutil.copytree(CORPUS, one)
    shutil.copytree(CORPUS, two)
    (two / "notes.txt").write_text("Another corpus.\n")
    builds = [start_build(sources, output) for sources in (one, two, one, two)]
    assert [build.wait() for build in builds] == [0, 0, 0, 0]
    versions = sorted(path for path in output.iterdir() if path.is_dir())
    assert len(versions) == 2
    assert [failure for version in versions for failure in verify(version)] == []


def test_a_damaged_version_of_the_same_content_is_reported_and_not_replaced(tmp_path: Path) -> None:
    output = tmp_path / "out"
    assert start_build(CORPUS, output).wait() == 0
    vectors = output / (output / "current").read_text().strip() / "vectors.usearch"
    damaged = bytearray(vectors.read_bytes())
    damaged[-1] ^= 1
    vectors.write_bytes(damaged)
    command = [sys.executable, "-m", "siglum_builder", "build", str(CORPUS), "-o", str(output)]
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "is damaged" in again.stderr
    assert vectors.read_bytes() == damaged
