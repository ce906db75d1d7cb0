"""What the prior's vectors say: of terms learnt once from other texts, where a corpus is too small to learn.

A query that shares no telling word with its answer is helped by what the words mean elsewhere; in a
corpus of another kind it is misled. So they count by what they know of the query, and by how well
they find the corpus's own texts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from siglum.weighing import masses

if TYPE_CHECKING:
    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.semantic import Space


WORDS_SUFFICE = 0.4
"""Of what the words of a query could give, what the best chunk has where words alone may find the answer."""
MOST_RAISED = 3.0


def weigh(reader: Reader, query: Query, *, covered: float) -> float:
    """Return what the prior's vectors count for a query: less the fewer of its words they know.

    They count more where the best chunk has little of the words, as a share `covered` of what these could
    give. The lexical leg is scaled by its best chunk, and would say as much of a poor one; theoretical bounds
    do not (Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023).
    """
    entry = reader.manifest.prior
    if entry.dimension == 0 or not query.weights:
        return 0.0
    mass = masses(reader, query)
    known = math.fsum(mass[term] for term, row in query.rows.items() if row.prior_row >= 0)
    share = entry.reliability * known / math.fsum(mass.values())
    raised = min(MOST_RAISED, max(1.0, WORDS_SUFFICE / covered)) if covered > 0 else MOST_RAISED
    return reader.manifest.search.prior_weight * share * share * raised


def ask(space: Space | None, query: Query) -> Floats | None:
    """Return each chunk's cosine with a query; None where no word of it has a vector."""
    if space is None:
        return None
    vector = space.embed([(row, query.weights[term]) for term, row in query.rows.items()])
    return None if vector is None else space.cosines(vector)
