"""Ask for definitions by their bare names, and print how many stand first.

Of each folder that holds code, names that one definition has are drawn evenly over the paths; tests and what
programs wrote aside.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import click

import siglum
from benchmarks.compiled import Silent
from siglum.names import symbol_key
from siglum.store.file import FileStore
from siglum_builder.asides import is_test
from siglum_builder.config import config_of_paths
from siglum_builder.pipeline import build

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = frozenset("function method class interface trait struct enum union record object table view".split())  # noqa: SIM905
SHORTEST = 4
"""Letters of a name that is asked for: what is shorter is also a word."""


class Named(NamedTuple):
    """A definition that alone has its name."""

    name: str
    path: str
    line: int


def unique_names(version: Path) -> list[Named]:
    """Return the definitions of an artifact whose name no other has, in the order of paths and lines."""
    with FileStore(version) as store:
        rows = store.rows(
            "SELECT s.name, s.kind, d.path, s.start_line, d.generated IS NOT NULL FROM symbols s"
            " JOIN documents d USING (document_id) ORDER BY d.path, s.start_line, s.symbol_id"
        )
    by_name: dict[str, list[tuple[Named, str, bool]]] = defaultdict(list)
    for name, kind, path, line, generated in rows:
        by_name[symbol_key(name)].append((Named(name, path, line), kind, generated or is_test(path)))
    alone = (found[0] for found in by_name.values() if len(found) == 1)
    return sorted(
        (
            named
            for named, kind, aside in alone
            if kind in KINDS and not aside and len(named.name) >= SHORTEST
        ),
        key=lambda named: (named.path, named.line),
    )


def drawn(names: Sequence[Named], count: int) -> list[Named]:
    """Return `count` of the names, evenly spread."""
    step = max(1.0, len(names) / count)
    return [names[int(n * step)] for n in range(min(count, len(names)))]


def rank_of(library: siglum.Library, named: Named) -> int:
    """Return the rank of a definition among the hits for its name, 0 where it is none of the first ten."""
    for rank, hit in enumerate(library.search(named.name).results, 1):
        lines = hit.section_range
        if hit.path == named.path and lines.start_line <= named.line <= lines.end_line:
            return rank
    return 0


@click.command(help=__doc__)
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--count", default=100, show_default=True, help="Names asked for in each folder.")
@click.option("--show", default=0, help="Print so many of the names that do not stand first.")
def main(folders: tuple[Path, ...], count: int, show: int) -> None:
    """Print the table."""
    click.echo(f"{'folder':32} {'unique':>7} {'asked':>6} {'first':>6} {'of 3':>6} {'of 10':>6}")
    for folder in folders:
        with TemporaryDirectory() as work:
            config = config_of_paths([folder.resolve()], name="x")
            version = build(config, Path(work), jobs=1, progress=Silent()).folder
            names = unique_names(version)
            asked = drawn(names, count)
            with siglum.open(version) as library:
                ranks = [rank_of(library, named) for named in asked]
        best = [sum(1 for rank in ranks if 0 < rank <= most) for most in (1, 3, 10)]
        click.echo(f"{folder.name[:32]:32} {len(names):7} {len(asked):6} {best[0]:6} {best[1]:6} {best[2]:6}")
        missed = [(named, rank) for named, rank in zip(asked, ranks, strict=True) if rank != 1]
        for named, rank in missed[:show]:
            click.echo(f"    {named.name} {named.path}:{named.line} is {rank or 'none'}")


if __name__ == "__main__":
    main()
