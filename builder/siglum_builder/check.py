"""Compare a fresh build with what is there, to tell whether the index belongs to the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from siglum.artifact.locate import version_folder
from siglum.artifact.manifest import MANIFEST, Manifest, read_manifest, settings_bytes
from siglum.errors import ArtifactMissing
from siglum.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from siglum_builder.write import Written

LOCK_SUFFIX = ".manifest.json"
"""A committed manifest beside the artifact's folder works like a lock file."""
SHOWN = 20
"""Changed documents that are listed by name."""


def compare(written: Written, output: Path) -> list[str]:
    """Return how the fresh build differs from the version in use under `output`; none if it does not.

    Where no version is at hand, the committed manifest `<output>.manifest.json` stands for it. The
    content digest is compared always, file bytes where the same package versions made both.

    Raises:
        ArtifactMissing: there is neither.
    """
    lock = output.with_name(output.name + LOCK_SUFFIX)
    try:
        folder: Path | None = version_folder(output)
    except ArtifactMissing:
        if not lock.is_file():
            raise
        folder = None
    there = read_manifest((folder / MANIFEST) if folder else lock)
    fresh = written.manifest
    if there.digest != fresh.digest:
        documents = _changed_documents(folder, written.folder) if folder else []
        return [
            f"the sources give {fresh.version}, there is {there.version}",
            *_changed_settings(there, fresh),
            *documents[:SHOWN],
            *([f"… and {len(documents) - SHOWN} more"] if len(documents) > SHOWN else []),
        ]
    if there.packages != fresh.packages:
        return []
    names = sorted({*there.files, *fresh.files})
    return [
        f"{name} has other bytes for the same content and package versions"
        for name in names
        if there.files.get(name) != fresh.files.get(name)
    ]


def _changed_settings(there: Manifest, fresh: Manifest) -> list[str]:
    before, after = (orjson.loads(settings_bytes(manifest)) for manifest in (there, fresh))
    return [f"{key} differs" for key in sorted(after) if before.get(key) != after[key]]


def _changed_documents(there: Path, fresh: Path) -> list[str]:
    before, after = _sums(there), _sums(fresh)
    words = {(True, False): "removed", (False, True): "added", (True, True): "changed"}
    return [
        f"{words[path in before, path in after]}: {path}"
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    ]


def _sums(folder: Path) -> dict[str, str]:
    with Reader(folder) as reader:
        return dict(reader.store.rows("SELECT path, sha256 FROM documents"))
