"""A disk that takes no more is one sentence, wherever a build is, and leaves nothing half-made."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.builder.build_command.command import build, fails, tree

from siglum_builder.errors import BuildError, storing
from siglum_builder.scratch import scratch_array
from siglum_builder.write import _write_vectors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

resource = pytest.importorskip("resource", reason="files cannot be limited here")


@contextmanager
def files_of(most: int) -> Iterator[None]:
    """Let no file grow over `most` bytes: to a program the same as a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("most", [0, 100, 5_000, 60_000, 200_000])
@pytest.mark.parametrize("options", [(), ("--check",)])
def test_a_full_disk_is_one_sentence_and_leaves_what_was_there(
    project: Path, most: int, options: tuple[str, ...]
) -> None:
    output = project / "artifacts/project"
    (project / "docs/long.md").write_text("# Long\n\n" + "The vault is locked.\n" * 4_000, encoding="utf-8")
    before = tree(output)
    with files_of(most):
        sentence = fails(build(*options), code=2)
    assert "disk" in sentence
    assert sentence.endswith("full?")
    assert tree(output) == before


@pytest.mark.parametrize("name", ["term_rows.npy", "vectors.usearch"])
def test_vectors_that_the_disk_does_not_take_are_told_alike(tmp_path: Path, name: str) -> None:
    rows = np.ones((1_000, 64), np.int8)
    with files_of(10_000), pytest.raises(BuildError, match="is the disk full"), storing(tmp_path):
        _write_vectors(tmp_path, {name: rows}, rows)


def test_a_disk_that_fails_is_not_called_full(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"\(EIO\): its disk is failing"), storing(tmp_path):
        raise OSError(errno.EIO, "Input/output error")


def test_a_large_array_that_the_disk_does_not_take_is_told_alike(tmp_path: Path) -> None:
    with files_of(10_000), pytest.raises(BuildError, match="is the disk full"), storing(tmp_path):
        scratch_array(tmp_path, (1 << 20,), np.float64)
