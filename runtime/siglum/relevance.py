"""How much each chunk speaks of a topic by itself, whatever the page around it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import fusion
from siglum.lexical import inverse_document_frequency
from siglum.lookup import look_up
from siglum.search import fused_scores
from siglum.text import is_paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.drafts import Draft
    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.text import QueryTerm

SPEAKS_FROM = 0.5
"""Share of the best score from which text speaks of the topic: half, as is usual for cutting a ranking."""
COVERS_FROM = 1 / 3
"""Share of what the best covers of the topic from which text speaks of it: one of three telling words, since
the rarest (`graceful`) is not always the one that matters (`shutdown`)."""
CORRECTED = 0.5
"""What a term counts that was taken for a misspelling: it may as well be another word."""


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
    scored = {key for key, (score, _) in best.items() if score >= SPEAKS_FROM * top > 0}
    shared = {key for key in scored if best[key][1] >= COVERS_FROM * most}
    return [draft for draft in drafts if (draft.document, draft.sequence) in (shared or scored)]


def _shares(reader: Reader, query: Query) -> tuple[Floats, Floats]:
    """Return what each chunk has of the topic, with its path and without."""
    total = len(reader.store.chunks.document)
    corrected = {correction.text: correction.term for correction in query.corrected}
    covered, told, whole = np.zeros(total), np.zeros(total), 0.0
    for term in query.terms:
        mass = _mass(query, term, total)
        anywhere, inside = _present(reader, query, _worths(query, term, corrected.get(term.text), total))
        covered += mass * anywhere
        told += mass * inside
        whole += mass
    scale = whole or 1.0
    return np.round(covered / scale, fusion.DECIMALS), np.round(told / scale, fusion.DECIMALS)


def _mass(query: Query, term: QueryTerm, total: int) -> float:
    """Return the idf of a term's rarest index term, less for a function word; one unknown is the rarest."""
    known = [query.rows[name].document_frequency for name, _ in term.terms if name in query.rows]
    weight = max((query.weights[name] for name, _ in term.terms), default=1.0)
    return weight * inverse_document_frequency(min(known, default=0), total)


def _worths(query: Query, term: QueryTerm, corrected: str | None, total: int) -> dict[str, float]:
    """Return what each known index term is of a query term: a whole or half, of unspaced scripts a share."""
    known = {name: weight for name, weight in term.terms if name in query.rows}
    if not is_paired(term.text[0]):
        return known or ({corrected: CORRECTED} if corrected in query.rows else {})
    masses = {
        name: weight * inverse_document_frequency(query.rows[name].document_frequency, total)
        for name, weight in known.items()
    }
    whole = sum(masses.values())
    return {name: mass / whole for name, mass in masses.items()} if whole else {}


def _present(reader: Reader, query: Query, worths: dict[str, float]) -> tuple[Floats, Floats]:
    """Return of each chunk how much of a query term it has, 0..1, with its path and without."""
    anywhere, inside = (np.zeros(len(reader.store.chunks.document)) for _ in range(2))
    found = reader.store.postings([query.rows[name] for name in worths])
    for worth, postings in zip(worths.values(), found, strict=True):
        heading, _, breadcrumb, body = postings.fields
        anywhere[postings.chunks] += worth
        inside[postings.chunks] += worth * ((heading > 0) | (breadcrumb > 0) | (body > 0))
    return np.minimum(anywhere, 1.0), np.minimum(inside, 1.0)
