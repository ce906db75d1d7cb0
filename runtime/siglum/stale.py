"""Tell which documents of an artifact have changed in its sources since the build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.artifact.files import sha256_of
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from pathlib import Path


def stale_documents(path: Path, against: Path) -> list[str]:
    """Return the documents whose file under `against` is missing or differs, one sentence each.

    `against` is the folder of siglum.toml, or a source itself where it does not hold the source's
    root. New files are not found: that takes `siglum build --check`.
    """
    with ArtifactReader(path) as reader:
        roots = {source.name: source.root for source in reader.manifest.sources}
        rows = reader.store.rows(
            "SELECT s.name, d.path, d.sha256 FROM documents d JOIN sources s USING (source_id)"
            " ORDER BY document_id"
        )
    places = {name: against / root if (against / root).exists() else against for name, root in roots.items()}
    several = len(roots) > 1
    failures = []
    for source, logical, sha256 in rows:
        inside = logical.removeprefix(f"@{source}/") if several else logical
        place = places[source]
        file = place if place.is_file() else place / inside
        if not file.is_file():
            failures.append(f"{logical} is missing: there is no {file}")
        elif sha256_of(file) != sha256:
            failures.append(f"{logical} has changed since the build: {file}")
    return failures
