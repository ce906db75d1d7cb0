"""Look up a query's terms, phrases and misspellings in an artifact."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import lexical
from siglum.errors import RequestError
from siglum.function_words import function_words
from siglum.query import parse_query
from siglum.results import Correction
from siglum.text import QueryTerm, is_paired
from siglum.verbatim import find_phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.query import Phrase
    from siglum.reader import Reader
    from siglum.rows import FoundPhrase, TermRow

MAX_QUERY_BYTES = 4096
SPELT_FROM = 4
"""Letters from which a word that the corpus does not have is taken for a misspelling of one it has."""
DOERS = ("er", "or")
"""What makes who does of what is done, which stems keep: `parser` is of a page that says `parse`."""
STEMMED_Y = "i"
"""What English stems have for a final `y` behind a consonant: `histori`, though `histroy` is left alone."""
CORRECTED_WEIGHT = 0.7
"""What a corrected term counts beside one that was found as written."""


class Query(NamedTuple):
    """A query with its index terms looked up, in query order."""

    text: str
    """As it was written."""
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
    functional: frozenset[str]
    """Index terms that are function words; none where all are."""


def look_up(reader: Reader, text: str) -> Query:
    """Parse a query and look its terms up.

    Raises:
        RequestError: over 4,096 bytes.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_QUERY_BYTES:
        raise RequestError(f"the query has {size} bytes; at most {MAX_QUERY_BYTES} are searched")
    parsed = parse_query(text, reader.manifest.languages)
    languages, share = reader.manifest.languages, reader.manifest.search.function_word_weight
    weights, functional = index_weights(parsed.terms, languages, share=share)
    rows = reader.store.terms(weights)
    quoted = {phrase.text for phrase in parsed.phrases}
    corrected = []
    for term in parsed.terms:
        nearest = None if term.text in quoted or _is_known(term, rows) else _correction(reader, term)
        if nearest is not None:
            name, row = nearest
            corrected.append(Correction(term.text, name))
            rows.setdefault(name, row)
            weights.setdefault(name, CORRECTED_WEIGHT)
    phrases = tuple(find_phrase(reader, phrase) for phrase in parsed.phrases)
    return Query(
        text,
        parsed.terms,
        parsed.excluded,
        parsed.dropped,
        tuple(corrected),
        rows,
        weights,
        phrases,
        functional,
    )


def index_weights(
    terms: Iterable[QueryTerm], languages: tuple[str, ...], *, share: float
) -> tuple[dict[str, float], frozenset[str]]:
    """Return the index terms of a query and what each counts, and its function words, which count `share`."""
    weights: dict[str, float] = {}
    for term in terms:
        for name, weight in term.terms:
            weights[name] = max(weight, weights.get(name, 0.0))
    functional = function_words(weights, languages)
    for name in functional:
        weights[name] *= share
    return weights, functional


def _is_known(term: QueryTerm, rows: dict[str, TermRow]) -> bool:
    """Tell whether the corpus has a word, or of a name that it lacks every part.

    `add_subscribr` is no name of its own because the corpus has `add`.
    """
    whole, *parts = (name in rows for name, _ in term.terms)
    return whole or (all(parts) if len(parts) > 1 else any(parts))


def _correction(reader: Reader, term: QueryTerm) -> tuple[str, TermRow] | None:
    """Return the index term that may stand for a word unknown to the corpus: a kindred or a near one."""
    name = term.terms[0][0]
    if len(name) < SPELT_FROM or not name.isalpha() or is_paired(name[0]):
        return None
    kindred = reader.store.terms(name.removesuffix(end) for end in DOERS if name.endswith(end))
    if kindred:
        return min(kindred.items())
    distance, letters = 1 if len(name) < SPELT_FROM * 2 else 2, len(term.text)
    found = reader.store.nearest_term(name, distance=distance, letters=letters)
    if found is None and name.endswith("y"):
        return reader.store.nearest_term(name[:-1] + STEMMED_Y, distance=1, letters=letters)
    return found


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
