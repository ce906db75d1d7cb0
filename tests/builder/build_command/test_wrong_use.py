"""Wrong use of `siglum build` is one sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builder.build_command.command import build, fails, tree


def test_a_path_beside_a_configuration_is_wrong_use(project: Path) -> None:
    result = build("docs", "--config", "siglum.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "exclude each other" in result.stderr


@pytest.mark.parametrize("arguments", [("nowhere",), ("--config", "nowhere.toml"), ("--jobs", "0")])
def test_what_does_not_exist_is_wrong_use(corpus: Path, arguments: tuple[str, ...]) -> None:
    result = build(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert arguments[-1] in result.stderr
    assert not Path("artifacts").exists()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b"[search]\ntopK = 3\n", "[search] topK is not a known key; did you mean `top_k`?"),
        (b"[search]\ntop_k = 0\n", "from 1 to 200"),
        (b"[[source]]\npath = 'nowhere'\n", "no source there (nothing is there)"),
        (b"[[source\n", "is not valid TOML"),
        (b"# \xe9\n", "is not UTF-8"),
        (b"[artifact]\nname = 'a\\nb'\n[artifact]\n", "is not valid TOML"),
    ],
)
def test_a_wrong_configuration_is_one_sentence(corpus: Path, written: bytes, told: str) -> None:
    (corpus / "siglum.toml").write_bytes(written)
    sentence = fails(build(corpus), code=2)
    assert told in sentence
    assert "siglum.toml" in sentence
    assert not Path("artifacts").exists()


@pytest.mark.parametrize("kind", ["folder", "dangling link"])
def test_a_configuration_that_cannot_be_read_is_never_passed_over(corpus: Path, kind: str) -> None:
    if kind == "folder":
        (corpus / "siglum.toml").mkdir()
    else:
        (corpus / "siglum.toml").symlink_to("nowhere.toml")
    assert "siglum.toml cannot be read" in fails(build(corpus), code=2)


def test_a_folder_with_nothing_to_read_says_what_to_do(corpus: Path) -> None:
    empty = corpus.parent / "empty"
    empty.mkdir()
    sentence = fails(build(empty), code=2)
    assert "nothing to build" in sentence
    assert "include" in sentence
    (empty / "broken.md").write_bytes(b"a\0\0\0b" * 50)
    assert "1 were skipped (first: broken.md: " in fails(build(empty), code=2)


def test_an_output_that_cannot_be_made_is_one_sentence(corpus: Path) -> None:
    Path("artifacts").write_text("no folder", encoding="utf-8")
    assert "name another folder with -o" in fails(build(corpus), code=2)


def test_a_source_that_gives_no_file_ends_the_build(corpus: Path) -> None:
    empty = corpus.parent / "empty"
    empty.mkdir()
    assert "source 'empty'" in fails(build(corpus, empty), code=2)


def test_an_output_that_is_a_source_is_refused(corpus: Path) -> None:
    for paths in ((corpus,), (".", corpus)):
        result = build(*paths, "-o", corpus)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is the source 'My-docs': name another folder with -o" in result.stderr
    assert tree(corpus) == ["locks.md", "notes.txt"]
