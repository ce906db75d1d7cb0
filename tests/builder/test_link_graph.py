"""A built artifact answers which links stand in documents, and which lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from siglum.artifact.locate import version_folder
from siglum.rows import LinkRow
from siglum.store import Store
from siglum_builder.cli import build

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "a.md": "# A\n\n[b](b.md#part)\n\n## Low\n\n[code](src/m.py#L2-L3) [gone](gone.md) [[B]]\n",
    "b.md": "# B\n\n## Part\n\n[up](a.md)\n",
    "src/m.py": "x = 1\ny = 2\nz = 3\n",
}


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph")
    for path, text in FILES.items():
        (folder / "corpus" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "corpus" / path).write_text(text, "utf-8")
    output = folder / "out"
    result = CliRunner().invoke(build, [str(folder / "corpus"), "-o", str(output), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    return version_folder(output)


def test_links_are_told_from_both_ends(version: Path) -> None:
    with Store(version) as store:
        a, b, code = (store.document_ids[path] for path in FILES)
        low, part = (next(s.section_id for s in store.sections_of(d) if s.level == 2) for d in (a, b))
        top, other = (next(s.section_id for s in store.sections_of(d) if s.level == 1) for d in (a, b))
        to_part = LinkRow(a, top, 3, "markdown", "b", b, part, None, None)
        to_code = LinkRow(a, low, 7, "markdown", "code", code, None, 2, 3)
        wiki = LinkRow(a, low, 7, "wiki", "B", b, None, None, None)
        back = LinkRow(b, part, 5, "markdown", "up", a, None, None, None)
        assert other != part
        assert store.links_from([a]) == [to_part, to_code, wiki]
        assert store.links_to([b, code]) == [to_part, to_code, wiki]
        assert store.links_from([b, a]) == [to_part, to_code, wiki, back]
        assert store.links_to([a, a]) == [back]
        assert store.links_to([]) == store.links_from([10_000]) == []
