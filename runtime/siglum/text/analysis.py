"""Tokens, term counts and query terms of a text."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from siglum.text.folding import fold, normalize, normalize_with_offsets
from siglum.text.scripts import is_ideograph
from siglum.text.words import find_units, graphemes, is_operator, is_run, list_units, pieces, terms_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum.text.folding import Offsets

ANALYZER_VERSION = 1
"""Goes up with every change that gives some text other terms; `tests/cases/text.md` pins it."""

_PART_WEIGHT = 0.5
"""Weight in a query of a part of an identifier, beside 1 for its whole; flat from .3 to 1."""

_PAIR_WEIGHT = 0.5
"""Of a pair that overlaps another in a run: two pairs say little more than a word (JSQuAD +.004)."""

_IDEOGRAPH_WEIGHT = 0.15
"""Of a single ideograph in a run as long as a phrase (JSQuAD +.004 more)."""

_PHRASE = 5
"""Characters from which a run is a phrase; in a shorter one `祝日` must not find `日`."""

_GROUP = re.compile(r"\S+")
_SAID_ALONE = re.compile(r"<=>|<-|->|=>|<=|>=|!==?|==+|&&|\|\||\|>|::|:=|[-+*/%]=|\?\.|<<|>>|\.\.[.=]")
"""Operators that mean something among words; `?` or `!` there is punctuation."""


class Token(NamedTuple):
    """A place in a text that has terms; tokens may nest (`std::vector`, and `vector` in it)."""

    start: int
    """Offset in characters of the original text, as is `end`."""
    end: int
    text: str
    """Folded."""
    terms: tuple[str, ...]
    """The term of the whole first, those of its parts after it."""


class QueryTerm(NamedTuple):
    """One thing that a user asked for, and the index terms that stand for it."""

    text: str
    """Folded; the query from `start` to `end` is what was written."""
    start: int
    end: int
    terms: tuple[tuple[str, float], ...]
    """Index term and weight relative to the whole: 1, less for a part."""


def tokenize(text: str, language: str) -> Iterator[Token]:
    """Yield the tokens of `text`, a document in `language` (BCP 47, `und`, or a code format)."""
    normal, offsets = normalize_with_offsets(text)
    for match in find_units(normal):
        unit, base = match[0], match.start()
        if is_run(unit):
            yield from _run_tokens(unit, base, offsets)
            continue
        for piece in pieces(unit, language):
            first, last = base + piece.start, base + piece.end
            start, end = offsets.original(first, last)
            yield Token(start, end, fold(normal[first:last]), piece.terms)


def _run_tokens(run: str, base: int, offsets: Offsets) -> Iterator[Token]:
    """Yield each pair of a run and each single character; these have no case to fold."""
    starts, ends = offsets.starts, offsets.ends
    characters, first = graphemes(run), base
    for character, following in zip_longest(characters, characters[1:], fillvalue=""):
        second = first + len(character)
        if following:
            pair = character + following
            yield Token(starts[first], ends[second + len(following) - 1], pair, (pair,))
        yield Token(starts[first], ends[second - 1], character, (character,))
        first = second


def count_terms(text: str, language: str) -> dict[str, int]:
    """Return how often each term occurs in `text`, in the order of first occurrence."""
    counts: dict[str, int] = {}
    known = terms_in(language)
    for unit, times in Counter(list_units(normalize(text))).items():
        for term in known[unit]:
            counts[term] = counts.get(term, 0) + times
    return counts


def analyze_query(text: str, languages: Sequence[str], *, alone: bool = True) -> tuple[QueryTerm, ...]:
    """Return the query terms of `text`, each once, with the terms of every one of `languages`.

    A term is what stands between white space, punctuation that carries no meaning, or a change of
    script group. Where a query holds nothing but symbols, each group of them is one literal term,
    unless more was asked than `text`: then it is not `alone`.
    """
    known = tuple(languages) or ("und",)
    if alone and all(is_operator(unit[0]) for unit in find_units(normalize(text))):
        return _distinct(_literal_terms(text))
    return tuple(query_term(word, known) for word in list_words(text, known))


class Word(NamedTuple):
    """A unit of a text that was asked for, before it is analysed."""

    text: str
    """Folded."""
    start: int
    """Offset in characters of the original text, as is `end`."""
    end: int
    unit: str


def list_words(text: str, languages: Sequence[str]) -> tuple[Word, ...]:
    """Return the words of `text` as a query has them, each once."""
    return _distinct(_words(text, languages[0]))


def query_term(word: Word, languages: Sequence[str]) -> QueryTerm:
    """Return a word with its index terms in any of `languages`."""
    return QueryTerm(word.text, word.start, word.end, _weigh(word.unit, languages))


_Said = TypeVar("_Said", Word, QueryTerm)


def _distinct(found: Iterable[_Said]) -> tuple[_Said, ...]:
    """Return the first of each text."""
    first: dict[str, _Said] = {}
    for each in found:
        first.setdefault(each.text, each)
    return tuple(first.values())


def _literal_terms(text: str) -> Iterator[QueryTerm]:
    """Yield a term for each group of a query of symbols alone."""
    normal, offsets = normalize_with_offsets(text)
    for match in _GROUP.finditer(normal):
        parts = [part.terms[0] for unit in list_units(match[0]) for part in pieces(unit, "und")]
        terms = tuple((term, 1.0) for term in dict.fromkeys(parts or [fold(match[0])]))
        yield QueryTerm(fold(match[0]), *offsets.original(*match.span()), terms)


def _words(text: str, language: str) -> Iterator[Word]:
    normal, offsets = normalize_with_offsets(text)
    for match in find_units(normal):
        start, unit = match.start(), match[0]
        if is_operator(unit) and not _means_something(normal, start, unit):
            continue
        left, right = _written(unit, language)
        first, last = start + left, start + right
        yield Word(fold(normal[first:last]), *offsets.original(first, last), unit)


def _written(unit: str, language: str) -> tuple[int, int]:
    """Return the range of `unit` that its terms come from: `homme` of `l'homme`."""
    if is_run(unit) or unit.isalnum():
        return 0, len(unit)
    found = pieces(unit, language)
    return min(piece.start for piece in found), max(piece.end for piece in found)


def _means_something(normal: str, start: int, unit: str) -> bool:
    """Tell whether an operator among words is meant: it stands alone, or is no punctuation."""
    if not unit.isascii():
        return True
    alone = normal[:start][-1:].strip() == "" and normal[start + len(unit) :][:1].strip() == ""
    return alone and _SAID_ALONE.fullmatch(unit) is not None


def _weigh(unit: str, languages: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Return the index terms of `unit` in any of `languages`, with the best weight of each."""
    if is_run(unit):
        return tuple(_weigh_run(graphemes(unit)).items())
    weights: dict[str, float] = {}
    for language in languages:
        for place, term in enumerate(terms_in(language)[unit]):
            weight = _PART_WEIGHT if place else 1.0
            weights[term] = max(weight, weights.get(term, 0.0))
    return tuple(weights.items())


def _weigh_run(characters: list[str]) -> dict[str, float]:
    """Return the terms of a run: its pairs, its only character, or the ideographs of a phrase."""
    if len(characters) <= 2:
        return {"".join(characters): 1.0}
    weights = {a + b: _PAIR_WEIGHT for a, b in pairwise(characters)}
    if len(characters) >= _PHRASE:
        weights |= {c: _IDEOGRAPH_WEIGHT for c in characters if is_ideograph(c)}
    return weights
