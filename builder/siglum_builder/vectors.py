"""What is known of a corpus in vectors: by its own terms, and by those learnt from other texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Prior:
    """What the table says of one corpus."""

    table: str
    """Digest of the table."""
    prior_row: NDArray[np.int64]
    """[terms], row of each term of the corpus in `term_rows`, or -1."""
    term_rows: NDArray[np.int8]
    """[rows, dimension]: the part of the table that the corpus has a use for."""
    term_scales: NDArray[np.float16]
    chunk_rows: NDArray[np.int8]
    """[chunks, dimension]; zero for a chunk without a known term."""
    background_median: float
    reliability: float


@dataclass(frozen=True, slots=True)
class Vectors:
    """What the embedder leaves: term rows for queries, one row a chunk, and the background."""

    vector_row: NDArray[np.int64]
    """[terms], row of each term in `term_rows`, or -1."""
    term_rows: NDArray[np.int8]
    """[rows, dimension]."""
    term_scales: NDArray[np.float16]
    """[rows]."""
    chunk_rows: NDArray[np.int8]
    """[chunks, dimension]; zero for a chunk without a known term."""
    background_median: float
    prior: Prior | None = None
