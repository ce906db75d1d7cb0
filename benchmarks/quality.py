"""Print how well siglum and its peers find the pages that answer the questions of every set."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmarks import runs
from benchmarks.compiled import compile_scopes
from benchmarks.differences import former_table, peer_table
from benchmarks.peers import PEERS, installed
from benchmarks.report import part_table, set_table
from benchmarks.runs import Measured
from benchmarks.sets import golden_set, ir_set, shared_sets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.peers import Peer
    from benchmarks.sets import QuestionSet

SHARED = Path("../shared")


def measure(loaded: Iterable[QuestionSet], peers: Sequence[Peer], work: Path) -> Iterator[Measured]:
    """Compile each set's corpus, and ask every system its questions."""
    for questions in loaded:
        artifact = compile_scopes(questions.scopes, work / "artifacts" / questions.name)
        answers = runs.ask(questions, artifact, peers, work=work / "peers" / questions.name)
        yield Measured(questions, answers, artifact.digest)


@click.command()
@click.option(
    "--shared", type=click.Path(path_type=Path), help="Folder of golden/, corpora/ and ir/ (../shared)."
)
@click.option("--only", multiple=True, metavar="SET", help="Of the shared sets, this one; repeatable.")
@click.option(
    "--golden",
    multiple=True,
    metavar="FILE=FOLDER[,FOLDER]",
    help="A golden file over these folders; repeatable.",
)
@click.option(
    "--ir",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with corpus.jsonl, queries.jsonl and qrels.tsv; repeatable.",
)
@click.option(
    "--system",
    "systems",
    multiple=True,
    type=click.Choice([p.name for p in PEERS]),
    help="Default: all installed.",
)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Save the run.")
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A saved run: print the paired differences to it.",
)
def main(
    shared: Path | None,
    only: tuple[str, ...],
    golden: tuple[str, ...],
    ir: tuple[Path, ...],
    systems: tuple[str, ...],
    json_file: Path | None,
    against: Path | None,
) -> None:
    """Ask siglum and its peers the questions of each set, and print the scores of the pages they rank."""
    former = _former(against)
    peers = _peers(systems)
    with tempfile.TemporaryDirectory(prefix="siglum-quality-") as folder:
        work = Path(folder)
        loaded = [*_given(golden, ir, work / "ir")]
        if shared or not loaded:
            loaded += shared_sets(shared or SHARED, work / "ir", only=only)
        usable = [questions for questions in loaded if _usable(questions)]
        measured = list(measure(usable, peers, work))
    if not measured:
        raise click.ClickException("no set to measure; name one with --golden, --ir or --shared")
    names = [peer.name for peer in peers]
    click.echo(set_table(measured, names))
    for part in ("kind", "language"):
        click.echo(f"\n{part_table(measured, names, part=part)}")
    if len(names) > 1:
        click.echo(f"\n{peer_table(measured, names)}")
    if former is not None:
        click.echo(f"\n{former_table(measured, former, names)}")
    if json_file:
        runs.save(json_file, measured)


def _peers(names: Sequence[str]) -> list[Peer]:
    wanted = [peer for peer in PEERS if not names or peer.name in names]
    for peer in wanted:
        if not installed(peer):
            click.echo(f"{peer.name} is left out: {peer.module} is not installed (group `bench`)", err=True)
    return [peer for peer in wanted if installed(peer)]


def _given(golden: Iterable[str], ir: Iterable[Path], work: Path) -> Iterator[QuestionSet]:
    for value in golden:
        file, _, folders = value.partition("=")
        paths = [Path(folder) for folder in folders.split(",")]
        missing = [path for path in paths if not folders or not path.is_dir()]
        if missing:
            raise click.BadParameter(f"{value!r} is not FILE=FOLDER[,FOLDER] with folders that exist")
        yield golden_set(Path(file), paths)
    for folder in ir:
        yield ir_set(folder, work / folder.resolve().name)


def _usable(questions: QuestionSet) -> bool:
    """Print what was wrong with a set's files; a set without an answered question is left out."""
    for notice in questions.notices:
        line = f":{notice.line}" if notice.line else ""
        click.echo(f"{questions.name}: {notice.path}{line}: {notice.reason}", err=True)
    usable = any(question.gains for question in questions.questions)
    if not usable:
        click.echo(f"{questions.name} is left out: no question in it has an answer", err=True)
    return usable


def _former(file: Path | None) -> dict[str, runs.Answers] | None:
    try:
        return runs.read(file) if file else None
    except ValueError as fault:
        raise click.ClickException(str(fault)) from None


if __name__ == "__main__":
    main()
