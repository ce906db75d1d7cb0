"""Print how well artifacts that are opened together answer, beside one built of all their sources."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

import siglum
from benchmarks.compiled import compile_scopes
from benchmarks.differences import peer_table
from benchmarks.report import set_table
from benchmarks.runs import UNITS, Answer, Measured
from benchmarks.sets import shared_sets
from siglum_builder.evaluate import DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.compiled import Artifact
    from benchmarks.sets import QuestionSet

OPENED, BUILT = "opened together", "built together"


def measure(sets: Sequence[QuestionSet], work: Path) -> list[Measured]:
    """Compile the sets' corpora apart and as one artifact, and ask both every question."""
    apart = [compile_scopes(each.scopes, work / each.name) for each in sets]
    whole = compile_scopes([scope for each in sets for scope in each.scopes], work / "all")
    with (
        siglum.open([artifact.version for artifact in apart]) as opened,
        siglum.open(whole.version) as built,
    ):
        systems = ((OPENED, opened, _pages_of(sets, apart)), (BUILT, built, whole.page))
        return [
            Measured(
                replace(each, scopes=()),
                {name: _answers(library, each, page) for name, library, page in systems},
                whole.digest,
            )
            for each in sets
        ]


def _pages_of(sets: Sequence[QuestionSet], apart: Sequence[Artifact]) -> Callable[[str], str]:
    """Return what a path of the opened artifacts is called in the questions of its set."""
    by_name = {each.name: artifact for each, artifact in zip(sets, apart, strict=True)}

    def page(path: str) -> str:
        name, _, inside = path.removeprefix("@").partition("/")
        return by_name[name].page(inside)

    return page


def _answers(library: siglum.Library, asked: QuestionSet, page: Callable[[str], str]) -> dict[str, Answer]:
    answers = {}
    for question in asked.questions:
        found = library.search(question.text, top_k=UNITS)
        pages = tuple(dict.fromkeys(page(hit.path) for hit in found.results))[:DEPTH]
        answers[question.id] = Answer(pages, found.confidence.score)
    return answers


@click.command()
@click.argument("names", nargs=-1, metavar="SET…")
@click.option("--shared", type=click.Path(path_type=Path), default="../shared", show_default=True)
def main(names: tuple[str, ...], shared: Path) -> None:
    """Ask the questions of each SET (fastapi-en rust-book-en) of all corpora, opened and built together.

    AUROC is that of confidence.score.
    """
    with tempfile.TemporaryDirectory(prefix="siglum-joined-") as folder:
        wanted = names or ("fastapi-en", "rust-book-en")
        sets = list(shared_sets(shared, Path(folder) / "ir", only=wanted))
        if len(sets) != len(wanted):
            raise click.ClickException(f"{shared} has only {', '.join(each.name for each in sets) or 'none'}")
        measured = measure(sets, Path(folder))
    click.echo(set_table(measured, [OPENED, BUILT]))
    click.echo(f"\n{peer_table(measured, [OPENED, BUILT])}")


if __name__ == "__main__":
    main()
