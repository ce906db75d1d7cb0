"""Lay out what the systems answered as tables of scores: by set, by kind of question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum_builder.evaluate import Interval, Scores, auroc, interval, judge, mean, percentile
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.runs import Measured
    from siglum_builder.golden import Question

SCORES = ("ndcg", "mrr", "hit1", "hit5")
NAMES = ("nDCG@10", "MRR@10", "hit@1", "hit@5")


class Judged(NamedTuple):
    """One answered question of a set."""

    set_name: str
    question: Question
    scores: Scores


def judged(measured: Iterable[Measured], system: str) -> list[Judged]:
    """Return the scores of a system for every question that has an answer."""
    return [
        Judged(each.questions.name, question, judge(question.gains, each.answers[system][question.id].pages))
        for each in measured
        for question in each.questions.questions
        if question.gains
    ]


def strata(rows: Iterable[Judged], score: str) -> list[list[float]]:
    """Return one score of the rows, by set."""
    values: dict[str, list[float]] = {}
    for row in rows:
        values.setdefault(row.set_name, []).append(getattr(row.scores, score))
    return list(values.values())


def groups(measured: Sequence[Measured]) -> list[tuple[str, list[Measured]]]:
    """Return what gets a row: each set, then each pool of sets, under the name that the table shows."""
    sets = [(each.questions.name, [each]) for each in measured]
    pools = dict.fromkeys(each.questions.pool for each in measured)
    return sets + [
        (f"= {pool}", [each for each in measured if each.questions.pool == pool]) for pool in pools
    ]


def set_table(measured: Sequence[Measured], systems: Sequence[str]) -> str:
    """Return the table of sets and pools: every score, the intervals of nDCG and hit@5, AUROC and latency."""
    rows = [_set_row(name, group, system) for name, group in groups(measured) for system in systems]
    header = ("set", "system", "n", "nDCG@10", "95 %", "MRR@10", "hit@1", "hit@5", "95 %", "AUROC", "p50 ms")
    return table(header, rows, left=2)


def _set_row(name: str, group: Sequence[Measured], system: str) -> list[str]:
    rows = judged(group, system)
    means = mean([row.scores for row in rows])
    sure = {score: interval(strata(rows, score)) for score in ("ndcg", "hit5")}
    latencies = [answer.milliseconds for each in group for answer in each.answers[system].values()]
    separation = _separation(group, system) if len(group) == 1 else None
    return [
        name,
        system,
        str(len(rows)),
        f"{means.ndcg:.3f}",
        _range(sure["ndcg"]),
        f"{means.mrr:.3f}",
        f"{means.hit1:.3f}",
        f"{means.hit5:.3f}",
        _range(sure["hit5"]),
        "" if separation is None else f"{separation:.3f}",
        f"{percentile(latencies, 0.5):.2f}",
    ]


def _separation(group: Sequence[Measured], system: str) -> float | None:
    """Return how well the first result's score tells that the corpus answers; None where it always does."""
    scores: dict[bool, list[float]] = {True: [], False: []}
    for each in group:
        for question in each.questions.questions:
            scores[bool(question.gains)].append(each.answers[system][question.id].score)
    return auroc(scores[True], scores[False])


def part_table(measured: Sequence[Measured], systems: Sequence[str], *, part: str) -> str:
    """Return the table of each pool's questions by `kind` or `language`."""
    rows = []
    for pool in dict.fromkeys(each.questions.pool for each in measured):
        group = [each for each in measured if each.questions.pool == pool]
        found = {system: judged(group, system) for system in systems}
        parts = sorted({getattr(row.question, part) for rows in found.values() for row in rows} - {""})
        rows += [
            _part_row(
                f"= {pool}",
                name,
                system,
                [row for row in found[system] if getattr(row.question, part) == name],
            )
            for name in parts
            for system in systems
        ]
    return table(("pool", part, "system", "n", *NAMES, "95 %"), rows, left=3)


def _part_row(pool: str, name: str, system: str, rows: Sequence[Judged]) -> list[str]:
    means = mean([row.scores for row in rows])
    values = [f"{getattr(means, score):.3f}" for score in SCORES]
    return [pool, name, system, str(len(rows)), *values, _range(interval(strata(rows, "hit5")))]


def _range(sure: Interval) -> str:
    return f"{sure.low:.3f}–{sure.high:.3f}"
