"""A name or path leads to one version folder, or to an error that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from siglum.artifact.locate import CURRENT, FOLDER, find_artifact, is_version, version_folder
from siglum.artifact.manifest import MANIFEST
from siglum.errors import ArtifactDamaged, ArtifactMissing

if TYPE_CHECKING:
    from pathlib import Path

VERSION = "0123456789abcdef"


def _artifact(folder: Path) -> Path:
    """Make an artifact's folder with one version in use."""
    (folder / VERSION).mkdir(parents=True)
    (folder / VERSION / MANIFEST).write_bytes(b"{}")
    (folder / CURRENT).write_bytes(f"{VERSION}\n".encode())
    return folder


@pytest.mark.parametrize("name", [VERSION, "0" * 16, "f" * 16])
def test_a_version_is_sixteen_small_hex_digits(name: str) -> None:
    assert is_version(name)


@pytest.mark.parametrize(
    "name",
    ["", "0" * 15, "0" * 17, "A" * 16, "g" * 16, "０" * 16, f"{VERSION}\n", f" {VERSION}", "../" + "0" * 13],
)
def test_nothing_else_is_a_version(name: str) -> None:
    assert not is_version(name)


def test_an_artifacts_folder_leads_to_the_version_in_use(tmp_path: Path) -> None:
    assert version_folder(_artifact(tmp_path)) == tmp_path / VERSION


def test_a_version_folder_leads_to_itself(tmp_path: Path) -> None:
    assert version_folder(_artifact(tmp_path) / VERSION) == tmp_path / VERSION


@pytest.mark.parametrize("text", [VERSION, f"{VERSION}\n", f"{VERSION}\r\n", f"  {VERSION}  "])
def test_current_may_end_in_any_white_space(tmp_path: Path, text: str) -> None:
    (_artifact(tmp_path) / CURRENT).write_bytes(text.encode())
    assert version_folder(tmp_path) == tmp_path / VERSION


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b"\n", b"v1\n", b"..\n", b"/etc", b"\xff\xfe", b"\0" * 16, b"x" * 100_000),
        *(b"../" + VERSION.encode(), VERSION.upper().encode(), b"\xef\xbb\xbf" + VERSION.encode()),
        f"{VERSION}\n{VERSION}".encode(),
    ],
)
def test_a_current_that_names_no_version_is_damaged(tmp_path: Path, raw: bytes) -> None:
    (_artifact(tmp_path) / CURRENT).write_bytes(raw)
    with pytest.raises(ArtifactDamaged, match="names no version") as caught:
        version_folder(tmp_path)
    assert len(str(caught.value)) < 1_000


def test_a_current_that_names_an_absent_version_is_missing_and_names_it(tmp_path: Path) -> None:
    (_artifact(tmp_path) / CURRENT).write_bytes(b"f" * 16)
    with pytest.raises(ArtifactMissing, match=f"names {'f' * 16}, which is not there"):
        version_folder(tmp_path)


def test_a_half_made_version_without_a_manifest_is_not_opened(tmp_path: Path) -> None:
    (_artifact(tmp_path) / VERSION / MANIFEST).unlink()
    with pytest.raises(ArtifactMissing):
        version_folder(tmp_path)


@pytest.mark.parametrize("name", ["nothing", "a\0b", "x" * 5_000, "a/" * 3_000])
def test_no_path_raises_anything_but_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArtifactMissing, match="make one with `siglum build`"):
        version_folder(tmp_path / name)
    with pytest.raises(ArtifactMissing):
        find_artifact(name, start=tmp_path)


def test_a_file_or_an_empty_folder_is_no_artifact(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder" / CURRENT).mkdir(parents=True)
    for name in ("file", "folder"):
        with pytest.raises(ArtifactMissing):
            version_folder(tmp_path / name)


def test_the_only_artifact_needs_no_name_from_any_folder_below(tmp_path: Path) -> None:
    only = _artifact(tmp_path / FOLDER / "docs")
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)
    assert [find_artifact(None, start=start) for start in (tmp_path, below)] == [only, only]


def test_among_several_the_name_decides_and_without_one_all_are_listed_in_order(tmp_path: Path) -> None:
    for name in ("web", "api", "docs"):
        _artifact(tmp_path / FOLDER / name)
    assert find_artifact("docs", start=tmp_path) == tmp_path / FOLDER / "docs"
    with pytest.raises(ArtifactMissing, match=r"name one with -a \(api, docs, web\)"):
        find_artifact(None, start=tmp_path)
    with pytest.raises(ArtifactMissing, match=r"no artifact 'blog' in .*: there are api, docs, web"):
        find_artifact("blog", start=tmp_path)


def test_the_nearest_shelf_wins_and_an_empty_one_is_passed_by(tmp_path: Path) -> None:
    far, near = _artifact(tmp_path / FOLDER / "docs"), tmp_path / "part"
    (near / FOLDER / "leftover").mkdir(parents=True)
    assert find_artifact("docs", start=near) == far
    close = _artifact(near / FOLDER / "docs")
    assert find_artifact("docs", start=near) == close


def test_a_path_to_an_artifact_or_a_version_is_taken_as_it_is(tmp_path: Path) -> None:
    _artifact(tmp_path / FOLDER / "docs")
    other = _artifact(tmp_path / "elsewhere")
    for path in (other, other / VERSION):
        assert find_artifact(str(path), start=tmp_path) == path


def test_without_any_artifact_the_command_that_makes_one_is_named(tmp_path: Path) -> None:
    for name in (None, "docs"):
        with pytest.raises(ArtifactMissing, match="make one with `siglum build`"):
            find_artifact(name, start=tmp_path)


def test_a_name_never_leads_out_of_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _artifact(tmp_path / "secret")
    _artifact(tmp_path / FOLDER / "docs")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(ArtifactMissing, match="there are docs"):
        find_artifact("secret", start=tmp_path)
