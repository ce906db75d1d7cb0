"""Scores equal the reference, stay in bounds, and their intervals are the same every time."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.evaluate import Interval, Scores, auroc, interval, judge, judge_ranks, mean, ranks_of

if TYPE_CHECKING:
    from pathlib import Path

PAGES = st.sampled_from([f"p{number}" for number in range(16)])


def test_scores_equal_the_reference_on_random_runs(shared: Path, tmp_path: Path) -> None:
    random = Random(5)
    for trial in range(3):
        rows = [_random_row(random, number) for number in range(60)]
        run = {
            str(row["id"]): random.choices([f"p{n}" for n in range(15)], k=random.randrange(25))
            for row in rows
        }
        golden, ranked = tmp_path / f"golden{trial}.jsonl", tmp_path / f"run{trial}.jsonl"
        golden.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        lines = (json.dumps({"id": key, "paths": pages}) + "\n" for key, pages in run.items())
        ranked.write_text("".join(lines), encoding="utf-8")
        command = [sys.executable, str(shared / "golden" / "score.py"), str(ranked), str(golden)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert _table(rows, run) == printed


def _random_row(random: Random, number: int) -> dict[str, object]:
    pages = random.sample([f"p{n}" for n in range(15)], k=random.randrange(8))
    cut = random.randrange(len(pages) + 1)
    return {
        "id": f"q{number}",
        "kind": random.choice(["exact", "howto"]),
        "expect": pages[:cut],
        "also": pages[cut:],
    }


def _table(rows: list[dict[str, object]], run: dict[str, list[str]]) -> str:
    """Print what `score.py` prints, from our scores."""
    kinds: dict[str, list[Scores]] = {"all": []}
    for row in rows:
        expect, also, kind = row["expect"], row["also"], row["kind"]
        assert isinstance(expect, list)
        assert isinstance(also, list)
        if expect:
            gains = dict.fromkeys(also, 1) | dict.fromkeys(expect, 2)
            scores = judge(gains, run[str(row["id"])])
            kinds["all"].append(scores)
            kinds.setdefault(str(kind), []).append(scores)
    lines = [f"{'kind':14} {'n':>4} {'nDCG@10':>8} {'MRR@10':>8} {'hit@1':>6} {'hit@5':>6}"]
    for kind, found in sorted(kinds.items()):
        means = mean(found)
        lines.append(
            f"{kind:14} {len(found):4} {means.ndcg:8.3f} {means.mrr:8.3f} {means.hit1:6.3f} {means.hit5:6.3f}"
        )
    return "\n".join(lines) + "\n"


@given(st.dictionaries(PAGES, st.integers(1, 4), min_size=1), st.lists(PAGES, max_size=30))
def test_scores_stay_between_0_and_1_and_repeats_change_nothing(
    gains: dict[str, int], pages: list[str]
) -> None:
    scores = judge(gains, pages)
    assert 0 <= scores.ndcg <= 1 + 1e-9
    assert scores.hit1 <= scores.mrr <= 1
    assert 0 <= scores.recall <= 1
    assert judge(gains, [*pages, *pages]) == scores
    assert judge_ranks(gains, ranks_of(gains, pages)) == scores


def test_the_best_order_scores_1() -> None:
    assert judge({"a": 3, "b": 1}, ["a", "b"]) == Scores(1.0, 1.0, 1.0, 1.0, 1.0)


def test_nothing_found_scores_0() -> None:
    assert judge({"a": 1}, []) == Scores(0.0, 0.0, 0.0, 0.0, 0.0)


def test_an_interval_holds_its_mean_and_is_the_same_every_time() -> None:
    values = [[0.0, 1.0, 1.0, 0.0, 1.0], [0.5] * 4]
    sure = interval(values)
    assert sure == interval(values)
    assert sure.low <= sure.mean <= sure.high
    assert abs(sure.mean - 5 / 9) < 1e-12


def test_an_interval_of_equal_values_has_no_width() -> None:
    assert interval([[0.25] * 8]) == Interval(0.25, 0.25, 0.25)


def test_an_interval_of_nothing_is_zero() -> None:
    assert interval([[], []]) == Interval(0.0, 0.0, 0.0)


def test_auroc_counts_ordered_pairs_and_half_of_the_ties() -> None:
    assert auroc([2.0, 3.0], [1.0]) == 1.0
    assert auroc([1.0, 0.0], [1.0]) == 0.25
    assert auroc([], [1.0]) is None


@pytest.mark.parametrize(
    ("k", "recall", "mrr"),
    [(1, 0.0, 0.0), (2, 1 / 3, 0.5), (3, 1 / 3, 0.5), (4, 2 / 3, 0.5), (50, 2 / 3, 0.5)],
)
def test_only_the_first_k_pages_are_judged(k: int, recall: float, mrr: float) -> None:
    scores = judge({"a": 2, "b": 1, "c": 1}, ["x", "a", "y", "b"], k=k)
    assert (scores.recall, scores.mrr) == (recall, mrr)
    assert (scores.hit1, scores.hit5) == (0.0, 1.0)  # they have their own depth
