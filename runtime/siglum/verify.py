"""Every check of an artifact that needs nothing but the artifact, and whether its sources changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from siglum.artifact.files import checked, sha256_of
from siglum.artifact.manifest import MANIFEST, VECTORS, settings_bytes
from siglum.errors import ArtifactDamaged, ArtifactError
from siglum.reader import Reader
from siglum.semantic import TERM_ROWS, TERM_SCALES, read_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


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
        reader = Reader(path, expect=expect)
    except ArtifactDamaged as error:
        return [str(error)]
    with reader:
        failures = [*_file_failures(reader)]
        try:
            return failures or [*_count_failures(reader), *_digest_failures(reader)]
        except (ArtifactError, ValueError) as error:
            return [str(error)]


def _file_failures(reader: Reader) -> list[str]:
    failures = []
    for name in reader.manifest.files:
        try:
            checked(reader.folder, reader.manifest, name, hashed=True)
        except ArtifactDamaged as error:
            failures.append(str(error))
    listed = {MANIFEST, *reader.manifest.files}
    for file in sorted(reader.folder.rglob("*")):
        name = file.relative_to(reader.folder).as_posix()
        if not file.is_dir() and name not in listed:
            failures.append(f"{file} is not listed in the manifest; remove it")
    return failures


def _count_failures(reader: Reader) -> list[str]:
    failures = []
    for table in _COUNTED:
        found = int(reader.store.rows(f"SELECT count(*) FROM {table}")[0][0])
        listed = reader.manifest.counts.get(table)
        if found != listed:
            failures.append(f"{reader.folder} holds {found} {table}, the manifest says {listed}")
    return failures


def _digest_failures(reader: Reader) -> list[str]:
    found = reader.store.content_digest(
        settings=settings_bytes(reader.manifest), arrays=_arrays(reader).items()
    )
    if found == reader.manifest.digest:
        return []
    return [f"the content of {reader.folder} has digest {found}, its manifest says {reader.manifest.digest}"]


def _arrays(reader: Reader) -> dict[str, NDArray[np.generic]]:
    if reader.manifest.embedder.dimension == 0:
        return {}
    folder = reader.folder
    return {
        TERM_ROWS: np.load(folder / TERM_ROWS, allow_pickle=False),
        TERM_SCALES: np.load(folder / TERM_SCALES, allow_pickle=False),
        VECTORS: read_vectors(folder / VECTORS, reader.manifest.counts["chunks"]),
    }


def stale_documents(path: Path, against: Path) -> list[str]:
    """Return the documents whose file under `against` is missing or differs from what was built.

    `against` is the folder of siglum.toml, or that of the only source. New files are not found: that
    takes `siglum build --check`.
    """
    with Reader(path) as reader:
        roots = {source.name: source.root for source in reader.manifest.sources}
        rows = reader.store.rows(
            "SELECT s.name, d.path, d.sha256 FROM documents d JOIN sources s USING (source_id)"
            " ORDER BY document_id"
        )
        several = len(roots) > 1
    failures = []
    for source, path_, sha256 in rows:
        inside = path_.removeprefix(f"@{source}/") if several else path_
        file = _first_file(against / roots[source] / inside, against / inside, against / roots[source])
        if file is None:
            failures.append(f"{path_} is missing under {against}")
        elif sha256_of(file) != sha256:
            failures.append(f"{path_} has changed since the build")
    return failures


def _first_file(*candidates: Path) -> Path | None:
    return next((candidate for candidate in candidates if candidate.is_file()), None)
