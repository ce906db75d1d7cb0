"""Find text that stands in several of the opened artifacts."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.joined.numbering import Part
    from siglum.rows import Ints


def twins_across(parts: Sequence[Part], within: Ints) -> Ints:
    """Return, by chunk, the first chunk with the same text, or -1.

    `within` says so of text that several sources of one artifact have; what several artifacts have is added.
    """
    keys = [part.store.block_keys for part in parts]
    shared = reduce(np.union1d, (np.intersect1d(a, b) for a, b in combinations(keys, 2)))
    every = np.concatenate(keys)
    having = np.flatnonzero(np.isin(every, shared))
    _, first, inverse = np.unique(every[having], return_index=True, return_inverse=True)
    twins = within.copy()
    twins[having] = having[first][inverse]
    return twins
