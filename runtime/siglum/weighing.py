"""How much each term of a query tells: the rarer, the more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siglum.function_words import function_words
from siglum.lexical import inverse_document_frequency

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import FoundPhrase, TermRow
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
    """The known index terms that are the whole of it, a correction included."""
    parts: tuple[Part, ...]
    phrase: FoundPhrase | None
    """Where it was quoted and stands verbatim somewhere."""
    masses: tuple[float, ...]
    """Its idf, of a function word a share of it, of a run that of each pair by its weight; what is unknown
    counts as the rarest."""

    @property
    def mass(self) -> float:
        """The sum of `masses`."""
        return sum(self.masses)

    @property
    def known(self) -> bool:
        """Whether the corpus has it, of a run at least half of its mass."""
        if self.phrase or self.rows:
            return True
        found = sum(part.idf for part in self.parts if part.row)
        return _is_run(self.term) and 2 * found >= sum(part.idf for part in self.parts)


def weigh_terms(reader: Reader, query: Query) -> tuple[Weighed, ...]:
    """Return each term of a query with its mass."""
    total, share = len(reader.store.chunks.document), reader.manifest.search.function_word_weight
    return weigh(query, total=total, share=share)


def weigh(query: Query, *, total: int, share: float) -> tuple[Weighed, ...]:
    """Do the same for a corpus of `total` chunks in which a function word counts `share`."""
    phrases = {phrase.text: phrase for phrase in query.phrases if len(phrase.postings.chunks)}
    functional = function_words(query.weights)
    weighed = []
    for term in query.terms:
        rows, parts, phrase = _rows_of(query, term), _parts_of(query, term, total), phrases.get(term.text)
        if _is_run(term) and not phrase:
            masses = tuple(STANDS_FOR * part.idf for part in parts)
        else:
            counts = [len(phrase.postings.chunks)] if phrase else [row.document_frequency for row in rows]
            idf = inverse_document_frequency(max(counts, default=0), total)
            if parts and not counts:
                idf = max(part.idf for part in parts)
            is_function_word = not phrase and bool(term.terms) and all(n in functional for n, _ in term.terms)
            masses = (idf * share if is_function_word else idf,)
        weighed.append(Weighed(term, rows, parts, phrase, masses))
    return tuple(weighed)


def _is_run(term: QueryTerm) -> bool:
    """Tell whether a term is made of parts alone."""
    return bool(term.terms) and all(weight < 1.0 for _, weight in term.terms)


def _rows_of(query: Query, term: QueryTerm) -> tuple[TermRow, ...]:
    names = [name for name, weight in term.terms if weight == 1.0]
    names += [correction.term for correction in query.corrected if correction.text == term.text]
    return tuple(query.rows[name] for name in names if name in query.rows)


def names_of(query: Query, term: QueryTerm) -> tuple[str, ...]:
    """Return the index terms that stand for a query term, a correction included."""
    names = [name for name, weight in term.terms if weight >= STANDS_FOR]
    return (*names, *(each.term for each in query.corrected if each.text == term.text))


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


def held(weighed: Weighed, within: range, chunks_of: Callable[[TermRow], Chunks]) -> float:
    """Return how much of a term, 0..1, one of the chunks `within` has: a quoted one verbatim or not at all.

    Of what is not there as a whole the parts count by their idf, as far as one chunk has them.
    """
    if weighed.phrase:
        return float(len(_inside(weighed.phrase.postings.chunks, within)) > 0)
    if any(len(_inside(chunks_of(row), within)) for row in weighed.rows):
        return 1.0
    total = sum(part.idf for part in weighed.parts)
    if not total:
        return 0.0
    together = np.zeros(len(within))
    for part in weighed.parts:
        if part.row:
            together[_inside(chunks_of(part.row), within) - within.start] += part.idf
    share = float(together.max(initial=0.0)) / total
    return share if _is_run(weighed.term) else PARTS_ONLY * share


def held_by(reader: Reader, weighed: Weighed, within: range) -> float:
    """Return how much of a term, 0..1, one of the chunks `within` of an artifact has."""
    return held(weighed, within, lambda row: reader.index_terms([row])[0].impact.chunks)


def occurs(reader: Reader, weighed: Weighed, within: range) -> bool:
    """Tell whether one of the chunks `within` has a query term or a part of it."""
    return held_by(reader, weighed, within) > 0


def _inside(chunks: Chunks, within: range) -> NDArray[np.int64]:
    first, last = np.searchsorted(chunks, [within.start, within.stop])
    return np.asarray(chunks[first:last], dtype=np.int64)
