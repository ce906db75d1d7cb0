"""Searches of one artifact that are compared with a plain one: under a narrow filter, with every stage on."""

from __future__ import annotations

import glob
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import siglum
from benchmarks.peers import Found
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.peers import Search

EVERY_STAGE: dict[str, Any] = {
    "mode": "implementation",
    "mmr": True,
    "mmr_same_doc_penalty": 0.1,
    "parent_retriever": True,
    "explain": True,
    "sort": "date",
    "path_globs": ["**/*.md", "!none/**"],
    "extensions": ["md"],
    "min_quality": 0.1,
    "max_tokens": 8000,
}
"""Of `search`, all that is off by default, and filters that leave everything."""
LEFT = 3
"""Chunks that the narrow filter leaves."""
WORDS = 60
"""Characters of each of them that are searched for."""


def search_with(version: Path, **options: Any) -> Search:
    """Open an artifact for searches with these options; the caller's process closes it by ending."""
    library = siglum.open(version)

    def search(query: str, count: int) -> list[Found]:
        return [Found(hit.path, hit.score) for hit in library.search(query, top_k=count, **options).results]

    return search


class Narrow(NamedTuple):
    """A filter that leaves one document."""

    options: dict[str, Any]
    words: str
    """From the head of each of its sections."""


def narrow_filter(version: Path) -> Narrow | None:
    """Return the filter for the first document of three chunks, each a section; None where there is none."""
    with ArtifactReader(version) as reader:
        chunks = reader.store.chunks
        counts = np.bincount(chunks.document)
        for path, number in reader.store.document_ids.items():
            own = reader.chunk_range(number) if counts[number] == LEFT else range(0)
            if len({int(chunks.section[chunk]) for chunk in own}) == LEFT:
                heads = " ".join(text[:WORDS] for text in reader.store.texts(own).values())
                return Narrow({"path_globs": [glob.escape(path)], "include_low_quality": True}, heads)
    return None
