"""The vector leg: the embedder's files and the usearch index, verified before the first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from siglum import embedding, feedback
from siglum.artifact.files import checked
from siglum.artifact.manifest import REBUILD, VECTORS
from siglum.errors import ArtifactDamaged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.artifact.manifest import Manifest
    from siglum.lexical import Floats
    from siglum.rows import Ints, TermRow

READ_AT_ONCE = 16_384
"""Vectors taken out of usearch at once: each is an object of its own."""
TERM_ROWS = "embedder/term_rows.npy"
TERM_SCALES = "embedder/term_scales.npy"


class Space(Protocol):
    """Where queries and chunks have vectors: of one artifact, or of several side by side."""

    def embed(self, terms: Sequence[tuple[TermRow, float]]) -> embedding.Rows | None:
        """Return the vector of a text by its weighted terms; None where none of them has one."""
        ...

    def cosines(self, query: embedding.Rows) -> Floats:
        """Return each chunk's cosine with a query's vector."""
        ...

    def compared(self, cosines: Floats) -> Floats:
        """Return cosines as they compare with each other; the background is the manifest's."""
        ...

    def moved(
        self, query: embedding.Rows, chunks: Ints, scores: Sequence[float], *, weight: float
    ) -> embedding.Rows:
        """Return a query's vector moved towards chunks, best first; see `feedback`."""
        ...

    def mean(self, chunks: Sequence[int]) -> embedding.Rows | None:
        """Return the vector of chunks of one artifact together."""
        ...

    def rows(self, chunks: Ints) -> embedding.Rows:
        """Return the vectors of chunks."""
        ...


class VectorSpace(NamedTuple):
    """The term table and the chunk vectors of one artifact."""

    table: embedding.TermTable
    chunks: embedding.Rows
    """[chunks, dimension]."""
    norms: NDArray[np.float64]
    """[chunks]."""
    background: float
    """Median cosine between chunks: what unrelated text scores."""

    def embed(self, terms: Sequence[tuple[TermRow, float]]) -> embedding.Rows | None:
        """Return the vector of a text by its weighted terms; None where none of them has one."""
        known = [(row.vector_row, weight) for row, weight in terms if row.vector_row >= 0]
        return embedding.embed(self.table, known)

    def cosines(self, query: embedding.Rows) -> Floats:
        """Return each chunk's cosine with a query's vector."""
        return embedding.cosines(self.chunks, self.norms, query)

    def compared(self, cosines: Floats) -> Floats:
        """Return cosines as they compare with each other: in one space as they are."""
        return cosines

    def moved(
        self, query: embedding.Rows, chunks: Ints, scores: Sequence[float], *, weight: float
    ) -> embedding.Rows:
        """Return a query's vector moved towards chunks, best first; see `feedback`."""
        return feedback.moved(query, self.chunks[chunks], scores, weight=weight)

    def mean(self, chunks: Sequence[int]) -> embedding.Rows | None:
        """Return the sum of chunks' unit vectors, added in the order given, as a vector."""
        total = np.zeros(self.chunks.shape[1])
        for chunk in chunks:
            total += self.chunks[chunk] / self.norms[chunk]
        return embedding.quantise(total)

    def rows(self, chunks: Ints) -> embedding.Rows:
        """Return the vectors of chunks."""
        return self.chunks[chunks]


def load_space(folder: Path, manifest: Manifest, *, hashed: bool) -> VectorSpace | None:
    """Read the vectors of a version, or return None where the artifact has none.

    `hashed` compares every file with its sha256 in the manifest first.
    """
    if manifest.embedder.dimension == 0:
        return None
    paths = [checked(folder, manifest, name, hashed=hashed) for name in (TERM_ROWS, TERM_SCALES)]
    index = checked(folder, manifest, VECTORS, hashed=hashed)
    try:
        rows, scales = (np.load(path, mmap_mode="r", allow_pickle=False) for path in paths)
        chunks = read_vectors(index, manifest.counts["chunks"])
    except (OSError, ValueError, RuntimeError) as error:
        raise ArtifactDamaged(f"the vectors in {folder} cannot be read ({error}); {REBUILD}") from error
    table = embedding.TermTable(rows, scales)
    return VectorSpace(table, chunks, embedding.norms(chunks), manifest.embedder.background_median)


def read_vectors(path: Path, count: int) -> embedding.Rows:
    """Return the int8 rows [count, dimension] that a usearch file holds as whole numbers in f16."""
    # `usearch.index` does the same, and imports a progress bar: a twentieth of a first answer.
    from usearch.compiled import Index, MetricKind, ScalarKind, index_dense_metadata_from_path

    dimension = int(index_dense_metadata_from_path(str(path))["dimensions"])
    index = Index(ndim=dimension, dtype=ScalarKind.F16, metric_kind=MetricKind.IP)
    index.view_index_from_path(str(path))
    if len(index) != count:
        raise ValueError(f"{path} does not hold {count} vectors")
    rows = np.empty((count, dimension), dtype=np.int8)
    for start in range(0, count, READ_AT_ONCE):
        keys = np.arange(start, min(start + READ_AT_ONCE, count), dtype=np.uint64)
        found = [row for row in index.get_many(keys, ScalarKind.F16) if row is not None]
        rows[start : start + len(keys)] = np.concatenate(found).view(np.float16).reshape(-1, dimension)
    return rows
