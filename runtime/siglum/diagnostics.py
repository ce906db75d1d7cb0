"""Say which runtime serves which artifact, and what is amiss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import siglum
from siglum.results import DiagnosticsResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.reader import Reader


def diagnostics(reader: Reader) -> DiagnosticsResponse:
    """Describe the runtime and its artifact; see `Library.diagnostics`."""
    manifest = reader.manifest
    embedder = manifest.embedder
    return DiagnosticsResponse(
        server=f"siglum {siglum.__version__}",
        artifact=reader.info,
        digest=manifest.digest,
        format_version=manifest.format_version,
        analyzer_version=manifest.analyzer_version,
        chunker_version=manifest.chunker_version,
        embedder=f"{embedder.id}, {embedder.dimension} dimensions",
        check=reader.check,
        counts=manifest.counts,
        languages=manifest.languages,
        skipped=len(manifest.skipped),
        warnings=tuple(_warnings(reader)),
    )


def _warnings(reader: Reader) -> Iterator[str]:
    for part in reader.parts:
        of = f"{part.manifest.name}: " if len(reader.parts) > 1 else ""
        yield from (of + warning for warning in _warnings_of(part))


def _warnings_of(reader: Reader) -> Iterator[str]:
    manifest = reader.manifest
    if manifest.skipped:
        yield f"the build skipped {len(manifest.skipped)} files: siglum inspect lists them"
    if manifest.embedder.id == "none":
        yield "there are no vectors: search goes by words alone"
    if not manifest.counts.get("documents"):
        yield "there is no document"
    if reader.check == "size":
        yield "opened with check=size: the vectors' hash is not checked"
