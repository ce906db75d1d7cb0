"""A document is scored as one text, by BM25 of its words and of its headings, which count twice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import pages
from siglum.lexical import WeightedTerm, inverse_document_frequency
from siglum.rows import Postings

Counts = list[tuple[int, int, int, int]]
"""A chunk each: its document, and how often a term stands in heading, path and body."""

counts = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2), st.integers(0, 9)), min_size=1
).map(sorted)


def _scores(chunks: Counts) -> list[float]:
    document, heading, path, body = np.array(chunks, dtype=np.int64).T
    held = np.flatnonzero(heading + path + body)
    fields = tuple(column[held].astype(np.uint16) for column in (heading, path, path * 0, body))
    term = WeightedTerm(Postings(held.astype(np.uint32), fields, vector_row=-1), 1.0)
    return pages.score([term], document, pages.saturation(document, heading, body)).tolist()


@given(counts)
@settings(deadline=None, max_examples=100)
def test_a_document_is_scored_by_the_formula(chunks: Counts) -> None:
    total = max(chunk[0] for chunk in chunks) + 1
    frequency = [sum(2 * h + b for d, h, _, b in chunks if d == page) for page in range(total)]
    holders = sum(f > 0 for f in frequency)
    if holders == 0:
        assert _scores(chunks) == [0.0] * total
        return
    mean, idf = sum(frequency) / holders, inverse_document_frequency(holders, total)
    found = [idf * f / (pages.K1 * (1 - pages.B + pages.B * f / mean) + f) for f in frequency]
    assert _scores(chunks) == pytest.approx([each / max(found) for each in found])


@given(counts, st.integers(0, 4))
@settings(deadline=None, max_examples=50)
def test_how_a_document_is_cut_changes_nothing(chunks: Counts, page: int) -> None:
    cut = [(d, h, 0, b) for d, h, _, b in chunks]
    halves = [(page, 1, 0, 2), (page, 0, 0, 3)]
    whole = [(page, 1, 0, 5)]
    assert _scores(sorted(cut + halves)) == pytest.approx(_scores(sorted(cut + whole)))


def test_without_a_word_nothing_is_scored() -> None:
    document = np.array([0, 0, 2], dtype=np.int64)
    half = pages.saturation(document, document * 0, document * 0)
    assert pages.score([], document, half).tolist() == [0.0, 0.0, 0.0]
