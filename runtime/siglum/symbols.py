"""The symbol leg: a query term that names a definition proposes it."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.asides import asks_for_tests
from siglum.names import ends_alike, is_written_as_name, name_keys, symbol_key
from siglum.telling import is_telling
from siglum.text import is_paired
from siglum.weighing import names_of, weigh_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Mask, Postings
    from siglum.text import QueryTerm

MOST_NAMED = 50
"""Definitions of one name that are proposed, the first by path; what has more names nothing in particular."""
PREFIX_SCORE = 0.5
"""Of a definition whose name only starts with the term, times the share of the name that the term is."""
PREFIX_FROM = 4
"""Characters of a term from which it may be the start of a name."""
TAIL_SCORE = 0.8
"""Of a definition that only the last parts of the term name: `Client` for `httpx.Client`."""
OTHER_CASE = 0.6
"""By which the score is multiplied where upper and lower case differ: `client` is not `Client`."""

TITLED = 0.4
"""By which the score is multiplied where a plain word is also the title of a section: `install` is that page
before a helper of the name. `install_requires`, `Install` and `app.install` are no plain words."""

AMID = 0.2
"""The same for a plain word beside others that tell something, a verb that is also the name of a method:
where a heading of the documentation has it or, of a name that several definitions share, a text."""

_ENDS = re.compile(r"[,.;:!?]*(?=\s|$)")
"""What may follow a word of a sentence."""

MARKS = ("!", "?", "=")
"""With which a name may end."""


class Definition(NamedTuple):
    """A definition that a query term names."""

    symbol: int
    chunk: int
    """Which holds its first line."""
    score: float
    """1 where the name is the term's, less for a part of it."""
    term: QueryTerm


def definitions(reader: Reader, query: Query) -> tuple[Definition, ...]:
    """Return the definitions that terms of a query name, the best of each chunk.

    What tests define (a handler called as the option it is given for) is meant by who asks for tests.
    """
    if len(reader.store.symbol_spans.document) == 0:
        return ()
    is_test, tests_too = reader.store.chunks.test, asks_for_tests(reader, query)
    best: dict[int, Definition] = {}
    for term in query.terms:
        meant_by = _meant(reader, query.text, term, alone=len(query.terms) == 1)
        share = _share(reader, query, term, shared=len(meant_by) > 1) if meant_by else 1.0
        for symbol, score in meant_by:
            found = Definition(symbol, _chunk_of(reader, symbol), share * score, term)
            known = best.get(found.chunk)
            meant = tests_too or not is_test[found.chunk]
            if meant and (known is None or found.score > known.score):
                best[found.chunk] = found
    return tuple(best.values())


def _meant(reader: Reader, text: str, term: QueryTerm, *, alone: bool) -> list[tuple[int, float]]:
    """Return the symbols that a term names, and how well: by the longest spelling that names any."""
    for written in _spellings(text, term):
        found = list(_named(reader, written, alone=alone))
        if found:
            return found
    return []


def _share(reader: Reader, query: Query, term: QueryTerm, *, shared: bool) -> float:
    """Return what a definition counts for how the term that names it is written; `shared`: names several."""
    if not _is_plain(query.text, term):
        return 1.0
    if _is_title(reader, query, term):
        return TITLED
    explained = _is_amid(query, term) and _is_said(reader, query, term, in_heading=not shared)
    return AMID if explained else 1.0


def _is_plain(text: str, term: QueryTerm) -> bool:
    """Tell whether a term is written as a word of a sentence is, in lower case, and as no name."""
    written = text[term.start : term.end]
    return (
        written.isalpha()
        and written.islower()
        and not text[: term.start][-1:].strip()
        and _ENDS.match(text, term.end) is not None
    )


def _is_amid(query: Query, term: QueryTerm) -> bool:
    """Tell whether another spaced word of the query tells something: a name in Japanese is no word of it."""
    return any(
        is_telling(name) and name not in query.functional and not is_paired(name[0])
        for other in query.terms
        if other is not term
        for name, _ in other.terms[:1]
    )


def _is_said(reader: Reader, query: Query, term: QueryTerm, *, in_heading: bool) -> bool:
    """Tell whether documentation has a term, at least in its text."""
    document, is_code = reader.store.chunks.document, reader.store.is_code
    for found in _postings(reader, query, term):
        chunks = found.chunks[found.fields[0] > 0] if in_heading else found.chunks
        if not is_code[document[chunks]].all():
            return True
    return False


def _is_title(reader: Reader, query: Query, term: QueryTerm) -> bool:
    """Tell whether a term is all of a heading of documentation."""
    chunks, is_code = reader.store.chunks, reader.store.is_code
    for found in _postings(reader, query, term):
        in_heading = found.fields[0]
        alone = found.chunks[(in_heading > 0) & (chunks.lengths[0][found.chunks] == in_heading)]
        if not is_code[chunks.document[alone]].all():
            return True
    return False


def _postings(reader: Reader, query: Query, term: QueryTerm) -> list[Postings]:
    """Return the postings of the index terms that are the whole of a term."""
    rows = [query.rows[name] for name in names_of(term, least=1.0) if name in query.rows]
    return reader.store.postings(rows)


def _spellings(text: str, term: QueryTerm) -> tuple[str, ...]:
    """Return a term as written, with what belongs to a name but to no word.

    These are the underscores around it, and a mark at its end: `save!`, `empty?` and `name=` of Ruby.
    """
    start, end = term.start, term.end
    while text[start - 1 : start] == "_":
        start -= 1
    while text[end : end + 1] == "_":
        end += 1
    name, mark = text[start:end], text[end : end + 1]
    return (f"{name}{mark}", name) if mark in MARKS else (name,)


def _named(reader: Reader, written: str, *, alone: bool) -> Iterator[tuple[int, float]]:
    """Yield the symbols that a term names, and how well."""
    key = symbol_key(written)
    tails = list(name_keys(key))
    if key.strip("_") != key:
        tails += name_keys(key.strip("_"))
    named = reader.store.symbols_named(tails)
    exact = next((tail for tail in tails if tail in named), None)
    if exact is not None:
        least = 1.0 if exact == key else TAIL_SCORE
        for symbol, name, share in _namesakes(reader, named[exact]):
            yield symbol, least * share * (1.0 if ends_alike(written, name) else OTHER_CASE)
    elif len(key) >= PREFIX_FROM and (alone or is_written_as_name(written)):
        for name, symbol in reader.store.symbols_starting(key, MOST_NAMED):
            yield symbol, PREFIX_SCORE * len(key) / len(name)


def _namesakes(reader: Reader, ids: Sequence[int]) -> Iterator[tuple[int, str, float]]:
    """Yield definitions of one name with their qualified names, and how likely it is that each is meant."""
    if len(ids) > 1:
        from siglum.namesakes import likely  # most names have one definition

        shares = likely(reader, ids, most=MOST_NAMED)
    else:
        shares = dict.fromkeys(ids, 1.0)
    names = reader.store.symbols(shares)
    yield from ((symbol, names[symbol].qualified_name, share) for symbol, share in shares.items())


def _chunk_of(reader: Reader, symbol: int) -> int:
    """Return the definition's own chunk, else the one in which it starts."""
    spans, chunks = reader.store.symbol_spans, reader.store.chunks
    ids = reader.chunk_range(int(spans.document[symbol]))
    of_document = slice(ids.start, ids.stop)
    own = np.flatnonzero(chunks.symbol[of_document] == symbol)
    if len(own):
        return ids.start + int(own[0])
    line = spans.start_line[symbol]
    within = (chunks.start_line[of_document] <= line) & (line <= chunks.end_line[of_document])
    return ids.start + int(np.flatnonzero(within)[-1]) if within.any() else ids.start


def with_definitions(
    reader: Reader, query: Query, scores: Floats, found: tuple[Definition, ...], *, mask: Mask | None
) -> Floats:
    """Return scores, 0..1, in which definitions that the query names stand high.

    What is added is the squared share of the query's idf mass that the naming term has: all of it where the
    query is a name, little where a word of a sentence happens to be one. A run of an unspaced script counts
    by its most telling pair: a name in a Japanese sentence is asked for as in an English one.
    """
    if not found:
        return scores
    masses = {each.term.text: each.greatest for each in weigh_terms(reader, query)}
    total = math.fsum(masses.values())
    boost = reader.manifest.search.symbol_boost
    raised = scores.copy()
    for definition in found:
        chunk = definition.chunk
        if reader.store.chunks.indexed[chunk] and (mask is None or mask[chunk]):
            share = masses[definition.term.text] / total
            raised[chunk] += boost * definition.score * share * share
    return raised / (1.0 + boost)
