"""Look up a query's terms, phrases and misspellings in an artifact."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import lexical
from siglum.errors import RequestError
from siglum.function_words import function_words
from siglum.query import parse_query
from siglum.results import Correction
from siglum.text import QueryTerm, analyze_query
from siglum.verbatim import find_phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.query import ParsedQuery, Phrase
    from siglum.reader import Reader
    from siglum.rows import FoundPhrase, TermRow

MAX_QUERY_BYTES = 4096
MENDED_TIMES = 3
"""How often a query is mended: a word that stands twice in it is one term."""


class Query(NamedTuple):
    """A query with its index terms looked up, in query order."""

    text: str
    """As it was written, save for what was corrected: it is the query of who spells right."""
    used: tuple[str, ...]
    """Its words and phrases as they were written, folded."""
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
    parsed, corrected = parse_query(text, reader.manifest.languages), dict[str, Correction]()
    used = tuple(term.text for term in parsed.terms)
    for _ in range(MENDED_TIMES):
        mended = _mended(reader, text, parsed, corrected)
        if mended == text:
            break
        text, parsed = mended, parse_query(mended, reader.manifest.languages)
    languages, share = reader.manifest.languages, reader.manifest.search.function_word_weight
    weights, functional = index_weights(parsed.terms, languages, share=share)
    rows = reader.store.terms(weights)
    phrases = tuple(find_phrase(reader, phrase) for phrase in parsed.phrases)
    return Query(
        text,
        used,
        parsed.terms,
        parsed.excluded,
        parsed.dropped,
        tuple(corrected[term] for term in used if term in corrected),
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


def _mended(reader: Reader, text: str, parsed: ParsedQuery, corrected: dict[str, Correction]) -> str:
    """Return a query with the words and names that the corpus lacks as they were meant, and add these."""
    rows = reader.store.terms(name for term in parsed.terms for name, _ in term.terms)
    quoted = {phrase.text for phrase in parsed.phrases}
    for term in reversed(parsed.terms):
        if term.text in quoted or _is_known(term, rows):
            continue
        from siglum.mending import mend  # most words are spelt right

        meant = mend(reader, term, text[term.start : term.end])
        if meant is not None:
            text = text[: term.start] + meant + text[term.end :]
            corrected[term.text] = Correction(term.text, _index_term(reader, meant), meant)
    return text


def _index_term(reader: Reader, meant: str) -> str:
    """Return the index term that stands for a word or name; of a name known by its parts alone the first."""
    names = [name for term in analyze_query(meant, reader.manifest.languages) for name, _ in term.terms]
    rows = reader.store.terms(names)
    return next((name for name in names if name in rows), names[0])


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
