"""Which artifacts are opened together, and which commands take several."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest
from click.testing import CliRunner
from tests.builder.compiled import compiled

import siglum
from siglum.cli import main
from siglum.current import Current
from siglum.errors import ArtifactDamaged, ArtifactMissing, RequestError, SiglumError

if TYPE_CHECKING:
    from siglum import Library


ROOT = Path(__file__).parents[3]


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


def test_diagnostics_add_up_and_their_digest_is_what_expect_takes(library: Library, shelf: Path) -> None:
    found = library.diagnostics()
    assert found.counts["documents"] == 7
    assert found.digest.startswith(found.artifact.version)
    both = [shelf / "lib", shelf / "notes"]
    with siglum.open(both, expect=found.digest) as opened:
        assert opened.manifest.digest == found.digest
    with pytest.raises(ArtifactDamaged, match=r"lib\+notes has digest"):
        siglum.open(both, expect="0" * 16)


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
