"""Whether the definition that a question names is its first hit, in English and Japanese.

python -m benchmarks.named ARTIFACT…

Of every artifact some definitions are asked for whose name no other has, evenly spaced by name; code that
tests is left out. Printed are, a question, how many of them came first and the mean of 1 / rank.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from siglum.reader import ArtifactReader
from siglum.service import Library
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from siglum.reader import Reader
    from siglum.rows import SymbolRow

QUESTIONS = (
    "{}",
    "how do I use {}",
    "where is {} defined and what does it return",
    "add a {} to the application",
    "{} の使い方を教えてください",
    "{}はどこで定義されていますか",
)
DEFINITIONS = 60


def own_name(symbol: SymbolRow) -> str:
    """Return the last part of a qualified name."""
    return symbol.qualified_name.rpartition(".")[2]


def definitions(reader: Reader) -> list[SymbolRow]:
    """Return definitions of a name of their own."""
    every = reader.store.symbols(range(len(reader.store.symbol_spans.document))).values()
    counts, tests = Counter(map(own_name, every)), reader.store.chunks.test
    asked = {
        own_name(each): each
        for each in every
        if counts[own_name(each)] == 1 and not tests[reader.chunk_range(each.document_id)].any()
    }
    names = sorted(asked)
    return [asked[name] for name in names[:: max(1, len(names) // DEFINITIONS)][:DEFINITIONS]]


def rank(library: Library, reader: Reader, question: str, symbol: SymbolRow) -> int | None:
    """Return the place of the hit that has a definition's first line."""
    path = reader.store.paths[symbol.document_id]
    for place, hit in enumerate(library.search(question).results, 1):
        lines = hit.section_range
        if hit.path == path and lines.start_line <= symbol.start_line <= lines.end_line:
            return place
    return None


@click.command()
@click.argument("artifacts", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(artifacts: tuple[Path, ...]) -> None:
    """Ask ARTIFACTS for their definitions."""
    for artifact in artifacts:
        with ArtifactReader(artifact) as reader:
            asked, library = definitions(reader), Library(reader)
            rows = []
            for question in QUESTIONS:
                ranks = [rank(library, reader, question.format(own_name(each)), each) for each in asked]
                mean = sum(1 / place for place in ranks if place) / max(1, len(ranks))
                rows.append([question, str(len(ranks)), str(ranks.count(1)), f"{mean:.3f}"])
            click.echo(table((reader.manifest.name, "definitions", "first", "1 / rank"), rows))


if __name__ == "__main__":
    main()
