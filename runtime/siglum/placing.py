"""Choose the hits of a ranking and the lines that each shows: one a section, no line twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.lines import split_lines
from siglum.text import count_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from siglum.reader import Reader

MAX_LINE_BYTES = 8192
"""A longer line may be cut."""


class Place(NamedTuple):
    """A ranked chunk and the lines that stand for it."""

    chunk: int
    score: float
    start_line: int
    end_line: int
    block_start: int
    block_end: int
    anchor: int
    """Line of a code ref; the block's first line for docs."""


def place(
    reader: Reader,
    ranked: Sequence[tuple[int, float]],
    *,
    count: int,
    snippet_lines: int,
    weights: Mapping[str, float],
) -> list[Place]:
    """Return the first `count` places of a ranking of (chunk, score).

    `weights` gives the query's index terms and what each counts; it finds the anchor in code.
    """
    places: list[Place] = []
    taken = _Taken()
    for candidate in _candidates(reader, ranked, snippet_lines=snippet_lines, weights=weights):
        fitted = taken.fit(reader, candidate, snippet_lines // 5)
        if fitted is not None:
            places.append(fitted)
            if len(places) == count:
                break
    return places


def _candidates(
    reader: Reader,
    ranked: Sequence[tuple[int, float]],
    *,
    snippet_lines: int,
    weights: Mapping[str, float],
) -> Iterator[Place]:
    chunks = reader.store.chunks
    for chunk, score in ranked:
        if chunks.section[chunk] >= 0:
            yield _docs_place(reader, chunk, score, snippet_lines)
        else:
            yield _code_place(reader, chunk, score, snippet_lines=snippet_lines, weights=weights)


def _docs_place(reader: Reader, chunk: int, score: float, snippet_lines: int) -> Place:
    chunks, spans = reader.store.chunks, reader.store.section_spans
    section = int(chunks.section[chunk])
    start, end = int(spans.start_line[section]), int(spans.end_line[section])
    first = start
    if int(chunks.end_line[chunk]) > start + snippet_lines - 1:
        first = max(start, int(chunks.start_line[chunk]))
    return Place(chunk, score, first, min(end, first + snippet_lines - 1), start, end, start)


def _code_place(
    reader: Reader,
    chunk: int,
    score: float,
    *,
    snippet_lines: int,
    weights: Mapping[str, float],
) -> Place:
    chunks = reader.store.chunks
    symbol = int(chunks.symbol[chunk])
    start, end = int(chunks.start_line[chunk]), int(chunks.end_line[chunk])
    language = reader.store.documents([int(chunks.document[chunk])])
    (document,) = language.values()
    anchor = _anchor(reader.store.texts([chunk])[chunk], start, document.language, weights)
    if symbol >= 0:
        spans = reader.store.symbol_spans
        start, end = int(spans.start_line[symbol]), int(spans.end_line[symbol])
    if anchor is None:
        anchor = max(start, int(chunks.start_line[chunk]))
    first, last = _centred(anchor, start, end, snippet_lines)
    return Place(chunk, score, first, last, start, end, anchor)


def _centred(anchor: int, start: int, end: int, size: int) -> tuple[int, int]:
    """Return the whole block where it fits, else a window of `size` lines around the anchor in it."""
    if end - start < size:
        return start, end
    first = min(max(start, anchor - size // 2), end - size + 1)
    return first, first + size - 1


def _anchor(text: str, first_line: int, language: str, weights: Mapping[str, float]) -> int | None:
    """Return the line with the most of the query's mass, the first on ties, or None."""
    best_line, best_mass = None, 0.0
    for number, line in enumerate(split_lines(text), start=first_line):
        mass = sum(weights.get(term, 0.0) for term in count_terms(line, language))
        if mass > best_mass:
            best_line, best_mass = number, mass
    return best_line


class _Taken:
    """What the accepted places show already, a document's ranges and blocks."""

    def __init__(self) -> None:
        self._blocks: set[tuple[int, int]] = set()
        self._shown: dict[int, list[tuple[int, int]]] = {}

    def fit(self, reader: Reader, place: Place, near: int) -> Place | None:
        """Return the place trimmed to lines not shown yet, or None where it adds nothing."""
        chunks = reader.store.chunks
        document = int(chunks.document[place.chunk])
        section, symbol = int(chunks.section[place.chunk]), int(chunks.symbol[place.chunk])
        block = (section, symbol) if max(section, symbol) >= 0 else (-1, -1 - place.chunk)
        if block in self._blocks:
            return None
        own = place.anchor, place.anchor
        if section >= 0:
            own = int(chunks.start_line[place.chunk]), int(chunks.end_line[place.chunk])
        trimmed = _trim(place, own, self._shown.get(document, []), 0 if section >= 0 else max(1, near))
        if trimmed is not None:
            self._blocks.add(block)
            self._shown.setdefault(document, []).append((trimmed.start_line, trimmed.end_line))
        return trimmed


def _trim(place: Place, own: tuple[int, int], shown: Sequence[tuple[int, int]], near: int) -> Place | None:
    start, end = place.start_line, place.end_line
    own_start, own_end = max(own[0], start), min(own[1], end)
    for first, last in shown:
        if first - near <= own_start and own_end <= last + near:
            return None
        if last < start or first > end:
            continue
        if first > own_start:
            end = first - 1
        else:
            start = last + 1
    if start > end:
        return None
    return Place(place.chunk, place.score, start, end, place.block_start, place.block_end, place.anchor)
