"""Lay out an evaluation as lines for a terminal."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING

from siglum.render import visible
from siglum_builder.evaluation import SCORES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum_builder.evaluate import Interval
    from siglum_builder.evaluation import Change, Comparison, Evaluation, Group


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """Return the rows in columns under `header`: the first `left` columns flush left, the others right."""
    cells = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_line(row, widths, left).rstrip() for row in cells)


def _line(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    padded = (
        cell.ljust(width) if number < left else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(padded)


def one_line(text: str) -> str:
    """Return `text` on one line, control characters spelt out: no file may forge a line of the listing."""
    return visible(" ".join(text.split()))


def score_names(k: int) -> tuple[str, ...]:
    """Return what the scores are called, in the order of their fields."""
    return f"recall@{k}", f"nDCG@{k}", f"MRR@{k}", "hit@1", "hit@5"


def evaluation_lines(evaluation: Evaluation) -> Iterator[str]:
    """Yield the lines that show an evaluation."""
    counts = f"{evaluation.total.n} with an answer, {evaluation.unanswerable} without"
    yield f"artifact  {evaluation.name}@{evaluation.version}"
    yield f"golden    {one_line(evaluation.golden)}: {counts}"
    yield ""
    yield table(("", "n", *score_names(evaluation.k)), _rows(evaluation))
    yield ""
    if evaluation.auroc is not None:
        yield f"no answer  AUROC {evaluation.auroc:.3f} of confidence.score"
    flagged = evaluation.low_confidence
    yield (
        f"flagged    low_confidence for {flagged.answered} of {evaluation.total.n} questions with an answer,"
        f" {flagged.unanswerable} of {evaluation.unanswerable} without"
    )
    latency = evaluation.latency
    yield f"latency    p50 {latency.p50:.1f} ms, p95 {latency.p95:.1f} ms for {evaluation.top_k} hits"
    if evaluation.comparison is not None:
        yield ""
        yield from _comparison_lines(evaluation.comparison, evaluation.k)


def _rows(evaluation: Evaluation) -> Iterator[list[str]]:
    yield _row("all", evaluation.total)
    yield ["  95 %", "", *_ranges(evaluation.intervals, ".2f")]
    for part, groups in (("kind", evaluation.kinds), ("language", evaluation.languages)):
        for group in groups:
            yield _row(one_line(f"{part} {group.name}"), group)


def _row(name: str, group: Group) -> list[str]:
    return [name, str(group.n), *(f"{score:.3f}" for score in astuple(group.scores))]


def _ranges(intervals: dict[str, Interval], form: str) -> list[str]:
    found = (intervals[name] for name in SCORES)
    return [f"{each.low:{form}}…{each.high:{form}}" for each in found]


def _comparison_lines(comparison: Comparison, k: int) -> Iterator[str]:
    differences = [comparison.differences[name] for name in SCORES]
    yield f"minus {comparison.name}@{comparison.version}, question by question"
    means = ["Δ", *(f"{each.mean:+.3f}" for each in differences)]
    yield table(("", *score_names(k)), [means, ["  95 %", *_ranges(comparison.differences, "+.3f")]])
    for name, changes in (("better", comparison.better), ("worse", comparison.worse)):
        yield f"{name}: {len(changes)}"
        yield from (f"  {_moved(change)}" for change in changes)


def _moved(change: Change) -> str:
    before, after = change.before or "–", change.after or "–"
    return one_line(f"{change.id}: rank {before} → {after}, nDCG {change.ndcg:+.3f}: {change.query}")
