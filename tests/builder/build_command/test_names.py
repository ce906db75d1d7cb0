"""What `siglum build` names and finds, and where it puts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builder.build_command.command import PAGE, build, documents, lines, name_of

from siglum_builder.config import safe_name


def test_without_anything_the_folder_itself_is_built_and_named_after(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(corpus)
    assert build().exit_code == 0
    artifact = corpus / "artifacts/My-docs"
    assert (name_of(artifact), documents(artifact)) == ("My-docs", ["locks.md", "notes.txt"])
    assert lines(build().stdout, "unchanged: "), "what a build leaves is no source of the next"


def test_a_path_is_named_after_its_last_part_and_built_into_this_folder(corpus: Path) -> None:
    assert build(corpus).exit_code == 0
    assert name_of(Path("artifacts/My-docs")) == "My-docs"


def test_the_last_part_of_the_output_names_what_has_no_name(corpus: Path) -> None:
    assert build(corpus, "-o", "out/api docs").exit_code == 0
    assert name_of(Path("out/api docs")) == "api-docs"


def test_a_given_name_stands_against_output_and_folder(corpus: Path) -> None:
    (corpus / "siglum.toml").write_text("[artifact]\nname = 'manual'\n", encoding="utf-8")
    assert build(corpus, "-o", "out/api").exit_code == 0
    assert name_of(Path("out/api")) == "manual"
    assert build(corpus).exit_code == 0
    assert name_of(Path("artifacts/manual")) == "manual"


def test_an_output_inside_its_source_is_no_source(corpus: Path) -> None:
    first = build(corpus, "-o", corpus / "out")
    assert (first.exit_code, build(corpus, "-o", corpus / "out").exit_code) == (0, 0)
    assert documents(corpus / "out") == ["locks.md", "notes.txt"]


def test_several_paths_are_sources_whose_documents_carry_their_names(corpus: Path) -> None:
    other = corpus.parent / "b" / "My docs"
    other.mkdir(parents=True)
    (other / "locks.md").write_text("# Other\n", encoding="utf-8")
    (corpus.parent / "README.md").write_text("# Read me\n", encoding="utf-8")
    assert build(corpus, other, "README.md", "-o", "out/all").exit_code == 0
    assert documents(Path("out/all")) == [
        "@My-docs-2/locks.md",
        "@My-docs/locks.md",
        "@My-docs/notes.txt",
        "@README/README.md",
    ]


def test_the_configuration_of_a_path_or_of_this_folder_is_used(project: Path) -> None:
    here = build("-o", "out/a")
    there = build(project, "-o", "out/b")
    given = build("--config", project / "siglum.toml", "-o", "out/c")
    assert [here.exit_code, there.exit_code, given.exit_code] == [0, 0, 0]
    wanted = ["@docs/keys.md", "@docs/locks.md", "@lib/vault.py"]
    assert [documents(Path("out") / name) for name in "abc"] == [wanted] * 3


def test_paths_take_the_place_of_the_configuration_and_it_is_said(project: Path) -> None:
    result = build("docs", "lib/vault.py", "-o", "out/x")
    assert documents(Path("out/x")) == ["@docs/keys.md", "@docs/locks.md", "@vault/vault.py"]
    assert lines(result.stderr, "siglum: siglum.toml in this folder is not read, since paths are given")


@pytest.mark.parametrize("killed", [False, True])
def test_an_output_inside_a_source_is_no_part_of_it(corpus: Path, *, killed: bool) -> None:
    if killed:
        (corpus / "out/x/.building-0123456789abcdef").mkdir(parents=True)
        (corpus / "out/x/.building-0123456789abcdef/manifest.json").write_text("{}", encoding="utf-8")
    (corpus / "siglum.toml").write_text("[[source]]\npath = '.'\ninclude = ['**']\n", encoding="utf-8")
    first = build(corpus, "-o", corpus / "out/x")
    assert first.stdout.splitlines()[-1].startswith("published: ")
    second = build(corpus, "-o", corpus / "out/x")
    assert second.stdout.splitlines()[-1].startswith("unchanged: ")
    assert documents(corpus / "out/x") == ["locks.md", "notes.txt", "siglum.toml"]


def test_several_paths_give_an_artifact_named_after_this_folder(corpus: Path) -> None:
    other = corpus.parent / "other"
    other.mkdir()
    (other / "a.md").write_text(PAGE, encoding="utf-8")
    assert build(corpus, other).exit_code == 0
    expected = safe_name(corpus.parent.name)
    assert name_of(Path("artifacts") / expected) == expected
