"""The places of one page of hits, grown where that was asked for and cut to the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.budget import fit
from siglum.content import shown_text
from siglum.expansion import Expanded, expand
from siglum.verbatim import without_excluded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.lookup import Query
    from siglum.parameters import SearchParameters
    from siglum.placing import Place
    from siglum.reader import Reader
    from siglum.rows import Mask


class ShownPage(NamedTuple):
    """The places of a page after expansion and within the budget."""

    places: Sequence[Expanded]
    warnings: tuple[str, ...] = ()


def show(reader: Reader, query: Query, places: Sequence[Place], parameters: SearchParameters) -> ShownPage:
    """Return the places with their lines as they are to be shown, and what the budget cut."""
    grown: Sequence[Expanded] = [Expanded(place) for place in places]
    barred = _barred(reader, query, places) if query.excluded or parameters.parent_retriever else None
    if parameters.parent_retriever and barred is not None:
        grown = expand(reader, places, barred=barred)
    if query.excluded and barred is not None:
        grown = [each._replace(place=_between(reader, each.place, barred)) for each in grown]
    if parameters.max_tokens is None:
        return ShownPage(grown)
    return _within(reader, grown, max_tokens=parameters.max_tokens)


def _barred(reader: Reader, query: Query, places: Sequence[Place]) -> Mask:
    """Return which chunks of the places' documents have what the query excludes."""
    documents = reader.store.chunks.document
    near = np.isin(documents, documents[[place.chunk for place in places]])
    left = without_excluded(reader, query.excluded, near.astype(np.float64))
    barred: Mask = near & (left == 0.0)
    return barred


def _between(reader: Reader, place: Place, barred: Mask) -> Place:
    """Return the place without the lines of barred chunks around its own: it may show what is below it."""
    chunks, start, end = reader.store.chunks, place.start_line, place.end_line
    for chunk in reader.chunk_range(int(chunks.document[place.chunk])):
        if barred[chunk] and chunk < place.chunk:
            start = max(start, int(chunks.end_line[chunk]) + 1)
        elif barred[chunk] and chunk > place.chunk:
            end = min(end, int(chunks.start_line[chunk]) - 1)
    return place._replace(start_line=start, end_line=end)


def _within(reader: Reader, grown: Sequence[Expanded], *, max_tokens: int) -> ShownPage:
    """Return the places with the lines that the budget leaves, and what that cut."""
    texts = [shown_text(reader, each.place) for each in grown]
    needed = [
        max(0, _own_line(reader, each.place) - text.start_line)
        for each, text in zip(grown, texts, strict=True)
    ]
    cuts = fit([text.content for text in texts], needed, max_tokens=max_tokens)
    kept = [
        each
        if text.byte_range
        else each._replace(
            place=each.place._replace(
                start_line=text.start_line + cut.first, end_line=text.start_line + cut.last - 1
            )
        )
        for each, text, cut in zip(grown, texts, cuts, strict=False)
    ]
    cut_short = sum(
        (each.place.start_line, each.place.end_line) != (text.start_line, text.end_line)
        for each, text in zip(kept, texts, strict=False)
    )
    left_out = len(grown) - len(kept)
    if not cut_short and not left_out:
        return ShownPage(kept)
    return ShownPage(
        kept,
        (
            f"max_tokens={max_tokens}: {cut_short} hits were cut and {left_out} left out; ask with a larger"
            " max_tokens, a smaller top_k, offset for further hits, or get_content for a whole text",
        ),
    )


def _own_line(reader: Reader, place: Place) -> int:
    """Return the line that a hit must not lose: where its chunk starts, in code its anchor."""
    chunks = reader.store.chunks
    return place.anchor if chunks.section[place.chunk] < 0 else int(chunks.start_line[place.chunk])
