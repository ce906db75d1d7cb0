"""Say what is inside an artifact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.artifact.manifest import MANIFEST
from siglum.link_report import (
    UnresolvedLink,
    broken_links,
    count_by_status,
    count_links,
    link_lines,
    outside_links,
)

if TYPE_CHECKING:
    from siglum.artifact.manifest import EmbedderEntry, NoticeEntry, SourceEntry
    from siglum.reader import ArtifactReader


@dataclass(frozen=True, slots=True)
class Inspection:
    """What `siglum inspect` shows."""

    name: str
    version: str
    digest: str
    format_version: int
    counts: dict[str, int]
    counts_by_format: dict[str, int]
    """Documents of each format."""
    counts_by_language: dict[str, int]
    """Documents of each language."""
    sizes: dict[str, int]
    """Bytes of each file."""
    text_bytes: int
    """Bytes of all documents as they were read."""
    sources: tuple[SourceEntry, ...]
    languages: tuple[str, ...]
    embedder: EmbedderEntry
    analyzer_version: int
    chunker_version: int
    packages: dict[str, str]
    links: dict[str, int]
    """Links by status: resolved, broken, outside."""
    skipped: tuple[NoticeEntry, ...]
    notices: tuple[NoticeEntry, ...]
    links_by_kind: dict[str, dict[str, int]] | None = None
    """The same for each kind of link; this and what follows only where asked for."""
    broken_links: tuple[UnresolvedLink, ...] | None = None
    """To a file or an anchor that should be in the corpus and is not."""
    outside_links: tuple[UnresolvedLink, ...] | None = None
    """To what the corpus does not hold and may well exist."""


def inspect(reader: ArtifactReader, *, links: bool = False) -> Inspection:
    """Describe an opened artifact; `links` lists those that are broken or lead outside."""
    manifest, store = reader.manifest, reader.store
    sizes = {name: entry.size for name, entry in manifest.files.items()}
    return Inspection(
        name=manifest.name,
        version=manifest.version,
        digest=manifest.digest,
        format_version=manifest.format_version,
        counts=manifest.counts,
        counts_by_format=manifest.counts_by_format,
        counts_by_language=manifest.counts_by_language,
        sizes={MANIFEST: (reader.folder / MANIFEST).stat().st_size, **sizes},
        text_bytes=int(store.rows("SELECT coalesce(sum(size), 0) FROM documents")[0][0]),
        sources=manifest.sources,
        languages=manifest.languages,
        embedder=manifest.embedder,
        analyzer_version=manifest.analyzer_version,
        chunker_version=manifest.chunker_version,
        packages=manifest.packages,
        links=count_by_status(store),
        skipped=manifest.skipped,
        notices=manifest.notices,
        links_by_kind=count_links(store) if links else None,
        broken_links=broken_links(store) if links else None,
        outside_links=outside_links(store) if links else None,
    )


def inspection_lines(inspection: Inspection) -> list[str]:
    """Return the lines that show an inspection, or where links were asked for, these alone."""
    if inspection.links_by_kind is not None:
        broken, outside = inspection.broken_links or (), inspection.outside_links or ()
        return [*link_lines(inspection.links_by_kind, broken, outside)]
    total = sum(inspection.sizes.values())
    lines = [
        f"artifact   {inspection.name}@{inspection.version}",
        f"digest     {inspection.digest}",
        f"size       {_size(total, inspection.text_bytes)}",
        *(f"  {name:24} {_bytes(size)}" for name, size in inspection.sizes.items()),
        f"counts     {_pairs(inspection.counts)}",
        f"formats    {_pairs(inspection.counts_by_format)}",
        f"languages  {_pairs(inspection.counts_by_language)}; queries: {', '.join(inspection.languages)}",
        f"links      {_pairs(inspection.links)}",
        f"embedder   {inspection.embedder.id}, {inspection.embedder.dimension} dimensions",
        f"analyzer   {inspection.analyzer_version}, chunker {inspection.chunker_version},"
        f" format {inspection.format_version}",
        f"packages   {', '.join(f'{name} {v}' for name, v in inspection.packages.items())}",
    ]
    lines += [f"source     {s.name}: {s.root}, {s.documents} documents" for s in inspection.sources]
    for kind, entries in (("skipped", inspection.skipped), ("notice", inspection.notices)):
        lines += [
            f"{kind:10} {entry.path}{f':{entry.line}' if entry.line else ''}: {entry.reason}"
            for entry in entries
        ]
    return lines


def _pairs(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _size(total: int, text_bytes: int) -> str:
    """Compare with the text, in times unless it is so short that the tables' fixed part is what counts."""
    if total >= 100 * text_bytes:
        return f"{_bytes(total)} for {_bytes(text_bytes)} of text"
    return f"{_bytes(total)}, {total / text_bytes:.2f} times the {_bytes(text_bytes)} of text"


def _bytes(count: int) -> str:
    if count < 1000:
        return f"{count} B"
    return f"{count / 1000:.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:.2f} MB"
