"""Every tool reads all artifacts that are open, and names what it finds by its artifact."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.builder.compiled import compiled

import siglum
from siglum.cli import main
from siglum.errors import RefError

if TYPE_CHECKING:
    from pathlib import Path

    from siglum import Library


def inside(path: str) -> str:
    return "/".join(part for part in path.split("/") if not part.startswith("@"))


def test_every_ref_of_every_tool_is_read_by_get_content(library: Library) -> None:
    found = library.search("open_vault lock", top_k=20, mode="implementation")
    refs = {ref for hit in found.results for ref in (hit.ref_id, *(hit.also_in or ()))}
    for seeds in (["md:@lib/@manual/guide/vault.md#locking"], ["code:@lib/@code/vault.py@L1"]):
        related = library.expand_related(seeds, mode="implementation")
        refs |= {ref for each in related.related for ref in (each.ref_id, each.via)}
    flow = library.summarize_flow("open the vault and send each entry")
    guide = library.guide_implementation("open the vault")
    refs |= {ref for step in (*flow.flow, *guide.guide) for ref in step.refs}
    refs |= {each.ref_id for each in (*guide.docs, *guide.sample_code)}
    refs |= {f"file:{document.path}" for document in library.documents()}
    assert {ref.partition(":")[2].split("/")[0] for ref in refs} == {"@lib", "@notes"}
    for ref in sorted(refs):
        assert library.get_content(ref, "full").ref_id == ref


def test_what_is_related_is_found_across_artifacts_by_words_and_within_one_by_links(library: Library) -> None:
    related = library.expand_related(["md:@notes/guide/proxy.md#proxy"]).related
    assert any(each.ref_id.startswith("code:@lib/@code/vault.py") for each in related)
    linked = library.expand_related(["md:@lib/@manual/guide/vault.md#vault"], signals=["links"]).related
    assert [each.ref_id for each in linked] == ["md:@lib/@manual/guide/sync.md#sync"]


def test_code_imports_nothing_of_another_artifact(tmp_path: Path) -> None:
    compiled(tmp_path, "app", {"code": {"run.py": "def start_app(path):\n    return open_vault(path)\n"}})
    compiled(tmp_path, "lib", {"code": {"vault.py": "def open_vault(path):\n    return path\n"}})
    with siglum.open([tmp_path / "artifacts/app", tmp_path / "artifacts/lib"]) as opened:
        assert opened.expand_related(["code:@app/run.py@L1"], signals=["imports"]).related == ()


def test_a_path_without_its_artifact_is_read_while_it_is_unique(library: Library) -> None:
    assert library.get_content("file:guide/proxy.md").ref_id == "file:@notes/guide/proxy.md"
    assert library.get_content("code:@code/vault.py@L1").ref_id == "code:@lib/@code/vault.py@L1"
    assert library.get_content("md:guide/sync.md#sync").ref_id == "md:@lib/@manual/guide/sync.md#sync"
    with pytest.raises(RefError, match=r"nearest: .*@lib/@manual/guide/sync.md"):
        library.get_content("file:@lib/guide/sink.md")


def test_an_ambiguous_path_names_every_artifact_that_has_it(tmp_path: Path) -> None:
    paths = [compiled(tmp_path, name, {name: {"same.md": f"# {name}\n\nText.\n"}}) for name in ("x", "y")]
    with siglum.open(paths) as opened, pytest.raises(RefError, match=r"@x/same.md.*@y/same.md"):
        opened.get_content("file:same.md")


@pytest.mark.parametrize(
    ("sources", "holders"),
    [
        (["lib"], {"@lib/@manual", "@lib/@code"}),
        (["code"], {"@lib/@code"}),
        (["notes", "code"], {"@notes", "@lib/@code"}),
        (["manual", "lib"], {"@lib/@manual", "@lib/@code"}),
    ],
)
def test_sources_are_asked_for_by_artifact_or_by_their_own_name(
    library: Library, sources: list[str], holders: set[str]
) -> None:
    hits = library.search("vault lock open path", sources=sources, top_k=50).results
    assert {hit.path.removesuffix(f"/{inside(hit.path)}") for hit in hits} == holders


def test_a_source_that_nothing_has_is_named_with_those_that_there_are(library: Library) -> None:
    (warning,) = library.search("vault", sources=["other"]).warnings
    assert "code, lib, manual, notes" in warning
    assert library.summarize_flow("vault", sources=["other"]).warnings == (warning,)
    skipped = library.summarize_flow(None, ["file:@lib/@code/vault.py"], sources=["notes"]).skipped
    assert [each.ref_id for each in skipped] == ["file:@lib/@code/vault.py"]


def test_globs_are_over_the_path_in_the_source_or_with_an_at_sign_over_all_of_it(library: Library) -> None:
    def paths(pattern: str) -> set[str]:
        return {
            hit.path for hit in library.search("vault proxy entry", path_globs=[pattern], top_k=50).results
        }

    assert paths("guide/**") == {
        "@lib/@manual/guide/vault.md",
        "@lib/@manual/guide/sync.md",
        "@notes/guide/proxy.md",
    }
    assert paths("@notes/**") == {"@notes/vault.md", "@notes/guide/proxy.md"}


def test_topics_are_counted_over_all_and_artifacts_are_sources(library: Library) -> None:
    topics = library.list_topics()
    assert {g.name: g.documents for g in topics.sources} == {"code": 2, "lib": 5, "manual": 3, "notes": 2}
    assert [(g.name, g.documents, g.newest) for g in topics.tags if g.name == "storage"] == [
        ("storage", 2, "2025-01-01")
    ]
    for group in topics.sources:
        hits = library.search("vault lock proxy", sources=[group.name], include_low_quality=True, top_k=50)
        assert not hits.warnings


def test_an_address_is_that_of_the_artifact_alone(library: Library, shelf: Path) -> None:
    with siglum.open(shelf / "lib") as alone, siglum.open(shelf / "notes") as notes:
        known = {
            hit.uri for each in (alone, notes) for hit in each.search("vault lock proxy", top_k=50).results
        }
    found = {hit.uri for hit in library.search("vault lock proxy", top_k=50).results}
    assert found <= known
    assert any(uri.startswith("https://example.org/notes/") for uri in found)


def test_quotations_are_checked_in_the_artifact_that_they_name(
    library: Library, shelf: Path, tmp_path: Path
) -> None:
    results = siglum.to_search_results(library.search("vault lock proxy", top_k=50)).results
    cited = [
        {
            "type": "search_result_location",
            "search_result_index": n,
            "start_block_index": 0,
            "end_block_index": 1,
            "cited_text": block["content"][0]["text"],
            "source": block["source"],
        }
        for n, block in enumerate(results)
        if block["type"] == "search_result"
    ]
    text = {"type": "text", "text": "quoted", "citations": cited}
    file = tmp_path / "reply.json"
    file.write_text(json.dumps({"role": "assistant", "content": [text]}), encoding="utf-8")
    named = ["-a", str(shelf / "lib"), "-a", str(shelf / "notes")]
    result = CliRunner().invoke(main, ["cite", "check", str(file), "--json", *named])
    assert result.exit_code == 0, result.output
    checked = json.loads(result.stdout)["citations"]
    assert {each["path"].split("/")[0] for each in checked} == {"@lib", "@notes"}
    for each in checked:
        assert library.get_content(each["ref_id"]).path == each["path"]
    result = CliRunner().invoke(main, ["cite", "check", str(file), *named[:2]])
    assert result.exit_code == 1
    assert "notes" in result.stdout
