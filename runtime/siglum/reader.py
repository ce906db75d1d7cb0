"""An opened artifact: its manifest, its store, and what is decoded once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import numpy as np

from siglum import lexical, page_evidence
from siglum.artifact.files import checked
from siglum.artifact.locate import version_folder
from siglum.artifact.manifest import INDEX, MANIFEST, VERSION_LENGTH, read_manifest
from siglum.cache import ByteCache
from siglum.errors import ArtifactDamaged, RequestError
from siglum.lines import split_lines
from siglum.results import ArtifactInfo
from siglum.semantic import load_prior, load_space
from siglum.store.file import FileStore

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from siglum.artifact.manifest import Manifest
    from siglum.parameters import Filters
    from siglum.rows import FoundPhrase, Ints, Mask, Postings, TermRow
    from siglum.searchable import Searchable
    from siglum.semantic import Space
    from siglum.store import Store

MASK_BUDGET = 16 << 20
"""Bytes of masks that are kept: 32 of half a million chunks."""
TERM_BUDGET, TERM_BYTES = 64 << 20, 768
"""Bytes of postings that are kept ready to be scored, 16 to 40 each: at least, and for each chunk. They hold
the words of some hundred queries: with a million chunks a search takes 191 ms instead of 229."""
MENDED_KEPT = 1024
PHRASES_KEPT = 1024
SEARCHABLE_BUDGET = 64 << 20
"""Bytes of returned texts that are kept ready to be searched: some 2,500 hits of 1 KB."""
Check = Literal["full", "size"]


class IndexTerm(NamedTuple):
    """A term's postings as the lexical leg scores them, by chunk and by document."""

    impact: lexical.Impact
    spread: page_evidence.Spread


class Reader(ABC):
    """One artifact, or several as one (`siglum.joined`): the rest of the runtime does not tell them apart.

    A context manager, safe from any thread.
    """

    manifest: Manifest
    check: Check

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Release the files."""

    @property
    @abstractmethod
    def store(self) -> Store:
        """The rows."""

    @property
    @abstractmethod
    def info(self) -> ArtifactInfo:
        """Names and versions, as answers state them."""

    @property
    @abstractmethod
    def parts(self) -> tuple[ArtifactReader, ...]:
        """The artifacts that are open, by name."""

    @abstractmethod
    def part_of(self, document_id: int) -> tuple[Reader, int]:
        """Return the artifact that holds a document, and the document's id there."""

    @cached_property
    @abstractmethod
    def prefixes(self) -> tuple[str, ...]:
        """What may stand before a path in its source to make it a logical path."""

    @cached_property
    @abstractmethod
    def inside(self) -> list[str]:
        """Of each document its path inside its source."""

    @cached_property
    @abstractmethod
    def space(self) -> Space | None:
        """The vectors, or None where there are none."""

    @cached_property
    @abstractmethod
    def prior(self) -> Space | None:
        """The vectors by the prior's table, or None where there are none."""

    @cached_property
    def normalisers(self) -> tuple[lexical.Floats, ...]:
        """BM25F's length normalisation, a field an array over the chunks."""
        return lexical.normalisers(self.store.chunks.lengths, self.manifest.search)

    @cached_property
    def masks(self) -> ByteCache[Filters, Mask]:
        """The masks of the filters used last."""
        return ByteCache(MASK_BUDGET)

    @cached_property
    def roles(self) -> ByteCache[str, Mask]:
        """By role, of each chunk whether its code plays it, once it was asked for."""
        return ByteCache(MASK_BUDGET)

    @cached_property
    def phrases(self) -> ByteCache[object, FoundPhrase]:
        """The phrases that were sought last, by their text and terms; each has 512 chunks at most."""
        return ByteCache(PHRASES_KEPT)

    @cached_property
    def mended(self) -> ByteCache[str, str]:
        """What words and names that the corpus lacks were meant to be, where they were sought last."""
        return ByteCache(MENDED_KEPT)

    @cached_property
    def searchables(self) -> ByteCache[tuple[str, str], Searchable]:
        """Texts that were returned last, by text and language, ready to be searched for spans."""
        return ByteCache(SEARCHABLE_BUDGET)

    @cached_property
    def units(self) -> Ints:
        """Of each chunk the number of its section, its definition, or itself: what is excluded together."""
        chunks, sections = self.store.chunks, len(self.store.section_spans.document)
        symbols = len(self.store.symbol_spans.document)
        alone = sections + symbols + np.arange(len(chunks.document))
        code = np.where(chunks.symbol >= 0, sections + chunks.symbol, alone)
        return np.where(chunks.section >= 0, chunks.section, code)

    @cached_property
    def page_saturation(self) -> lexical.Floats:
        """What `page_evidence.spread` needs to know of every document."""
        chunks = self.store.chunks
        return page_evidence.saturation(chunks.document, chunks.lengths[0], chunks.lengths[3])

    def index_terms(self, terms: Iterable[TermRow]) -> list[IndexTerm]:
        """Return the postings of terms, ready to be scored; those used last are kept."""
        wanted = list(terms)
        found = {term: self._index_terms.get(term) for term in wanted}
        missing = [term for term, known in found.items() if known is None]
        for term, postings in zip(missing, self.store.postings(missing), strict=True):
            found[term] = ready = self.index_term(postings)
            self._index_terms.put(term, ready, size=ready.impact.nbytes + ready.spread.nbytes)
        return [known for term in wanted if (known := found[term]) is not None]

    def index_term(self, postings: Postings) -> IndexTerm:
        """Return postings ready to be scored."""
        impact = lexical.impact(postings, self.normalisers, k1=self.manifest.search.k1)
        spread = page_evidence.spread(postings, self.store.chunks.document, half=self.page_saturation)
        return IndexTerm(impact, spread)

    @cached_property
    def _index_terms(self) -> ByteCache[TermRow, IndexTerm]:
        return ByteCache(max(TERM_BUDGET, TERM_BYTES * len(self.store.chunks.document)))

    def chunk_range(self, document_id: int) -> range:
        """Return the ids of a document's chunks."""
        first, last = self._first_chunks[document_id : document_id + 2].tolist()
        return range(first, last)

    @cached_property
    def _first_chunks(self) -> Ints:
        """Of each document its first chunk, and behind them the number of chunks."""
        numbers = np.arange(self.manifest.counts["documents"] + 1)
        return np.searchsorted(self.store.chunks.document, numbers)

    def chunks_at(self, document_id: int, first: int, last: int) -> range:
        """Return the ids of a document's chunks that have lines `first` to `last` (from 1, inclusive)."""
        chunks, within = self.store.chunks, self.chunk_range(document_id)
        own = slice(within.start, within.stop)
        start = int(chunks.end_line[own].searchsorted(first))
        return within[start : int(chunks.start_line[own].searchsorted(last, side="right"))]

    def start_byte(self, document_id: int, line: int) -> int:
        """Return the byte of a document's text at which `line` (from 1) starts."""
        chunks, touching = self.store.chunks, self.chunks_at(document_id, line, line)
        if not touching:
            front = self.store.documents([document_id])[document_id].front_matter
            return len("".join(split_lines(front)[: line - 1]).encode())
        chunk = touching[0]
        start, above = int(chunks.start_byte[chunk]), line - int(chunks.start_line[chunk])
        if above == 0:
            return start
        return start + len("".join(split_lines(self.store.texts([chunk])[chunk])[:above]).encode())

    def lines(self, document_id: int, first: int, last: int) -> list[str]:
        """Return lines `first` to `last` (from 1, inclusive) of a document's text, with their ends."""
        chunks, within = self.store.chunks, self.chunk_range(document_id)
        touching = self.chunks_at(document_id, first, last)
        body_line = int(chunks.start_line[within[0]]) if within else last + 1
        lines: list[str] = []
        if first < body_line:
            front = self.store.documents([document_id])[document_id].front_matter
            lines = split_lines(front)[first - 1 : last]
        if touching:
            texts = self.store.texts(touching)
            offset = int(chunks.start_line[touching[0]])
            body = split_lines("".join(texts[c] for c in touching))
            lines += body[max(0, first - offset) : last - offset + 1]
        return lines


class ArtifactReader(Reader):
    """A version, open read-only.

    At open the format, analyzer, seal, the folder's name and every file's size are checked; the
    vectors are hashed before they are first used, unless `check` is `size`.
    """

    def __init__(self, path: Path, *, expect: str | None = None, check: Check = "full") -> None:
        self.folder = version_folder(path)
        self.manifest = read_manifest(self.folder / MANIFEST)
        self.check = check
        _check_identity(self.folder, self.manifest)
        if expect is not None:
            check_expected(self.manifest, expect, self.folder.as_posix())
        for name in self.manifest.files:
            checked(self.folder, self.manifest, name, hashed=False)
        self._store = FileStore(self.folder)

    def close(self) -> None:
        """Release the file."""
        self._store.close()

    @property
    def store(self) -> FileStore:
        """The rows, and what can be asked of a file alone."""
        return self._store

    @property
    def info(self) -> ArtifactInfo:
        """Name and version."""
        return ArtifactInfo(self.manifest.name, self.manifest.version)

    @property
    def parts(self) -> tuple[ArtifactReader, ...]:
        """The one that it is."""
        return (self,)

    def part_of(self, document_id: int) -> tuple[ArtifactReader, int]:
        """Return this one, and the id as it is."""
        return self, document_id

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """The names of the sources, where there are several."""
        several = len(self.manifest.sources) > 1
        return tuple(f"@{source.name}/" for source in self.manifest.sources) if several else ("",)

    @cached_property
    def inside(self) -> list[str]:
        """The paths without the name of the source."""
        paths = self.store.document_ids
        return list(paths) if self.prefixes == ("",) else [path.partition("/")[2] for path in paths]

    @cached_property
    def space(self) -> Space | None:
        """The vectors of `vectors.usearch`."""
        return load_space(self.folder, self.manifest, hashed=self.check == "full")

    @cached_property
    def prior(self) -> Space | None:
        """Those beside it."""
        return load_prior(self.folder, self.manifest, hashed=self.check == "full")


def _check_identity(folder: Path, manifest: Manifest) -> None:
    if manifest.version != manifest.digest[:VERSION_LENGTH] or folder.name != manifest.version:
        raise ArtifactDamaged(
            f"the folder {folder} holds version {manifest.version}: a version's folder bears its own"
            " name; rename it back, or fetch the version again"
        )
    if INDEX not in manifest.files:
        raise ArtifactDamaged(f"{folder} lists no {INDEX}; fetch the version again")


def check_expected(manifest: Manifest, expect: str, where: str) -> None:
    """Check that the content digest is the one that was expected, or starts with it."""
    if len(expect) < VERSION_LENGTH:
        raise RequestError(
            f"expect is {expect!r}: give the digest, or at least its first {VERSION_LENGTH} digits"
        )
    if not manifest.digest.startswith(expect):
        raise ArtifactDamaged(
            f"{where} has digest {manifest.digest}, expected was {expect}: it is another artifact,"
            " or the sources have changed since"
        )
