"""Where else the text of a hit stands: one hit speaks for the same text in several sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siglum.references import Ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.placing import Place
    from siglum.reader import Reader
    from siglum.rows import Mask


def twin_refs(reader: Reader, places: Sequence[Place], mask: Mask | None) -> dict[int, tuple[str, ...]]:
    """Return, by a place's chunk, the refs of the same text elsewhere, as far as filters allow them.

    Text is looked for elsewhere only where several sources have it.
    """
    twins = reader.store.chunks.twin
    found: dict[int, tuple[str, ...]] = {}
    for place in places:
        if twins[place.chunk] < 0:
            continue
        same = np.flatnonzero(twins == twins[place.chunk])
        allowed = [c for c in same.tolist() if c != place.chunk and (mask is None or mask[c])]
        found[place.chunk] = _refs(reader, place, allowed)
    return found


def _refs(reader: Reader, place: Place, chunks: Sequence[int]) -> tuple[str, ...]:
    store, table = reader.store, reader.store.chunks
    documents = store.documents(int(table.document[c]) for c in chunks)
    sections = store.sections(int(table.section[c]) for c in chunks if table.section[c] >= 0)
    into_chunk = place.anchor - int(table.start_line[place.chunk])
    refs = []
    for chunk in chunks:
        document, section = documents[int(table.document[chunk])], sections.get(int(table.section[chunk]))
        if section is not None:
            refs.append(str(Ref("md", document.path, slug=section.slug)))
        else:
            refs.append(str(Ref("code", document.path, line=int(table.start_line[chunk]) + into_chunk)))
    return tuple(refs)
