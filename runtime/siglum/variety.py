"""Order a ranking so that hits differ from each other: maximal marginal relevance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from siglum.embedding import Rows
    from siglum.lexical import Floats

POOL = 100
"""Hits of the ranking that are put in a new order; the others follow as they were."""
DECIMALS = 9
"""To which a trade-off is rounded before it is compared."""


def vary(
    scores: Floats, rows: Rows, documents: NDArray[np.int64], *, trade_off: float, same_doc_penalty: float
) -> list[int]:
    """Return the order in which a ranking's entries are picked, each by its index.

    Each next one has the greatest `λ · relevance − (1 − λ) · cosine − penalty`, the earlier one on ties:
    relevance is its score, scaled to 0..1 over the ranking; cosine its greatest with any picked before;
    the penalty counts where its document was picked before. Carbonell and Goldstein, SIGIR 1998.

    Args:
        scores: [hits], in descending order.
        rows: int8 vectors [hits, dimension].
        documents: [hits].
        trade_off: λ, 0..1; 1 leaves the order as it is.
        same_doc_penalty: 0..1.
    """
    spread = float(scores.max(initial=0.0) - scores.min(initial=1.0))
    relevance = (scores - scores.min()) / spread if spread > 0 else np.ones_like(scores)
    cosines = _cosines(rows)
    nearest, seen = np.zeros(len(scores)), np.zeros(len(scores), dtype=np.bool_)
    left, order = np.ones(len(scores), dtype=np.bool_), list[int]()
    while len(order) < len(scores):
        value = trade_off * relevance - (1.0 - trade_off) * nearest - same_doc_penalty * seen
        picked = int(np.argmax(np.where(left, np.round(value, DECIMALS), -np.inf)))
        nearest = np.maximum(nearest, cosines[picked]) if order else cosines[picked]
        seen |= documents == documents[picked]
        left[picked] = False
        order.append(picked)
    return order


def _cosines(rows: Rows) -> Floats:
    """Return the cosine of each row with each: whole-number products, so exact on every machine."""
    whole = rows.astype(np.int64)
    products = whole @ whole.T
    lengths = np.sqrt(np.maximum(np.diagonal(products), 1).astype(np.float64))
    cosines: Floats = products / (lengths[:, None] * lengths[None, :])
    return cosines
