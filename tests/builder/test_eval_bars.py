"""`siglum eval --fail-under` ends with exit code 1 where a bar is missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.golden_rows import ROWS, evaluate, fails, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    return write(tmp_path / "questions.jsonl", *ROWS)


@pytest.mark.parametrize(
    ("bars", "code"),
    [
        (["hit@5=.85"], 0),
        (["HIT@5=1", "mrr=1.0"], 0),
        (["recall@10=0.5"], 0),
        (["hit@1=1", "AUROC=0"], 0),
        (["recall=1"], 1),
        (["hit@1=0", "nDCG@10=1"], 1),
        (["auroc=0"], 0),
    ],
)
def test_a_missed_bar_is_exit_1_after_the_table(tmp_path: Path, bars: list[str], code: int) -> None:
    golden = write(tmp_path / "g.jsonl", *ROWS, {**ROWS[1], "id": "e", "also": ["gone.md"]})
    result = evaluate(golden, *(word for bar in bars for word in ("--fail-under", bar)))
    assert result.exit_code == code, result.output
    assert ("under" in result.stderr) is (code == 1)
    assert "recall@10" in result.stdout


def test_what_cannot_be_told_misses_its_bar(tmp_path: Path) -> None:
    result = evaluate(write(tmp_path / "g.jsonl", *ROWS[:3]), "--fail-under", "auroc=0")
    assert result.exit_code == 1
    assert "auroc cannot be told" in result.stderr


@pytest.mark.parametrize(
    ("bar", "said"),
    [
        ("hits@5=.8", "did you mean hit@5"),
        ("recall@5=.8", "recall@10"),
        ("hit@5", "number from 0 to 1"),
        ("hit@5=", "number from 0 to 1"),
        ("hit@5=85", "number from 0 to 1"),
        ("hit@5=nan", "number from 0 to 1"),
        ("hit@5=x", "number from 0 to 1"),
        ("=1", "no metric"),
        ("", "no metric"),
    ],
)
def test_a_bar_that_cannot_be_right_is_wrong_use(golden: Path, bar: str, said: str) -> None:
    assert said in fails(evaluate(golden, "--fail-under", bar))


def test_fewer_hits_than_pages_judged_are_wrong_use(golden: Path) -> None:
    assert "--top-k 5" in fails(evaluate(golden, "--top-k", "5"))
