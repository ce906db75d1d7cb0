from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from benchmarks.processes import peak_anonymous_bytes
from benchmarks.speed import main, sample_queries
from benchmarks.units import Unit
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path


def test_a_tiny_corpus_is_measured_in_full(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(
        "# Start\n\nEvery word of this section can become part of a query.\n", encoding="utf-8"
    )
    figures = tmp_path / "speed.json"
    arguments = ["--source", str(tmp_path / "docs"), "--sections", "40", "--rounds", "1", "--queries", "3"]
    result = CliRunner().invoke(main, [*arguments, "--jobs", "1", "--json", str(figures)])
    assert result.exit_code == 0, result.output
    (speed,) = json.loads(figures.read_text(encoding="utf-8"))
    assert speed["sections"] == 40
    assert all(value is None or value > 0 for value in speed.values())
    assert "40 sections" in result.output


def test_a_cold_build_is_told_by_stages_that_add_up(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Start\n\nA lamp, and a harbour.\n", encoding="utf-8")
    figures = tmp_path / "cold.json"
    arguments = ["--cold", str(tmp_path / "docs"), "--rounds", "1", "--json", str(figures)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    (cold,) = json.loads(figures.read_text(encoding="utf-8"))
    assert sum(cold["stages"].values()) == pytest.approx(cold["seconds"])
    assert [line.split()[0] for line in result.output.splitlines()[1:4]] == ["cold", "walk", "read"]


def test_queries_are_the_same_for_the_same_seed() -> None:
    units = [Unit("a.md", "Heading", (), "some text of eight different words in it")]
    queries = sample_queries(units, 20, seed=1)
    assert queries == sample_queries(units, 20, seed=1) != sample_queries(units, 20, seed=2)
    assert all(2 <= len(query.split()) <= 6 for query in queries)


def test_the_peak_of_a_process_counts_what_it_allocates() -> None:
    script = "import time; x = bytearray(b'x') * 60_000_000; time.sleep(0.05)"
    peak = peak_anonymous_bytes([sys.executable, "-c", script])
    if peak is None:
        pytest.skip("this system does not tell a process's anonymous memory")
    assert peak > 60_000_000
