"""The chunks that move a query's vector are those that scoring every chunk would give."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import fusion, scoring
from siglum.lexical import LexicalScores
from siglum.lowered import Lowered
from siglum.scoring import Legs, VectorLeg
from siglum.settings import SearchSettings

if TYPE_CHECKING:
    import pytest

    from siglum.reader import Reader


def _case(seed: int, chunks: int, *, share: float, ties: bool) -> tuple[Reader, Legs]:
    """Return what scoring reads of a corpus of `chunks`, of which `share` have a word of the query."""
    draw = np.random.RandomState(seed)
    words = draw.gamma(1.0, size=chunks) * (draw.rand(chunks) < share)
    cosines = draw.normal(0.0, 0.1, size=chunks)
    if ties:
        words, cosines = np.round(words), np.round(cosines, 1)
    heading, path = ((words > 0) * draw.randint(0, 2, size=chunks) * draw.rand(chunks) for _ in range(2))
    paged = words + (words > 0) * draw.rand(chunks) / 10
    flags = [draw.rand(chunks) < 0.1 for _ in range(3)]
    table = SimpleNamespace(indexed=~flags[0], changelog=flags[1], test=flags[2])
    search = replace(SearchSettings(), fusion="rrf" if seed % 7 == 0 else "weighted")
    reader = SimpleNamespace(store=SimpleNamespace(chunks=table), manifest=SimpleNamespace(search=search))
    leg = VectorLeg("vector", float(draw.rand()), cosines, draw.choice([-0.05, 0.0, 0.02]))
    legs = Legs(
        LexicalScores(words, heading, path, float(words.max(initial=0.0)) + 1.0),
        paged,
        cosines,
        (leg,),
        lowered=(Lowered("changelog", 0.8), Lowered("test", 0.8)),
    )
    return cast("Reader", reader), legs


@given(
    st.integers(0, 10_000),
    st.sampled_from([1, 3, 40, 2_000]),
    st.sampled_from([0.0, 0.05, 0.9]),
    st.booleans(),
)
@settings(deadline=None, max_examples=120)
def test_the_first_chunks_are_those_of_scoring_all(seed: int, chunks: int, share: float, ties: bool) -> None:
    reader, legs = _case(seed, chunks, share=share, ties=ties)
    proposed, scores = scoring._fused(reader, legs, None)
    best = fusion.best(scores, 5)
    found, reached = scoring._best_fused(reader, legs, 5)
    assert found.tolist() == proposed[best].tolist()
    assert reached.tolist() == scores[best].tolist()


def test_chunks_scored_some_at_a_time_get_what_all_at_once_get(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, legs = _case(1, 500, share=0.7, ties=False)
    proposed, scores = scoring._fused(reader, legs, None)
    monkeypatch.setattr(scoring, "AT_ONCE", 7)
    again, in_parts = scoring._fused(reader, legs, None)
    assert (proposed.tolist(), scores.tolist()) == (again.tolist(), in_parts.tolist())


@given(
    st.integers(0, 10_000), st.sampled_from([3, 40, 2_000]), st.sampled_from([0.0, 0.01, 0.3, 0.7, 0.99, 1.0])
)
@settings(deadline=None, max_examples=120)
def test_the_nearest_are_those_of_what_may_answer(seed: int, chunks: int, share: float) -> None:
    _, legs = _case(seed, chunks, share=0.1, ties=seed % 2 == 0)
    (leg,) = legs.vectors
    may_answer = np.random.RandomState(seed).rand(chunks) < share
    scaled = fusion.above_background(leg.cosines - leg.background, top=leg.top) * may_answer
    expected = fusion.best(scaled, scoring.VECTOR_DEPTH)
    assert scoring._nearest(leg, may_answer, top=leg.top).tolist() == expected.tolist()
