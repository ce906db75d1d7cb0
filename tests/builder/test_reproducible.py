"""The same sources, configuration and package versions give the same bytes, whatever else differs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from siglum.artifact.files import sha256_of
from siglum_builder import write
from siglum_builder.seal import HEADER_SIZE

if TYPE_CHECKING:
    from siglum.artifact.manifest import Manifest
    from siglum_builder.rows import Corpus

CORPUS = Path(__file__).parents[1] / "corpus"


def run_build(sources: Path, output: Path, *options: str, **environment: str) -> None:
    """Build as a user does, in a process of its own."""
    command = [sys.executable, "-m", "siglum_builder", "build", str(sources), "-o", str(output), *options]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)


def sums(output: Path) -> dict[str, str]:
    """Return the sha256 of every file but the report, which belongs to one build."""
    return {
        path.relative_to(output).as_posix(): sha256_of(path)
        for path in sorted(output.rglob("*"))
        if path.is_file() and not path.name.endswith(".report.json")
    }


def copied_backwards(corpus: Path, target: Path) -> Path:
    """Copy a corpus, its files created in reverse order and at another time."""
    for path in sorted(corpus.rglob("*"), reverse=True):
        if path.is_file():
            copy = target / path.relative_to(corpus)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            os.utime(copy, (1_000_000_000, 1_000_000_000))
    return target


def test_another_place_time_zone_locale_hash_seed_and_job_count_change_no_byte(tmp_path: Path) -> None:
    run_build(CORPUS, tmp_path / "a/lantern", "--jobs", "1", TZ="UTC", LC_ALL="C", PYTHONHASHSEED="1")
    elsewhere = copied_backwards(CORPUS, tmp_path / "other/place/corpus")
    run_build(
        elsewhere,
        tmp_path / "b/lantern",
        "--jobs",
        "2",
        TZ="Asia/Tokyo",
        LC_ALL="C.UTF-8",
        PYTHONHASHSEED="2",
    )
    assert sums(tmp_path / "a/lantern") == sums(tmp_path / "b/lantern")


def test_many_files_compiled_by_worker_processes_give_the_bytes_of_one_process(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    for number in range(90):
        page = corpus / f"page{number:02}.md"
        page.parent.mkdir(exist_ok=True)
        answer = f"The answer of page {number} is {number * number}, or 約{number}.\n"
        page.write_text(f"# Page {number}\n\n{answer * 100}")
    run_build(corpus, tmp_path / "one/x", "--jobs", "1")
    run_build(corpus, tmp_path / "three/x", "--jobs", "3")
    assert sums(tmp_path / "one/x") == sums(tmp_path / "three/x")


def test_a_real_corpus_is_reproducible_under_half_the_memory(tmp_path: Path, shared: Path) -> None:
    docs = shared / "corpora/tokio-website/content"
    run_build(docs, tmp_path / "a/tokio")
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30));"
        "from siglum.cli import main; main()"
    )
    command = [sys.executable, "-c", limited, "build", str(docs), "-o", str(tmp_path / "b/tokio")]
    subprocess.run(command, check=True, capture_output=True)
    assert sums(tmp_path / "a/tokio") == sums(tmp_path / "b/tokio")


def test_touching_a_file_gives_the_same_version_and_keeps_its_files(tmp_path: Path) -> None:
    corpus = copied_backwards(CORPUS, tmp_path / "corpus")
    run_build(corpus, tmp_path / "out")
    before = sums(tmp_path / "out")
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*/*")}
    os.utime(corpus / "README.md", (time.time(), time.time()))
    run_build(corpus, tmp_path / "out")
    assert sums(tmp_path / "out") == before
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*/*")} == written


@pytest.mark.parametrize("path", ["README.md", "ja/sync.md", "src/vault.py"])
def test_a_changed_file_gives_another_version_and_keeps_the_former(tmp_path: Path, path: str) -> None:
    corpus = copied_backwards(CORPUS, tmp_path / "corpus")
    run_build(corpus, tmp_path / "out")
    former = (tmp_path / "out/current").read_text().strip()
    with (corpus / path).open("a") as file:
        file.write("\n# one more line\n")
    run_build(corpus, tmp_path / "out")
    assert (tmp_path / "out/current").read_text().strip() != former
    assert (tmp_path / "out" / former / "manifest.json").is_file()


def test_nothing_of_the_machine_is_in_the_artifact(tmp_path: Path) -> None:
    marker = "machine-4711"
    sources = copied_backwards(CORPUS, tmp_path / marker / "corpus")
    named = {"HOME": marker, "USER": marker, "LOGNAME": marker, "HOSTNAME": marker, "TMPDIR": str(tmp_path)}
    script = (
        "import os, platform, socket; from siglum.cli import main;"
        f"socket.gethostname = platform.node = lambda: {marker!r};"
        f"os.uname = lambda: os.uname_result(('s', {marker!r}, 'r', 'v', 'm')); main()"
    )
    command = [sys.executable, "-c", script, "build", str(sources), "-o", str(tmp_path / "out")]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | named)
    (report,) = (tmp_path / "out").glob("*.report.json")
    assert marker in report.read_text(), "the report says where a version was built"
    version = (tmp_path / "out/current").read_text().strip()
    files = [path for path in sorted((tmp_path / "out" / version).rglob("*")) if path.is_file()]
    assert len(files) > 2
    for path in files:
        data = path.read_bytes()
        assert str(tmp_path).encode() not in data
        assert marker.encode() not in data


def test_large_tables_are_written_in_one_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB writes what is more than one of its row groups (122,880 rows) before the rest."""
    rows = np.arange(150_000, dtype=np.uint32)
    small = (rows % 100).astype(np.uint16)
    tables = {
        "blocks": [rows, ["paragraph"] * len(rows), small, rows, rows],
        "terms": [rows, [f"t{n}" for n in range(len(rows))], rows, rows, rows, rows],
        "postings": [rows, rows, small, small, small, small],
    }
    monkeypatch.setattr(write, "table_columns", lambda *_: iter(tables.items()))
    written = set()
    for number in range(8):
        path = tmp_path / f"{number}.duckdb"
        with write._opened(path) as connection:
            write._fill(connection, cast("Corpus", None), None, cast("Manifest", None))
        written.add(path.read_bytes()[HEADER_SIZE:])
        path.unlink()
    assert len(written) == 1
