"""Merge the counts of all documents into one vocabulary with its postings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from siglum_builder.count import FIELDS

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from siglum_builder.count import Counts

T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Index:
    """The inverted index of a corpus."""

    terms: tuple[str, ...]
    """The vocabulary, bytewise."""
    document_frequency: NDArray[np.uint32]
    """[terms], in how many chunks."""
    term: NDArray[np.uint32]
    """[postings], ascending."""
    chunk: NDArray[np.uint32]
    """[postings], ascending within a term."""
    frequency: NDArray[np.uint16]
    """[postings, FIELDS]."""
    lengths: NDArray[np.uint32]
    """[chunks, FIELDS]."""
    document: NDArray[np.uint32]
    """[chunks], ascending."""

    @property
    def chunks(self) -> int:
        """Number of chunks, those without a term included."""
        return len(self.lengths)

    @property
    def first_posting(self) -> NDArray[np.uint64]:
        """[terms], where the postings of each begin."""
        ends = np.cumsum(self.document_frequency, dtype=np.uint64)
        return ends - self.document_frequency


def merge(counts: Sequence[Counts]) -> Index:
    """Return the index of documents in the order given; chunk ids run on from one to the next."""
    numbers: dict[str, int] = {}
    term_parts, chunk_parts, sizes, first_chunk = [], [], [], 0
    for document in counts:
        local = [numbers.setdefault(term, len(numbers)) for term in document.terms]
        term_parts.append(np.array(local, dtype=np.uint32)[np.asarray(document.term)])
        chunk_parts.append(np.asarray(document.chunk) + np.uint32(first_chunk))
        sizes.append(len(document.lengths[0]))
        first_chunk += sizes[-1]
    terms = sorted(numbers)
    rank = np.empty(len(terms), dtype=np.uint32)
    rank[[numbers[term] for term in terms]] = np.arange(len(terms), dtype=np.uint32)
    term = rank[_joined(term_parts, np.uint32)]
    chunk = _joined(chunk_parts, np.uint32)
    order = np.lexsort((chunk, term))
    return Index(
        terms=tuple(terms),
        document_frequency=np.bincount(term, minlength=len(terms)).astype(np.uint32),
        term=term[order],
        chunk=chunk[order],
        frequency=_columns([document.frequency for document in counts], np.uint16)[order],
        lengths=_columns([document.lengths for document in counts], np.uint32),
        document=np.repeat(np.arange(len(counts), dtype=np.uint32), sizes),
    )


def _columns(documents: Sequence[tuple[array[int], ...]], dtype: type[T]) -> NDArray[T]:
    """Return the rows of all documents, a column a field."""
    columns = [_joined([np.asarray(fields[n], dtype) for fields in documents], dtype) for n in range(FIELDS)]
    return np.stack(columns, axis=1)


def _joined(parts: Sequence[NDArray[T]], dtype: type[T]) -> NDArray[T]:
    return np.concatenate(parts) if parts else np.empty(0, dtype=dtype)
