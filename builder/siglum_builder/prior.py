"""Vectors of a corpus's chunks by terms that were learnt once, from other technical texts.

The table has a row for each of some thousand terms of English and Japanese, so that the sum of a
text's rows is near to what a sentence encoder says of its English (benchmarks/prior/README.md). A
corpus of some hundred sections is too small to learn that `forgot` and `lost` are alike. Terms that
the table lacks are placed by what stands around them.
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
from siglum.text import is_paired
from siglum_builder.by_chunk import Columns, matrix, rows_of, whole_documents
from siglum_builder.embed import HEADING_WEIGHT, heading_postings, quantised
from siglum_builder.term_context import by_context
from siglum_builder.vectors import Prior

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from siglum_builder.embed import Floats
    from siglum_builder.postings import Index
    from siglum_builder.vectors import Vectors

    Headings = dict[int, NDArray[np.int64]]

FILE = "prior.npz"
ABOVE_WEIGHT = 1
"""Of a term of the title and the headings above a chunk: nDCG@10 of the golden sets +.004, of CoSQA +.009."""
MOST_PLACED = 100_000
"""Terms that the table lacks, the commonest first, that a corpus has vectors for."""
JUDGED_CHUNKS = 4096
"""Chunks, evenly spaced, among which a heading's own text is to be found."""
KNOWN_FROM = 2.0
"""A table is no more reliable than so many times the share of a corpus's words that it has: .70 in CoSQA's
code, .20 in German, where what stands around a word says little of it (nDCG@10 of xquad-de +.004)."""


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


def with_prior(table: Table, trained: Callable[[], Vectors | None], index: Index) -> Vectors | None:
    """Return the corpus's own vectors with what `table` says, where it knows any term of them.

    `trained` gives the own ones; it is called when all is done that they are not needed for.
    """
    placed, vectors = _place(table, index), trained()
    if vectors is None or placed is None:
        return vectors
    return replace(vectors, prior=_judged(placed, vectors, index))


class _Placed(NamedTuple):
    """What a table says of a corpus, not yet compared with what the corpus's own vectors say."""

    prior: Prior
    """Its reliability is still what its vocabulary allows."""
    headings: Headings
    found: float
    """How well the table's own terms find headings' texts: one that was placed by the chunk that it stands
    above would find it."""


def _place(table: Table, index: Index) -> _Placed | None:
    """Return the chunks of `index` in the space of `table`; None where it knows no term of them."""
    numbers = {term: number for number, term in enumerate(table.terms)}
    found = np.array([numbers.get(term, -1) for term in index.terms], dtype=np.int64)
    known = found >= 0
    if not known.any():
        return None
    learnt = unscaled(table.rows[found[known]], table.scales[found[known]])
    headings = heading_postings(index, np.zeros(len(index.terms), dtype=np.int64))
    share = _found(index, _numbered(known), learnt, headings)
    column = _numbered(known | _commonest(index, known))
    growth = matrix(index, Columns(column, HEADING_WEIGHT, _growths, above_weight=ABOVE_WEIGHT))
    texts = [rows_of(growth, at) for at in whole_documents(index.document)]
    given = known[column >= 0]
    placed = np.zeros((len(given), learnt.shape[1]))
    placed[given] = learnt
    rows, scales = scaled(by_context(texts, placed, given))
    rows[given], scales[given] = table.rows[found[known]], table.scales[found[known]]
    chunk_rows = np.concatenate([quantised(block @ unscaled(rows, scales)) for block in texts])
    row, rows, scales = _shared(rows, scales)
    prior_row = np.where(column >= 0, row[column], -1)
    queries = _queries(index, prior_row, unscaled(rows, scales), headings)
    prior = Prior(
        table=table.digest,
        prior_row=prior_row,
        term_rows=rows,
        term_scales=scales,
        chunk_rows=chunk_rows,
        background_median=_background(chunk_rows, queries),
        reliability=round(min(1.0, KNOWN_FROM * _known(index, known)), 3),
    )
    return _Placed(prior, headings, share)


def scaled(vectors: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return int8 rows and the float16 scale of each."""
    scales = (np.abs(vectors).max(axis=1) / embedding.LEVELS).astype(np.float16)
    whole = np.rint(vectors / np.maximum(scales.astype(np.float64), 1e-9)[:, None])
    return np.clip(whole, -embedding.LEVELS, embedding.LEVELS).astype(np.int8), scales


def unscaled(rows: NDArray[np.int8], scales: NDArray[np.float16]) -> Floats:
    """Return the vectors that `scaled` took apart."""
    vectors: Floats = rows * scales.astype(np.float64)[:, None]
    return vectors


def _numbered(kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the place of each term among those kept, or -1."""
    return np.where(kept, np.cumsum(kept) - 1, -1)


def _commonest(index: Index, known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which terms are the commonest words of those that are not known.

    Pairs of an unspaced script are no words: placed, they made every run of a corpus's pairs near to some
    chunk, and questions about other things were taken for answered.
    """
    words = np.fromiter((not is_paired(term[0]) for term in index.terms), np.bool_, count=len(known))
    others = np.flatnonzero(~known & words)
    order = np.argsort(-index.document_frequency[others].astype(np.int64), kind="stable")
    common = np.zeros(len(known), dtype=np.bool_)
    common[others[order[:MOST_PLACED]]] = True
    return common


def _shared(
    rows: NDArray[np.int8], scales: NDArray[np.float16]
) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.float16]]:
    """Return each vector's row, -1 for the zero vector, and the rows and scales without repetition.

    Terms that stand in one and the same chunk alone have one vector: half of most vocabularies.
    """
    whole = np.concatenate([rows, scales[:, None].view(np.int8)], axis=1)
    each = whole.view(np.dtype((np.void, whole.shape[1])))[:, 0]  # ten times as fast as an axis
    _, first, of = np.unique(each, return_index=True, return_inverse=True)
    first = np.where(rows[first].any(axis=1), first, len(rows))
    order = np.argsort(first)[: int((first < len(rows)).sum())]
    row = np.full(len(first), -1)
    row[order] = np.arange(len(order))
    return row[of], rows[first[order]], scales[first[order]]


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


def _judged(placed: _Placed, vectors: Vectors, index: Index) -> Prior:
    """Return what the table says; it is no more reliable than the share, 0..1, of what `vectors` find.

    Where these find nothing, as in a corpus without headings, its vocabulary alone decides.
    """
    frequencies, total = index.document_frequency[vectors.vector_row >= 0].tolist(), index.chunks
    idf = np.array([embedding.term_weight(1, document_frequency=df, total=total) for df in frequencies])
    own = vectors.term_rows * (vectors.term_scales.astype(np.float64) * idf)[:, None]
    ours = _found(index, vectors.vector_row, own, placed.headings)
    if ours == 0:
        return placed.prior
    return replace(placed.prior, reliability=min(placed.prior.reliability, round(placed.found / ours, 3)))


def _known(index: Index, known: NDArray[np.bool_]) -> float:
    """Return the share, 0..1, of all occurrences that are of the terms `known`."""
    counts = np.zeros(2)
    for at in index.pieces():
        times = index.frequency[at].sum(axis=1, dtype=np.int64)
        counts += (times[known[index.term[at]]].sum(), times.sum())
    return float(counts[0] / counts[1])


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
