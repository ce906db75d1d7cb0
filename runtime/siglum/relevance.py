"""How much each chunk speaks of a topic by itself, whatever the page around it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import fusion
from siglum.lookup import look_up
from siglum.search import fused_scores
from siglum.weighing import present, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from siglum.drafts import Draft
    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Postings

SCORE_OF_BEST = 0.5
"""Share of the best score from which text speaks of the topic: half, as is usual for cutting a ranking."""
SHARE_OF_BEST = 1 / 3
"""Share of what the best covers of the topic from which text speaks of it: one of three telling words, since
the rarest (`graceful`) is not always the one that matters (`shutdown`)."""


class Spoken(NamedTuple):
    """How much lines speak of a topic; see `Relevance`."""

    score: float
    share: float
    told: float


class Relevance(NamedTuple):
    """What a topic's words and meaning give to every chunk."""

    query: Query
    scores: Floats
    """As a search has them, 0..1; a page's other sections help."""
    shares: Floats
    """Of the topic's idf mass, what the chunk has in its text, headings or path, 0..1."""
    told: Floats
    """The same without its path: files lie where something is shown, and tell nothing of it."""

    def of_lines(self, reader: Reader, document: int, first: int, last: int) -> Spoken:
        """Return the best that chunks with some of these lines have."""
        chunks, within = reader.store.chunks, reader.chunk_range(document)
        near = slice(within.start, within.stop)
        touching = (chunks.end_line[near] >= first) & (chunks.start_line[near] <= last)
        every = (self.scores, self.shares, self.told)
        return Spoken(*(float(values[near][touching].max(initial=0.0)) for values in every))


def relevance(reader: Reader, topic: str) -> Relevance:
    """Return what every chunk has of a topic."""
    query = look_up(reader, topic)
    return Relevance(query, fused_scores(reader, query), *_shares(reader, query))


def speaking(reader: Reader, drafts: Sequence[Draft], topic: Relevance) -> list[Draft]:
    """Return the drafts that speak of a topic beside the best of them; one sequence stays together."""
    best: dict[tuple[int, int], tuple[float, float]] = {}
    for draft in drafts:
        key = (draft.document, draft.sequence)
        score, share = best.get(key, (0.0, 0.0))
        own = topic.of_lines(reader, draft.document, draft.start_line, draft.end_line)
        best[key] = max(score, own.score), max(share, own.share)
    top, most = (max((pair[n] for pair in best.values()), default=0.0) for n in (0, 1))
    scored = {key for key, (score, _) in best.items() if score >= SCORE_OF_BEST * top > 0}
    shared = {key for key in scored if best[key][1] >= SHARE_OF_BEST * most}
    return [draft for draft in drafts if (draft.document, draft.sequence) in (shared or scored)]


def _shares(reader: Reader, query: Query) -> tuple[Floats, Floats]:
    """Return what each chunk has of the topic, with its path and without."""
    weighed, every = weigh_terms(reader, query), range(len(reader.store.chunks.document))
    rows = list(query.rows.values())
    postings = dict(zip(rows, reader.store.postings(rows), strict=True))
    anywhere = {row: each.chunks for row, each in postings.items()}
    inside = {row: _beside_path(each) for row, each in postings.items()}
    whole = sum(each.mass for each in weighed) or 1.0
    covered, told = (
        sum((each.mass * present(each, every, found.__getitem__) for each in weighed), np.zeros(len(every)))
        for found in (anywhere, inside)
    )
    return np.round(covered / whole, fusion.DECIMALS), np.round(told / whole, fusion.DECIMALS)


def _beside_path(postings: Postings) -> NDArray[np.uint32]:
    """Return the chunks that have a term elsewhere than in their path."""
    heading, _, breadcrumb, body = postings.fields
    return postings.chunks[(heading > 0) | (breadcrumb > 0) | (body > 0)]
