"""How answers are written: as JSON, or as the lines of a terminal."""

from __future__ import annotations

import unicodedata
from dataclasses import fields, is_dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from siglum.results import ContentResponse, Explanation, Hit, SearchResponse

_KEPT = frozenset("\n\t")


def plain(value: object) -> object:
    """Return dataclasses as dicts, tuples as lists; fields that are None are absent."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: plain(entry) for name, entry in pairs if entry is not None}
    if isinstance(value, (tuple, list)):
        return [plain(entry) for entry in value]
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    return value


def to_json(value: object) -> str:
    """Return an answer as one JSON document."""
    return orjson.dumps(plain(value), option=orjson.OPT_INDENT_2).decode()


def visible(text: str) -> str:
    r"""Return `text` with control and format characters spelt out (`\x1b`, `\u202e`).

    What a document says must not move the cursor, hide or reorder what a terminal shows.
    """
    if text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line if line.isprintable() else _spelt_out(line) for line in lines)


def _spelt_out(line: str) -> str:
    return "".join(
        c if c.isprintable() or c in _KEPT or unicodedata.category(c) == "Zs" else _escaped(c) for c in line
    )


def on_one_line(text: str) -> str:
    """Return `text` as `visible` does, line ends spelt out too: no name may forge a line of the listing."""
    return visible(text).replace("\n", r"\n")


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def search_lines(response: SearchResponse) -> Iterator[str]:
    """Yield the lines that show a search, best hit first."""
    for rank, hit in enumerate(response.results, start=response.parameters.offset + 1):
        yield from _hit_lines(rank, hit)
    for correction in response.query_terms.corrected:
        instead = on_one_line(correction.surface or f"{correction.term}…")
        yield f"note: nothing has {on_one_line(correction.text)}; searched {instead} instead"
    for warning in response.warnings:
        yield f"note: {on_one_line(warning)}"
    said = {"none": "probably no answer here", "low": "perhaps no answer here"}.get(response.confidence.level)
    if response.results and said:
        yield f"note: {said}: {on_one_line('; '.join(response.confidence.reasons))}"
    if not response.results:
        yield _nothing(response)


def _nothing(response: SearchResponse) -> str:
    terms = response.query_terms
    if terms.used:
        return f"no result for '{on_one_line(response.parameters.query)}'"
    if terms.excluded:
        return "no result: the query only leaves out; add a word to look for"
    return "no result: the query has no word to look for"


def _why(found: Explanation) -> Iterator[str]:
    """Yield the lines that say why a hit stands where it does."""
    legs = (f"{leg.leg} #{leg.rank} ({leg.score:.3f})" for leg in found.legs)
    boosts = (f"{boost.name} {boost.value:+.3f}" for boost in found.boosts)
    terms = on_one_line(", ".join(found.matched_terms)) or "none of the query's"
    yield f"   terms: {terms}"
    yield f"   legs: {', '.join(legs) or 'none'}"
    yield f"   boosts: {', '.join(boosts) or 'none'}"


def trail(names: Iterable[str | None]) -> list[str]:
    """Return the names that lead to a hit; one that is the same as that above, but for case, is left out."""
    return [next(same) for _, same in groupby(filter(None, names), key=str.casefold)]


def _hit_lines(rank: int, hit: Hit) -> Iterator[str]:
    names = trail((*hit.breadcrumb, hit.symbol or hit.heading))
    yield f"{rank}. {on_one_line(' > '.join(names))}  [{hit.score:.3f}]"
    lines = f"{hit.range.start_line}-{hit.range.end_line}"
    yield f"   {on_one_line(hit.ref_id)}  lines {lines}{' (cut)' if hit.truncated else ''}"
    if hit.explanation:
        yield from _why(hit.explanation)
    for line in visible(hit.content).strip("\n").split("\n"):
        yield f"   | {line}" if line else "   |"
    yield ""


def content_text(response: ContentResponse) -> str:
    """Return the text of a ref, as it is shown."""
    return visible(response.content)
