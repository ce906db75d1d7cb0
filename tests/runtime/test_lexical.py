"""BM25F is the formula of Robertson, Zaragoza and Taylor, whatever the corpus."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import lexical
from siglum.rows import Postings

if TYPE_CHECKING:
    from siglum.rows import Ints
from siglum.settings import FieldSettings, SearchSettings

FIELDS = 4
DEFAULTS = SearchSettings()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Term counts by chunk, field and term."""

    counts: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def chunks(self) -> int:
        return len(self.counts)

    @property
    def terms(self) -> int:
        return len(self.counts[0][0])

    def length(self, chunk: int, field: int) -> int:
        return sum(self.counts[chunk][field])

    def holders(self, term: int) -> list[int]:
        return [c for c in range(self.chunks) if any(self.counts[c][f][term] for f in range(FIELDS))]

    def postings(self, term: int) -> Postings:
        held = self.holders(term)
        fields = (np.array([self.counts[c][f][term] for c in held], dtype=np.uint16) for f in range(FIELDS))
        return Postings(np.array(held, dtype=np.uint32), tuple(fields), vector_row=-1)

    def lengths(self) -> list[Ints]:
        return [
            np.array([self.length(c, f) for c in range(self.chunks)], dtype=np.int64) for f in range(FIELDS)
        ]


def _tuples(inner: st.SearchStrategy[object], count: int) -> st.SearchStrategy[tuple[object, ...]]:
    return st.tuples(*[inner] * count)


corpora = st.tuples(st.integers(1, 8), st.integers(1, 4)).flatmap(
    lambda shape: st.builds(Corpus, _tuples(_tuples(_tuples(st.integers(0, 4), shape[1]), FIELDS), shape[0]))
)
fields = st.builds(
    FieldSettings, weight=st.floats(0, 8, allow_subnormal=False), b=st.sampled_from((0.0, 0.3, 0.75, 1.0))
)
rankings = st.builds(
    SearchSettings,
    k1=st.floats(0.1, 3),
    heading=fields,
    path=fields,
    breadcrumb=fields,
    body=fields,
)


def _naive(corpus: Corpus, weights: list[float], ranking: SearchSettings, chunk: int) -> float:
    """Return BM25F of one chunk, term by term and field by field as the paper writes it."""
    settings_of = (ranking.heading, ranking.path, ranking.breadcrumb, ranking.body)
    total = 0.0
    for term, weight in enumerate(weights):
        df = len(corpus.holders(term))
        frequency = 0.0
        for number, field in enumerate(settings_of):
            count = corpus.counts[chunk][number][term]
            average = sum(corpus.length(c, number) for c in range(corpus.chunks)) / corpus.chunks
            if count:
                relative = corpus.length(chunk, number) / average
                frequency += field.weight * count / (1 - field.b + field.b * relative)
        idf = math.log(1 + (corpus.chunks - df + 0.5) / (df + 0.5))
        total += weight * idf * frequency / (ranking.k1 + frequency)
    return total


def _scored(corpus: Corpus, weights: list[float], ranking: SearchSettings) -> lexical.LexicalScores:
    norms = lexical.normalisers(corpus.lengths(), ranking)
    impacts = (lexical.impact(corpus.postings(term), norms, k1=ranking.k1) for term in range(len(weights)))
    terms = [lexical.WeightedTerm(impact, weight) for impact, weight in zip(impacts, weights, strict=True)]
    return lexical.score(terms, total=corpus.chunks)


@given(corpora, rankings, st.data())
@settings(deadline=None, max_examples=50)
def test_every_score_is_the_papers_formula(
    corpus: Corpus, ranking: SearchSettings, data: st.DataObject
) -> None:
    weight = st.sampled_from((0.0, 0.3, 1.0))
    weights = data.draw(st.lists(weight, min_size=corpus.terms, max_size=corpus.terms))
    expected = [_naive(corpus, weights, ranking, chunk) for chunk in range(corpus.chunks)]
    assert _scored(corpus, weights, ranking).score.tolist() == pytest.approx(expected, abs=1e-5)


@given(corpora)
@settings(deadline=None, max_examples=50)
def test_heading_and_path_shares_are_parts_of_the_querys_idf_mass(corpus: Corpus) -> None:
    scores = _scored(corpus, [1.0] * corpus.terms, DEFAULTS)
    idf = [
        lexical.inverse_document_frequency(len(corpus.holders(term)), corpus.chunks)
        for term in range(corpus.terms)
    ]
    for field, shares in enumerate(scores.shares(np.arange(corpus.chunks))):
        for chunk in range(corpus.chunks):
            held = sum(idf[term] for term in range(corpus.terms) if corpus.counts[chunk][field][term])
            assert shares[chunk] == pytest.approx(held / sum(idf))


@given(corpora)
@settings(deadline=None, max_examples=50)
def test_a_chunk_scores_exactly_where_it_holds_a_term(corpus: Corpus) -> None:
    score = _scored(corpus, [1.0] * corpus.terms, DEFAULTS).score
    held = {chunk for term in range(corpus.terms) for chunk in corpus.holders(term)}
    assert np.flatnonzero(score > 0).tolist() == sorted(held)


def test_a_query_without_terms_scores_nothing() -> None:
    scores = lexical.score([], total=3)
    assert [array.tolist() for array in (scores.score, scores.heading, scores.path)] == [[0.0] * 3] * 3


def test_a_field_that_is_empty_everywhere_scores_by_its_weight_alone() -> None:
    empty = np.zeros(2, dtype=np.int64)
    assert [norm.tolist() for norm in lexical.normalisers([empty] * FIELDS, DEFAULTS)] == [
        [2.0, 2.0],
        [1.0, 1.0],
        [0.5, 0.5],
        [1.0, 1.0],
    ]


def test_full_length_normalisation_of_a_chunk_with_an_empty_field_stays_finite() -> None:
    full = FieldSettings(weight=1.0, b=1.0)
    ranking = replace(DEFAULTS, heading=full, path=full, breadcrumb=full, body=full)
    assert all(
        np.isfinite(norm).all()
        for norm in lexical.normalisers([np.array([0, 3], dtype=np.int64)] * FIELDS, ranking)
    )


def test_heading_counts_more_than_body_and_body_more_than_breadcrumb() -> None:
    one, none = (1,), (0,)
    corpus = Corpus(
        (
            (none, none, none, one),
            (one, none, none, none),
            (none, none, one, none),
        )
    )
    score = _scored(corpus, [1.0], DEFAULTS).score
    assert score[1] > score[0] > score[2] > 0


@given(st.integers(1, 5_000_000), st.data())
@settings(deadline=None, max_examples=50)
def test_the_idf_of_any_term_is_positive_and_no_commoner_term_has_more(
    total: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, total))
    idf = lexical.inverse_document_frequency(count, total)
    assert 0 < idf <= lexical.inverse_document_frequency(max(1, count - 1), total)
    assert (idf * 2**20).is_integer()
