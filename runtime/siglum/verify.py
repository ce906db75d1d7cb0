"""Every check of an artifact that needs nothing but the artifact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from siglum.artifact.files import checked
from siglum.artifact.manifest import MANIFEST, VECTORS, settings_bytes
from siglum.errors import ArtifactDamaged, ArtifactError
from siglum.reader import ArtifactReader
from siglum.semantic import PRIOR_CHUNKS, PRIOR_ROWS, PRIOR_SCALES, TERM_ROWS, TERM_SCALES, read_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.artifact.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Verification:
    """What `siglum verify` shows."""

    folder: str
    """The version that was verified."""
    ok: bool
    failures: tuple[str, ...]
    """What is wrong, one sentence each."""


_COUNTED = ("documents", "sections", "symbols", "chunks", "blocks", "links", "terms", "postings")


def verify(path: Path, *, expect: str | None = None) -> list[str]:
    """Return what is wrong with the artifact at `path`, one sentence each; none means it is whole.

    Checked: seal and versions, size and sha256 of every file, no file that is not listed, the counts,
    and the content digest recomputed from rows and vectors.

    Raises:
        ArtifactMissing: there is nothing to verify.
        ArtifactForeign: it is of another format or analyzer.
    """
    try:
        reader = ArtifactReader(path, expect=expect)
    except ArtifactDamaged as error:
        return [str(error)]
    with reader:
        failures = file_failures(reader.folder, reader.manifest)
        try:
            return failures or [*_count_failures(reader), *_digest_failures(reader)]
        except (ArtifactError, ValueError) as error:
            return [str(error)]


def file_failures(folder: Path, manifest: Manifest) -> list[str]:
    """Return which files of a version are not what its manifest says, or are not in it."""
    failures = []
    for name in manifest.files:
        try:
            checked(folder, manifest, name, hashed=True)
        except ArtifactDamaged as error:
            failures.append(str(error))
    listed = {MANIFEST, *manifest.files}
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if not file.is_dir() and name not in listed:
            failures.append(f"{file} is not listed in the manifest; remove it")
    return failures


def _count_failures(reader: ArtifactReader) -> list[str]:
    failures = []
    for table in _COUNTED:
        found = int(reader.store.rows(f"SELECT count(*) FROM {table}")[0][0])
        listed = reader.manifest.counts.get(table)
        if found != listed:
            failures.append(f"{reader.folder} holds {found} {table}, the manifest says {listed}")
    return failures


def _digest_failures(reader: ArtifactReader) -> list[str]:
    found = reader.store.content_digest(
        settings=settings_bytes(reader.manifest), arrays=_arrays(reader).items()
    )
    if found == reader.manifest.digest:
        return []
    return [f"the content of {reader.folder} has digest {found}, its manifest says {reader.manifest.digest}"]


def _arrays(reader: ArtifactReader) -> dict[str, NDArray[np.generic]]:
    if reader.manifest.embedder.dimension == 0:
        return {}
    folder = reader.folder
    second = (PRIOR_ROWS, PRIOR_SCALES, PRIOR_CHUNKS) if reader.manifest.prior.dimension else ()
    return {
        TERM_ROWS: np.load(folder / TERM_ROWS, allow_pickle=False),
        TERM_SCALES: np.load(folder / TERM_SCALES, allow_pickle=False),
        VECTORS: read_vectors(folder / VECTORS, reader.manifest.counts["chunks"]),
        **{name: np.load(folder / name, allow_pickle=False) for name in second},
    }
