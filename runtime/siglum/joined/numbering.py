"""Where the rows of each artifact stand among those of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.reader import ArtifactReader
    from siglum.store.file import FileStore


class Part(NamedTuple):
    """An artifact with the numbers that its rows have among those of all."""

    store: FileStore
    name: str
    prefix: str
    """Stands before its paths."""
    chunks: range
    documents: range
    sections: range
    symbols: range


def numbered(readers: Iterable[ArtifactReader]) -> tuple[Part, ...]:
    """Return artifacts with their numbers, which run on from one to the next."""
    parts: list[Part] = []
    ends = dict.fromkeys(("chunks", "documents", "sections", "symbols"), 0)
    for reader in readers:
        name, counts = reader.manifest.name, reader.manifest.counts
        spans = {table: range(end, end + counts[table]) for table, end in ends.items()}
        parts.append(Part(reader.store, name, f"@{name}/", **spans))
        ends = {table: span.stop for table, span in spans.items()}
    return tuple(parts)


def own(ids: Iterable[int], span: range) -> list[int]:
    """Return those of `ids` that are of an artifact, as it numbers them itself."""
    return [number - span.start for number in ids if number in span]


def shifted(number: int | None, span: range) -> int | None:
    """Return an artifact's own number, where there is one, as it is among all."""
    return None if number is None else number + span.start


def holder(parts: Sequence[Part], document_id: int) -> tuple[Part, int]:
    """Return the artifact that holds a document, and the document's number there."""
    part = next(part for part in parts if document_id in part.documents)
    return part, document_id - part.documents.start
