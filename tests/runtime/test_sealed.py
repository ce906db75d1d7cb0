"""No change of a published file goes unnoticed, and none makes the runtime answer wrongly."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import duckdb
import pytest

import siglum
from siglum.artifact.manifest import INDEX
from siglum.errors import ArtifactDamaged, ArtifactError, ArtifactForeign, ArtifactMissing, RequestError
from siglum.render import to_json
from siglum.store.database import Database
from siglum.verify import verify

FLIPS = 500
ANSWERED_EVERY = 6
"""Every flip is verified, some are also asked: that takes longer. No multiple of the number of files."""
QUERIES = ("locked vault", "同期", "getEntryByName")


def answers(folder: Path) -> list[str]:
    """Return what an artifact answers, as JSON."""
    with siglum.open(folder) as library:
        return [to_json(library.search(query)) for query in QUERIES]


def test_every_flipped_bit_is_refused_by_verify_and_none_changes_an_answer(
    tmp_path: Path, artifact: Path
) -> None:
    version = artifact / (artifact / "current").read_text().strip()
    right = answers(version)
    copy = tmp_path / version.name
    shutil.copytree(version, copy)
    files = sorted(path for path in copy.rglob("*") if path.is_file())
    choose = random.Random(20261130)
    unnoticed, wrong = [], []
    for number in range(FLIPS):
        path = files[number % len(files)]
        data = bytearray(path.read_bytes())
        bit = choose.randrange(len(data) * 8)
        data[bit // 8] ^= 1 << (bit % 8)
        sound = path.read_bytes()
        path.write_bytes(data)
        if not noticed(copy):
            unnoticed.append((path.name, bit))
        if number % ANSWERED_EVERY == 0 and not refused_or_right(copy, right):
            wrong.append((path.name, bit))
        path.write_bytes(sound)
    assert (unnoticed, wrong) == ([], [])
    assert verify(copy) == []


def noticed(folder: Path) -> bool:
    """Tell whether `verify` refuses the artifact."""
    try:
        return verify(folder) != []
    except ArtifactForeign:
        return True


def refused_or_right(folder: Path, right: list[str]) -> bool:
    """Tell whether the runtime names an error or answers as it should."""
    try:
        return answers(folder) == right
    except ArtifactError:
        return True


@pytest.fixture
def copied(tmp_path: Path, artifact: Path) -> Path:
    """Return a version that a test may damage."""
    version = artifact / (artifact / "current").read_text().strip()
    return Path(shutil.copytree(version, tmp_path / version.name))


@pytest.mark.parametrize("name", ["index.duckdb", "vectors.usearch", "embedder/term_rows.npy"])
def test_a_missing_or_truncated_file_is_named_when_the_artifact_is_opened(copied: Path, name: str) -> None:
    whole = (copied / name).read_bytes()
    (copied / name).write_bytes(whole[:-1])
    with pytest.raises(ArtifactDamaged, match=f"{name} has {len(whole) - 1} bytes"):
        siglum.open(copied)
    (copied / name).unlink()
    with pytest.raises(ArtifactDamaged, match=f"{name} cannot be read"):
        siglum.open(copied)


def test_a_changed_vector_is_refused_before_the_first_answer(copied: Path) -> None:
    path = copied / "vectors.usearch"
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    with siglum.open(copied) as library, pytest.raises(ArtifactDamaged, match=r"vectors\.usearch has sha256"):
        library.search("vault")


def test_a_foreign_file_is_named_by_verify(copied: Path) -> None:
    (copied / "extra.txt").write_text("not ours")
    assert [f for f in verify(copied) if "extra.txt is not listed" in f]


def test_a_renamed_version_is_refused(copied: Path) -> None:
    other = copied.rename(copied.with_name("0" * 16))
    with pytest.raises(ArtifactDamaged, match="bears its own name"):
        siglum.open(other)


def test_an_expected_digest_that_is_another_is_refused(artifact: Path) -> None:
    with siglum.open(artifact) as library:
        digest = library.manifest.digest
    siglum.open(artifact, expect=digest).close()
    siglum.open(artifact, expect=digest[:16]).close()
    with pytest.raises(ArtifactDamaged, match="expected was"):
        siglum.open(artifact, expect="0" * 64)
    for short in (digest[:8], ""):
        with pytest.raises(RequestError, match="at least its first 16 digits"):
            siglum.open(artifact, expect=short)


def test_a_folder_that_is_no_artifact_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ArtifactMissing, match="siglum build"):
        siglum.open(tmp_path)


@pytest.mark.parametrize("text", ["", "../..", "0123456789abcdef", "no version", "\xff"])
def test_a_current_that_names_no_version_at_hand_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "current").write_text(text, encoding="latin-1")
    with pytest.raises(ArtifactError, match="current"):
        siglum.open(tmp_path)


@pytest.mark.parametrize("question", ["SELECT sample FROM chunks", "SELECT * FROM passages"])
def test_an_index_without_a_table_or_column_is_of_another_siglum_and_not_damaged(
    tmp_path: Path, question: str
) -> None:
    with duckdb.connect(str(tmp_path / INDEX)) as older:
        older.execute("CREATE TABLE chunks (test BOOLEAN)")
    with Database(tmp_path) as database, pytest.raises(ArtifactForeign, match="siglum that made it"):
        database.columns(question)
