"""Lay out paired differences of scores: of siglum to its peers, and of a run to a former one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.report import NAMES, SCORES, Judged, groups, judged, strata
from benchmarks.runs import Measured
from siglum_builder.evaluate import interval
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.runs import Answers


def peer_table(measured: Sequence[Measured], systems: Sequence[str]) -> str:
    """Return the table of the first system's scores minus each other's, question by question."""
    first, *others = systems
    rows = [
        _row(name, f"{first} − {other}", judged(group, first), judged(group, other))
        for name, group in groups(measured)
        for other in others
    ]
    return _table("systems", rows)


def former_table(measured: Sequence[Measured], before: Mapping[str, Answers], systems: Sequence[str]) -> str:
    """Return the table of scores minus those of a saved run, over the questions that both have answered."""
    pairs = [pair for each in measured if (pair := _paired(each, before.get(each.questions.name, {})))]
    then = {former.questions.name: former for _, former in pairs}
    rows = []
    for name, group in groups([now for now, _ in pairs]):
        former = [then[each.questions.name] for each in group]
        rows += [
            _row(name, system, judged(group, system), judged(former, system))
            for system in systems
            if all(system in each.answers for each in former)
        ]
    return _table("system, now − then", rows)


def _paired(now: Measured, then: Answers) -> tuple[Measured, Measured] | None:
    """Return the set as it is and as it was, with the questions that all systems of both answered."""
    shared = set.intersection(*(set(given) for given in (*now.answers.values(), *then.values())))
    if not then or not shared:
        return None
    questions = tuple(question for question in now.questions.questions if question.id in shared)
    reduced = replace(now.questions, questions=questions)
    return Measured(reduced, now.answers, now.digest), Measured(reduced, then, "")


def _row(name: str, what: str, one: Sequence[Judged], other: Sequence[Judged]) -> list[str]:
    cells = [cell for score in SCORES for cell in _cells(strata(one, score), strata(other, score))]
    return [name, what, str(len(one)), *cells]


def _cells(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> tuple[str, str]:
    """Return the mean difference and its interval; both are of the same questions in the same order."""
    pairs = zip(one, other, strict=True)
    sure = interval([[a - b for a, b in zip(*pair, strict=True)] for pair in pairs])
    return f"{sure.mean:+.3f}", f"{sure.low:+.3f} … {sure.high:+.3f}"


def _table(what: str, rows: Sequence[Sequence[str]]) -> str:
    header = ("set", what, "n", *(cell for name in NAMES for cell in (f"Δ {name}", "95 %")))
    return table(header, rows, left=2)
