"""The terms that one written unit gives: a word, an identifier, a chain, a run or a symbol."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from siglum.text.folding import fold, strip_diacritics
from siglum.text.scripts import ABUGIDA, BIGRAM, CJK, GRAPHEME, HANGUL, MARKS, SEMITIC, UNSPACED, is_paired
from siglum.text.stemming import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_TERM = 128
"""Characters of the longest term; longer ones are cut."""

_MAX_IDENTIFIER = 64
"""A longer run of letters and digits is data, not a name of parts."""

_MAX_REMEMBERED = 64
"""Characters; a longer unit hardly comes twice."""
_MOST_REMEMBERED = 1 << 15

_OTHER = BIGRAM + SEMITIC + ABUGIDA


def _unit_pattern(letter: str, more: str) -> str:
    """Return the pattern of a word unit, given its letters and what may follow among them.

    What an optional part may start with is looked at first: it saves a third of the time.
    """
    word = f"{letter}+{more}"
    separator = r"(?=[-_'.:/@])(?:_+|[-']|(?:\.|::|->|/|@)_*)"
    prefix = (
        rf"(?=[-@$.\#])(?<!{letter})(?<![_.\-$@#/\\>)\]}}!])"
        r"(?:--?(?=[A-Za-z])|[@$]_*(?=[A-Za-z])|\.(?=[A-Za-z])|\#)"
    )
    suffix = r"(?:(?=[+\#])(?:\+\+|\#)\d{0,2}(?![A-Za-z0-9+#_]))"
    return f"(?:{prefix})?{word}(?:{separator}{word})*{suffix}?"


_OPERATORS = (
    r"(?=[!$%&*+\-./:;<=>?@\\^|~])(?:<=>|<-|->|=>|<=|>=|!==?|=+|&&|\|\||\|>|::|:=|[-+*/%]=|\?\.|<<|>>|\.\.[.=]"
    r"|!+|\?+|\++|[%~^&@$;\\])"
)
"""What makes a query of symbols alone findable; the marks of Markdown and prose are left out."""

_SIGNS = (
    "[\u00a1-\u00a9\u00ac-\u00b6\u00bf\u00d7\u00f7\u2030-\u2031\u20a0-\u20cf\u2190-\u2bff\u3012\u3030"
    "\U0001f000-\U0001faff]"
)
"""Signs beyond ASCII that stand for themselves: currency, arrows, mathematics, emoji."""

_ASCII_UNITS = re.compile(f"{_unit_pattern('[A-Za-z0-9]', '')}|{_OPERATORS}")
_BEYOND_EUROPE = re.compile("[^\x00-\u058f\u1d00-\u2ddf\U0001f000-\U0001ffff]")


@lru_cache(maxsize=1)
def _european_units() -> re.Pattern[str]:
    """Compile the pattern for texts in no other script than Latin, Greek, Cyrillic, Armenian."""
    letter = r"[^\W_]"
    words = _unit_pattern(letter, rf"(?:[{MARKS}]+{letter}*)*")
    return re.compile(f"{words}|{_OPERATORS}|{_SIGNS}")


@lru_cache(maxsize=1)
def _all_units() -> re.Pattern[str]:
    """Compile the pattern for every text; when first needed, since it takes 50 ms."""
    letter = rf"[^\W_{_OTHER}]"
    words = _unit_pattern(letter, rf"(?:[{MARKS}]+{letter}*)*")
    runs = f"[{CJK}]+|[{HANGUL}]+|[{UNSPACED}]+|[{SEMITIC}]+|[{ABUGIDA}]+"
    return re.compile(f"{words}|{runs}|{_OPERATORS}|{_SIGNS}")


_OPERATOR = re.compile(f"(?:{_OPERATORS}|{_SIGNS})")

_PREFIX = re.compile(r"--?|[@$]_*|[.#]")
_SUFFIX = re.compile(r"(?:\+\+|#)\d*\Z")
_CONNECTOR = re.compile(r"\.|::|->|/|@")
_LOOSE_PART = re.compile("[^/@]+")
_NUMBER = re.compile(r"(?<![\w.])[vV]?\d+(?:\.\d+)+(?![\w.])")
_FRAGMENT = re.compile(r"[^_\-]+")
_HUMP = re.compile("[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+")
_NUMBERED = re.compile(r"([^\W\d_]{3,})[0-9]+")
_DIGIT = re.compile(r"\d")
_ELISION = re.compile(
    "(?:[^\\Wo\\d_]|qu|jusqu|lorsqu|puisqu|dell|dall|nell|sull|all|un)'(?=..)", re.IGNORECASE
)
_ENDING = re.compile("'(?:s|ll|ve|re|d|m)\\Z", re.IGNORECASE)
_TURKISH_ENDING = re.compile("'.*", re.DOTALL)


class Piece(NamedTuple):
    """A part of a unit that has terms of its own; pieces of a unit may nest."""

    start: int
    end: int
    terms: tuple[str, ...]
    """The term of the whole first, those of its parts after it."""


def find_units(normal: str) -> Iterator[re.Match[str]]:
    """Find the words, chains, runs and operators of a normalised text, in order."""
    return _units_pattern(normal).finditer(normal)


def list_units(normal: str) -> list[str]:
    """Return what `find_units` finds, as texts."""
    return _units_pattern(normal).findall(normal)


def _units_pattern(normal: str) -> re.Pattern[str]:
    """Return the cheapest of three patterns that find the same units in `normal`."""
    if normal.isascii():
        return _ASCII_UNITS
    return _all_units() if _BEYOND_EUROPE.search(normal) else _european_units()


def is_run(unit: str) -> bool:
    """Tell whether `unit` is a run of characters that are indexed by pairs."""
    return unit[0] >= "\u0e00" and is_paired(unit[0])


def is_operator(unit: str) -> bool:
    """Tell whether `unit` is an operator or a sign rather than a word."""
    return _OPERATOR.fullmatch(unit) is not None


def graphemes(run: str) -> list[str]:
    """Return the characters of a run of a bigram script, each with its marks."""
    return GRAPHEME.findall(run)


def pieces(unit: str, language: str) -> tuple[Piece, ...]:
    """Return the pieces of a `unit` that is no run, the whole before its parts."""
    return _remembered(unit, language) if len(unit) <= _MAX_REMEMBERED else _pieces(unit, language)


class _Terms(dict[str, "tuple[str, ...]"]):
    """The terms of units in one language, made when they are first asked for; short units are kept."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, unit: str) -> tuple[str, ...]:
        terms = _run_terms(unit) if is_run(unit) else _terms(unit, self._language)
        if len(unit) <= _MAX_REMEMBERED:
            if len(self) >= _MOST_REMEMBERED:
                self.clear()
            self[unit] = terms
        return terms


@lru_cache(maxsize=16)
def terms_in(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return what gives for a unit the terms of all its pieces, in their order; any unit is in it."""
    return _Terms(language)


def _run_terms(run: str) -> tuple[str, ...]:
    """Return the pairs and the single characters of a run."""
    characters = graphemes(run)
    return (*map("".join, pairwise(characters)), *characters)


def _terms(unit: str, language: str) -> tuple[str, ...]:
    return tuple(term for piece in _pieces(unit, language) for term in piece.terms)


def _pieces(unit: str, language: str) -> tuple[Piece, ...]:
    if unit.isalpha() and unit.isascii() and not _is_humped(unit):
        return (Piece(0, len(unit), _word_terms(unit, language)),)
    if is_operator(unit):
        return (Piece(0, len(unit), (_operator_term(unit),)),)
    if unit.isascii() and unit.replace("_", "").isalnum():
        return (_identifier_piece(unit, (0, len(unit)), language),)
    return _chain_pieces(unit, language)


_remembered = lru_cache(maxsize=1 << 12)(_pieces)


def _operator_term(unit: str) -> str:
    """Return the term of an operator; more than three of one character are as good as three."""
    return unit[:3] if len(set(unit)) == 1 else fold(unit)


def _chain_pieces(unit: str, language: str) -> tuple[Piece, ...]:
    """Return the pieces of an identifier, or of a chain of them, with its prefix and suffix."""
    prefix = _PREFIX.match(unit)
    start = prefix.end() if prefix else 0
    suffix = _SUFFIX.search(unit, start + 1)
    end = suffix.start() if suffix else len(unit)
    names = segments = _split(unit, start, end)
    first, last = segments[0], segments[-1]
    found: list[Piece] = []
    if suffix and (suffix[0][0] == "+" or end - last[0] == 1):
        found.append(Piece(last[0], len(unit), _suffixed(unit[last[0] : end], suffix[0])))
        names = segments if end - last[0] > 1 else segments[:-1]
    if prefix:
        found.append(Piece(0, end, (_literal(unit[:end]),)))
        if first is not last:
            found.append(Piece(0, first[1], (_literal(unit[: first[1]]),)))
    if first is not last:
        numbers = [match.span() for match in _NUMBER.finditer(unit, start, end)]
        for left, right in _wholes(unit, (start, end), {*segments, *numbers}):
            found.append(Piece(left, right, (_literal(unit[left:right]),)))
        for left, right in numbers:
            found.append(Piece(left, right, _number_terms(unit[left:right])))
        names = _outside(names, numbers) if numbers else names
    return (*found, *[_identifier_piece(unit, name, language) for name in names])


def _outside(segments: list[tuple[int, int]], numbers: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the `segments` that are in none of the `numbers`, both in ascending order."""
    ends = [0, *(right for _, right in numbers)]
    starts = [left for left, _ in numbers]
    return [span for span in segments if span[1] > ends[bisect_right(starts, span[0])]]


def _split(unit: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the ranges of the identifiers that a chain connects."""
    segments, position = [], start
    for match in _CONNECTOR.finditer(unit, start, end):
        segments.append((position, match.start()))
        position = match.end()
    return [*segments, (position, end)]


def _wholes(unit: str, body: tuple[int, int], known: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges of a chain, and of the chains inside a path or address, but for those `known`."""
    inner = [match.span() for match in _LOOSE_PART.finditer(unit, *body)]
    return [span for span in dict.fromkeys((body, *inner)) if span not in known]


def _literal(text: str) -> str:
    return fold(text)[:MAX_TERM]


def _suffixed(word: str, suffix: str) -> tuple[str, ...]:
    """Return the terms of `C++17`: with and without its number."""
    return tuple(dict.fromkeys((_literal(word + suffix), _literal(word + suffix.rstrip("0123456789")))))


def _number_terms(number: str) -> tuple[str, ...]:
    """Return the terms of a version or decimal number: as written, and without its `v`."""
    whole = _literal(number)
    return (whole, whole[1:]) if whole.startswith("v") else (whole,)


def _identifier_piece(unit: str, segment: tuple[int, int], language: str) -> Piece:
    """Return the piece of one identifier or word: its whole, then its parts."""
    start, end = _trim(unit, segment, language) if "'" in unit else segment
    name = unit[start:end]
    remembered = len(name) <= _MAX_REMEMBERED
    find = _remembered_identifier if remembered else _identifier_terms
    return Piece(start, end, find(name, language))


def _identifier_terms(name: str, language: str) -> tuple[str, ...]:
    parts = _parts(name)
    terms = _word_terms("".join(parts)[:MAX_TERM], language)
    if len(parts) > 1:
        terms += tuple(term for part in parts for term in _word_terms(part[:MAX_TERM], language))
    return tuple(dict.fromkeys(terms))


_remembered_identifier = lru_cache(maxsize=1 << 14)(_identifier_terms)


def _trim(unit: str, segment: tuple[int, int], language: str) -> tuple[int, int]:
    """Cut elided articles and clitic endings off the range of a word with an apostrophe."""
    start, end = segment
    ending = (_TURKISH_ENDING if language.startswith("tr") else _ENDING).search(unit, start, end)
    if ending:
        return start, ending.start()
    elided = _ELISION.match(unit, start, end)
    return (elided.end() if elided else start), end


def _parts(name: str) -> list[str]:
    """Split a name at `_` and `-` and at the humps of camel case; apostrophes are dropped."""
    fragments = _FRAGMENT.findall(name.replace("'", ""))
    return [part for fragment in fragments for part in _humps(fragment)]


def _humps(word: str) -> list[str]:
    if len(word) > _MAX_IDENTIFIER or not _is_humped(word):
        return [word]
    shape = word if word.isascii() else "".join(map(_shape, word))
    return [word[slice(*match.span())] for match in _HUMP.finditer(shape)]


def _is_humped(word: str) -> bool:
    """Tell whether `word` mixes cases other than by a capital at its start."""
    return not (word[1:].islower() or word.isupper() or word.isdecimal() or word[0].isdecimal())


def _shape(character: str) -> str:
    """Return the ASCII character that stands for the kind of `character` in a hump pattern."""
    if character.isascii():
        return character
    return "A" if character.isupper() else "a"


@lru_cache(maxsize=1 << 14)
def _word_terms(word: str, language: str) -> tuple[str, ...]:
    """Return the stem of a word and, where they differ, that of the word without diacritics."""
    lowered = word.lower() if word.isascii() else _casefold(word)[:MAX_TERM]
    if _DIGIT.search(lowered):
        return _numbered_terms(strip_diacritics(lowered), language)
    stemmed, bare = stem(lowered, language), strip_diacritics(lowered)
    if bare == lowered:
        return (stemmed,)
    return tuple(dict.fromkeys((stemmed, strip_diacritics(stem(bare, language))[:MAX_TERM])))


def _casefold(word: str) -> str:
    """Return `word` case-folded with its diacritics; the dot of a folded `İ` is none."""
    return unicodedata.normalize("NFKC", word.casefold().replace("i\u0307", "i"))


def _numbered_terms(word: str, language: str) -> tuple[str, ...]:
    """Return `python3` whole and, since the number is often a version, `python`."""
    word = word[:MAX_TERM]
    named = _NUMBERED.fullmatch(word)
    return (word, stem(named[1], language)) if named else (word,)
