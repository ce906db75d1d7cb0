"""Print how many of the pages and files that a page links to or includes `expand_related` finds among ten."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import click

import siglum
from benchmarks.relations import CORPORA, SHARED, compile_corpus, plain_path, read_pages
from siglum.signals import SIGNALS
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum import Library
    from siglum.parameters import Signal

FIRST = 10
"""Pages and files of an answer that are looked at; pages with more targets are left out."""
BUDGET = 200
"""Parts that are asked for, since several of one file are one."""
MASKED: tuple[Signal, ...] = tuple(name for name, _, _ in SIGNALS if name != "links")
COLUMNS: tuple[tuple[str, tuple[Signal, ...]], ...] = (
    ("all signals", tuple(name for name, _, _ in SIGNALS)),
    ("links masked", MASKED),
    ("vectors alone", ("similarity",)),
)


@click.command(help=__doc__)
@click.option("--shared", type=click.Path(path_type=Path), default=SHARED, show_default=True)
@click.option("--only", multiple=True, type=click.Choice(list(CORPORA)), help="This set; repeatable.")
@click.option("--code", multiple=True, metavar="CORPUS=FOLDER", help="Code as a second source; repeatable.")
@click.option("--missing", is_flag=True, help="List what all signals did not find.")
def main(shared: Path, only: tuple[str, ...], code: tuple[str, ...], missing: bool) -> None:
    """Print the table."""
    folders = dict(each.split("=", 1) for each in code)
    names = [name for name in CORPORA if name in only or not only]
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            corpus = CORPORA[name]
            version = compile_corpus(shared / "corpora" / corpus, folders.get(corpus), Path(work) / name)
            with siglum.open(version) as library:
                rows.append(_row(library, name, list(_targets(library, read_pages(shared, name))), missing))
    click.echo(table(("set", "pages", "targets", *(title for title, _ in COLUMNS)), rows))


def _targets(library: Library, pages: Sequence[dict[str, object]]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the pages of the artifact with what they link to or include there."""
    paths = {plain_path(document.path): document.path for document in library.documents()}
    for page in pages:
        listed = [target for key in ("links", "includes") for target in _listed(page[key])]
        name = str(page["page"])
        found = frozenset(paths[target] for target in listed if target in paths and target != name)
        if name in paths and 0 < len(found) <= FIRST:
            yield paths[name], found


def _listed(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(each) for each in value]


def _row(
    library: Library, name: str, pages: Sequence[tuple[str, frozenset[str]]], missing: bool
) -> tuple[str, ...]:
    shares: list[str] = []
    for title, signals in COLUMNS:
        answers = {page: _first(library, page, signals) for page, _ in pages}
        recalls = [len(targets & answers[page]) / len(targets) for page, targets in pages]
        shares.append(f"{fmean(recalls):.3f}")
        if missing and title == COLUMNS[0][0]:
            for page, targets in pages:
                for target in sorted(targets - answers[page]):
                    click.echo(f"{name}: {page} -> {target}")
    return name, str(len(pages)), str(sum(len(targets) for _, targets in pages)), *shares


def _first(library: Library, page: str, signals: tuple[Signal, ...]) -> set[str]:
    """Return the first files of the answer for a page."""
    answer = library.expand_related(
        [f"file:{page}"], budget=BUDGET, signals=signals, mode="implementation", snippet_lines=0
    )
    return set(list(dict.fromkeys(related.path for related in answer.related))[:FIRST])


if __name__ == "__main__":
    main()
