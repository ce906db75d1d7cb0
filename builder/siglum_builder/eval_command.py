"""The `siglum eval` command."""

from __future__ import annotations

import gc
import math
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from siglum.opening import open_reader
from siglum.options import artifact_option, find
from siglum.parameters import MOST_HITS
from siglum.render import to_json
from siglum.service import Library
from siglum.typed import nearest_name
from siglum_builder.baseline import Baseline, read_baseline, save_baseline
from siglum_builder.errors import ConfigError
from siglum_builder.evaluate import DEPTH
from siglum_builder.golden import Golden, load_golden
from siglum_builder.golden_pages import find_pages, place_questions
from siglum_builder.measure import ask, compare, sum_up
from siglum_builder.quotations import find_quotations
from siglum_builder.scoreboard import evaluation_lines, one_line, score_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum_builder.evaluation import Evaluation, Quotation
    from siglum_builder.model import Notice

SHOWN = 20
"""Notices and quoted queries that are listed."""
HITS = 50
"""Hits asked of each question; ten pages are rarely spread over more."""


class Bar(NamedTuple):
    """A metric and the value that it must reach."""

    metric: str
    value: float


@click.command("eval")
@click.argument("golden", type=click.Path(exists=True, path_type=Path))
@artifact_option
@click.option(
    "--k", type=click.IntRange(1, MOST_HITS), default=DEPTH, show_default=True, help="Pages judged."
)
@click.option(
    "--top-k",
    type=click.IntRange(1, MOST_HITS),
    default=HITS,
    show_default=True,
    help="Hits asked of each question; their pages, each once, are the ranking.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Write a baseline.",
)
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Compare with a baseline of the same questions: what got better, what worse.",
)
@click.option(
    "--fail-under",
    "bars",
    multiple=True,
    metavar="METRIC=VALUE",
    help="Exit 1 below, as hit@5=.85; repeatable.",
)
@click.pass_context
def evaluate(
    ctx: click.Context,
    golden: Path,
    artifacts: tuple[str, ...],
    k: int,
    top_k: int,
    as_json: bool,
    save: Path | None,
    against: Path | None,
    bars: tuple[str, ...],
) -> None:
    """Score an artifact on golden questions.

    GOLDEN is a file of JSON lines with id, query and expect (the pages that answer; [] where the corpus
    does not), optionally also, kind and lang; or a folder with queries.jsonl and qrels.tsv. Shown by kind and
    language, with 95 % intervals for the total. AUROC says how well confidence.score tells questions with an
    answer from those without. Exit 1 where a line of GOLDEN is wrong, or a metric is below its bar.
    """
    gc.enable()
    wanted = [_bar(text, k) for text in bars]
    if top_k < k:
        raise click.UsageError(f"--top-k {top_k} gives fewer hits than the pages that --k {k} judges")
    questions = load_golden(golden)
    _say(_notice_lines(questions.notices))
    if not any(question.gains for question in questions.questions):
        raise ConfigError(f"{golden} has no question with a page that answers it")
    before = read_baseline(against, questions, top_k=top_k) if against else None
    found = _evaluate(questions, find(artifacts), before, k=k, top_k=top_k)
    _say(_quotation_lines(found.quoted))
    click.echo(to_json(found) if as_json else "\n".join(evaluation_lines(found)))
    if save:
        save_baseline(save, found)
    missed = list(_missed(found, wanted))
    _say(missed)
    if count := len(questions.notices):
        _say((f"the scores are without what is wrong with {questions.name}: {count} named above",))
    ctx.exit(1 if missed or questions.notices else 0)


def _evaluate(
    golden: Golden, folders: Sequence[Path], before: Baseline | None, *, k: int, top_k: int
) -> Evaluation:
    """Ask the artifacts in `folders`; pages that are not there are named on stderr."""
    with open_reader(folders) as reader:
        manifest, paths = reader.manifest, tuple(reader.store.document_ids)
        pages = find_pages((page for q in golden.questions for page in q.gains), paths, reader.prefixes)
        if not pages:
            raise ConfigError(
                f"none of the pages that {golden.name} expects is in {manifest.name}@{manifest.version}:"
                " name the artifact of that corpus with -a"
            )
        questions, missing = place_questions(golden, pages, paths)
        _say(_notice_lines(missing))
        answers = ask(Library(reader), questions, pages, top_k=top_k)
        quoted = find_quotations(questions, reader.store)
    comparison = compare(answers, before.ranks, (before.name, before.version), k=k) if before else None
    about = (golden.name, golden.digest)
    return sum_up(answers, manifest, about, k=k, top_k=top_k, quoted=quoted, comparison=comparison)


def _bar(text: str, k: int) -> Bar:
    """Read METRIC=VALUE; metrics of `k` may leave it out."""
    metric, _, number = text.partition("=")
    known = [*(name.lower() for name in score_names(k)), "auroc"]
    name = metric.strip().lower()
    name = name if name in known else f"{name}@{k}"
    if name not in known:
        meant = nearest_name(metric.strip().lower(), known)
        raise click.UsageError(
            f"--fail-under has no metric {metric!r}; "
            + (f"did you mean {meant}?" if meant else ", ".join(known))
        )
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise click.UsageError(f"--fail-under {metric} needs a number from 0 to 1, as {metric}=.85")
    return Bar(name, value)


def _missed(evaluation: Evaluation, bars: Sequence[Bar]) -> Iterator[str]:
    """Yield a line for each metric below its bar; what cannot be measured is below it."""
    names = (name.lower() for name in score_names(evaluation.k))
    reached = dict(zip(names, astuple(evaluation.total.scores), strict=True))
    for metric, value in bars:
        found = evaluation.auroc if metric == "auroc" else reached[metric]
        if found is None:
            yield f"{metric} cannot be told: {evaluation.golden} has no question without an answer"
        elif found < value:
            yield f"{metric} is {found:.3f}, under {value:g}"


def _notice_lines(notices: Sequence[Notice]) -> Iterator[str]:
    for notice in notices[:SHOWN]:
        yield f"{notice.path}{f':{notice.line}' if notice.line else ''}: {notice.reason}"
    if len(notices) > SHOWN:
        yield f"{len(notices) - SHOWN} more of the kind"


def _quotation_lines(quoted: Sequence[Quotation]) -> Iterator[str]:
    if quoted:
        yield f"queries that stand verbatim in the corpus, so that to find them proves little: {len(quoted)}"
    for each in quoted[:SHOWN]:
        yield f"{each.id}: {each.query} ({each.path})"
    if len(quoted) > SHOWN:
        yield f"{len(quoted) - SHOWN} more"


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(f"siglum: {one_line(line)}", err=True)
