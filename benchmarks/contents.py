"""Whether every ref resolves, and what it gives is byte for byte the lines that it says.

python -m benchmarks.contents ARTIFACT…

Asked for are every file, every section, every definition, a line of every chunk of code outside any, and
what search, related and flow return of them; in the modes `snippet` and `full`, in three sizes. Several
artifacts are asked one by one, then together.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import click

from siglum.blocks import block_ref, chunk_block, file_block
from siglum.errors import RefError
from siglum.lines import split_lines
from siglum.opening import open_reader
from siglum.service import Library

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.parameters import Mode
    from siglum.reader import Reader
    from siglum.results import ContentResponse

MODES: tuple[Mode, ...] = ("snippet", "full")
SIZES = (1, 40, 5000)
EVERY = 50
"""Of so many refs one is given to the other tools, and its first line is searched for."""


class Tally(NamedTuple):
    """What was counted of one corpus."""

    refs: int
    answers: int
    faults: list[str]


def own_refs(reader: Reader) -> Iterator[str]:
    """Yield a ref of every file, section, definition, and stretch of code outside any."""
    for number in reader.store.document_ids.values():
        yield str(block_ref(reader, file_block(reader, number))[0])
        (document,) = reader.store.documents([number]).values()
        for section in reader.store.sections_of(number):
            yield f"md:{document.path}#{section.slug}"
        for symbol in reader.store.symbols_of(number):
            yield f"code:{document.path}@L{symbol.start_line}"
        for chunk in reader.chunk_range(number) if document.kind == "code" else ():
            block = chunk_block(reader, chunk)
            if block.kind == "chunk":
                yield str(block_ref(reader, block)[0])


def told_refs(library: Library, refs: Sequence[str]) -> Iterator[str]:
    """Yield the refs that the other tools return when given some of these."""
    for ref in islice(refs, 0, None, EVERY):
        yield from (entry.ref_id for entry in library.expand_related([ref], mode="implementation").related)
        yield from (each for step in library.summarize_flow(seeds=[ref]).flow for each in step.refs)
        first = library.get_content(ref, "snippet", snippet_lines=3).content
        yield from (hit.ref_id for hit in library.search(first[:200], top_k=20).results)


def faults(library: Library, ref: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the answers for a ref; `lines` are those of its document."""
    for size in SIZES:
        for mode in MODES:
            try:
                found = library.get_content(ref, mode, snippet_lines=min(size, 200), max_lines=size)
            except RefError as error:
                yield f"{ref}: {error}"
                return
            said = wrong(found, lines)
            if said:
                yield f"{ref}: {mode} of {size} lines {said}"


def wrong(found: ContentResponse, lines: Sequence[str]) -> str:
    """Return what is wrong with an answer, or nothing."""
    if not lines:
        return "has a range" if found.ranges else ""
    (part,) = found.ranges
    if "".join(lines[part.start_line - 1 : part.end_line]) != found.content:
        return f"is not lines {part}"
    cut = part.end_line - part.start_line + 1 < found.total_lines
    return f"says truncated={found.truncated}" if found.truncated != cut else ""


def measure(library: Library, reader: Reader) -> Tally:
    """Ask for every ref of an artifact."""
    refs = list(dict.fromkeys(own_refs(reader)))
    refs = list(dict.fromkeys([*refs, *told_refs(library, refs)]))
    texts: dict[str, list[str]] = {}
    found: list[str] = []
    for ref in refs:
        path = library.get_content(ref).path
        if path not in texts:
            texts = {path: stored(reader, path)}
        found += faults(library, ref, texts[path])
    return Tally(len(refs), len(refs) * len(SIZES) * len(MODES), found)


def stored(reader: Reader, path: str) -> list[str]:
    """Return the lines of a document as its chunks hold them."""
    number = reader.store.document_ids[path]
    texts = reader.store.texts(reader.chunk_range(number))
    front = reader.store.documents([number])[number].front_matter
    return split_lines(front + "".join(texts[chunk] for chunk in reader.chunk_range(number)))


@click.command()
@click.argument("artifacts", nargs=-1, required=True)
def main(artifacts: tuple[str, ...]) -> None:
    """Resolve every ref of ARTIFACTS, each alone and all opened as one."""
    print("| artifact | refs | answers | faults |\n|---|---|---|---|")
    faulty: list[str] = []
    for paths in [*([path] for path in artifacts), *([[*artifacts]] if len(artifacts) > 1 else [])]:
        with open_reader(paths) as reader:
            tally = measure(Library(reader), reader)
        print(f"| {' + '.join(paths)} | {tally.refs} | {tally.answers} | {len(tally.faults)} |", flush=True)
        faulty += tally.faults
    print("\n".join(faulty))


if __name__ == "__main__":
    main()
