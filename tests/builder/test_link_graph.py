"""A built artifact answers which links stand in documents, and which lead to them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import siglum
from siglum.artifact.locate import version_folder
from siglum.cli import main
from siglum.rows import LinkRow
from siglum.store.file import FileStore
from siglum_builder.cli import build

ROOT = Path(__file__).parents[2]

FILES = {
    "a.md": "# A\n\n[b](b.md#part)\n\n## Low\n\n[code](src/m.py#L2-L3) [gone](gone.md) [[B]]\n",
    "b.md": "# B\n\n## Part\n\n[up](a.md)\n\n[x](a.md#nope) {* src/m.py ln[2:3] *} {* src/no.py *}"
    " [o](logo.png)\n",
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
    with FileStore(version) as store:
        a, b, code = (store.document_ids[path] for path in FILES)
        low, part = (next(s.section_id for s in store.sections_of(d) if s.level == 2) for d in (a, b))
        top, other = (next(s.section_id for s in store.sections_of(d) if s.level == 1) for d in (a, b))
        to_part = LinkRow(a, top, 3, "markdown", "b", b, part, None, None)
        to_code = LinkRow(a, low, 7, "markdown", "code", code, None, 2, 3)
        wiki = LinkRow(a, low, 7, "wiki", "B", b, None, None, None)
        back = LinkRow(b, part, 5, "markdown", "up", a, None, None, None)
        vague = LinkRow(b, part, 7, "markdown", "x", a, None, None, None)
        shown = LinkRow(b, part, 7, "include", "", code, None, 2, 3)
        assert other != part
        assert store.links_from([a]) == [to_part, to_code, wiki]
        assert store.links_to([b, code]) == [to_part, to_code, wiki, shown]
        assert store.links_from([b, a]) == [to_part, to_code, wiki, back, vague, shown]
        assert store.links_to([a, a]) == [back, vague]
        assert store.links_to([]) == store.links_from([10_000]) == []


def test_links_that_lead_nowhere_are_listed_by_page_with_line_and_reason(version: Path) -> None:
    result = CliRunner().invoke(main, ["inspect", "--links", "-a", str(version)])
    assert result.stdout.splitlines() == [
        "include    broken 1, resolved 1",
        "markdown   broken 2, outside 1, resolved 3",
        "wiki       resolved 1",
        "",
        "broken: 3",
        "a.md",
        "  line 7: gone.md (no document gone.md)",
        "b.md",
        "  line 7: a.md#nope (a.md has no anchor #nope)",
        "  line 7: src/no.py (the corpus has no src/no.py)",
        "",
        "outside the corpus: 1",
        "b.md",
        "  line 7: logo.png (not a document of the corpus)",
    ]


def test_links_that_lead_nowhere_are_listed_as_json(version: Path) -> None:
    result = CliRunner().invoke(main, ["inspect", "--links", "--json", "-a", str(version)])
    found = json.loads(result.stdout)
    assert found["links_by_kind"]["include"] == {"broken": 1, "resolved": 1}
    assert found["links"]["broken"] == len(found["broken_links"])
    assert [(link["path"], link["line"], link["kind"]) for link in found["broken_links"]] == [
        ("a.md", 7, "markdown"),
        ("b.md", 7, "markdown"),
        ("b.md", 7, "include"),
    ]
    schema = json.loads((ROOT / "schemas/inspect.response.json").read_text("utf-8"))
    jsonschema.validate(found, schema, cls=jsonschema.Draft202012Validator)


def test_a_page_is_found_by_what_it_includes_and_shows_its_own_text(tmp_path: Path) -> None:
    pages = {
        "a.md": "# A\n\nSee the sample.\n\n{* src/m.py ln[2] *}\n",
        "b.md": "# B\n\nNothing here.\n",
        "src/m.py": "concealed = 1\nlantern = 2\n",
    }
    for path, text in pages.items():
        (tmp_path / "corpus" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "corpus" / path).write_text(text, "utf-8")
    output = tmp_path / "out"
    CliRunner().invoke(build, [str(tmp_path / "corpus"), "-o", str(output), "--jobs", "1"])
    with siglum.open(version_folder(output)) as library:
        (page,) = (hit for hit in library.search("lantern").results if hit.path == "a.md")
        assert page.content == pages["a.md"]
        assert [hit.path for hit in library.search("concealed").results] == ["src/m.py"]
