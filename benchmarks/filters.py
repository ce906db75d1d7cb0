"""Print what filters and stages cost on artifacts that stand ready, beside a plain search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import siglum
from benchmarks.speed import sample_queries, variants
from benchmarks.units import read_units
from benchmarks.variants import LEFT, narrow_filter
from siglum.artifact.locate import version_folder
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = (
    "artifact",
    "chunks",
    "plain, p50 ms",
    f"leaves {LEFT}",
    "times plain",
    "found",
    "every stage and filter",
    "times",
)


def row(version: Path, asked: Sequence[str], *, rounds: int) -> list[str]:
    """Measure one artifact; what is compared takes turns, after a round for warmth."""
    staged, plain, narrow = variants(version, asked, rounds=rounds)
    given = narrow_filter(version)
    with siglum.open(version) as library:
        manifest = library.manifest
        found = len(library.search(given.words, **given.options).results) if given else 0
    return [
        manifest.name,
        f"{manifest.counts['chunks']:,}",
        f"{1000 * plain:.2f}",
        "" if narrow is None else f"{1000 * narrow:.2f}",
        "" if narrow is None else f"{narrow / plain:.2f}",
        str(found),
        f"{1000 * staged:.2f}",
        f"{staged / plain:.2f}",
    ]


@click.command()
@click.argument("artifacts", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--queries", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--rounds", type=click.IntRange(min=1), default=3, show_default=True)
def main(artifacts: tuple[Path, ...], queries: int, rounds: int) -> None:
    """Search ARTIFACTS plainly, with a filter that leaves three chunks, and with every stage and filter.

    All are asked what sections of the first one say.
    """
    versions = [version_folder(folder) for folder in artifacts]
    asked = sample_queries(read_units(versions[0]), queries, seed=0)
    rows = [row(version, asked, rounds=rounds) for version in versions]
    click.echo(table(HEAD, rows))


if __name__ == "__main__":
    main()
