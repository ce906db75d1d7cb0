"""Draft the manifest of a corpus: all of it but what takes long to tell, or only the finished files do."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from siglum.artifact import FORMAT_VERSION
from siglum.artifact.manifest import EmbedderEntry, Manifest, NoticeEntry, PriorEntry, SourceEntry
from siglum.text import ANALYZER_VERSION
from siglum_builder.config import canonical
from siglum_builder.document import CHUNKER_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum_builder.config import Config
    from siglum_builder.model import Document, Notice
    from siglum_builder.rows import Corpus
    from siglum_builder.vectors import Vectors


def source_entries(config: Config, documents: Sequence[Document]) -> tuple[SourceEntry, ...]:
    """Return each source with the number of its documents and the digest over them."""
    lines: dict[str, list[str]] = {source.name: [] for source in config.sources}
    for document in documents:
        lines[document.file.source].append(f"{document.decoded.sha256}  {document.file.path}\n")
    return tuple(
        SourceEntry(
            name=source.name,
            root=source.path,
            labels=source.labels,
            base_url=source.base_url,
            documents=len(lines[source.name]),
            digest=hashlib.sha256("".join(sorted(lines[source.name])).encode()).hexdigest(),
        )
        for source in config.sources
    )


def draft_manifest(
    config: Config,
    corpus: Corpus,
    vectors: Vectors | None,
    *,
    skipped: Sequence[Notice],
    notices: Sequence[Notice],
) -> Manifest:
    """Return the manifest but for the calibration and what only the finished files tell.

    `notices` are those of the walk; those of the documents follow.
    """
    documents = corpus.documents
    settings, languages = canonical(config), _query_languages(documents)
    return Manifest(
        format_version=FORMAT_VERSION,
        name=config.artifact.name,
        version="",
        digest="",
        files={},
        counts=_counts(corpus),
        counts_by_format=_tally(d.format for d in documents),
        counts_by_language=_tally(d.language for d in documents if d.kind == "docs"),
        sources=corpus.sources,
        analyzer_version=ANALYZER_VERSION,
        chunker_version=CHUNKER_VERSION,
        languages=languages,
        embedder=_embedder(vectors),
        search=config.search,
        configuration={key: settings[key] for key in settings if key != "search"},
        packages={},
        skipped=tuple(sorted(map(_entry, skipped), key=lambda entry: (entry.path, entry.reason))),
        notices=tuple(map(_entry, [*notices, *(notice for d in documents for notice in d.notices)])),
        prior=_prior(vectors),
    )


def _counts(corpus: Corpus) -> dict[str, int]:
    documents, index = corpus.documents, corpus.index
    return {
        "documents": len(documents),
        "sections": sum(len(d.parsed.sections) for d in documents),
        "symbols": sum(len(d.parsed.symbols) for d in documents),
        "chunks": index.chunks,
        "blocks": sum(len(d.parsed.blocks) for d in documents),
        "links": len(corpus.links),
        "terms": len(index.terms),
        "postings": len(index.term),
    }


def _tally(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _query_languages(documents: Sequence[Document]) -> tuple[str, ...]:
    """Return every language of the index, commonest first, for a query must be stemmed as each text was.

    Code and texts of an unknown language are stemmed by default, as `und`.
    """
    counts = Counter(d.language if d.kind == "docs" else "und" for d in documents)
    return tuple(sorted(counts, key=lambda language: (-counts[language], language)))


def _embedder(vectors: Vectors | None) -> EmbedderEntry:
    if vectors is None:
        return EmbedderEntry("none", 0, "int8", "cosine", 0.0)
    dimension = vectors.chunk_rows.shape[1]
    return EmbedderEntry("lsi", dimension, "int8", "cosine", vectors.background_median)


def _prior(vectors: Vectors | None) -> PriorEntry:
    prior = None if vectors is None else vectors.prior
    if prior is None:
        return PriorEntry()
    return PriorEntry(prior.table, prior.chunk_rows.shape[1], prior.background_median, prior.reliability)


def _entry(notice: Notice) -> NoticeEntry:
    return NoticeEntry(notice.path, notice.reason, notice.line)
