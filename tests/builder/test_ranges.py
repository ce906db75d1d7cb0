"""On real documentation, what a hit or a ref shows is byte for byte the lines that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import siglum
from siglum.cli import main
from siglum.lines import split_lines
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from pathlib import Path

SECTIONS = (
    "SELECT d.path, s.slug, s.heading, s.start_line, s.end_line FROM sections s"
    " JOIN documents d USING (document_id) ORDER BY section_id"
)


@pytest.fixture(scope="module")
def docs(shared: Path) -> Path:
    return shared / "corpora/tokio-website/content"


@pytest.fixture(scope="module")
def artifact(docs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("ranges") / "tokio"
    assert CliRunner().invoke(main, ["build", str(docs), "-o", str(output)]).exit_code == 0
    return output


def lines_of(docs: Path, path: str, first: int, last: int) -> str:
    text = (docs / path).read_bytes().decode()
    return "".join(split_lines(text)[first - 1 : last])


@pytest.mark.parametrize("snippet_lines", [1, 7, 40])
def test_every_hit_shows_exactly_the_lines_of_its_range(
    docs: Path, artifact: Path, snippet_lines: int
) -> None:
    with ArtifactReader(artifact) as reader:
        headings = [row[2] for row in reader.store.rows(SECTIONS)]
    checked = 0
    with siglum.open(artifact) as library:
        for heading in headings[::9]:
            for hit in library.search(heading, snippet_lines=snippet_lines).results:
                assert hit.content == lines_of(docs, hit.path, hit.range.start_line, hit.range.end_line)
                checked += 1
    assert checked > 200


def test_every_section_and_file_is_given_as_it_was_read(docs: Path, artifact: Path) -> None:
    with ArtifactReader(artifact) as reader:
        rows = reader.store.rows(SECTIONS)
    with siglum.open(artifact) as library:
        for path, slug, _, first, last in rows:
            found = library.get_content(f"md:{path}#{slug}", "full", max_lines=5000)
            assert found.content == lines_of(docs, path, first, last)
        for path in sorted({row[0] for row in rows}):
            found = library.get_content(f"file:{path}", max_lines=5000)
            assert found.content == (docs / path).read_bytes().decode()
