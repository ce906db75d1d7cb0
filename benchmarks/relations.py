"""Print how many of the links and includes that were found by hand an artifact holds."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmarks.compiled import JOBS, Silent
from siglum.link_report import broken_links, outside_links
from siglum.store.file import FileStore
from siglum_builder.config import ArtifactConfig, Config, SourceConfig
from siglum_builder.pipeline import build
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from siglum.link_report import UnresolvedLink

SHARED = Path("../shared")
CORPORA = {
    "efcore": "efcore-docs",
    "fastapi-en": "fastapi",
    "fastapi-ja": "fastapi",
    "rust-book": "rust-book",
}
"""The corpus of each file of relations."""
HEADER = (
    *("set", "pages", "links", "in corpus", "found"),
    *("includes", "in corpus", "found", "else listed with its reason"),
)


@dataclass(frozen=True, slots=True)
class Graph:
    """What an artifact says of a corpus's links; paths are relative to their source."""

    paths: frozenset[str]
    links: frozenset[tuple[str, str]]
    """Page and target."""
    includes: frozenset[tuple[str, str]]
    unresolved: tuple[UnresolvedLink, ...]


@click.command()
@click.option("--shared", type=click.Path(path_type=Path), default=SHARED, show_default=True)
@click.option("--only", multiple=True, type=click.Choice(list(CORPORA)), help="This set; repeatable.")
@click.option(
    "--code",
    multiple=True,
    metavar="CORPUS=FOLDER",
    help="A folder with the code that a corpus includes, as its second source; repeatable.",
)
@click.option("--missing", is_flag=True, help="List what was not found.")
def main(shared: Path, only: tuple[str, ...], code: tuple[str, ...], missing: bool) -> None:
    """Build each corpus of SHARED and compare its graph with the lists in SHARED/relations."""
    folders = dict(each.split("=", 1) for each in code)
    names = [name for name in CORPORA if name in only or not only]
    with tempfile.TemporaryDirectory() as work:
        graphs = {
            corpus: _graph(
                compile_corpus(shared / "corpora" / corpus, folders.get(corpus), Path(work) / corpus)
            )
            for corpus in sorted({CORPORA[name] for name in names})
        }
    lines: list[str] = []
    rows = [_row(shared, name, graphs[CORPORA[name]], lines) for name in names]
    click.echo(table(HEADER, rows))
    if missing:
        click.echo("\n".join(lines))


def compile_corpus(folder: Path, code: str | None, output: Path) -> Path:
    """Build a corpus, with its code as a second source where there is some; return the version's folder."""
    docs = SourceConfig("docs", folder.name, folder)
    sources = (docs, SourceConfig("code", "code", Path(code))) if code else (docs,)
    config = Config(folder, ArtifactConfig(output.name), sources)
    return build(config, output, jobs=JOBS, progress=Silent()).folder


def _graph(version: Path) -> Graph:
    with FileStore(version) as store:
        names = {number: plain_path(path) for path, number in store.document_ids.items()}
        rows = store.links_from(names)
        pairs = [(row.kind, names[row.document_id], names[row.target_document_id]) for row in rows]
        return Graph(
            paths=frozenset(names.values()),
            links=frozenset((page, target) for kind, page, target in pairs if kind != "include"),
            includes=frozenset((page, target) for kind, page, target in pairs if kind == "include"),
            unresolved=tuple(
                replace(link, path=plain_path(link.path))
                for link in (*broken_links(store), *outside_links(store))
            ),
        )


def plain_path(path: str) -> str:
    """Return a path without the name of its source."""
    return path.partition("/")[2] if path.startswith("@") else path


def _row(shared: Path, name: str, graph: Graph, missing: list[str]) -> tuple[str, ...]:
    pages = read_pages(shared, name)
    links, includes = (set(_pairs(pages, key)) for key in ("links", "includes"))
    here, there = ({pair for pair in each if pair[1] in graph.paths} for each in (links, includes))
    listed = {pair for pair in includes - there if _is_listed(*pair, graph)}
    lost = chain(here - graph.links, there - graph.includes, includes - there - listed)
    missing.extend(f"{name}: {page} -> {target}" for page, target in sorted(lost))
    return (
        name,
        *map(str, (len(pages), len(links), len(here), len(here & graph.links))),
        *map(str, (len(includes), len(there), len(there & graph.includes))),
        f"{len(listed)} of {len(includes - there)}",
    )


def read_pages(shared: Path, name: str) -> list[dict[str, object]]:
    """Return what was found by hand: a page a line, with its links and includes."""
    text = (shared / "relations" / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _pairs(pages: Iterable[dict[str, object]], key: str) -> Iterator[tuple[str, str]]:
    for page in pages:
        targets = page[key]
        assert isinstance(targets, list)
        for target in targets:
            yield str(page["page"]), str(target)


def _is_listed(page: str, target: str, graph: Graph) -> bool:
    """Tell whether the artifact says that this page includes this file and the corpus has it not."""
    return any(
        link.path == page and link.kind == "include" and link.reason.endswith(f" {target}")
        for link in graph.unresolved
    )


if __name__ == "__main__":
    main()
