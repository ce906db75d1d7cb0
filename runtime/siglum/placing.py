"""Choose the hits of a ranking and the lines that each shows: one a section, no line twice."""

from __future__ import annotations

import math
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
    symbol: int = -1
    """The definition in code, or -1."""


def place(
    reader: Reader,
    ranked: Sequence[tuple[int, float]],
    *,
    count: int,
    snippet_lines: int,
    weights: Mapping[str, float],
    named: Mapping[int, int],
    asked: Sequence[frozenset[str]] = (),
) -> list[Place]:
    """Return the first `count` places of a ranking of (chunk, score).

    `weights` gives the query's index terms and what each counts; it finds the anchor in code. `named` gives
    the definition in a chunk that the query names, `asked` the index terms of each query term: where all
    stand in the path of code and none in a line, the place is the file. Text that is the same in several
    sources has one place.
    """
    chunks = reader.store.chunks
    places: list[Place] = []
    blocks: set[tuple[str, int]] = set()
    shown: dict[int, list[tuple[int, int]]] = {}
    twins: set[int] = set()
    for found in _candidates(reader, ranked, snippet_lines=snippet_lines, weights=weights, named=named):
        candidate = _of_file(reader, found, asked, size=snippet_lines)
        block, document = _block(reader, candidate), int(chunks.document[candidate.chunk])
        twin = int(chunks.twin[candidate.chunk])
        near = max(1, snippet_lines // 5) if block[0] != "section" else 0
        fitted = _fitted(candidate, shown.get(document, []), own=_own(reader, candidate), near=near)
        if block in blocks or fitted is None or twin in twins:
            continue
        places.append(fitted)
        twins |= {twin} - {-1}
        if len(places) == count:
            break
        blocks.add(block)
        shown.setdefault(document, []).append((fitted.start_line, fitted.end_line))
    return places


def _block(reader: Reader, place: Place) -> tuple[str, int]:
    """Return what the place is a part of: its section, its definition, or its chunk."""
    section = int(reader.store.chunks.section[place.chunk])
    if section >= 0:
        return "section", section
    return ("symbol", place.symbol) if place.symbol >= 0 else ("chunk", place.chunk)


def _own(reader: Reader, place: Place) -> tuple[int, int]:
    """Return the lines without which the place says nothing: its chunk's, in code its anchor."""
    chunks = reader.store.chunks
    if chunks.section[place.chunk] < 0:
        return place.anchor, place.anchor
    start, end = int(chunks.start_line[place.chunk]), int(chunks.end_line[place.chunk])
    return max(start, place.start_line), min(end, place.end_line)


def _fitted(
    place: Place, shown: Sequence[tuple[int, int]], *, own: tuple[int, int], near: int
) -> Place | None:
    """Return the place without lines that are shown already, or None where its own lines are.

    Own lines that end within `near` lines of what is shown count as shown.
    """
    start, end = place.start_line, place.end_line
    for first, last in shown:
        if first - near <= own[0] and own[1] <= last + near:
            return None
        if last < start or first > end:
            continue
        if first > own[0]:
            end = first - 1
        else:
            start = last + 1
    return place._replace(start_line=start, end_line=end) if start <= end else None


def _candidates(
    reader: Reader,
    ranked: Sequence[tuple[int, float]],
    *,
    snippet_lines: int,
    weights: Mapping[str, float],
    named: Mapping[int, int],
) -> Iterator[Place]:
    chunks = reader.store.chunks
    for chunk, score in ranked:
        if chunks.section[chunk] >= 0:
            yield _docs_place(reader, chunk, score, snippet_lines=snippet_lines)
        else:
            symbol = named.get(chunk, int(chunks.symbol[chunk]))
            yield _code_place(
                reader, chunk, score, symbol=symbol, snippet_lines=snippet_lines, weights=weights
            )


def _docs_place(reader: Reader, chunk: int, score: float, *, snippet_lines: int) -> Place:
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
    symbol: int,
    snippet_lines: int,
    weights: Mapping[str, float],
) -> Place:
    chunks = reader.store.chunks
    start, end = int(chunks.start_line[chunk]), int(chunks.end_line[chunk])
    document = int(chunks.document[chunk])
    language = reader.store.documents([document])[document].language
    anchor = _anchor(reader.store.texts([chunk])[chunk], start, language=language, weights=weights)
    if symbol >= 0:
        spans = reader.store.symbol_spans
        start, end = int(spans.start_line[symbol]), int(spans.end_line[symbol])
    if anchor is None or not start <= anchor <= end:
        anchor = max(start, int(chunks.start_line[chunk]))
    first, last = _centred(anchor, (start, end), size=snippet_lines)
    return Place(chunk, score, first, last, start, end, anchor, symbol)


def _of_file(reader: Reader, place: Place, asked: Sequence[frozenset[str]], *, size: int) -> Place:
    """Return the place, or its file where all that is asked stands in the path and nothing in a line."""
    chunks = reader.store.chunks
    if chunks.section[place.chunk] >= 0 or not asked:
        return place
    number = int(chunks.document[place.chunk])
    document = reader.store.documents([number])[number]
    path = count_terms(document.path, document.language)
    if any(terms.isdisjoint(path) for terms in asked):
        return place
    text = count_terms(reader.store.texts([place.chunk])[place.chunk], document.language)
    if any(not terms.isdisjoint(text) for terms in asked):
        return place
    last = min(size, document.lines)
    first = reader.chunk_range(number).start
    return Place(first, place.score, 1, last, 1, document.lines, 1)


def _centred(anchor: int, block: tuple[int, int], *, size: int) -> tuple[int, int]:
    """Return the whole block where it fits, else a window of `size` lines around the anchor in it."""
    start, end = block
    if end - start < size:
        return start, end
    first = min(max(start, anchor - size // 2), end - size + 1)
    return first, first + size - 1


def _anchor(text: str, first_line: int, *, language: str, weights: Mapping[str, float]) -> int | None:
    """Return the line with the most of the query's mass, the first on ties, or None."""
    best_line, best_mass = None, 0.0
    for number, line in enumerate(split_lines(text), start=first_line):
        mass = math.fsum(weights.get(term, 0.0) for term in count_terms(line, language))
        if mass > best_mass:
            best_line, best_mass = number, mass
    return best_line
