"""The vectors of several artifacts side by side: a query has one in the space of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.rows import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.embedding import Rows
    from siglum.lexical import Floats
    from siglum.rows import Ints, TermRow
    from siglum.semantic import VectorSpace


class _Part(NamedTuple):
    """One artifact's space, and where its chunks and components stand among those of all."""

    number: int
    space: VectorSpace
    chunks: slice
    components: slice


class JoinedSpace(NamedTuple):
    """Spaces that have nothing in common; a vector holds one after the other, 0 where nothing is known."""

    parts: tuple[_Part, ...]
    total: int
    """Chunks."""
    dimension: int

    @classmethod
    def of(cls, spaces: Sequence[VectorSpace | None], chunks: Sequence[int]) -> JoinedSpace:
        """Join spaces, in the order of the artifacts; `chunks` are the numbers of theirs."""
        parts, first, component = [], 0, 0
        for number, (space, count) in enumerate(zip(spaces, chunks, strict=True)):
            if space is not None:
                after = component + space.chunks.shape[1]
                parts.append(_Part(number, space, slice(first, first + count), slice(component, after)))
                component = after
            first += count
        return cls(tuple(parts), first, component)

    def embed(self, terms: Sequence[tuple[TermRow, float]]) -> Rows | None:
        """Return the vector of a text by its weighted terms; None where none of them has one."""
        vector = np.zeros(self.dimension, dtype=np.int8)
        for part in self.parts:
            known = [(row.parts[part.number], weight) for row, weight in terms]
            found = part.space.embed([each for each in known if each[0] is not ABSENT])
            if found is not None:
                vector[part.components] = found
        return vector if vector.any() else None

    def cosines(self, query: Rows) -> Floats:
        """Return each chunk's cosine with the query's vector in its own space."""
        found = np.zeros(self.total)
        for part, own in self._known(query):
            found[part.chunks] = part.space.cosines(own)
        return found

    def excess(self, cosines: Floats) -> Floats:
        """Return how far each chunk is above its own space's background; the most it could be is 1."""
        excess = np.zeros(self.total)
        for part in self.parts:
            own, median = cosines[part.chunks], part.space.background
            excess[part.chunks] = np.where(own == 0.0, 0.0, (own - median) / (1.0 - median))
        return excess

    def moved(self, query: Rows, chunks: Ints, scores: Sequence[float], *, weight: float) -> Rows:
        """Return a query's vector moved, in each space, towards the chunks that are of it."""
        vector = query.copy()
        for part in self.parts:
            of_part = (chunks >= part.chunks.start) & (chunks < part.chunks.stop)
            if of_part.any():
                own, among = query[part.components], np.flatnonzero(of_part).tolist()
                vector[part.components] = part.space.moved(
                    own, chunks[of_part] - part.chunks.start, [scores[n] for n in among], weight=weight
                )
        return vector

    def mean(self, chunks: Sequence[int]) -> Rows | None:
        """Return the vector of chunks of one artifact together: in the other spaces it has none."""
        part = next((p for p in self.parts if p.chunks.start <= chunks[0] < p.chunks.stop), None)
        own = part.space.mean([chunk - part.chunks.start for chunk in chunks]) if part else None
        if part is None or own is None:
            return None
        vector = np.zeros(self.dimension, dtype=np.int8)
        vector[part.components] = own
        return vector

    def rows(self, chunks: Ints) -> Rows:
        """Return the vectors of chunks: those of different artifacts are at right angles."""
        found = np.zeros((len(chunks), self.dimension), dtype=np.int8)
        for part in self.parts:
            of_part = np.flatnonzero((chunks >= part.chunks.start) & (chunks < part.chunks.stop))
            found[of_part, part.components] = part.space.rows(chunks[of_part] - part.chunks.start)
        return found

    def _known(self, query: Rows) -> Iterator[tuple[_Part, Rows]]:
        """Yield the spaces in which a query has a vector, with that."""
        for part in self.parts:
            own = query[part.components]
            if own.any():
                yield part, own
