"""From compiled files to a verified version: link, index, embed, write, verify."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import duckdb
from threadpoolctl import threadpool_limits

from siglum.verify import verify
from siglum_builder.beside import beside
from siglum_builder.calibrate import calibrate
from siglum_builder.draft import draft_manifest, source_entries
from siglum_builder.embed import train
from siglum_builder.errors import BuildError
from siglum_builder.included import with_included, with_terms
from siglum_builder.link import resolve_links
from siglum_builder.postings import merge
from siglum_builder.prior import shipped_table, with_prior
from siglum_builder.rows import Corpus
from siglum_builder.uses import resolve_uses
from siglum_builder.write import Written, write_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from siglum_builder.config import Config
    from siglum_builder.count import Counts
    from siglum_builder.model import Document, Notice
    from siglum_builder.stages import Progress, Timings

ALONE_FROM = 20_000
"""Chunks over which one thing is learnt after the other: at once they would take the memory of both."""


@contextmanager
def _explained() -> Iterator[None]:
    """Make of what DuckDB raises a KeyboardInterrupt for Ctrl-C, else an error that says what to do."""
    try:
        yield
    except (duckdb.Error, RuntimeError) as fault:
        if str(fault) == "Query interrupted":
            raise KeyboardInterrupt from fault
        if not isinstance(fault, duckdb.Error):
            raise
        first = str(fault).strip().partition("\n")[0]
        raise BuildError(
            f"the index could not be written ({first}); is the disk or the memory full?"
        ) from fault


@_explained()
def assemble(
    documents: Sequence[Document],
    counts: Sequence[Counts],
    folder: Path,
    *,
    config: Config,
    skipped: Sequence[Notice],
    notices: Sequence[Notice],
    timings: Timings,
    progress: Progress,
) -> Written:
    """Make of compiled files the version `folder/<version>/`, and verify it by opening it."""
    with timings.stage("link", progress):
        links = resolve_links(documents)
        uses = resolve_uses(documents)
    with timings.stage("index", progress):
        own = merge(counts, folder)
        found_by = with_included(documents, counts, links)
        index = own if found_by is counts else merge(found_by, folder)
    if index.chunks == 0:
        raise BuildError(f"nothing to index: all {len(documents)} files are empty")
    alone = index.chunks > ALONE_FROM
    with (
        timings.stage("embed", progress),
        threadpool_limits(limits=1, user_api="blas"),
        beside(partial(train, own), alone=alone) as trained,
    ):
        vectors = with_terms(with_prior(shipped_table(), trained, own), own, index)
    corpus = Corpus(source_entries(config, documents), documents, index, links, uses)
    draft = draft_manifest(config, corpus, vectors, skipped=skipped, notices=notices)
    asked = partial(calibrate, documents, index, vectors, languages=draft.languages, settings=draft.search)
    with timings.stage("write", progress), beside(asked, alone=alone) as calibrated:
        written = write_version(folder, corpus, vectors, draft=draft, calibrated=calibrated)
    with timings.stage("verify", progress):
        failures = verify(written.folder)
    if failures:
        raise BuildError(f"the version just written does not verify ({failures[0]}): report this")
    return written
