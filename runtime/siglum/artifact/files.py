"""Check a version's files against its manifest."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from siglum.artifact.manifest import REBUILD
from siglum.errors import ArtifactDamaged

if TYPE_CHECKING:
    from pathlib import Path

    from siglum.artifact.manifest import Manifest


def sha256_of(path: Path) -> str:
    """Return the sha256 (hex) of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def checked(folder: Path, manifest: Manifest, name: str, *, hashed: bool) -> Path:
    """Return the path of the file `name` of a version after comparing its size, and if `hashed` its sum.

    Raises:
        ArtifactDamaged: missing, not listed, of another size or with another sum.
    """
    entry, path = manifest.files.get(name), folder / name
    if entry is None:
        raise ArtifactDamaged(f"{path} is not listed in the manifest; {REBUILD}")
    try:
        size = path.stat().st_size
        found = sha256_of(path) if hashed and size == entry.size else entry.sha256
    except OSError as error:
        raise ArtifactDamaged(f"{path} cannot be read ({error.strerror}); {REBUILD}") from error
    if size != entry.size:
        raise ArtifactDamaged(f"{path} has {size} bytes, the manifest says {entry.size}; {REBUILD}")
    if found != entry.sha256:
        raise ArtifactDamaged(f"{path} has sha256 {found}, the manifest says {entry.sha256}; {REBUILD}")
    return path
