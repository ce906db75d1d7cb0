"""Merge the counts of all documents into one vocabulary with its postings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from siglum_builder.count import FIELDS
from siglum_builder.scratch import scratch_array

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from siglum_builder.count import Counts

T = TypeVar("T", bound=np.generic)
AT_ONCE = 1 << 19
"""Postings that are sorted, or looked through, at once: some 30 MB."""


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
    folder: Path | None = None
    """Where arrays as large as the postings are kept; None: in memory."""

    @property
    def chunks(self) -> int:
        """Number of chunks, those without a term included."""
        return len(self.lengths)

    @property
    def first_posting(self) -> NDArray[np.uint64]:
        """[terms], where the postings of each begin."""
        ends = np.cumsum(self.document_frequency, dtype=np.uint64)
        return ends - self.document_frequency

    def pieces(self) -> Iterator[slice]:
        """Yield the places of all postings, some at a time."""
        for start in range(0, len(self.term), AT_ONCE):
            yield slice(start, start + AT_ONCE)


class Placing:
    """Where entries go that come in any order, and are to stand by key in the order in which they came."""

    def __init__(self, sizes: NDArray[np.integer]) -> None:
        """Take how many entries each key has."""
        self._next = np.cumsum(sizes, dtype=np.int64) - sizes

    def places(self, keys: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the places of the next entries, whose keys ascend."""
        if not len(keys):
            return np.empty(0, dtype=np.int64)
        starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
        sizes = np.diff(np.append(starts, len(keys)))
        places = np.repeat(self._next[keys[starts]] - starts, sizes) + np.arange(len(keys))
        self._next[keys[starts]] += sizes
        return places


def merge(counts: Sequence[Counts], folder: Path | None = None) -> Index:
    """Return the index of documents in the order given; chunk ids run on from one to the next.

    The postings of some documents at a time are put where they belong, so that no more than these are
    in memory where `folder` takes the others.
    """
    vocabulary = _vocabulary(counts)
    terms = sorted(vocabulary.numbers)
    by_rank = np.fromiter((vocabulary.numbers[term] for term in terms), np.int64, len(terms))
    vocabulary.numbers.clear()
    ranks = np.empty(len(terms), dtype=np.uint32)
    ranks[by_rank] = np.arange(len(terms), dtype=np.uint32)
    document_frequency, lengths = vocabulary.found[by_rank], vocabulary.lengths
    postings = int(document_frequency.sum(dtype=np.int64))
    index = Index(
        terms=tuple(terms),
        document_frequency=document_frequency,
        term=scratch_array(folder, (postings,), np.uint32),
        chunk=scratch_array(folder, (postings,), np.uint32),
        frequency=scratch_array(folder, (postings, FIELDS), np.uint16),
        lengths=_columns(lengths, np.uint32),
        document=np.repeat(np.arange(len(counts), dtype=np.uint32), [len(each[0]) for each in lengths]),
        folder=folder,
    )
    placing = Placing(document_frequency)
    for term, chunk, frequency in _batches(counts, (ranks[numbers] for numbers in vocabulary.of_document)):
        order = np.lexsort((chunk, term))
        places = placing.places(term[order])
        index.term[places], index.chunk[places] = term[order], chunk[order]
        index.frequency[places] = frequency[order]
    return index


class _Vocabulary(NamedTuple):
    """The terms of all documents, numbered as they come."""

    numbers: dict[str, int]
    found: NDArray[np.uint32]
    """By number, how many chunks have the term."""
    of_document: list[NDArray[np.uint32]]
    """The numbers of each document's terms."""
    lengths: list[tuple[array[int], ...]]
    """Of each document, as `Counts` has them."""


def _vocabulary(counts: Sequence[Counts]) -> _Vocabulary:
    vocabulary = _Vocabulary({}, np.zeros(1, dtype=np.uint32), [], [])
    numbers, found = vocabulary.numbers, vocabulary.found
    for document in counts:
        own = [numbers.setdefault(term, len(numbers)) for term in document.terms]
        vocabulary.of_document.append(np.array(own, dtype=np.uint32))
        vocabulary.lengths.append(document.lengths)
        if len(numbers) > len(found):
            found = np.append(found, np.zeros(2 * len(numbers), dtype=np.uint32))
        found[own] += np.bincount(np.asarray(document.term), minlength=len(own)).astype(np.uint32)
    return vocabulary._replace(found=found[: len(numbers)])


_Batch = tuple["NDArray[np.uint32]", "NDArray[np.uint32]", "NDArray[np.uint16]"]


def _batches(counts: Sequence[Counts], ranks: Iterable[NDArray[np.uint32]]) -> Iterator[_Batch]:
    """Yield terms, chunks and frequencies of the postings of some documents at a time.

    `ranks` has the terms of each document.
    """
    batch: list[_Batch] = []
    size, first_chunk = 0, 0
    for document, own in zip(counts, ranks, strict=True):
        chunk = np.asarray(document.chunk, np.uint32) + np.uint32(first_chunk)
        batch.append((own[np.asarray(document.term)], chunk, _columns([document.frequency], np.uint16)))
        size, first_chunk = size + len(chunk), first_chunk + len(document.lengths[0])
        if size >= AT_ONCE:
            yield _joined_batch(batch)
            batch, size = [], 0
    if batch:
        yield _joined_batch(batch)


def _joined_batch(batch: Sequence[_Batch]) -> _Batch:
    terms, chunks, frequencies = zip(*batch, strict=True)
    return np.concatenate(terms), np.concatenate(chunks), np.concatenate(frequencies)


def _columns(documents: Sequence[tuple[array[int], ...]], dtype: type[T]) -> NDArray[T]:
    """Return the rows of all documents, a column a field."""
    columns = [_joined([np.asarray(fields[n], dtype) for fields in documents], dtype) for n in range(FIELDS)]
    return np.stack(columns, axis=1)


def _joined(parts: Sequence[NDArray[T]], dtype: type[T]) -> NDArray[T]:
    return np.concatenate(parts) if parts else np.empty(0, dtype=dtype)
