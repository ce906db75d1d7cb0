"""What the runtime asks of the rows of an index; SQL stands in this folder and nowhere else in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from siglum.rows import (
        BlockRow,
        ChunkTable,
        DocumentRow,
        GroupRow,
        HintRow,
        Ints,
        LinkRow,
        Mask,
        Postings,
        SectionRow,
        SpanTable,
        SymbolRow,
        TermRow,
        UseRow,
    )


class Store(ABC):
    """The rows of one index file, or of several as one; safe from any thread."""

    @abstractmethod
    def close(self) -> None:
        """Release the files."""

    @cached_property
    @abstractmethod
    def chunks(self) -> ChunkTable:
        """The chunk table without texts."""

    @abstractmethod
    def documents_where(self, conditions: Mapping[str, object]) -> Ints:
        """Return the ids of the documents that fulfil all `conditions`; `sources` also names artifacts."""

    @cached_property
    @abstractmethod
    def section_spans(self) -> SpanTable:
        """Where each section stands."""

    @cached_property
    @abstractmethod
    def symbol_spans(self) -> SpanTable:
        """Where each definition stands."""

    @abstractmethod
    def texts(self, chunk_ids: Iterable[int]) -> dict[int, str]:
        """Return the texts of chunks by id."""

    @abstractmethod
    def documents(self, document_ids: Iterable[int]) -> dict[int, DocumentRow]:
        """Return documents by id."""

    @abstractmethod
    def sections(self, section_ids: Iterable[int]) -> dict[int, SectionRow]:
        """Return sections by id."""

    @abstractmethod
    def symbols(self, symbol_ids: Iterable[int]) -> dict[int, SymbolRow]:
        """Return definitions by id."""

    @abstractmethod
    def symbols_named(self, names: Sequence[str]) -> dict[str, list[int]]:
        """Return the definitions of each of `names` (folded) that is one, by id."""

    @abstractmethod
    def symbols_starting(self, name: str, count: int) -> list[tuple[str, int]]:
        """Return the first `count` definitions whose name (folded) starts with `name`, with their names."""

    @cached_property
    @abstractmethod
    def is_code(self) -> Mask:
        """Of each document whether it is code."""

    def sections_of(self, document_id: int) -> list[SectionRow]:
        """Return a document's sections in order."""
        first, last = np.searchsorted(self.section_spans.document, [document_id, document_id + 1])
        return list(self.sections(range(int(first), int(last))).values())

    def symbols_of(self, document_id: int) -> list[SymbolRow]:
        """Return a document's definitions in order."""
        first, last = np.searchsorted(self.symbol_spans.document, [document_id, document_id + 1])
        return list(self.symbols(range(int(first), int(last))).values())

    @abstractmethod
    def documentation_of(self, document_id: int) -> list[str]:
        """Return what the comments of a document's definitions say, in the order of `symbols_of`."""

    @abstractmethod
    def blocks_of(self, document_id: int) -> list[BlockRow]:
        """Return a document's blocks, children after their parent."""

    @abstractmethod
    def groups(self, by: Literal["category", "topic", "tag", "source"]) -> list[GroupRow]:
        """Return each group of documents, by name."""

    @cached_property
    def has_code(self) -> bool:
        """Whether any document is code."""
        return bool(self.is_code.any())

    @cached_property
    @abstractmethod
    def document_ids(self) -> dict[str, int]:
        """Every document's id by its logical path, in path order."""

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The logical path of each document."""
        return tuple(self.document_ids)

    @abstractmethod
    def terms(self, terms: Iterable[str]) -> dict[str, TermRow]:
        """Return the rows of those of `terms` that the vocabulary has, in the order given."""

    @abstractmethod
    def nearest_terms(self, term: str, *, distance: int) -> dict[str, int]:
        """Return the terms that are fewest edits away from `term`, at most `distance`, each with that number.

        An edit is a letter more, less or other, or two swapped (Damerau and Levenshtein); the first letter
        is the same.
        """

    @abstractmethod
    def postings(self, terms: Iterable[TermRow]) -> list[Postings]:
        """Return the postings of each term."""

    @abstractmethod
    def links_from(self, document_ids: Iterable[int]) -> list[LinkRow]:
        """Return the resolved links that stand in documents, in the order of documents and lines."""

    @abstractmethod
    def links_to(self, document_ids: Iterable[int]) -> list[LinkRow]:
        """Return the resolved links that lead to documents, in the order of where they stand."""

    @abstractmethod
    def uses_from(self, document_ids: Iterable[int]) -> list[UseRow]:
        """Return what code in documents uses of the corpus, in the order of documents and lines."""

    @abstractmethod
    def uses_of(self, document_ids: Iterable[int]) -> list[UseRow]:
        """Return the uses of what documents define, in the order of where they stand."""

    @abstractmethod
    def hints_in(self, document_id: int) -> list[HintRow]:
        """Return the hints of a document, in order."""

    @abstractmethod
    def framework_hints(
        self, frameworks: Sequence[str], *, details: Sequence[str], kinds: Sequence[str]
    ) -> list[HintRow]:
        """Return hints of frameworks, in document order.

        Of more than a thousand, those with one of `details` are kept first, those of one of `kinds` last.
        """

    @abstractmethod
    def link_counts(self) -> list[tuple[str, str, int]]:
        """Return kind, status and number of the links: resolved, broken (as `unresolved_links`), outside."""

    @abstractmethod
    def unresolved_links(self, *, outside: bool) -> list[tuple[str, int, str, str, str]]:
        """Return path, line, kind, target and reason of links that lead nowhere, or out of the corpus."""

    @abstractmethod
    def hints_of(self, kinds: Sequence[str]) -> Ints:
        """Return the chunks in which code has a hint of one of `kinds`."""
