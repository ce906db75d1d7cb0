"""Pages and artifacts whose flow is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from siglum.cli import main
from siglum.lines import split_lines
from siglum.page import Page, page_of
from siglum.rows import BlockRow, DocumentRow, SectionRow
from siglum_builder.parse import parse

if TYPE_CHECKING:
    from pathlib import Path


DOCUMENT = DocumentRow(
    document_id=0,
    source="s",
    base_url=None,
    path="a.md",
    kind="docs",
    format="markdown",
    language="en",
    title="",
    category=None,
    topic=None,
    tags=(),
    date=None,
    front_matter="",
    sha256="",
    lossy=False,
    lines=0,
    date_us=None,
)


def read(text: str, format: str = "markdown") -> Page:
    """Return a page as an artifact would hold it."""
    parsed = parse(text, format=format)
    blocks = [BlockRow(b.kind, b.depth, b.start_byte, b.end_byte) for b in parsed.blocks]
    sections = [
        SectionRow(n, 0, s.parent, s.level, s.heading, s.slug, s.start_line, s.end_line)
        for n, s in enumerate(parsed.sections)
    ]
    document = DOCUMENT._replace(lines=len(split_lines(text)), format=format)
    return page_of(document, text, blocks, sections)


def built(root: Path) -> Path:
    """Return the artifact of a folder."""
    output = root.parent / f"{root.name}-artifact"
    result = CliRunner().invoke(main, ["build", str(root), "-o", str(output), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    return output
