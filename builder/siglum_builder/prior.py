"""Vectors of a corpus's chunks by terms that were learnt once, from other technical texts.

The table has a row for each of some thousand terms of English and Japanese, so that the sum of a
text's rows is near to what a sentence encoder says of its English (benchmarks/prior/README.md). A
corpus of some hundred sections is too small to learn that `forgot` and `lost` are alike.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding
from siglum_builder.by_chunk import Columns, blocks, matrix, rows_of
from siglum_builder.embed import HEADING_WEIGHT, heading_postings, quantised
from siglum_builder.vectors import Prior

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from siglum_builder.embed import Floats
    from siglum_builder.postings import Index
    from siglum_builder.vectors import Vectors

    Headings = dict[int, NDArray[np.int64]]

FILE = "prior.npz"
JUDGED_CHUNKS = 4096
"""Chunks, evenly spaced, among which a heading's own text is to be found."""


class Table(NamedTuple):
    """The terms and their rows: the row of term t is `scales[t] * rows[t]`."""

    terms: tuple[str, ...]
    rows: NDArray[np.int8]
    scales: NDArray[np.float16]
    digest: str
    """sha256 over the three."""


@cache
def shipped_table() -> Table:
    """Read the table that comes with the builder."""
    with files("siglum_builder").joinpath("data", FILE).open("rb") as file:
        content = np.load(file, allow_pickle=False)
        names, rows, scales = content["terms"].tobytes(), content["rows"], content["scales"]
    digest = hashlib.sha256(names + rows.tobytes() + scales.tobytes()).hexdigest()
    return Table(tuple(names.decode().split("\n")), rows, scales, digest)


def with_prior(vectors: Vectors | None, index: Index) -> Vectors | None:
    """Return the vectors with what the shipped table says, where it knows anything of the corpus."""
    if vectors is None:
        return None
    return replace(vectors, prior=place(shipped_table(), vectors, index))


def place(table: Table, vectors: Vectors, index: Index) -> Prior | None:
    """Return the chunks of `index` in the space of `table`; None where it knows no term of them."""
    numbers = {term: number for number, term in enumerate(table.terms)}
    found = np.array([numbers.get(term, -1) for term in index.terms], dtype=np.int64)
    known = found >= 0
    if not known.any():
        return None
    prior_row = np.where(known, np.cumsum(known) - 1, -1)
    rows, scales = table.rows[found[known]], table.scales[found[known]]
    vectors_of_terms = rows * scales.astype(np.float64)[:, None]
    texts = matrix(index, Columns(prior_row, HEADING_WEIGHT, _growths))
    chunk_rows = np.concatenate(
        [quantised(rows_of(texts, at) @ vectors_of_terms) for at in blocks(index.document)]
    )
    headings = heading_postings(index, np.zeros(len(index.terms), dtype=np.int64))
    queries = _queries(index, prior_row, vectors_of_terms, headings)
    return Prior(
        table=table.digest,
        prior_row=prior_row,
        term_rows=rows,
        term_scales=scales,
        chunk_rows=chunk_rows,
        background_median=_background(chunk_rows, queries),
        reliability=_reliability(
            index, vectors, headings, _found(index, prior_row, vectors_of_terms, headings)
        ),
    )


def _growths(frequency: NDArray[np.int64], _: object) -> Floats:
    """Return 1 + ln tf of each frequency."""
    growth = np.array([0.0, *(_growth(tf) for tf in range(1, int(frequency.max(initial=0)) + 1))])
    return growth[frequency]


def _growth(frequency: int) -> float:
    """Return 1 + ln tf, rounded so that the last bit of a platform's logarithm decides nothing."""
    return round((1.0 + math.log(frequency)) * 2**20) / 2**20


def _queries(
    index: Index, row: NDArray[np.int64], table: Floats, headings: Headings
) -> dict[int, embedding.Rows]:
    """Return the vector of each heading of which a term has a row, by its chunk."""
    queries = {}
    for chunk, postings in headings.items():
        total = np.zeros(table.shape[1])
        for number in row[index.term[postings]].tolist():
            if number >= 0:
                total += table[number]
        vector = embedding.quantise(total)
        if vector is not None:
            queries[chunk] = vector
    return queries


def _background(chunk_rows: embedding.Rows, queries: dict[int, embedding.Rows]) -> float:
    packed = embedding.pack(chunk_rows)
    medians = [float(np.median(embedding.cosines(packed, query))) for query in queries.values()]
    return round(float(np.median(medians)), 6) if medians else 0.0


def _reliability(index: Index, vectors: Vectors, headings: Headings, found: float) -> float:
    """Return `found` as a share, 0..1, of what the corpus's own vectors find; 1 without a heading."""
    frequencies, total = index.document_frequency[vectors.vector_row >= 0].tolist(), index.chunks
    idf = np.array([embedding.term_weight(1, document_frequency=df, total=total) for df in frequencies])
    own = vectors.term_rows * (vectors.term_scales.astype(np.float64) * idf)[:, None]
    ours = _found(index, vectors.vector_row, own, headings)
    return round(min(1.0, found / ours), 3) if ours > 0 else 1.0


def _found(index: Index, row: NDArray[np.int64], table: Floats, headings: Headings) -> float:
    """Return the mean of 1 / rank of a heading's own chunk, of which the text below it alone counts."""
    queries = _queries(index, row, table, headings)
    if not queries:
        return 0.0
    step = max(1, index.chunks // JUDGED_CHUNKS)
    chunks = np.union1d(np.arange(0, index.chunks, step), np.array(list(queries)))
    below = matrix(index, Columns(row, 0, _growths), of_chunks=chunks)
    texts = quantised(below @ table)
    packed, total = embedding.pack(texts), 0.0
    for chunk, query in queries.items():
        cosines = embedding.cosines(packed, query)
        total += 1.0 / (1 + int((cosines > cosines[np.searchsorted(chunks, chunk)]).sum()))
    return total / len(headings)
