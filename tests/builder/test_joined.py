"""Artifacts that are opened together answer as the one of all their sources would."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.builder.compiled import compiled

import siglum
from siglum.cli import main
from siglum.current import Current
from siglum.errors import ArtifactDamaged, ArtifactMissing, RefError, RequestError, SiglumError
from siglum.opening import open_reader
from siglum.render import plain, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum import Library
    from siglum.results import Hit

ROOT = Path(__file__).parents[2]
LOCKING = "## Locking\n\nThe lock is a file beside the vault, written before any entry.\n"
MANUAL = {
    "guide/vault.md": (
        f"---\ndate: 2024-05-01\ntags: [storage]\n---\n# Vault\n\n{LOCKING}\n"
        "## See also\n\n[Sync](sync.md) sends what the vault holds.\n"
    ),
    "guide/sync.md": "# Sync\n\n1. Open the vault.\n2. Send each entry.\n3. Close the vault.\n",
    "index.md": "# Manual\n\nHow vaults are kept, synchronised and restored.\n",
}
CODE = {
    "vault.py": 'def open_vault(path):\n    """Open the vault and take its lock."""\n    return Lock(path)\n',
    "lock.py": "class Lock:\n    def __init__(self, path):\n        self.path = path\n",
}
NOTES = {
    "vault.md": f"---\ndate: 2025-01-01\ntags: [storage, note]\n---\n# Notes on vaults\n\n{LOCKING}",
    "guide/proxy.md": "# Proxy\n\nUploads hang behind a proxy that buffers; `open_vault` retries them.\n",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of artifacts: `lib` of two sources, `notes` of one."""
    root = tmp_path_factory.mktemp("shelf")
    url = 'base_url = "https://example.org/notes/"'
    compiled(root, "lib", {"manual": MANUAL, "code": CODE})
    compiled(root, "notes", {"notes": NOTES}, url)
    return root / "artifacts"


@pytest.fixture(scope="module")
def library(shelf: Path) -> Iterator[Library]:
    with siglum.open([shelf / "notes", shelf / "lib"]) as opened:
        yield opened


WORDS = (
    *("vault", "lock", "entry", "sync", "proxy", "upload", "Vault", "locks", "entries", "buffer"),
    *("保管庫", "同期", "open_vault", "getEntry"),
)
TEXTS = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), max_size=3), st.lists(st.sampled_from(WORDS), max_size=12)),
    min_size=1,
    max_size=3,
)
FOLDERS = st.dictionaries(
    st.sampled_from(["a.md", "b.md", "lock/c.md", "sync/entry.md", "vault.txt"]),
    TEXTS,
    min_size=1,
    max_size=4,
)
QUERIES = (
    "vault",
    "lock entry",
    '"lock entry"',
    "vault -proxy",
    "entires",
    "保管庫 sync",
    "open_vault",
    "bufer",
)
FILTERS: tuple[dict[str, Any], ...] = ({}, {"path_globs": ["lock/**", "b.md"]}, {"sources": ["a-b"]})
LEXICAL = "[search]\nvector_weight = 0\nprior_weight = 0\n"


def files(folders: dict[str, list[tuple[list[str], list[str]]]]) -> dict[str, str]:
    return {
        path: "".join(f"## {' '.join(heading)}\n\n{' '.join(body)}\n\n" for heading, body in sections)
        for path, sections in folders.items()
    }


def answer(hit: Hit) -> tuple[object, ...]:
    return hit.ref_id, hit.score, hit.content, hit.also_in, hit.title, hit.breadcrumb, hit.match_spans


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(a=FOLDERS, b=FOLDERS)
def test_words_rank_exactly_as_in_one_artifact_of_all_sources(
    tmp_path_factory: pytest.TempPathFactory,
    a: dict[str, list[tuple[list[str], list[str]]]],
    b: dict[str, list[tuple[list[str], list[str]]]],
) -> None:
    root = tmp_path_factory.mktemp("equal")
    one, other = files(a), files(b)
    apart = [compiled(root, name, {name: text}, LEXICAL) for name, text in (("a", one), ("a-b", other))]
    whole = compiled(root, "whole", {"a": one, "a-b": other}, LEXICAL)
    with siglum.open(apart) as joined, siglum.open(whole) as built:
        assert joined.manifest.languages == built.manifest.languages
        for query in QUERIES:
            for filters in FILTERS:
                found, expected = (
                    joined.search(query, top_k=50, **filters),
                    built.search(query, top_k=50, **filters),
                )
                assert [*map(answer, found.results)] == [*map(answer, expected.results)]
                assert found.query_terms == expected.query_terms
                assert found.total_candidates == expected.total_candidates
                assert found.low_confidence == expected.low_confidence


def test_the_order_in_which_artifacts_are_named_changes_no_byte(shelf: Path) -> None:
    with (
        siglum.open([shelf / "lib", shelf / "notes"]) as one,
        siglum.open([shelf / "notes", shelf / "lib"]) as two,
    ):
        assert to_json(one.search("vault lock")) == to_json(two.search("vault lock"))


def test_a_list_of_one_is_that_artifact(shelf: Path) -> None:
    with siglum.open([shelf / "lib"]) as listed, siglum.open(shelf / "lib") as alone:
        assert to_json(listed.search("vault lock")) == to_json(alone.search("vault lock"))
        assert alone.search("vault").artifact.artifacts is None


def test_one_ranking_holds_hits_of_both_and_names_text_that_both_have(library: Library) -> None:
    response = library.search("vault lock file", top_k=20)
    assert {hit.path.split("/")[0] for hit in response.results} == {"@lib", "@notes"}
    (hit,) = (hit for hit in response.results if hit.heading == "Locking")
    assert {hit.ref_id, *(hit.also_in or ())} == {
        "md:@lib/@manual/guide/vault.md#locking",
        "md:@notes/vault.md#locking",
    }
    assert response.artifact.name == "lib+notes"
    assert response.artifact.artifacts is not None
    assert [each.name for each in response.artifact.artifacts] == ["lib", "notes"]


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
    compiled(tmp_path, "lib", {"code": CODE})
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


def inside(path: str) -> str:
    return "/".join(part for part in path.split("/") if not part.startswith("@"))


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


def test_diagnostics_add_up_and_their_digest_is_what_expect_takes(library: Library, shelf: Path) -> None:
    found = library.diagnostics()
    assert found.counts["documents"] == 7
    assert found.digest.startswith(found.artifact.version)
    both = [shelf / "lib", shelf / "notes"]
    with siglum.open(both, expect=found.digest) as opened:
        assert opened.manifest.digest == found.digest
    with pytest.raises(ArtifactDamaged, match=r"lib\+notes has digest"):
        siglum.open(both, expect="0" * 16)


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


def test_two_artifacts_of_one_name_are_refused_with_both_places(shelf: Path, tmp_path: Path) -> None:
    shutil.copytree(shelf / "lib", tmp_path / "copy")
    with pytest.raises(RequestError, match=r"two artifacts are named lib, .*lib/.* and .*copy/"):
        siglum.open([shelf / "lib", tmp_path / "copy"])


def test_an_artifact_given_twice_is_said_to_be_the_same_by_whatever_path(shelf: Path, tmp_path: Path) -> None:
    (version,) = (path for path in (shelf / "lib").iterdir() if path.is_dir())
    link = tmp_path / "link"
    link.symlink_to(shelf / "lib", target_is_directory=True)
    for path in (shelf / "lib", version, shelf / "notes" / ".." / "lib", link):
        with pytest.raises(RequestError, match="is given twice: name it once"):
            siglum.open([shelf / "lib", path])


def test_artifacts_that_rank_by_other_settings_are_refused_with_the_key(shelf: Path, tmp_path: Path) -> None:
    other = compiled(
        tmp_path, "other", {"s": {"a.md": "# A\n\nText.\n"}}, "[search.heading]\nweight = 3.0\nb = 0.5\n"
    )
    with pytest.raises(RequestError, match=r"\[search\] heading.weight is 2.0 in lib and 3.0 in other"):
        siglum.open([shelf / "lib", other])


@pytest.mark.parametrize(
    ("spoil", "error", "message"),
    [
        (shutil.rmtree, ArtifactMissing, "no artifact at .*broken"),
        (lambda f: next(f.glob("*/index.duckdb")).unlink(), ArtifactDamaged, "broken.*index.duckdb"),
        (
            lambda f: next(f.glob("*/manifest.json")).write_bytes(b"{}"),
            ArtifactDamaged,
            "broken.*manifest.json",
        ),
    ],
)
def test_one_that_is_not_whole_is_named(
    shelf: Path, tmp_path: Path, spoil: object, error: type[SiglumError], message: str
) -> None:
    shutil.copytree(shelf / "notes", tmp_path / "broken")
    assert callable(spoil)
    spoil(tmp_path / "broken")
    with pytest.raises(error, match=message):
        siglum.open([shelf / "lib", tmp_path / "broken"])


def test_no_artifact_is_an_error() -> None:
    with pytest.raises(RequestError, match="no artifact to open"):
        siglum.open([])


def test_every_command_takes_several_artifacts(shelf: Path) -> None:
    several = ["-a", str(shelf / "lib"), "-a", str(shelf / "notes")]
    for line, schema in (
        (["search", "vault lock"], "search.response"),
        (["get", "file:@notes/vault.md"], "get_content.response"),
        (["related", "file:@lib/@code/vault.py"], "expand_related.response"),
        (["flow", "--topic", "vault"], "summarize_flow.response"),
        (["guide", "open the vault"], "guide_implementation.response"),
        (["list-topics"], "list_topics.response"),
        (["diagnostics"], "diagnostics.response"),
    ):
        result = CliRunner().invoke(main, [*line, *several, "--json"])
        assert result.exit_code == 0, result.output
        jsonschema.validate(
            json.loads(result.stdout), json.loads((ROOT / f"schemas/{schema}.json").read_text())
        )
        assert json.loads(result.stdout)["artifact"]["name"] == "lib+notes"
    for line in (["inspect"], ["verify"]):
        result = CliRunner().invoke(main, [*line, *several, "--json"])
        assert result.exit_code == 0, result.output
        assert len(json.loads(result.stdout)["artifacts"]) == 2
        assert CliRunner().invoke(main, [*line, *several]).output.count("notes") > 0
    refused = CliRunner().invoke(main, ["verify", *several, "--expect", "0" * 16])
    assert (refused.exit_code, "of one artifact" in refused.output) == (2, True)


def test_the_environment_names_one_artifact_white_space_and_all(shelf: Path, tmp_path: Path) -> None:
    shutil.copytree(shelf / "notes", tmp_path / "my notes")
    line, place = ["search", "proxy", "--json"], {"SIGLUM_ARTIFACT": str(tmp_path / "my notes")}
    result = CliRunner().invoke(main, line, env=place)
    assert json.loads(result.stdout)["artifact"]["name"] == "notes"


def test_golden_questions_are_asked_of_several_artifacts(shelf: Path, tmp_path: Path) -> None:
    rows = (
        {"id": "1", "query": "uploads hang", "expect": ["guide/proxy.md"]},
        {"id": "2", "query": "send each entry", "expect": ["guide/sync.md"]},
        {"id": "3", "query": "kubernetes helm chart", "expect": []},
    )
    golden = tmp_path / "golden.jsonl"
    golden.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    several = ["-a", str(shelf / "lib"), "-a", str(shelf / "notes")]
    result = CliRunner().invoke(main, ["eval", str(golden), *several, "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["total"]["scores"]["hit1"], found["name"], found["auroc"]) == (1.0, "lib+notes", 1.0)


def test_a_new_version_of_one_is_taken_while_the_other_stays(tmp_path: Path) -> None:
    paths = [compiled(tmp_path, name, {name: {"a.md": f"# {name}\n\nFirst.\n"}}) for name in ("x", "y")]
    with Current(*paths) as current:
        assert current.reload() is None
        before = current.version
        compiled(tmp_path, "y", {"y": {"a.md": "# y\n\nSecond words.\n"}})
        found = current.reload()
        assert found is not None
        assert (found.refused, found.version != before) == (None, True)
        with current.library() as library:
            assert library.search("second words").results[0].path == "@y/a.md"


def test_a_page_of_diverse_hits_compares_vectors_within_each_artifact(library: Library) -> None:
    found = library.search("vault lock proxy entry", mmr=True, parent_retriever=True, explain=True)
    assert {hit.path.split("/")[0] for hit in found.results} == {"@lib", "@notes"}
    assert plain(found) == plain(
        library.search("vault lock proxy entry", mmr=True, parent_retriever=True, explain=True)
    )


def test_the_calibration_of_the_larger_artifact_judges_both(shelf: Path) -> None:
    with open_reader([shelf / "lib", shelf / "notes"]) as reader:
        parts = [part.manifest for part in reader.parts]
        largest = max(parts, key=lambda manifest: manifest.counts["chunks"])
        assert reader.manifest.search == replace(parts[0].search, confidence=largest.search.confidence)
