"""Ask an artifact golden questions, and sum up how well it answers them."""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING

from siglum.confidence import is_flat
from siglum_builder.evaluate import (
    Interval,
    Scores,
    auroc,
    interval,
    judge_ranks,
    mean,
    percentile,
    ranks_of,
)
from siglum_builder.evaluation import (
    SCORES,
    Change,
    Comparison,
    Evaluation,
    Flagged,
    Group,
    Latency,
    Outcome,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from siglum.artifact.manifest import Manifest
    from siglum.service import Library
    from siglum_builder.evaluation import Quotation
    from siglum_builder.golden import Question

DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Answer:
    """What an artifact said to a question."""

    question: Question
    ranks: dict[str, int]
    """Rank, from 1, of each relevant page that was found."""
    confidence: float
    """confidence.score: how likely it is that there is an answer."""
    low_confidence: bool
    """Whether the flag of that name is set where nothing but the query is given."""
    milliseconds: float


def ask(
    library: Library, questions: Sequence[Question], paths: Mapping[str, str], *, top_k: int
) -> list[Answer]:
    """Search for each question; `paths` has the logical path of each relevant page that exists."""
    if questions:
        library.search(questions[0].text, top_k=top_k)  # what is read once belongs to no question
    return [_answer(library, question, paths, top_k) for question in questions]


def _answer(library: Library, question: Question, paths: Mapping[str, str], top_k: int) -> Answer:
    start = time.perf_counter()
    response = library.search(question.text, top_k=top_k)
    elapsed = 1000 * (time.perf_counter() - start)
    results, settings = response.results, library.manifest.search
    flat = is_flat([hit.score for hit in results[: settings.top_k]], settings.min_confidence_ratio)
    pages = {paths[page]: page for page in question.gains if page in paths}
    ranks = {pages[path]: rank for path, rank in ranks_of(pages, (hit.path for hit in results)).items()}
    return Answer(question, ranks, response.confidence.score, flat, elapsed)


def sum_up(
    answers: Sequence[Answer],
    manifest: Manifest,
    golden: tuple[str, str],
    *,
    k: int,
    top_k: int,
    quoted: tuple[Quotation, ...],
    comparison: Comparison | None = None,
) -> Evaluation:
    """Return the scores of `answers`; `golden` is the name and digest of the set. Floats have 6 decimals."""
    answered = [answer for answer in answers if answer.question.gains]
    others = [answer for answer in answers if not answer.question.gains]
    separation = auroc([a.confidence for a in answered], [a.confidence for a in others])
    times = [answer.milliseconds for answer in answers]
    return Evaluation(
        name=manifest.name,
        version=manifest.version,
        digest=manifest.digest,
        golden=golden[0],
        golden_digest=golden[1],
        k=k,
        top_k=top_k,
        unanswerable=len(others),
        total=_group("all", answered, k),
        intervals=_intervals([judged(answer, k) for answer in answered]),
        kinds=_groups(answered, k, lambda question: question.kind),
        languages=_groups(answered, k, lambda question: question.language),
        latency=Latency(round(percentile(times, 0.5), 3), round(percentile(times, 0.95), 3)),
        outcomes=tuple(map(_outcome, answers)),
        quoted=quoted,
        low_confidence=Flagged(_flagged(answered), _flagged(others)),
        auroc=None if separation is None else round(separation, DECIMALS),
        comparison=comparison,
    )


def _flagged(answers: Sequence[Answer]) -> int:
    return sum(answer.low_confidence for answer in answers)


def judged(answer: Answer, k: int) -> Scores:
    """Return the scores of an answerable question."""
    return judge_ranks(answer.question.gains, answer.ranks, k=k)


def compare(
    answers: Sequence[Answer], before: Mapping[str, Mapping[str, int]], artifact: tuple[str, str], *, k: int
) -> Comparison:
    """Return `answers` beside the ranks that the same questions had `before`, in an artifact and version."""
    pairs = [(_as_before(now, before[now.question.id]), now) for now in answers if now.question.gains]
    changes = [_change(then, now, k) for then, now in pairs]
    return Comparison(
        *artifact,
        differences=_intervals([_minus(judged(now, k), judged(then, k)) for then, now in pairs]),
        better=tuple(sorted((c for c in changes if c.ndcg > 0), key=lambda c: (-c.ndcg, c.id))),
        worse=tuple(sorted((c for c in changes if c.ndcg < 0), key=lambda c: (c.ndcg, c.id))),
    )


def _as_before(now: Answer, ranks: Mapping[str, int]) -> Answer:
    """Return an answer with former ranks, but for pages that this artifact has under another name too."""
    return replace(now, ranks={page: rank for page, rank in ranks.items() if page in now.question.gains})


def _minus(now: Scores, then: Scores) -> Scores:
    return Scores(*(a - b for a, b in zip(astuple(now), astuple(then), strict=True)))


def _change(then: Answer, now: Answer, k: int) -> Change:
    gap = round(judged(now, k).ndcg - judged(then, k).ndcg, DECIMALS)
    before, after = (min(each.ranks.values(), default=None) for each in (then, now))
    return Change(now.question.id, now.question.text, gap, before, after)


def _intervals(scores: Sequence[Scores]) -> dict[str, Interval]:
    found = {name: interval([[getattr(each, name) for each in scores]]) for name in SCORES}
    return {name: Interval(*_rounded(astuple(each))) for name, each in found.items()}


def _groups(answers: Sequence[Answer], k: int, part: Callable[[Question], str]) -> tuple[Group, ...]:
    names = sorted({part(answer.question) for answer in answers} - {""})
    return tuple(_group(name, [a for a in answers if part(a.question) == name], k) for name in names)


def _group(name: str, answers: Sequence[Answer], k: int) -> Group:
    scores = mean([judged(answer, k) for answer in answers])
    return Group(name, len(answers), Scores(*_rounded(astuple(scores))))


def _rounded(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, DECIMALS) for value in values)


def _outcome(answer: Answer) -> Outcome:
    question = answer.question
    return Outcome(
        question.id,
        question.text,
        question.kind,
        question.language,
        bool(question.gains),
        answer.ranks,
        answer.confidence,
        answer.low_confidence,
    )
