"""A chunk is helped by words of the query that it lacks and its document has, by BM25 of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import page_evidence
from siglum.lexical import inverse_document_frequency
from siglum.page_evidence import K1, B
from siglum.rows import Postings

if TYPE_CHECKING:
    from siglum.lexical import Floats
    from siglum.rows import Ints

Counts = list[tuple[int, int, int, int]]
"""A chunk each: its document, and how often a term stands in heading, path and body."""

counts = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2), st.integers(0, 9)), min_size=1
).map(sorted)


def _elsewhere(*terms: Counts) -> list[float]:
    """Score the chunks, which every term lists in the same order; only the first term's lengths count."""
    document, heading, _, body = np.array(terms[0], dtype=np.int64).T
    half = page_evidence.saturation(document, heading, body)
    weighted = [_weighted(term, document, half) for term in terms]
    at = np.arange(len(document))
    return list(page_evidence.elsewhere(weighted, document, documents=len(half), at=at))


def _weighted(chunks: Counts, document: Ints, half: Floats) -> page_evidence.PageTerm:
    _, heading, path, body = np.array(chunks, dtype=np.int64).T
    held = np.flatnonzero(heading + path + body)
    fields = tuple(column[held].astype(np.uint16) for column in (heading, path, path * 0, body))
    postings = Postings(held.astype(np.uint32), fields, vector_row=-1)
    return page_evidence.PageTerm(held, page_evidence.spread(postings, document, half=half), 1.0)


@given(counts)
@settings(deadline=None, max_examples=50)
def test_a_chunk_without_the_word_has_its_documents_score_by_the_formula(chunks: Counts) -> None:
    total = max(chunk[0] for chunk in chunks) + 1
    frequency = [sum(2 * h + b for d, h, _, b in chunks if d == page) for page in range(total)]
    holders = sum(f > 0 for f in frequency)
    if holders == 0:
        assert _elsewhere(chunks) == [0.0] * len(chunks)
        return
    mean, idf = sum(frequency) / holders, inverse_document_frequency(holders, total)
    found = [idf * f / (K1 * (1 - B + B * f / mean) + f) for f in frequency]
    expected = [0.0 if h or p or b else found[d] / max(found) for d, h, p, b in chunks]
    assert _elsewhere(chunks) == pytest.approx(expected)


@given(counts)
@settings(deadline=None, max_examples=50)
def test_a_word_that_the_chunk_has_adds_nothing(chunks: Counts) -> None:
    everywhere = [(d, 0, 0, 1) for d, *_ in chunks]
    assert _elsewhere(everywhere) == [0.0] * len(chunks)
    assert all(0.0 <= share <= 1.0 for share in _elsewhere(chunks, everywhere))


def test_without_a_word_nothing_is_scored() -> None:
    document = np.array([0, 0, 2], dtype=np.int64)
    assert page_evidence.elsewhere([], document, documents=3, at=np.arange(3)).tolist() == [0.0, 0.0, 0.0]
