"""The vector leg: the embedder's files and the usearch index, verified before the first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siglum import embedding
from siglum.artifact.files import checked
from siglum.artifact.manifest import REBUILD, VECTORS
from siglum.errors import ArtifactDamaged

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.artifact.manifest import Manifest

READ_AT_ONCE = 16_384
"""Vectors taken out of usearch at once: each is an object of its own."""
TERM_ROWS = "embedder/term_rows.npy"
TERM_SCALES = "embedder/term_scales.npy"
PRIOR_ROWS = "prior/term_rows.npy"
PRIOR_SCALES = "prior/term_scales.npy"
PRIOR_CHUNKS = "prior/chunk_rows.npy"


class VectorSpace(NamedTuple):
    """The term table and the chunk vectors of one artifact."""

    table: embedding.TermTable
    chunks: embedding.Rows
    """[chunks, dimension]."""
    norms: NDArray[np.float64]
    """[chunks]."""

    def cosines(self, query: embedding.Rows) -> NDArray[np.float64]:
        """Return each chunk's cosine with a query's vector."""
        return embedding.cosines(self.chunks, self.norms, query)

    def mean(self, chunks: Sequence[int]) -> NDArray[np.float64]:
        """Return the sum of chunks' unit vectors, added in the order given."""
        total = np.zeros(self.chunks.shape[1])
        for chunk in chunks:
            total += self.chunks[chunk] / self.norms[chunk]
        return total


def load_space(folder: Path, manifest: Manifest, *, hashed: bool) -> VectorSpace | None:
    """Read the vectors of a version, or return None where the artifact has none.

    `hashed` compares every file with its sha256 in the manifest first.
    """
    if manifest.embedder.dimension == 0:
        return None
    names = (TERM_ROWS, TERM_SCALES, VECTORS)
    return _load(folder, manifest, names, lambda path: read_vectors(path, manifest.counts["chunks"]), hashed)


def load_prior(folder: Path, manifest: Manifest, *, hashed: bool) -> VectorSpace | None:
    """Do the same for the prior's vectors."""
    if manifest.prior.dimension == 0:
        return None
    return _load(folder, manifest, (PRIOR_ROWS, PRIOR_SCALES, PRIOR_CHUNKS), _mapped, hashed)


def _load(
    folder: Path,
    manifest: Manifest,
    names: tuple[str, str, str],
    read_chunks: Callable[[Path], embedding.Rows],
    hashed: bool,
) -> VectorSpace:
    *table, index = (checked(folder, manifest, name, hashed=hashed) for name in names)
    try:
        rows, scales = map(_mapped, table)
        chunks = read_chunks(index)
    except (OSError, ValueError, RuntimeError) as error:
        raise ArtifactDamaged(f"the vectors in {folder} cannot be read ({error}); {REBUILD}") from error
    return VectorSpace(embedding.TermTable(rows, scales), chunks, embedding.norms(chunks))


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
