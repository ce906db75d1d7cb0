"""Inputs modelled on reported faults come out as `expected.jsonl` beside them says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import siglum
from siglum.cli import main
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from collections.abc import Callable

LATER = frozenset({"cats.controller.ts", "OrdersController.cs", "main.go", "lib.rs"})
"""Symbols of languages that have no grammar here yet."""

EMPTY = {"fm/01-only.md", "md/08-empty.md", "md/09-whitespace-only.md"}
"""Documents without text, or with front matter alone."""

IGNORED = {"trust/.gitignore", "trust/ignored.md"}
"""What an ignore file leaves out, and that file."""

CHUNKS = "SELECT 1 FROM chunks x JOIN documents d USING (document_id)"


class Compiled:
    """The awkward files, built as one source."""

    def __init__(self, folder: Path) -> None:
        self.library = siglum.open(folder)
        self.store = ArtifactReader(folder).store
        self.notices = {entry.path for entry in self.library.manifest.notices}
        self.skipped = {entry.path for entry in self.library.manifest.skipped}
        (report,) = folder.glob("*.report.json")
        self.unread = json.loads(report.read_bytes())["unread"]

    def rows(self, query: str, path: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query about one document, `d`."""
        return self.store.rows(query + " WHERE d.path = ? ORDER BY x.rowid", [path])

    def has(self, path: str) -> bool:
        """Tell whether a document is in the index."""
        return path in self.store.document_ids


@pytest.fixture(scope="module")
def compiled(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    output = tmp_path_factory.mktemp("awkward") / "awkward"
    result = CliRunner().invoke(main, ["build", str(shared / "awkward/files"), "-o", str(output)])
    assert result.exit_code == 0, result.output
    return Compiled(output)


@pytest.fixture(scope="module")
def expectations(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "awkward/expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def check_headings(compiled: Compiled, path: str, expected: list[list[Any]]) -> bool:
    found = compiled.rows("SELECT level, heading FROM sections x JOIN documents d USING (document_id)", path)
    return [list(row) for row in found if row[0] > 0] == expected


def check_slugs(compiled: Compiled, path: str, expected: list[str]) -> bool:
    found = compiled.rows("SELECT slug FROM sections x JOIN documents d USING (document_id)", path)
    return [row[0] for row in found] == expected


def check_contains(compiled: Compiled, path: str, expected: list[str]) -> bool:
    return all(check_queries(compiled, path, {text: True}) for text in expected)


def check_queries(compiled: Compiled, path: str, expected: dict[str, bool]) -> bool:
    found = {
        query: any(hit.path == path for hit in compiled.library.search(query, top_k=50).results)
        for query in expected
    }
    return found == expected


def check_chunks(compiled: Compiled, path: str, expected: int) -> bool:
    return len(compiled.rows(CHUNKS, path)) == expected


def check_chunk_with(compiled: Compiled, path: str, expected: dict[str, str]) -> bool:
    """The text is found by what its chunk holds, or repeats in its index text."""
    return all(
        compiled.library.search(f"{text} {other}", top_k=1).results[0].path == path
        and len(compiled.library.search(text, top_k=1).results) == 1
        for text, other in expected.items()
    )


def check_links(compiled: Compiled, path: str, expected: list[str]) -> bool:
    found = compiled.rows(
        "SELECT t.path FROM links x JOIN documents d USING (document_id)"
        " JOIN documents t ON t.document_id = x.target_document_id",
        path,
    )
    return {link.removeprefix("files/") for link in expected} <= {row[0] for row in found}


def check_broken(compiled: Compiled, path: str, expected: list[str]) -> bool:
    found = compiled.rows("SELECT target, status FROM links x JOIN documents d USING (document_id)", path)
    return set(expected) <= {target for target, status in found if status == "broken"}


def check_symbols(compiled: Compiled, path: str, expected: list[str]) -> bool:
    found = compiled.rows("SELECT qualified_name FROM symbols x JOIN documents d USING (document_id)", path)
    return set(expected) <= {row[0] for row in found} or Path(path).name in LATER


def check_meta(compiled: Compiled, path: str, expected: dict[str, Any]) -> bool:
    ((title, tags),) = compiled.rows("SELECT title, tags FROM documents d, (SELECT 0 AS rowid) x", path)
    found = {"title": title, "tags": tags}
    return all(found[key] == value for key, value in expected.items())


def check_warning(compiled: Compiled, path: str, expected: bool) -> bool:
    return (path in compiled.notices or path in compiled.skipped) == expected


def check_skipped(compiled: Compiled, path: str, expected: bool) -> bool:
    return compiled.has(path) != expected


CHECKS: tuple[tuple[str, Callable[[Compiled, str, Any], bool]], ...] = (
    ("headings", check_headings),
    ("slugs", check_slugs),
    ("contains", check_contains),
    ("queries", check_queries),
    ("chunks", check_chunks),
    ("chunk_with", check_chunk_with),
    ("links", check_links),
    ("broken", check_broken),
    ("symbols", check_symbols),
    ("meta", check_meta),
    ("warning", check_warning),
    ("skipped", check_skipped),
)


def test_every_awkward_file_comes_out_as_expected(
    compiled: Compiled, expectations: list[dict[str, Any]]
) -> None:
    wrong = [
        (row["file"], key, row[key])
        for row in expectations
        for key, check in CHECKS
        if key in row and not check(compiled, row["file"].removeprefix("files/"), row[key])
    ]
    assert wrong == []


def test_nothing_vanishes_silently(compiled: Compiled, shared: Path) -> None:
    files = shared / "awkward/files"
    paths = {path.relative_to(files).as_posix() for path in files.rglob("*") if path.is_file()}
    chunked = {path for path in paths if compiled.rows(CHUNKS, path)}
    empty = {path for path in paths - chunked if compiled.has(path)}
    assert empty == EMPTY
    assert compiled.skipped == {"code/app.min.js", "enc/08-nul.md"}
    assert compiled.unread == {}
    assert paths - chunked - empty - compiled.skipped == set(IGNORED)


def test_inputs_too_large_or_odd_to_store_cost_only_themselves(shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "extra"
    subprocess.run([sys.executable, str(shared / "awkward/make_extra.py"), str(folder)], check=True)
    result = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "out/extra")])
    assert result.exit_code == 0, result.output
    with siglum.open(tmp_path / "out/extra") as library:
        assert library.search("loganberry").results[0].path == "target.md"
        assert library.search("needle7").results[0].path == "long_line.md"
        assert not [hit for hit in library.search("API_KEY", top_k=200).results if hit.path == ".env"]
        reported = {entry.path for entry in library.manifest.skipped}
    assert {"link_out.md", "fifo", "broken.md"} <= reported
