"""Print how well `confidence`, and guides by it, tell the questions that a corpus answers from the others."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from benchmarks.compiled import Silent
from benchmarks.sets import shared_sets
from siglum.grounding import covered, find
from siglum.reader import ArtifactReader
from siglum_builder.config import config_of_paths
from siglum_builder.evaluate import auroc
from siglum_builder.pipeline import build
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.sets import QuestionSet
    from siglum.reader import Reader
    from siglum.results import Confidence
    from siglum_builder.golden import Question

SHARED = Path("../shared")
SAMPLE = 80
"""Questions of a set, evenly spaced, so that a large one is not most of what the others are asked."""


class Asked(NamedTuple):
    """What a corpus says of one question."""

    confidence: Confidence
    guided: bool
    """Whether guides and flows take it as covered."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one corpus says of its own questions and of those of others."""

    name: str
    shift: float
    answered: tuple[Asked, ...]
    unanswered: tuple[Asked, ...]
    """Of its own questions without an answer."""
    others: tuple[Asked, ...]


def judge(sets: Sequence[QuestionSet], work: Path) -> Iterator[Judged]:
    """Ask each set's corpus its own questions and those that sets of other corpora have answers to."""
    for own in sets:
        config = config_of_paths([scope.folder for scope in own.scopes], name=own.name)
        folder = work / own.name
        if not folder.exists():
            build(config, folder, jobs=1, progress=Silent())
        foreign = [q for other in sets if corpus_of(other) != corpus_of(own) for q in sample(other)]
        with ArtifactReader(folder) as reader:
            yield Judged(
                own.name,
                reader.manifest.calibration.shift,
                answered=ask(reader, [q for q in sample(own) if q.gains]),
                unanswered=ask(reader, [q for q in own.questions if not q.gains]),
                others=ask(reader, foreign),
            )


def ask(reader: Reader, questions: Sequence[Question]) -> tuple[Asked, ...]:
    """Search for each question."""
    found = (find(reader, each.text) for each in questions)
    return tuple(Asked(each.confidence, covered(reader, each)) for each in found)


def corpus_of(questions: QuestionSet) -> Path:
    """Return the folder that tells whether two sets are about the same."""
    folder = questions.scopes[0].folder.resolve()
    return next((parent for parent in folder.parents if parent.parent.name == "corpora"), folder)


def sample(questions: QuestionSet) -> tuple[Question, ...]:
    """Return some questions of a set, evenly spaced."""
    step = max(1, len(questions.questions) // SAMPLE)
    return questions.questions[::step][:SAMPLE]


HEAD = (
    "set",
    "shift",
    "AUROC",
    "own only",
    "answered",
    "none",
    "guided",
    "own unanswered",
    "none",
    "guided",
    "others",
    "none",
    "guided",
    "right",
)


def row(judged: Judged) -> list[str]:
    """Return a row of the table; `right` is the share of those with level `none` that have no answer."""
    groups = (judged.answered, judged.unanswered, judged.others)
    lost, own, other = (sum(each.confidence.level == "none" for each in group) for group in groups)
    cells = [
        judged.name,
        f"{judged.shift:+.2f}",
        _auroc(judged.answered, (*judged.unanswered, *judged.others)),
    ]
    cells.append(_auroc(judged.answered, judged.unanswered))
    for group, none in zip(groups, (lost, own, other), strict=True):
        cells += [str(len(group)), str(none), str(sum(each.guided for each in group))]
    return [*cells, f"{(own + other) / max(1, lost + own + other):.3f}"]


def _auroc(answered: Sequence[Asked], others: Sequence[Asked]) -> str:
    found = auroc(*([each.confidence.score for each in group] for group in (answered, others)))
    return "" if found is None else f"{found:.3f}"


@click.command()
@click.option("--shared", type=click.Path(path_type=Path), default=SHARED, show_default=True)
@click.option("--only", multiple=True, metavar="SET", help="This set; repeatable.")
@click.option(
    "--work", type=click.Path(path_type=Path), help="Keep the artifacts here, and use those that are."
)
def main(shared: Path, only: tuple[str, ...], work: Path | None) -> None:
    """Ask every set's corpus its own questions and the other corpora's."""
    with tempfile.TemporaryDirectory(prefix="siglum-answerable-") as folder:
        sets = list(shared_sets(shared, Path(folder), only=only))
        judged = list(judge(sets, work or Path(folder) / "artifacts"))
    if not judged:
        raise click.ClickException(f"no set in {shared}; name its folder with --shared")
    click.echo(table(HEAD, [row(each) for each in judged]))


if __name__ == "__main__":
    main()
