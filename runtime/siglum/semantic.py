"""The vector leg: the embedder's files and the usearch index, verified before the first use."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from siglum import embedding, feedback, fusion
from siglum.artifact.files import checked
from siglum.artifact.manifest import REBUILD, VECTORS
from siglum.errors import ArtifactDamaged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.artifact.manifest import Manifest
    from siglum.lexical import Floats
    from siglum.rows import Ints, TermRow

READ_AT_ONCE = 16_384
"""Vectors taken out of usearch at once: each is an object of its own."""
TERM_ROWS = "embedder/term_rows.npy"
TERM_SCALES = "embedder/term_scales.npy"
PRIOR_ROWS = "prior/term_rows.npy"
PRIOR_SCALES = "prior/term_scales.npy"
PRIOR_CHUNKS = "prior/chunk_rows.npy"


TermColumn = Literal["vector_row", "prior_row"]


class Space(Protocol):
    """Where queries and chunks have vectors: of one artifact, or of several side by side."""

    @property
    def background(self) -> float:
        """Cosine that unrelated text has; a chunk's may be less."""
        ...

    def embed(self, terms: Sequence[tuple[TermRow, float]]) -> embedding.Rows | None:
        """Return the vector of a text by its weighted terms; None where none of them has one."""
        ...

    def earned(self, weight: float, *, half: int) -> float:
        """Return how much of `weight` a space has earned that was learnt from so many chunks."""
        ...

    def cosines(self, query: embedding.Rows) -> Floats:
        """Return each chunk's cosine with a query's vector."""
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
    packed: embedding.Packed
    """The same."""
    background: float
    """Median cosine between chunks: what unrelated text scores."""
    column: TermColumn
    """Which of a term's rows is in `table`."""

    def embed(self, terms: Sequence[tuple[TermRow, float]]) -> embedding.Rows | None:
        """Return the vector of a text by its weighted terms; None where none of them has one."""
        rows = [(self.row_of(row), weight) for row, weight in terms]
        return embedding.embed(self.table, [each for each in rows if each[0] >= 0])

    def row_of(self, term: TermRow) -> int:
        """Return a term's row in the table, or -1."""
        return int(getattr(term, self.column))

    def earned(self, weight: float, *, half: int) -> float:
        """Return how much of `weight` a space has earned that was learnt from so many chunks."""
        return fusion.earned(weight, chunks=len(self.chunks), half=half)

    def cosines(self, query: embedding.Rows) -> Floats:
        """Return each chunk's cosine with a query's vector."""
        return embedding.cosines(self.packed, query)

    def moved(
        self, query: embedding.Rows, chunks: Ints, scores: Sequence[float], *, weight: float
    ) -> embedding.Rows:
        """Return a query's vector moved towards chunks, best first; see `feedback`."""
        return feedback.moved(query, self.chunks[chunks], scores, weight=weight)

    def mean(self, chunks: Sequence[int]) -> embedding.Rows | None:
        """Return the sum of chunks' unit vectors, added in the order given, as a vector."""
        total = np.zeros(self.chunks.shape[1])
        for chunk in chunks:
            total += self.chunks[chunk] / self.packed.norms[chunk]
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
    *table, index = _checked(folder, manifest, (TERM_ROWS, TERM_SCALES, VECTORS), hashed=hashed)
    with _readable(folder):
        rows, scales = map(_mapped, table)
        chunks = read_vectors(index, manifest.counts["chunks"])
    background = manifest.embedder.background_median
    return VectorSpace(
        embedding.TermTable(rows, scales), chunks, embedding.pack(chunks), background, "vector_row"
    )


def load_prior(folder: Path, manifest: Manifest, *, hashed: bool) -> VectorSpace | None:
    """Open the vectors of the general table; None where the artifact has none."""
    if manifest.prior.dimension == 0:
        return None
    names = (PRIOR_ROWS, PRIOR_SCALES, PRIOR_CHUNKS)
    with _readable(folder):
        rows, scales, chunks = map(_mapped, _checked(folder, manifest, names, hashed=hashed))
    background = manifest.prior.background_median
    return VectorSpace(
        embedding.TermTable(rows, scales), chunks, embedding.pack(chunks), background, "prior_row"
    )


def _checked(folder: Path, manifest: Manifest, names: Sequence[str], *, hashed: bool) -> list[Path]:
    return [checked(folder, manifest, name, hashed=hashed) for name in names]


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        raise ArtifactDamaged(f"the vectors in {folder} cannot be read ({error}); {REBUILD}") from error


def _mapped(path: Path) -> NDArray[Any]:
    array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return array


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
