"""Return short hits with the text around them, each text once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum import results
from siglum.tokens import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from siglum.placing import Place
    from siglum.reader import Reader

SHORT = 100
"""Tokens below which a hit is short."""
BUDGET = 2000
"""Tokens of a text that a short hit may grow to."""


class Expanded(NamedTuple):
    """A place after expansion."""

    place: Place
    origin: results.ExpandedFrom | None = None
    """None where it is as it was."""
    also: tuple[Place, ...] = ()
    """Later places whose own lines it shows now."""


def expand(reader: Reader, places: Sequence[Place], *, barred: NDArray[np.bool_]) -> list[Expanded]:
    """Return the places with short ones grown to their document or their neighbours.

    A place whose lines an earlier one has grown over is folded into that; order and scores stay.
    `barred` marks the chunks that must not be brought back, a flag a chunk.
    """
    found: list[Expanded] = []
    for place in places:
        document = int(reader.store.chunks.document[place.chunk])
        over = next((i for i, each in enumerate(found) if _shows(reader, each, place, document)), None)
        if over is None:
            shown = [e.place for e in found if reader.store.chunks.document[e.place.chunk] == document]
            found.append(_grown(reader, place, barred=barred, shown=shown))
        else:
            found[over] = found[over]._replace(also=(*found[over].also, place))
    return found


def _shows(reader: Reader, earlier: Expanded, place: Place, document: int) -> bool:
    chunks, outer = reader.store.chunks, earlier.place
    if earlier.origin is None or int(chunks.document[outer.chunk]) != document:
        return False
    return outer.start_line <= place.start_line and place.end_line <= outer.end_line


def _grown(reader: Reader, place: Place, *, barred: NDArray[np.bool_], shown: Sequence[Place]) -> Expanded:
    chunks = reader.store.chunks
    document = int(chunks.document[place.chunk])
    if estimate_tokens("".join(reader.lines(document, place.start_line, place.end_line))) >= SHORT:
        return Expanded(place)

    def is_open(chunk: int) -> bool:
        start, end = int(chunks.start_line[chunk]), int(chunks.end_line[chunk])
        taken = any(each.start_line <= end and start <= each.end_line for each in shown)
        return bool(chunks.indexed[chunk]) and not bool(barred[chunk]) and not taken

    within = reader.chunk_range(document)
    if all(is_open(chunk) for chunk in within) and _tokens(reader, within) <= BUDGET:
        first, last = within[0], within[-1]
        origin = results.ExpandedFrom("whole_document", total_chunks=len(within))
    else:
        first, last = _neighbours(reader, place.chunk, within, is_open)
        origin = results.ExpandedFrom("adjacent", from_index=first - within[0], to_index=last - within[0])
    if first == last:
        return Expanded(place)
    start = min(place.start_line, int(chunks.start_line[first]))
    end = max(place.end_line, int(chunks.end_line[last]))
    return Expanded(place._replace(start_line=start, end_line=end), origin)


def _neighbours(reader: Reader, chunk: int, within: range, is_open: Callable[[int], bool]) -> tuple[int, int]:
    """Return the first and last chunk of the run around `chunk`, at its level, that fits the budget."""
    level, first, last = _level(reader, chunk), chunk, chunk
    size = _tokens(reader, [chunk])
    sides = [1, -1]
    while sides:
        for side in tuple(sides):
            nearest = last + 1 if side > 0 else first - 1
            fits = nearest in within and is_open(nearest) and _level(reader, nearest) == level
            more = _tokens(reader, [nearest]) if fits else 0
            if not fits or size + more > BUDGET:
                sides.remove(side)
                continue
            first, last, size = min(first, nearest), max(last, nearest), size + more
    return first, last


def _level(reader: Reader, chunk: int) -> tuple[str, int]:
    """Return what the chunks beside this one have in common with it: the section or definition above."""
    chunks, store = reader.store.chunks, reader.store
    section, symbol = int(chunks.section[chunk]), int(chunks.symbol[chunk])
    if section >= 0:
        return "section", int(store.section_spans.parent[section])
    return "symbol", int(store.symbol_spans.parent[symbol]) if symbol >= 0 else -1


def _tokens(reader: Reader, chunks: Sequence[int]) -> int:
    return estimate_tokens("".join(reader.store.texts(chunks).values()))
