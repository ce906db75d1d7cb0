"""The vectors of several artifacts as those of one space: a block of components for each learnt one."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, feedback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.embedding import Rows, TermTable
    from siglum.lexical import Floats
    from siglum.rows import Ints, TermRow
    from siglum.semantic import VectorSpace


class Member(NamedTuple):
    """The vectors of one artifact."""

    number: int
    """Of the artifact, among those that are open."""
    chunks: range
    """Its chunks among those of all."""
    space: VectorSpace
    table: str
    """Members whose terms have their rows from one table have vectors that compare, and one block."""
    unit: float = 1.0
    """Length of a vector that the space holds whole."""


class _Block(NamedTuple):
    """Components, and the artifacts whose vectors have them."""

    components: slice
    members: tuple[Member, ...]

    @property
    def size(self) -> int:
        """How many components."""
        return int(self.members[0].space.chunks.shape[1])

    def sum(self, terms: Sequence[tuple[TermRow, float]]) -> Floats:
        """Return the sum of the terms' rows; of each, the mean over the chunks that have it.

        Most terms have one row in all artifacts; what the table lacks, each placed by its own chunks.
        """
        total = np.zeros(self.size)
        for term, weight in terms:
            rows = [
                (own.document_frequency, embedding.weighted_row(member.space.table, row, weight))
                for member in self.members
                if (row := member.space.row_of(own := term.parts[member.number])) >= 0
            ]
            if rows:
                chunks, vectors = zip(*rows, strict=True)
                total += np.average(vectors, axis=0, weights=chunks)
        return total


class JoinedSpace(NamedTuple):
    """The blocks of all: a vector is 0 where it says nothing."""

    blocks: tuple[_Block, ...]
    total: int
    """Chunks."""
    background: float
    """Cosine that unrelated text has, on average over the chunks."""

    @classmethod
    def of(cls, members: Sequence[Member], *, total: int, background: float) -> JoinedSpace:
        """Join the spaces of artifacts with `total` chunks."""
        blocks, first = [], 0
        ordered = sorted(members, key=lambda member: member.table)
        for _, sharing in groupby(ordered, key=lambda member: member.table):
            group = tuple(sharing)
            blocks.append(_Block(slice(first, first + group[0].space.chunks.shape[1]), group))
            first += blocks[-1].size
        return cls(tuple(blocks), total, background)

    @property
    def dimension(self) -> int:
        """Components of all blocks."""
        return sum(block.size for block in self.blocks)

    def embed(self, terms: Sequence[tuple[TermRow, float]]) -> Rows | None:
        """Return the vector of a text by its weighted terms; None where none of them has one.

        The square of its length in a block is as much as the block holds of the text, so that a space in
        which few of a query's words mean anything does not give its best as if it were an answer.
        """
        sums = [block.sum(terms) for block in self.blocks]
        if len(sums) > 1:
            units = (block.members[0].unit for block in self.blocks)
            sums = [_balanced(each, unit) for each, unit in zip(sums, units, strict=True)]
        return embedding.quantise(np.concatenate(sums))

    def earned(self, weight: float, *, half: int) -> float:
        """Return how much of `weight` the spaces have earned on average over the chunks."""
        members = [member for block in self.blocks for member in block.members]
        shares = [len(each.chunks) * each.space.earned(weight, half=half) for each in members]
        return math.fsum(shares) / sum(len(each.chunks) for each in members)

    def cosines(self, query: Rows) -> Floats:
        """Return each chunk's cosine with a query's vector, less in a block that holds less of it.

        In the block that holds most, it is what it would be in that space alone.
        """
        found = np.zeros(self.total)
        lengths = [embedding.length(query[block.components]) for block in self.blocks]
        for block, length in zip(self.blocks, lengths, strict=True):
            for member in block.members if length else ():
                own = member.space.cosines(query[block.components])
                found[_slice(member.chunks)] = own * (length / max(lengths))
        return found

    def moved(self, query: Rows, chunks: Ints, scores: Sequence[float], *, weight: float) -> Rows:
        """Return a query's vector moved towards chunks, best first; see `feedback`."""
        return feedback.moved(query, self.rows(chunks), scores, weight=weight)

    def mean(self, chunks: Sequence[int]) -> Rows | None:
        """Return the vector of chunks of one artifact together."""
        for block in self.blocks:
            for member in block.members:
                if chunks[0] in member.chunks:
                    own = member.space.mean([chunk - member.chunks.start for chunk in chunks])
                    return None if own is None else self._alone(block, own)
        return None

    def _alone(self, block: _Block, own: Rows) -> Rows:
        vector = np.zeros(self.dimension, dtype=np.int8)
        vector[block.components] = own
        return vector

    def rows(self, chunks: Ints) -> Rows:
        """Return the vectors of chunks: those of different blocks are at right angles."""
        found = np.zeros((len(chunks), self.dimension), dtype=np.int8)
        for block in self.blocks:
            for member in block.members:
                first, after = member.chunks.start, member.chunks.stop
                at = np.flatnonzero((chunks >= first) & (chunks < after))
                found[at, block.components] = member.space.rows(chunks[at] - first)
        return found


def _slice(span: range) -> slice:
    return slice(span.start, span.stop)


def _balanced(total: Floats, unit: float) -> Floats:
    """Return a vector with the root of its length in units of its space."""
    length = math.sqrt(math.fsum(total * total))
    return total / math.sqrt(length * unit) if length else total


def unit_of(table: TermTable) -> float:
    """Return the length to which a space's basis was brought: a power of two (`siglum_builder.embed`).

    Its columns have length 1 otherwise, so that a text's vector is as long as what the space holds of it.
    """
    lengths = embedding.norms(table.rows) * table.scales.astype(np.float64)
    square = math.fsum(lengths * lengths) / table.rows.shape[1]
    return 2.0 ** round(math.log2(square) / 2) if square else 1.0
