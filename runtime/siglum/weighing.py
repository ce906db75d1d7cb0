"""How much each term of a query tells: the rarer, the more."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siglum.lexical import inverse_document_frequency

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import FoundPhrase, Ints, Mask, TermRow
    from siglum.text import QueryTerm

    Chunks = NDArray[np.integer[Any]]

STANDS_FOR = 0.5
"""Weight from which an index term stands for the query term that it was made from; a whole one has 1."""
PARTS_ONLY = 0.5
"""What parts count of a name that stands nowhere as a whole: `setTrailer` is not `set` and `trailer`."""


class Part(NamedTuple):
    """A part of a name, or two neighbours of a run of an unspaced script."""

    row: TermRow | None
    """None where the corpus does not have it."""
    idf: float


class Weighed(NamedTuple):
    """A query term, and how much it tells."""

    term: QueryTerm
    rows: tuple[TermRow, ...]
    """The known index terms that are the whole of it."""
    parts: tuple[Part, ...]
    phrase: FoundPhrase | None
    """Where it was quoted and stands verbatim somewhere."""
    masses: tuple[float, ...]
    """Its idf, of a function word a share of it, of a run that of each pair by its weight; what is unknown
    counts as the rarest."""

    @property
    def mass(self) -> float:
        """The sum of `masses`."""
        return math.fsum(self.masses)

    @property
    def greatest(self) -> float:
        """The greatest of `masses`: what a run tells beside a name, however many pairs it has."""
        return max(self.masses, default=0.0)

    @property
    def is_run(self) -> bool:
        """Whether it is made of parts alone: a run of an unspaced script."""
        return _is_run(self.term)

    @property
    def known(self) -> bool:
        """Whether the corpus has it, of a run at least half of its mass."""
        if self.phrase or self.rows:
            return True
        found = math.fsum(part.idf for part in self.parts if part.row)
        return self.is_run and 0 < math.fsum(part.idf for part in self.parts) <= 2 * found

    @property
    def in_parts(self) -> bool:
        """Whether the corpus has every part of it, as those of a name that it lacks as a whole."""
        return len(self.parts) > 1 and all(part.row for part in self.parts)


def weigh_terms(reader: Reader, query: Query) -> tuple[Weighed, ...]:
    """Return each term of a query with its mass."""
    total, share = len(reader.store.chunks.document), reader.manifest.search.function_word_weight
    return weigh(query, total=total, share=share)


def weigh(query: Query, *, total: int, share: float) -> tuple[Weighed, ...]:
    """Return each term with its mass in a corpus of `total` chunks; a function word counts `share`."""
    phrases = {phrase.text: phrase for phrase in query.phrases if len(phrase.postings.chunks)}
    weighed = []
    for term in query.terms:
        names, parts, phrase = (
            names_of(term, least=1.0),
            _parts_of(query, term, total),
            phrases.get(term.text),
        )
        rows = tuple(query.rows[name] for name in names if name in query.rows)
        if _is_run(term) and parts and not phrase:
            masses = tuple(STANDS_FOR * part.idf for part in parts)
        else:
            counts = [len(phrase.postings.chunks)] if phrase else [row.document_frequency for row in rows]
            idf = inverse_document_frequency(max(counts, default=0), total)
            if parts and not counts:
                idf = max(part.idf for part in parts)
            is_function_word = (
                not phrase and bool(term.terms) and all(n in query.functional for n, _ in term.terms)
            )
            masses = (idf * share if is_function_word else idf,)
        weighed.append(Weighed(term, rows, parts, phrase, masses))
    return tuple(weighed)


def _is_run(term: QueryTerm) -> bool:
    """Tell whether a term is made of parts alone."""
    return bool(term.terms) and all(weight < 1.0 for _, weight in term.terms)


def names_of(term: QueryTerm, *, least: float = STANDS_FOR) -> tuple[str, ...]:
    """Return the index terms of at least a weight that stand for a query term."""
    return tuple(name for name, weight in term.terms if weight >= least)


def _parts_of(query: Query, term: QueryTerm, total: int) -> tuple[Part, ...]:
    rows = [query.rows.get(name) for name, weight in term.terms if STANDS_FOR <= weight < 1.0]
    return tuple(
        Part(row, inverse_document_frequency(row.document_frequency if row else 0, total)) for row in rows
    )


def masses(reader: Reader, query: Query) -> dict[str, float]:
    """Return the weighted idf of each index term; what is unknown counts as the rarest."""
    total = len(reader.store.chunks.document)
    counts = {term: row.document_frequency for term, row in query.rows.items()}
    return {
        term: weight * inverse_document_frequency(counts.get(term, 0), total)
        for term, weight in query.weights.items()
    }


def present(weighed: Weighed, within: range, chunks_of: Callable[[TermRow], Chunks]) -> Floats:
    """Return how much of a term, 0..1, each of the chunks `within` has: a quoted one verbatim or not at all.

    Of what is not there as a whole the parts count by their idf.
    """
    share = np.zeros(len(within))
    if weighed.phrase:
        share[_inside(weighed.phrase.postings.chunks, within)] = 1.0
        return share
    whole = 0.0  # added up as the shares are, so that what has every part has exactly all
    for part in weighed.parts:
        whole += part.idf
        if part.row:
            share[_inside(chunks_of(part.row), within)] += part.idf
    share *= 1.0 if weighed.is_run else PARTS_ONLY
    share /= whole or 1.0
    for row in weighed.rows:
        share[_inside(chunks_of(row), within)] = 1.0
    return share


def held(weighed: Weighed, within: range, chunks_of: Callable[[TermRow], Chunks]) -> float:
    """Return how much of a term, 0..1, one of the chunks `within` has."""
    return float(present(weighed, within, chunks_of).max(initial=0.0))


def held_by(reader: Reader, weighed: Weighed, within: range) -> float:
    """Return how much of a term, 0..1, one of the chunks `within` of an artifact has."""
    return held(weighed, within, lambda row: reader.index_terms([row])[0].impact.chunks)


def occurs(reader: Reader, weighed: Weighed, within: range) -> bool:
    """Tell whether one of the chunks `within` has a query term or a part of it."""
    return held_by(reader, weighed, within) > 0


def are_among(chunks: Chunks, wanted: Ints) -> Mask:
    """Tell of each wanted chunk whether it is among `chunks`, which ascend and are some."""
    at = np.minimum(np.searchsorted(chunks, wanted.astype(chunks.dtype)), len(chunks) - 1)
    found: Mask = chunks[at] == wanted
    return found


def _inside(chunks: Chunks, within: range) -> NDArray[np.int64]:
    """Return the places in `within` of those chunks that are in it."""
    first, last = np.searchsorted(chunks, [within.start, within.stop])
    return np.asarray(chunks[first:last], dtype=np.int64) - within.start
