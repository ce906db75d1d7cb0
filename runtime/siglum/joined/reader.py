"""Several opened artifacts as the one that the rest of the runtime knows."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING

from siglum.joined.manifest import join_manifests
from siglum.joined.numbering import Part, numbered
from siglum.joined.space import JoinedSpace, Member, unit_of
from siglum.joined.store import JoinedStore
from siglum.reader import Reader
from siglum.results import ArtifactInfo, OpenedArtifact
from siglum.semantic import VectorSpace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.reader import ArtifactReader


class JoinedReader(Reader):
    """Artifacts of different names, in the order of their names; it owns the readers that it is given."""

    def __init__(self, readers: Sequence[ArtifactReader]) -> None:
        self._readers = tuple(sorted(readers, key=lambda reader: f"@{reader.manifest.name}/".encode()))
        self.manifest = join_manifests(self._readers)
        self.check = self._readers[0].check
        self._numbered: tuple[Part, ...] = numbered(self._readers)
        self._store = JoinedStore(self._numbered)

    def close(self) -> None:
        """Release the files of all."""
        with ExitStack() as opened:
            for reader in self._readers:
                opened.callback(reader.close)

    @property
    def store(self) -> JoinedStore:
        """The rows of all."""
        return self._store

    @property
    def info(self) -> ArtifactInfo:
        """Names and versions, as answers state them."""
        opened = (OpenedArtifact(r.manifest.name, r.manifest.version) for r in self._readers)
        return ArtifactInfo(self.manifest.name, self.manifest.version, tuple(opened))

    @property
    def parts(self) -> tuple[ArtifactReader, ...]:
        """The artifacts that are open, by name."""
        return self._readers

    def part_of(self, document_id: int) -> tuple[ArtifactReader, int]:
        """Return the artifact that holds a document, and the document's id there."""
        starts = [part.documents.start for part in self._numbered]
        at = bisect_right(starts, document_id) - 1
        return self._readers[at], document_id - starts[at]

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """What may stand before a path, in its source or its artifact, to make it a logical path."""
        found = dict.fromkeys(
            part.prefix + inner
            for part, reader in zip(self._numbered, self._readers, strict=True)
            for inner in ("", *reader.prefixes)
        )
        return tuple(found)

    @cached_property
    def inside(self) -> list[str]:
        """Of each document its path inside its source."""
        return [path for reader in self._readers for path in reader.inside]

    @cached_property
    def space(self) -> JoinedSpace | None:
        """The vectors of all, each in its own space; None where no artifact has any."""
        members = [
            Member(number, part.chunks, space, part.name, unit_of(space.table))
            for number, part in enumerate(self._numbered)
            if isinstance(space := self._readers[number].space, VectorSpace)
        ]
        return self._joined(members, self.manifest.embedder.background_median)

    @cached_property
    def prior(self) -> JoinedSpace | None:
        """The vectors of all by the prior's table: in one space, where all were built with the same."""
        members = [
            Member(number, part.chunks, space, self._readers[number].manifest.prior.table)
            for number, part in enumerate(self._numbered)
            if isinstance(space := self._readers[number].prior, VectorSpace)
        ]
        return self._joined(members, self.manifest.prior.background_median)

    def _joined(self, members: Sequence[Member], background: float) -> JoinedSpace | None:
        total = self._numbered[-1].chunks.stop
        return JoinedSpace.of(members, total=total, background=background) if members else None
