"""Look up a query's terms, phrases and misspellings in an artifact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siglum import lexical
from siglum.errors import RequestError
from siglum.function_words import lowered
from siglum.query import parse_query
from siglum.results import Correction
from siglum.text import QueryTerm, is_paired
from siglum.verbatim import FoundPhrase, find_phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from siglum.query import Phrase
    from siglum.reader import Reader
    from siglum.rows import TermRow

MAX_QUERY_BYTES = 4096
STANDS_FOR = 0.5
"""Weight from which an index term stands for the query term that it was made from."""
SPELT_FROM = 4
"""Letters from which a word that the corpus does not have is taken for a misspelling of one it has."""
CORRECTED_WEIGHT = 0.7
"""What a corrected term counts beside one that was found as written."""


class Query(NamedTuple):
    """A query with its index terms looked up, in query order."""

    terms: tuple[QueryTerm, ...]
    """Words and phrases."""
    excluded: tuple[Phrase, ...]
    dropped: tuple[QueryTerm, ...]
    corrected: tuple[Correction, ...]
    rows: dict[str, TermRow]
    """Of the index terms that the vocabulary has."""
    weights: dict[str, float]
    """What each of them counts beside the others, 0..1."""
    phrases: tuple[FoundPhrase, ...]
    """Those of `terms` that were quoted."""


def look_up(reader: Reader, text: str) -> Query:
    """Parse a query and look its terms up.

    Raises:
        RequestError: over 4,096 bytes.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_QUERY_BYTES:
        raise RequestError(f"the query has {size} bytes; at most {MAX_QUERY_BYTES} are searched")
    parsed = parse_query(text, reader.manifest.languages)
    weights: dict[str, float] = {}
    for term in parsed.terms:
        for index_term, weight in term.terms:
            weights[index_term] = max(weight, weights.get(index_term, 0.0))
    weights = lowered(weights, reader.manifest.search.function_word_weight)
    rows = reader.store.terms(weights)
    quoted = {phrase.text for phrase in parsed.phrases}
    corrected = []
    for term in parsed.terms:
        known = term.text in quoted or any(name in rows for name, _ in term.terms)
        nearest = None if known else _correction(reader, term)
        if nearest is not None:
            name, row = nearest
            corrected.append(Correction(term.text, name))
            rows.setdefault(name, row)
            weights.setdefault(name, CORRECTED_WEIGHT)
    phrases = tuple(find_phrase(reader, phrase) for phrase in parsed.phrases)
    return Query(parsed.terms, parsed.excluded, parsed.dropped, tuple(corrected), rows, weights, phrases)


def _correction(reader: Reader, term: QueryTerm) -> tuple[str, TermRow] | None:
    """Return the index term that a word unknown to the corpus may have been meant to be."""
    name = term.terms[0][0]
    if len(name) < SPELT_FROM or not name.isalpha() or is_paired(name[0]):
        return None
    return reader.store.nearest_term(name, distance=1 if len(name) < SPELT_FROM * 2 else 2)


class Weighed(NamedTuple):
    """A query term, and how much it tells."""

    term: QueryTerm
    rows: tuple[TermRow, ...]
    """The known index terms that stand for it, a correction included."""
    phrase: FoundPhrase | None
    """Where it was quoted and stands verbatim somewhere."""
    chunks: int
    """In how many it occurs; 0: the corpus does not have it."""
    idf: float
    """What is unknown counts as the rarest."""


def weigh_terms(reader: Reader, query: Query) -> tuple[Weighed, ...]:
    """Return each query term with its idf."""
    phrases = {phrase.text: phrase for phrase in query.phrases if len(phrase.postings.chunks)}
    corrected = {correction.text: correction.term for correction in query.corrected}
    total = len(reader.store.chunks.document)
    weighed = []
    for term in query.terms:
        names = [name for name, weight in term.terms if weight >= STANDS_FOR]
        names += [corrected[term.text]] if term.text in corrected else []
        rows = tuple(query.rows[name] for name in names if name in query.rows)
        phrase = phrases.get(term.text)
        chunks = (
            len(phrase.postings.chunks)
            if phrase
            else max((row.document_frequency for row in rows), default=0)
        )
        idf = lexical.inverse_document_frequency(chunks, total)
        weighed.append(Weighed(term, rows, phrase, chunks, idf))
    return tuple(weighed)


def occurs(reader: Reader, weighed: Weighed, within: range) -> bool:
    """Tell whether one of the chunks `within` has a query term, a quoted one verbatim."""
    if weighed.phrase:
        return _any(weighed.phrase.postings.chunks, within)
    return any(_any(term.impact.chunks, within) for term in reader.index_terms(weighed.rows))


def _any(chunks: NDArray[np.integer[Any]], within: range) -> bool:
    first, last = np.searchsorted(chunks, [within.start, within.stop])
    return bool(first < last)


def masses(reader: Reader, query: Query) -> dict[str, float]:
    """Return the weighted idf of each index term; what is unknown counts as the rarest."""
    total = len(reader.store.chunks.document)
    counts = {term: row.document_frequency for term, row in query.rows.items()}
    return {
        term: weight * lexical.inverse_document_frequency(counts.get(term, 0), total)
        for term, weight in query.weights.items()
    }


def with_phrases(scores: lexical.Floats, phrases: Sequence[FoundPhrase], *, boost: float) -> lexical.Floats:
    """Return scores, 0..1, in which chunks with the quoted phrases stand before those without.

    Of several phrases the squared share counts: pasted JSON is full of quotes, and `"msg"` says little.
    """
    if not phrases:
        return scores
    share, total = np.zeros_like(scores), 0.0
    for phrase in phrases:
        found = phrase.postings.chunks
        mass = phrase.weight * lexical.inverse_document_frequency(len(found), len(scores))
        share[found] += mass
        total += mass
    share /= total
    return np.where(scores > 0, (scores + boost * share * share) / (1.0 + boost), 0.0)
