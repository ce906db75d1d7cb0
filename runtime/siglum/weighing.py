"""How much each term of a query tells: the rarer, the more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siglum.function_words import function_words
from siglum.lexical import inverse_document_frequency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import FoundPhrase, TermRow
    from siglum.text import QueryTerm

STANDS_FOR = 0.5
"""Weight from which an index term stands for the query term that it was made from."""


class Weighed(NamedTuple):
    """A query term, and how much it tells."""

    term: QueryTerm
    rows: tuple[TermRow, ...]
    """The known index terms that stand for it, a correction included."""
    phrase: FoundPhrase | None
    """Where it was quoted and stands verbatim somewhere."""
    known: bool
    """Whether the corpus has it."""
    mass: float
    """Its idf, of a function word a share of it; what is unknown counts as the rarest."""


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
        rows = tuple(query.rows[name] for name in names_of(query, term) if name in query.rows)
        phrase = phrases.get(term.text)
        counts = [len(phrase.postings.chunks)] if phrase else [row.document_frequency for row in rows]
        idf = inverse_document_frequency(max(counts, default=0), total)
        is_function_word = not phrase and bool(term.terms) and all(n in functional for n, _ in term.terms)
        mass = idf * share if is_function_word else idf
        weighed.append(Weighed(term, rows, phrase, bool(counts), mass))
    return tuple(weighed)


def names_of(query: Query, term: QueryTerm) -> tuple[str, ...]:
    """Return the index terms that stand for a query term, a correction included."""
    names = [name for name, weight in term.terms if weight >= STANDS_FOR]
    return (*names, *(each.term for each in query.corrected if each.text == term.text))


def masses(reader: Reader, query: Query) -> dict[str, float]:
    """Return the weighted idf of each index term; what is unknown counts as the rarest."""
    total = len(reader.store.chunks.document)
    counts = {term: row.document_frequency for term, row in query.rows.items()}
    return {
        term: weight * inverse_document_frequency(counts.get(term, 0), total)
        for term, weight in query.weights.items()
    }


def occurs(reader: Reader, weighed: Weighed, within: range) -> bool:
    """Tell whether one of the chunks `within` has a query term, a quoted one verbatim."""
    if weighed.phrase:
        return _any(weighed.phrase.postings.chunks, within)
    return any(_any(term.impact.chunks, within) for term in reader.index_terms(weighed.rows))


def _any(chunks: NDArray[np.integer[Any]], within: range) -> bool:
    first, last = np.searchsorted(chunks, [within.start, within.stop])
    return bool(first < last)
