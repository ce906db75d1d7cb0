"""The vectors of a corpus are latent semantic indexing of its postings, quantised the same on every run."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from siglum import embedding
from siglum_builder import by_chunk, postings, tall
from siglum_builder.count import FIELDS
from siglum_builder.embed import DIMENSION, HEADING_WEIGHT, train
from siglum_builder.postings import Index

if TYPE_CHECKING:
    from siglum_builder.vectors import Vectors

Floats = NDArray[np.float64]
Text = list[str]

SUBJECTS = (
    ("install", "package", "wheel", "virtual", "python"),
    ("query", "ranking", "score", "fusion", "vector"),
    ("評価", "検索", "索引", "文書", "設定"),
)
corpora = st.lists(
    st.lists(st.sampled_from([word for words in SUBJECTS for word in words]), max_size=8), max_size=12
)


def _index(bodies: list[Text], headings: list[Text] | None = None) -> Index:
    """Return the postings of chunks given as lists of terms."""
    above = headings or [[] for _ in bodies]
    terms = sorted({term for text in (*bodies, *above) for term in text})
    rows = [
        (number, chunk, [head.count(term), 0, 0, body.count(term)])
        for number, term in enumerate(terms)
        for chunk, (head, body) in enumerate(zip(above, bodies, strict=True))
        if term in head or term in body
    ]
    term = np.array([row[0] for row in rows], dtype=np.uint32)
    return Index(
        terms=tuple(terms),
        document_frequency=np.bincount(term, minlength=len(terms)).astype(np.uint32),
        term=term,
        chunk=np.array([row[1] for row in rows], dtype=np.uint32),
        frequency=np.array([row[2] for row in rows], dtype=np.uint16).reshape(-1, FIELDS),
        lengths=np.array(
            [[len(head), 0, 0, len(body)] for head, body in zip(above, bodies, strict=True)], dtype=np.uint32
        ).reshape(-1, FIELDS),
        document=np.arange(len(bodies), dtype=np.uint32),
    )


def _subjects(chunks: int, *, seed: int = 3) -> list[Text]:
    """Return chunks of one subject each, in turn, with a few words of all subjects."""
    draw = np.random.RandomState(seed)
    shared = [f"common{number}" for number in range(chunks // 2)]
    return [
        [
            *(SUBJECTS[chunk % 3][number] for number in draw.randint(0, 5, size=6)),
            *(shared[number] for number in draw.randint(0, len(shared), size=4)),
        ]
        for chunk in range(chunks)
    ]


def _trained(index: Index) -> Vectors:
    vectors = train(index)
    assert vectors is not None
    return vectors


def _unit(rows: Floats) -> Floats:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return rows / np.where(lengths == 0, 1.0, lengths)


def _weight_matrix(index: Index, vectors: Vectors) -> Floats:
    """Return X of the module's formula, entry by entry."""
    matrix = np.zeros((index.chunks, len(vectors.term_rows)))
    for posting, (term, chunk) in enumerate(zip(index.term.tolist(), index.chunk.tolist(), strict=True)):
        row = int(vectors.vector_row[term])
        frequency = int(index.frequency[posting, 3]) + HEADING_WEIGHT * int(index.frequency[posting, 0])
        if row >= 0 and frequency:
            idf = np.log((index.chunks + 1) / (int(index.document_frequency[term]) + 0.5))
            matrix[chunk, row] = (1 + np.log(frequency)) * idf
    return _unit(matrix)


def _sum(vectors: Vectors) -> str:
    digest = hashlib.sha256(repr(vectors.background_median).encode())
    for array in (vectors.vector_row, vectors.term_rows, vectors.term_scales, vectors.chunk_rows):
        digest.update(array.tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize(
    "bodies",
    [
        [],
        [[]],
        [["a1", "b1", "c1"]],
        [["a1"], ["b1"], ["c1"], ["d1"]],
        [["a1"], ["a1"], ["a1"]],
        [["a1"], ["a1"], [], []],
        [["検", "索"], ["検", "索"], ["文"], ["文"], ["書"], ["書"]],
    ],
    ids=["no chunk", "no term", "one chunk", "no repeat", "only common", "one term", "only unigrams"],
)
def test_a_corpus_too_small_for_vectors_has_none(bodies: list[Text]) -> None:
    assert train(_index(bodies)) is None


@given(corpora)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_any_corpus_gives_well_formed_vectors_or_none(bodies: list[Text]) -> None:
    index = _index(bodies)
    vectors = train(index)
    if vectors is None:
        return
    rows, dimension = vectors.term_rows.shape
    assert vectors.vector_row.tolist() == _expected_rows(index)
    assert vectors.chunk_rows.shape == (index.chunks, dimension)
    assert vectors.term_scales.shape == (rows,)
    assert 2 <= dimension <= min(index.chunks, rows)
    assert [str(a.dtype) for a in (vectors.term_rows, vectors.chunk_rows)] == ["int8", "int8"]
    assert min(int(vectors.term_rows.min()), int(vectors.chunk_rows.min())) >= -embedding.LEVELS
    assert np.isfinite(vectors.term_scales).all()
    assert -1.0 <= vectors.background_median <= 1.0


def _expected_rows(index: Index) -> list[int]:
    """Number the terms of at least two chunks and at most half of them, one character of CJK aside."""
    rows, number = [], 0
    for frequency in index.document_frequency.tolist():
        kept = 2 <= frequency <= index.chunks / 2
        rows.append(number if kept else -1)
        number += kept
    return rows


def test_rare_common_and_single_character_terms_have_no_vector() -> None:
    held_by = {"once": 1, "two": 2, "three": 3, "half": 4, "more": 5, "every": 8, "索": 3, "索引": 3}
    bodies = [
        [term for term, count in held_by.items() if (3 * chunk + len(term)) % 8 < count] for chunk in range(8)
    ]
    index = _index(bodies)
    assert dict(zip(index.terms, index.document_frequency.tolist(), strict=True)) == held_by
    rows = dict(zip(index.terms, _trained(index).vector_row.tolist(), strict=True))
    assert {term for term, row in rows.items() if row >= 0} == {"two", "three", "half", "索引"}
    assert rows["once"] == rows["more"] == rows["every"] == rows["索"] == -1


@pytest.mark.parametrize("chunks", [24, 60])
def test_chunk_cosines_are_those_of_an_exact_decomposition(chunks: int) -> None:
    index = _index(_subjects(chunks))
    vectors = _trained(index)
    dimension = vectors.chunk_rows.shape[1]
    matrix = _weight_matrix(index, vectors)
    basis = np.linalg.svd(matrix, full_matrices=False)[2][:dimension].T
    exact = _unit(matrix @ basis)
    found = _unit(vectors.chunk_rows.astype(np.float64))
    assert np.abs(found @ found.T - exact @ exact.T).max() < 0.02


def test_a_chunks_own_terms_lead_back_to_it() -> None:
    index = _index(_subjects(60))
    vectors = _trained(index)
    table = embedding.TermTable(vectors.term_rows, vectors.term_scales)
    packed = embedding.pack(vectors.chunk_rows)
    for chunk in range(0, 60, 7):
        query = embedding.embed(table, _weighted(index, vectors, chunk))
        assert query is not None
        cosines = embedding.cosines(packed, query)
        assert cosines[chunk] > 0.99
        assert int(cosines.argmax()) == chunk


def _weighted(index: Index, vectors: Vectors, chunk: int) -> list[tuple[int, float]]:
    """Return the terms of a chunk's text as a query's (row, weight)."""
    found = []
    for posting in np.flatnonzero(index.chunk == chunk).tolist():
        term = int(index.term[posting])
        df = int(index.document_frequency[term])
        times = int(index.frequency[posting, 3])
        weight = embedding.term_weight(times, document_frequency=df, total=index.chunks)
        found.append((int(vectors.vector_row[term]), weight))
    return [(row, weight) for row, weight in found if row >= 0]


def test_chunks_of_one_subject_are_nearer_than_those_of_two() -> None:
    rows = _unit(_trained(_index(_subjects(60))).chunk_rows.astype(np.float64))
    cosines = rows @ rows.T
    same = np.equal.outer(np.arange(60) % 3, np.arange(60) % 3) & ~np.eye(60, dtype=np.bool_)
    assert cosines[same].mean() > cosines[~same & ~np.eye(60, dtype=np.bool_)].mean() + 0.1


def test_a_chunk_without_a_known_term_has_a_zero_row() -> None:
    vectors = _trained(_index([*_subjects(24), [], ["alone"]]))
    assert not vectors.chunk_rows[24:].any()
    assert np.abs(vectors.chunk_rows[:24].astype(np.int64)).max(axis=1).tolist() == [embedding.LEVELS] * 24


def test_chunks_of_equal_words_have_equal_rows() -> None:
    bodies = _subjects(24)
    vectors = _trained(_index([*bodies, bodies[5][::-1]]))
    assert vectors.chunk_rows[5].tolist() == vectors.chunk_rows[24].tolist()


def test_a_heading_counts_as_its_words_twice_in_the_text() -> None:
    bodies = _subjects(24)
    headings = [[body[0]] for body in bodies]
    doubled = [[*body, body[0], body[0]] for body in bodies]
    with_headings, in_text = _trained(_index(bodies, headings)), _trained(_index(doubled))
    assert with_headings.chunk_rows.tolist() == in_text.chunk_rows.tolist()


def test_the_background_is_the_median_cosine_of_headings_with_all_chunks() -> None:
    bodies = _subjects(30)
    index = _index(bodies, [[body[0], body[1]] if body[0] != body[1] else [body[0]] for body in bodies])
    vectors = _trained(index)
    table = embedding.TermTable(vectors.term_rows, vectors.term_scales)
    packed = embedding.pack(vectors.chunk_rows)
    medians = []
    for chunk in range(30):
        terms = index.term[(index.chunk == chunk) & (index.frequency[:, 0] > 0)].tolist()
        known = [
            (
                int(vectors.vector_row[term]),
                embedding.term_weight(
                    1, document_frequency=int(index.document_frequency[term]), total=index.chunks
                ),
            )
            for term in terms
            if vectors.vector_row[term] >= 0
        ]
        query = embedding.embed(table, known)
        if query is not None:
            medians.append(float(np.median(embedding.cosines(packed, query))))
    assert vectors.background_median == round(float(np.median(medians)), 6)


def test_a_corpus_without_headings_has_no_background() -> None:
    assert _trained(_index(_subjects(24))).background_median == 0.0


def test_a_large_corpus_is_cut_to_the_dimension() -> None:
    vectors = _trained(_index(_subjects(400)))
    assert vectors.chunk_rows.shape == (400, DIMENSION)


def test_training_again_gives_the_same_bytes() -> None:
    index = _index(_subjects(200))
    assert _sum(_trained(index)) == _sum(_trained(index))


def test_the_order_of_the_chunks_changes_no_cosine() -> None:
    bodies = _subjects(60)
    order = [(chunk * 7) % 60 for chunk in range(60)]
    rows = _unit(_trained(_index(bodies)).chunk_rows.astype(np.float64))
    moved = _unit(_trained(_index([bodies[chunk] for chunk in order])).chunk_rows.astype(np.float64))
    assert np.abs((rows @ rows.T)[np.ix_(order, order)] - moved @ moved.T).max() < 0.02


def test_term_rows_times_their_scales_are_orthonormal_columns_up_to_one_factor() -> None:
    vectors = _trained(_index(_subjects(60)))
    basis = vectors.term_rows.astype(np.float64) * vectors.term_scales.astype(np.float64)[:, None]
    gram = basis.T @ basis
    gram /= gram.diagonal().mean()
    assert np.abs(gram - np.eye(len(gram))).max() < 0.03


def test_a_chunk_leans_towards_what_its_document_is_about() -> None:
    index = _index(
        [[*text, "neutral", "words"] if n % 10 == 0 else text for n, text in enumerate(_subjects(90))]
    )
    alone = _trained(index)
    together = _trained(replace(index, document=(np.arange(90) % 3).astype(np.uint32)))

    def likeness(vectors: Vectors) -> float:
        """Mean cosine of each chunk with the others of its subject."""
        rows = vectors.chunk_rows.astype(np.float64)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1.0)
        return float(np.mean([rows[n::3] @ rows[n::3].T for n in range(3)]))

    assert likeness(together) > likeness(alone)


def test_vectors_learnt_in_blocks_of_chunks_are_those_learnt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    index = _index(_subjects(300))
    index = replace(index, document=(index.document // 7).astype(np.uint32))
    whole = train(index)
    monkeypatch.setattr(by_chunk, "LEAST", 100)
    monkeypatch.setattr(tall, "ROWS", 90)
    monkeypatch.setattr(postings, "AT_ONCE", 50)
    parts = train(index)
    assert whole is not None
    assert parts is not None
    assert len(list(by_chunk.whole_documents(index.document))) == 3
    assert np.array_equal(whole.chunk_rows, parts.chunk_rows)
    assert np.array_equal(whole.term_rows, parts.term_rows)
    assert whole.background_median == parts.background_median


@pytest.mark.parametrize("rows", [5, 12, 60])
def test_a_basis_made_of_pieces_is_orthonormal_and_gives_the_matrix_back(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tall, "ROWS", rows)
    columns = np.random.RandomState(1).randn(61, 8)
    basis, remainder = tall.orthonormal(columns.copy())
    assert np.allclose(basis @ remainder, columns)
    assert np.allclose(basis.T @ basis, np.eye(8))
    turn = remainder[:, :3]
    assert np.allclose(tall.turned(basis.copy(), turn), basis @ turn)
