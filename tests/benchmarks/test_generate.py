from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from benchmarks.generate import Piece, cut, generate, main
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path

PIECES = (
    Piece(
        "Install it",
        "Download the archive, then unpack everything below your folder.\n\n```sh\nmake install\n```",
    ),
    Piece(
        "Configure",
        "Several settings control which of these services starts before another.\n\n- first\n- second",
    ),
    Piece("設定", "環境変数で設定を変更できます。"),
)


def _files(folder: Path) -> dict[str, bytes]:
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*.md"))}


@pytest.mark.parametrize("sections", [1, 2, 17, 250])
def test_a_corpus_has_exactly_the_sections_asked_for(tmp_path: Path, sections: int) -> None:
    generate(PIECES, tmp_path, sections=sections, size=None, seed=3)
    assert sum(len(cut(content.decode())) for content in _files(tmp_path).values()) == sections


@pytest.mark.parametrize("size", [1, 5_000, 100_000])
def test_a_corpus_has_the_bytes_asked_for_but_for_a_section(tmp_path: Path, size: int) -> None:
    written = generate(PIECES, tmp_path, sections=None, size=size, seed=3)
    assert size <= written < size + 500
    assert written == sum(map(len, _files(tmp_path).values()))


def test_the_same_seed_gives_the_same_files_and_another_others(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        generate(PIECES, tmp_path / name, sections=80, size=None, seed=seed)
    assert _files(tmp_path / "a") == _files(tmp_path / "b") != _files(tmp_path / "c")


def test_a_larger_corpus_starts_as_a_smaller_one(tmp_path: Path) -> None:
    generate(PIECES, tmp_path / "small", sections=60, size=None, seed=1)
    generate(PIECES, tmp_path / "large", sections=200, size=None, seed=1)
    small, large = _files(tmp_path / "small"), _files(tmp_path / "large")
    last = max(small)
    assert all(large[name] == content for name, content in small.items() if name != last)
    assert large[last].startswith(small[last])


def test_the_vocabulary_grows_with_the_corpus(tmp_path: Path) -> None:
    sizes = []
    for sections in (100, 400, 1600):
        generate(PIECES, tmp_path / str(sections), sections=sections, size=None, seed=1)
        text = b"\n".join(_files(tmp_path / str(sections)).values()).decode()
        sizes.append(len(set(text.split())))
    assert sizes[0] < sizes[1] < sizes[2] < 16 * sizes[0]


def test_code_is_kept_as_it_is(tmp_path: Path) -> None:
    generate(PIECES, tmp_path, sections=300, size=None, seed=1)
    texts = [content.decode() for content in _files(tmp_path).values()]
    assert (
        sum(text.count("make install\n") for text in texts)
        == sum(text.count("```sh\n") for text in texts)
        > 0
    )


def test_headings_in_fences_and_underlines_are_no_sections() -> None:
    text = "before\n# One #\n~~~~\n# not\n~~~\n~~~~\nUnder\n=====\n\n## Two {#two}\ntext\n## Empty\n"
    assert cut(text) == [Piece("One", "~~~~\n# not\n~~~\n~~~~\nUnder"), Piece("Two", "text")]


def test_the_command_refuses_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\ntext\n", encoding="utf-8")
    result = CliRunner().invoke(main, [str(tmp_path), str(tmp_path), "--sections", "5"])
    assert result.exit_code == 2
    assert "not empty" in result.output


def test_the_command_writes_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text("# A\n\ntext\n", encoding="utf-8")
    result = CliRunner().invoke(main, [str(tmp_path / "in"), str(tmp_path / "out"), "--megabytes", "0.01"])
    assert result.exit_code == 0, result.output
    assert sum(map(len, _files(tmp_path / "out").values())) >= 10_000
