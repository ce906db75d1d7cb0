"""Whether the flow of a page has every step of it, in order.

python -m benchmarks.flows GOLDEN CORPUS=ARTIFACT…

GOLDEN is jsonl with `corpus`, `expect` (the page) and `steps`. Besides, of every Markdown page of the
artifacts its headings below the only top heading and its numbered items are looked for, as markdown-it
reads them. Flows are asked for by `file:`, in the style `detailed`, of 50 steps.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from markdown_it import MarkdownIt

from siglum.plain import on_one_line, plain_text
from siglum.reader import ArtifactReader, Reader
from siglum.service import Library

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown_it.token import Token


def missing(library: Library, path: str, steps: Sequence[str]) -> list[str]:
    """Return the steps that the flow of a page lacks, or has before one that they follow."""
    response = library.summarize_flow(seeds=[f"file:{path}"], style="detailed", max_steps=50)
    text = on_one_line(" ".join(f"{step.title}\n{step.description}" for step in response.flow))
    lacking, position = [], 0
    for step in steps:
        place = text.find(on_one_line(plain_text(step)), position)
        if place < 0:
            lacking.append(step)
        else:
            position = place
    return lacking


def page_of(reader: Reader, wanted: str) -> str:
    """Return the path that a page of the corpus has in an artifact: of several, of the source it names."""
    paths = zip(reader.store.document_ids, reader.inside, strict=True)
    found = [(path, inside) for path, inside in paths if f"/{wanted}".endswith(f"/{inside}")]
    named = [(path, inside) for path, inside in found if f"/{path[1:].partition('/')[0]}/" in f"/{wanted}"]
    return max(named or found, key=lambda pair: len(pair[1]))[0]


def own_steps(text: str) -> Iterator[str]:
    """Yield the headings below the only top heading and the numbered items of a page in order."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    tags = [token.tag for token in tokens if token.type == "heading_open" and token.level == 0]
    title = min(tags, default="") if tags.count(min(tags, default="")) == 1 else ""
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.tag != title:
            yield tokens[place + 1].content
        elif token.type == "list_item_open" and token.info and _opens_with_text(tokens, place):
            yield tokens[place + 2].content


def _opens_with_text(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place + 1].type == "paragraph_open"


class Row(NamedTuple):
    """A golden flow."""

    id: str
    corpus: str
    page: str
    steps: list[str]


def read_golden(path: Path) -> list[Row]:
    """Return the rows of a golden file."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [Row(row["id"], row["corpus"], row["expect"][0], row["steps"]) for row in rows]


def golden(rows: Sequence[Row], readers: Mapping[str, Reader]) -> None:
    """Print what the flows of golden pages lack."""
    whole = 0
    for row in rows:
        reader = readers[row.corpus]
        lacking = missing(Library(reader), page_of(reader, row.page), row.steps)
        whole += not lacking
        print(f"{row.id}: {'; '.join(lacking) or 'whole'}")
    print(f"{whole} of {len(rows)} golden flows are whole")


def every_page(name: str, reader: Reader) -> None:
    """Print how many pages have a whole flow, and what the others lack."""
    whole = total = 0
    for path, number in reader.store.document_ids.items():
        (document,) = reader.store.documents([number]).values()
        if document.format != "markdown":
            continue
        text = "".join(reader.lines(number, 1, document.lines)).removeprefix(document.front_matter)
        lacking = missing(Library(reader), path, list(own_steps(text)))
        total, whole = total + 1, whole + (not lacking)
        if lacking:
            print(f"  {path}: {len(lacking)} lack, first: {lacking[0][:70]!r}")
    print(f"{name}: {whole} of {total} pages are whole")


@click.command()
@click.argument("rows", type=click.Path(exists=True, path_type=Path))
@click.argument("artifacts", nargs=-1, required=True)
def main(rows: Path, artifacts: tuple[str, ...]) -> None:
    """Look for the flows of the golden file ROWS, then for those of every page of ARTIFACTS (NAME=PATH)."""
    readers = {name: ArtifactReader(Path(path)) for name, path in (a.split("=", 1) for a in artifacts)}
    golden(read_golden(rows), readers)
    for name, reader in readers.items():
        every_page(name, reader)


if __name__ == "__main__":
    main()
