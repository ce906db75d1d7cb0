"""`siglum build --check` compares a fresh build with what is there."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tests.builder.build_command.command import build, fails, lines, tree

if TYPE_CHECKING:
    from pathlib import Path


def test_check_of_a_fresh_index_exits_0_and_writes_nothing(project: Path) -> None:
    before = tree(project)
    result = build("--check")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert "belongs to its sources" in result.stdout
    assert tree(project) == before


def test_check_of_a_stale_index_exits_1_and_names_documents_and_settings(project: Path) -> None:
    (project / "docs/locks.md").write_text("# Locks\n\nRewritten.\n", encoding="utf-8")
    (project / "docs/keys.md").unlink()
    (project / "docs/new.md").write_text("# New\n", encoding="utf-8")
    (project / "docs/broken.md").write_bytes(b"a\0\0\0b" * 50)
    with (project / "siglum.toml").open("a", encoding="utf-8") as config:
        config.write("labels = ['v2']\n[search]\ntop_k = 5\nbody = { weight = 2 }\n")
    before = tree(project)
    result = build("--check")
    assert result.exit_code == 1
    first, *rest = result.stdout.splitlines()
    assert first.startswith("the sources give ")
    assert [line for line in rest if not line.startswith("skipped now: @docs/broken.md: ")] == [
        "setting search.body.weight: 1.0 there, 2.0 now",
        "setting search.top_k: 10 there, 5 now",
        'setting source 2.labels: [] there, ["v2"] now',
        "removed: @docs/keys.md",
        "changed: @docs/locks.md",
        "added: @docs/new.md",
    ]
    assert len(rest) == 7
    assert tree(project) == before


def test_check_names_twenty_documents_and_counts_the_rest(project: Path) -> None:
    for number in range(25):
        (project / f"docs/{number:02}.md").write_text(f"# Page {number}\n", encoding="utf-8")
    result = build("--check")
    assert len(lines(result.stdout, "added: ")) == 20
    assert result.stdout.endswith("… and 5 more\n")


def test_check_takes_the_committed_manifest_for_a_lock(project: Path) -> None:
    (manifest,) = (project / "artifacts/project").glob("*/manifest.json")
    manifest.rename(project / "artifacts/project.manifest.json")
    shutil.rmtree(project / "artifacts/project")
    fresh = build("--check")
    assert (fresh.exit_code, "belongs to its sources" in fresh.stdout) == (0, True)
    (project / "lib/more.py").write_text("x = 1\n", encoding="utf-8")
    stale = build("--check")
    assert stale.exit_code == 1
    (line,) = stale.stdout.splitlines()[1:]
    assert line.startswith("source lib: 1 documents (")
    assert "2 documents (" in line


def test_check_with_nothing_there_exits_3_with_the_fix_before_it_builds(project: Path) -> None:
    shutil.rmtree(project / "artifacts")
    result = build("--check")
    assert "make one with `siglum build`" in fails(result, code=3)
    assert lines(result.stderr, "walk") == []


def test_check_of_a_damaged_lock_exits_3(project: Path) -> None:
    shutil.rmtree(project / "artifacts/project")
    (project / "artifacts/project.manifest.json").write_text("{}", encoding="utf-8")
    assert "project.manifest.json" in fails(build("--check"), code=3)
