"""Read what a user wrote: words, quoted phrases, exclusions; no text is a syntax error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from siglum.text import QueryTerm, analyze_query, fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_QUERY_TERMS = 32
PHRASE_PART_WEIGHT = 0.5
"""What a word of a phrase counts on its own beside 1 for a word outside, as does a part of an identifier."""

_QUOTED = re.compile(r'"((?:[^"]|"")*)"(?!")')
_BARE = re.compile(r'[^\s"]+')


class Phrase(NamedTuple):
    """Text that is sought verbatim."""

    text: str
    """Folded, every run of white space one space."""
    start: int
    end: int
    parts: tuple[QueryTerm, ...]
    """Its terms: a chunk that has the phrase has all of them."""


class ParsedQuery(NamedTuple):
    """A query, in query order; each term stands once."""

    terms: tuple[QueryTerm, ...]
    """A phrase among them is one term, whose index terms are those of its words at a lower weight."""
    phrases: tuple[Phrase, ...]
    """Those of `terms` that are phrases."""
    excluded: tuple[Phrase, ...]
    dropped: tuple[QueryTerm, ...]
    """Beyond the cap of 32."""


class _Piece(NamedTuple):
    """What is not plain text: from `start` to `end` of the query, `body` without quotes and dash."""

    start: int
    end: int
    body: str
    excluded: bool


def parse_query(text: str, languages: Sequence[str]) -> ParsedQuery:
    """Return the terms and exclusions of `text`.

    `"a phrase"` is one term (`""` inside is a quote, one never closed is text), `-word` and `-"a phrase"`
    exclude where they open a group; everything else is text.
    """
    pieces = list(_pieces(text))
    plain = text
    for piece in pieces:
        plain = plain[: piece.start] + " " * (piece.end - piece.start) + plain[piece.end :]
    quoted = [piece for piece in pieces if not piece.excluded]
    phrases = {p.start: p for p in _phrases(quoted, languages)}
    words = analyze_query(plain, languages, alone=not quoted)
    terms: dict[str, QueryTerm] = {}
    for term in sorted([*words, *map(_as_term, phrases.values())], key=lambda term: term.start):
        terms.setdefault(term.text, term)
    used = tuple(terms.values())[:MAX_QUERY_TERMS]
    excluded = {p.text: p for p in _phrases([p for p in pieces if p.excluded], languages)}
    return ParsedQuery(
        terms=used,
        phrases=tuple(phrases[term.start] for term in used if term.start in phrases),
        excluded=tuple(excluded.values()),
        dropped=tuple(terms.values())[MAX_QUERY_TERMS:],
    )


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield the phrases and exclusions from left to right."""
    at = 0
    while at < len(text):
        opens_group = at == 0 or text[at - 1].isspace()
        excluded = text[at] == "-" and opens_group
        first = at + excluded
        quoted = _QUOTED.match(text, first)
        if quoted:
            yield _Piece(at, quoted.end(), quoted[1].replace('""', '"'), excluded)
            at = quoted.end()
            continue
        bare = _BARE.match(text, first)
        if excluded and bare and _is_word(bare[0]):
            yield _Piece(at, bare.end(), bare[0], excluded=True)
        at = bare.end() if bare else first + 1


def _is_word(group: str) -> bool:
    """Tell whether what follows a dash is a word: `--flag`, `->` and a lone `-` exclude nothing."""
    return not group.startswith("-") and any(c.isalnum() or not c.isascii() for c in group)


def _phrases(pieces: Sequence[_Piece], languages: Sequence[str]) -> Iterator[Phrase]:
    for piece in pieces:
        text, parts = " ".join(fold(piece.body).split()), analyze_query(piece.body, languages)
        if text:
            one_word = piece.excluded and len(parts) == 1
            yield Phrase(parts[0].text if one_word else text, piece.start, piece.end, parts)


def _as_term(phrase: Phrase) -> QueryTerm:
    weights: dict[str, float] = {}
    for part in phrase.parts:
        for term, weight in part.terms:
            weights[term] = max(PHRASE_PART_WEIGHT * weight, weights.get(term, 0.0))
    return QueryTerm(phrase.text, phrase.start, phrase.end, tuple(weights.items()))
