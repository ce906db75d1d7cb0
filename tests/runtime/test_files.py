"""A file of a version is used only if it is the one that the manifest lists."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from siglum.artifact.files import checked, sha256_of
from siglum.artifact.manifest import EmbedderEntry, FileEntry, Manifest
from siglum.errors import ArtifactDamaged
from siglum.settings import SearchSettings

if TYPE_CHECKING:
    from pathlib import Path

NAME = "index.duckdb"
DATA = bytes(range(256)) * 5


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    (tmp_path / NAME).write_bytes(DATA)
    return Manifest(
        format_version=1,
        name="docs",
        version="",
        digest="",
        files={NAME: FileEntry(len(DATA), hashlib.sha256(DATA).hexdigest())},
        counts={},
        counts_by_format={},
        counts_by_language={},
        sources=(),
        analyzer_version=1,
        chunker_version=1,
        languages=(),
        embedder=EmbedderEntry("none", 0, "int8", "cos", 0.0),
        search=SearchSettings(),
        configuration={},
        packages={},
    )


@pytest.mark.parametrize("size", [0, 1, 65_536, 1_000_001])
def test_the_sum_is_that_of_the_whole_file(tmp_path: Path, size: int) -> None:
    data = bytes(size)
    (tmp_path / "a").write_bytes(data)
    assert sha256_of(tmp_path / "a") == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("hashed", [True, False])
def test_an_intact_file_is_given_by_its_path(tmp_path: Path, manifest: Manifest, hashed: bool) -> None:
    assert checked(tmp_path, manifest, NAME, hashed=hashed) == tmp_path / NAME


def test_every_flipped_byte_is_refused_when_hashed(tmp_path: Path, manifest: Manifest) -> None:
    for position in range(0, len(DATA), 97):
        changed = bytearray(DATA)
        changed[position] ^= 1
        (tmp_path / NAME).write_bytes(changed)
        with pytest.raises(ArtifactDamaged, match="has sha256"):
            checked(tmp_path, manifest, NAME, hashed=True)


@pytest.mark.parametrize("hashed", [True, False])
@pytest.mark.parametrize("data", [b"", DATA[:-1], DATA + b"\0"], ids=["empty", "short", "long"])
def test_another_size_is_refused_and_both_are_named(
    tmp_path: Path, manifest: Manifest, hashed: bool, data: bytes
) -> None:
    (tmp_path / NAME).write_bytes(data)
    with pytest.raises(ArtifactDamaged, match=f"has {len(data)} bytes, the manifest says {len(DATA)}"):
        checked(tmp_path, manifest, NAME, hashed=hashed)


@pytest.mark.parametrize("hashed", [True, False])
def test_a_missing_file_is_refused(tmp_path: Path, manifest: Manifest, hashed: bool) -> None:
    (tmp_path / NAME).unlink()
    with pytest.raises(ArtifactDamaged, match=r"cannot be read .*run `siglum build` again"):
        checked(tmp_path, manifest, NAME, hashed=hashed)


def test_a_folder_in_the_files_place_is_refused(tmp_path: Path, manifest: Manifest) -> None:
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).mkdir()
    size = (tmp_path / NAME).stat().st_size
    listed = replace(manifest, files={NAME: FileEntry(size, "")})
    with pytest.raises(ArtifactDamaged, match="cannot be read"):
        checked(tmp_path, listed, NAME, hashed=True)


def test_a_file_that_is_not_listed_is_refused_even_if_it_is_there(tmp_path: Path, manifest: Manifest) -> None:
    (tmp_path / "other").write_bytes(DATA)
    with pytest.raises(ArtifactDamaged, match="is not listed in the manifest"):
        checked(tmp_path, manifest, "other", hashed=False)
