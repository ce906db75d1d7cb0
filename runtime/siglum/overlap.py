"""What shares the words of a seed, or has its heading among them: `token_overlap`."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, fusion, lexical
from siglum.blocks import chunk_block, chunks_of, text_of
from siglum.telling import is_telling
from siglum.text import count_terms, tokenize
from siglum.ties import NEAREST, Seed, Tie
from siglum.weighing import are_among

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from siglum.reader import Reader
    from siglum.rows import Postings
    from siglum.text import Token

SIGNIFICANT_TERMS = 24
"""Terms of a seed, those with the greatest tf · idf, that stand for it."""
NAMED_SHARE = 0.75
"""Of `token_overlap`, what the heading of a place counts that the seed names, against shared terms.

Pages found among ten that a page links to, links masked: .59 without it and .81 with it on the Rust
book, .64 and .77 on FastAPI's English documentation."""
TOGETHER = 2
"""Tokens of the seed, for each term of a heading, among which all of them must stand.

Pages found among ten, links masked, by any distance, 4, 2 and 1: .739, .813, .813 and .811 on the Rust
book, .744, .776, .772 and .780 on FastAPI's English documentation."""
MAX_HEADINGS = 1_000
"""Whose terms are looked for in a seed, those of the greatest idf mass."""
MAX_POSTINGS = 2_000_000
"""Read for one seed at most, the rarest terms first."""
SHOWN_TERMS = 4
COMMON = 4
"""A term of more than one chunk in so many says nothing of what belongs together."""
GENERIC = 4
"""A word that is the whole heading in more documents than this is called so everywhere."""


def token_overlap(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield what has its heading among the words of a seed, and what shares its significant terms."""
    text = text_of(reader, seed.block)
    language = reader.store.documents([seed.block.document])[seed.block.document].language
    terms = _terms(reader, count_terms(text, language))
    if not terms:
        return
    named = _scaled(_together(terms, tokenize(text, language), _held_headings(terms, reader)))
    shared = _shared_terms(terms, reader)
    scores = NAMED_SHARE * named + (1.0 - NAMED_SHARE) * shared
    scores[chunks_of(reader, seed.block)] = 0.0
    significant = _significant(terms, len(scores))
    written = _as_written(text, language, [term.name for term in significant])
    chosen = fusion.best(scores, NEAREST)
    has = [are_among(term.postings.chunks, chosen) for term in significant]
    for place, chunk in enumerate(chosen.tolist()):
        detail = "the words of its heading stand together in the seed" if named[chunk] > 0 else ""
        if shared[chunk] > 0:
            names = [written[term.name] for term, held in zip(significant, has, strict=True) if held[place]]
            shares = ", ".join(dict.fromkeys(names[:SHOWN_TERMS]))
            detail = f"{detail}{'; ' if detail else ''}shares {shares}"
        yield Tie(chunk_block(reader, chunk), float(scores[chunk]), detail)


class _Term(NamedTuple):
    """A term of a seed."""

    name: str
    postings: Postings
    weight: float
    """tf · idf."""


def _terms(reader: Reader, counts: Mapping[str, int]) -> list[_Term]:
    """Return the terms of a seed, the rarest first, as many as have `MAX_POSTINGS` together."""
    total = len(reader.store.chunks.document)
    known = sorted(reader.store.terms(counts).items(), key=lambda e: (e[1].document_frequency, e[0]))
    sizes = accumulate(row.document_frequency for _, row in known)
    rarest = [entry for entry, size in zip(known, sizes, strict=True) if size <= MAX_POSTINGS]
    weights = [
        embedding.term_weight(counts[name], document_frequency=row.document_frequency, total=total)
        for name, row in rarest
    ]
    found = reader.store.postings(row for _, row in rarest)
    return [_Term(name, p, weight) for (name, _), p, weight in zip(rarest, found, weights, strict=True)]


def _held_headings(terms: Sequence[_Term], reader: Reader) -> lexical.Floats:
    """Return of each chunk the idf mass of its heading where the seed has every term of it, else 0.

    A lone word that is the heading in many documents, as `NAME` in manual pages, names none of them.
    """
    lengths, document = reader.store.chunks.lengths[0], reader.store.chunks.document
    held, mass = np.zeros(len(lengths)), np.zeros(len(lengths))
    for term in terms:
        in_heading = term.postings.fields[0]
        if not in_heading.any():
            continue
        alone = (in_heading > 0) & (lengths[term.postings.chunks] == in_heading)
        if len(np.unique(document[term.postings.chunks[alone]])) > GENERIC:
            in_heading = np.where(alone, 0, in_heading)
        held[term.postings.chunks] += in_heading
        idf = lexical.inverse_document_frequency(len(term.postings.chunks), len(lengths))
        mass[term.postings.chunks] += idf * (in_heading > 0)
    return np.where((lengths > 0) & (held >= lengths), mass, 0.0)


def _together(terms: Sequence[_Term], tokens: Iterable[Token], mass: lexical.Floats) -> lexical.Floats:
    """Return the mass of the headings, at most `MAX_HEADINGS`, whose terms stand together in the seed."""
    places: dict[str, list[int]] = {}
    for place, token in enumerate(tokens):
        for name in token.terms:
            places.setdefault(name, []).append(place)
    chosen = np.sort(fusion.best(mass, MAX_HEADINGS))
    names: dict[int, list[str]] = {chunk: [] for chunk in chosen.tolist()}
    for term in terms:
        with_it = term.postings.chunks[term.postings.fields[0] > 0]
        for chunk in np.intersect1d(with_it, chosen).tolist():
            names[chunk].append(term.name)
    kept = np.zeros_like(mass)
    for chunk, each in names.items():
        if _stretch({name: places[name] for name in each}) <= TOGETHER * (len(each) + 1):
            kept[chunk] = mass[chunk]
    return kept


def _stretch(places: dict[str, list[int]]) -> float:
    """Return the length of the shortest stretch that has every name."""
    ordered = sorted((place, name) for name, found in places.items() for place in found)
    held, first, shortest = Counter[str](), 0, inf
    for place, name in ordered:
        held[name] += 1
        while len(held) == len(places):
            start, dropped = ordered[first]
            shortest = min(shortest, place - start + 1)
            held[dropped] -= 1
            if not held[dropped]:
                del held[dropped]
            first += 1
    return shortest


def _shared_terms(terms: Sequence[_Term], reader: Reader) -> lexical.Floats:
    """Return of each chunk, 0..1, BM25F of the terms with the greatest tf · idf that are not common."""
    total = len(reader.store.chunks.document)
    k1 = reader.manifest.search.k1
    weighted = [
        lexical.WeightedTerm(lexical.impact(term.postings, reader.normalisers, k1=k1), term.weight)
        for term in _significant(terms, total)
    ]
    return _scaled(lexical.score(weighted, total=total).score)


def _significant(terms: Sequence[_Term], total: int) -> list[_Term]:
    """Return the terms with the greatest tf · idf that are words, neither common nor the seed's alone."""
    few = [
        term
        for term in terms
        if 2 <= len(term.postings.chunks) <= max(2, total // COMMON) and is_telling(term.name)
    ]
    return sorted(few, key=lambda term: (-term.weight, term.name))[:SIGNIFICANT_TERMS]


def _as_written(text: str, language: str, names: Sequence[str]) -> dict[str, str]:
    """Return index terms as the seed writes them, where that begins as they do."""
    words = {word: word.casefold() for word in _WORD.findall(text)}
    return {name: _written(name, words, language) for name in names}


def _written(name: str, words: dict[str, str], language: str) -> str:
    like = [word for word, folded in words.items() if folded.startswith(name[: max(2, len(name) - 1)])]
    return next((word for word in sorted(like, key=len) if name in count_terms(word, language)), name)


_WORD = re.compile(r"\w+")


def _scaled(scores: lexical.Floats) -> lexical.Floats:
    top = float(scores.max(initial=0.0))
    return scores / top if top > 0 else scores
