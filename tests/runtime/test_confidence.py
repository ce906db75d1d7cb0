"""Confidence says whether the corpus answers at all; `low_confidence` is the shape of the scores."""

from __future__ import annotations

import pytest

from siglum.confidence import Evidence, assess, is_flat
from siglum.settings import ConfidenceSettings

SETTINGS = ConfidenceSettings()
STRONG = Evidence((4.0, 6.0, 5.0), best_bm25=14.0, covered=15.0, cosine=0.9, unknown=())


def test_a_query_that_one_document_covers_is_answered_with_high_confidence() -> None:
    assert assess(STRONG, SETTINGS).level == "high"


def test_a_query_of_unknown_words_is_not_answered() -> None:
    weak = Evidence((8.0, 8.0, 2.0), best_bm25=0.8, covered=2.0, cosine=0.1, unknown=("zorb", "quux"))
    found = assess(weak, SETTINGS)
    assert found.level == "none"
    assert "unknown to the corpus: zorb, quux" in found.reasons


def test_a_name_whose_parts_are_known_is_not_said_to_be_unknown() -> None:
    apart = Evidence((8.0,), best_bm25=0.8, covered=2.0, cosine=0.1, apart=("spider.start_requests",))
    reasons = assess(apart, SETTINGS).reasons
    assert reasons[0] == "nowhere as a whole, only in parts: spider.start_requests"
    assert not any("unknown" in each for each in reasons)


@pytest.mark.parametrize(
    "weaker", [STRONG._replace(best_bm25=0.0), STRONG._replace(covered=0.0), STRONG._replace(cosine=0.0)]
)
def test_every_piece_of_evidence_counts(weaker: Evidence) -> None:
    assert assess(weaker, SETTINGS).score < assess(STRONG, SETTINGS).score


def test_what_one_document_has_in_full_is_never_no_answer() -> None:
    lone = Evidence((1.5,), best_bm25=0.6, covered=1.5, cosine=0.0, unknown=())
    assert assess(lone, SETTINGS).level == "low"
    assert assess(lone._replace(is_name=True), SETTINGS).level == "medium"


@pytest.mark.parametrize("masses", [(1.5,), (4.0, 6.0)])
def test_a_low_level_names_first_what_speaks_against_an_answer(masses: tuple[float, ...]) -> None:
    found = assess(Evidence(masses, best_bm25=0.6, covered=sum(masses), cosine=0.5), SETTINGS)
    against, *for_it = found.reasons
    assert found.level in ("low", "none")
    assert "passage" in against
    assert for_it == ["yet the text around the best hit covers 100% of the query's weight"]


def test_a_sure_level_names_first_what_speaks_for_an_answer() -> None:
    assert assess(STRONG, SETTINGS).reasons == (
        "the text around the best hit covers 100% of the query's weight",
    )


def test_no_term_is_no_answer() -> None:
    assert assess(Evidence((), best_bm25=0.0, covered=0.0, cosine=0.0, unknown=()), SETTINGS).level == "none"


@pytest.mark.parametrize(
    ("scores", "ratio", "flat"),
    [
        ([], 1.5, False),
        ([0.5], 1.5, False),
        ([0.0, 0.0], 1.5, False),
        ([0.5, 0.5], 1.5, True),
        ([0.9, 0.1], 1.5, False),
        ([0.1, 0.9], 1.5, False),
        ([0.5, 0.5], 0, False),
    ],
)
def test_scores_are_flat_where_the_greatest_is_little_above_their_mean(
    scores: list[float], ratio: float, flat: bool
) -> None:
    assert is_flat(scores, ratio) is flat
