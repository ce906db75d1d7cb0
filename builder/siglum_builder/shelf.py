"""Keep what was made of files in a file of the workspace, so that memory need not hold a corpus.

In memory stays what links and definitions are resolved by: names, sections, symbols, chunks' places.
Texts and postings, four fifths of a document, are read again whenever one is asked for.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import replace
from tempfile import TemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Self

from siglum_builder.blocks import Blocks
from siglum_builder.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from siglum_builder.count import Counts
    from siglum_builder.document import Compiled
    from siglum_builder.model import Document


KEPT = 16_000_000
"""Bytes of the file up to which all its documents stay in memory once they were read: a build looks through
them some thirty times, a tenth of a second for two thousand chunks."""


class Parcel(NamedTuple):
    """A compiled file as one process hands it to another."""

    document: Document
    """Without its text."""
    text: bytes
    counts: bytes


class Shelved(NamedTuple):
    """A compiled file that a shelf holds."""

    document: Document
    """Without its text."""
    text: range
    """Bytes of the shelf's file."""
    counts: range


def pack(compiled: Compiled) -> Parcel:
    """Return what a shelf keeps of a compiled file."""
    document, decoded = compiled.document, compiled.document.decoded
    light = replace(
        document,
        decoded=replace(decoded, text=""),
        parsed=replace(document.parsed, blocks=Blocks.of(document.parsed.blocks)),
    )
    return Parcel(light, decoded.text.encode(), pickle.dumps(compiled.counts, pickle.HIGHEST_PROTOCOL))


class Shelf:
    """A file without a name in `folder`; a context manager. The file is gone afterwards."""

    def __init__(self, folder: Path) -> None:
        self._end = 0
        self._kept: dict[int, Document] = {}
        """By the start of their text."""
        self._reading = Lock()
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `__exit__`

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # what a full disk did not take is wanted no more
            self._file.close()

    def put(self, parcel: Parcel) -> Shelved:
        """Keep a compiled file."""
        return Shelved(parcel.document, self._append(parcel.text), self._append(parcel.counts))

    def _append(self, data: bytes) -> range:
        self._file.write(data)
        start, self._end = self._end, self._end + len(data)
        return range(start, self._end)

    def documents(self, shelved: Sequence[Shelved]) -> Sequence[Document]:
        """Return whole documents, each read when it is asked for."""
        return Lazy(len(shelved), lambda number: self._document(shelved[number]))

    def counts(self, shelved: Sequence[Shelved]) -> Sequence[Counts]:
        """Return the postings of documents, each read when it is asked for."""
        return Lazy(len(shelved), lambda number: self._counts(shelved[number]))

    def _document(self, shelved: Shelved) -> Document:
        kept = self._kept.get(shelved.text.start)
        if kept is not None:
            return kept
        light = shelved.document
        whole = replace(light, decoded=replace(light.decoded, text=self._read(shelved.text).decode()))
        if self._end <= KEPT:
            self._kept[shelved.text.start] = whole
        return whole

    def _counts(self, shelved: Shelved) -> Counts:
        counts: Counts = pickle.loads(self._read(shelved.counts))  # noqa: S301 - our own bytes
        return counts

    def _read(self, place: range) -> bytes:
        with self._reading:
            self._file.seek(place.start)
            return self._file.read(len(place))
