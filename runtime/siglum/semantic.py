"""The vector leg: the embedder's files and the usearch index, verified before the first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding
from siglum.artifact.files import checked
from siglum.artifact.manifest import REBUILD, VECTORS
from siglum.errors import ArtifactDamaged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum.artifact.manifest import Manifest

TERM_ROWS = "embedder/term_rows.npy"
TERM_SCALES = "embedder/term_scales.npy"


class VectorSpace(NamedTuple):
    """The term table and the chunk vectors of one artifact."""

    table: embedding.TermTable
    chunks: embedding.Rows
    """[chunks, dimension]."""
    norms: NDArray[np.float64]
    """[chunks]."""

    def cosines(self, weighted: Sequence[tuple[int, float]]) -> NDArray[np.float64] | None:
        """Return each chunk's cosine with a text of (row, weight) terms; None where none is known."""
        query = embedding.embed(self.table, weighted)
        return None if query is None else embedding.cosines(self.chunks, self.norms, query)


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
    return VectorSpace(table, chunks, embedding.norms(chunks))


def read_vectors(path: Path, count: int) -> NDArray[np.int8]:
    """Return the int8 rows [count, dimension] that a usearch file holds as whole numbers in f16."""
    from usearch.index import Index

    index = Index.restore(str(path), view=True)
    if index is None or len(index) != count:
        raise ValueError(f"{path} does not hold {count} vectors")
    found = index.get(np.arange(count, dtype=np.uint64))
    rows = [row for row in found or () if row is not None]
    return np.concatenate(rows).reshape(count, index.ndim).astype(np.int8)
