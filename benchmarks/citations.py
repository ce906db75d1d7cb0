"""Measure the blocks that hits are cut into: lossless, valid, well cut, small, and checkable.

Every hit of every golden question is cut at every granularity. Borders are judged by others: blocks by
markdown-it-py's reading of the whole file, sentences by Unicode's default rules (the package `uniseg`, where
it is installed).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import siglum
from benchmarks.borders import Borders
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic import TypeAdapter

    from siglum.citations.cutting import Granularity
    from siglum.results import SearchResponse
    from siglum.results.citations import BlockPlace, SearchResults

GRANULARITIES: tuple[Granularity, ...] = ("paragraph", "item", "sentence", "auto")
FALSIFIED = ("letter", "word", "range", "source")


@dataclass(slots=True)
class Tally:
    """What was counted of one corpus at one granularity."""

    hits: int = 0
    blocks: int = 0
    overhead: int = 0
    sizes: list[int] = field(default_factory=list)
    """Characters of each block of prose."""
    faults: Counter[str] = field(default_factory=Counter[str])
    shown: list[str] = field(default_factory=list)


def main() -> None:
    """Build what is missing, cut, judge, and print two tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shared", type=Path, default=Path("../shared"))
    options.add_argument("--work", type=Path, required=True, help="Where artifacts are built and kept.")
    options.add_argument("--only", action="append", default=[], help="Corpus, may be repeated.")
    options.add_argument("--citations", type=int, default=1000, help="Citations resolved.")
    options.add_argument("--examples", type=int, default=5, help="Faults shown of each row.")
    given = options.parse_args()
    rows: list[list[str]] = []
    everything: list[tuple[Path, SearchResults]] = []
    corpora = _queries(given.shared)
    unknown = sorted(set(given.only) - corpora.keys())
    if unknown:
        options.error(f"no corpus {', '.join(unknown)}; there are {', '.join(sorted(corpora))}")
    for corpus, queries in sorted(corpora.items()):
        if given.only and corpus not in given.only:
            continue
        root = given.shared / "corpora" / corpus
        with siglum.open(_artifact(root, given.work)) as library:
            responses = [library.search(query) for query in queries]
        for granularity in GRANULARITIES:
            tally, results = _cut(root, responses, granularity)
            rows.append(_row(corpus, granularity, tally))
            everything += [(root, result) for result in results]
            for line in tally.shown[: given.examples]:
                sys.stderr.write(f"{corpus} {granularity}: {line}\n")
    header = ["corpus", "granularity", "hits", "blocks", "median", "p90", "overhead", "lost", "invalid"]
    sys.stdout.write(table([*header, "in block", "in sentence"], rows) + "\n")
    sys.stdout.write(
        table(["resolved", "right", "falsified", "found"], [_resolving(everything, given.citations)]) + "\n"
    )


def _queries(shared: Path) -> dict[str, list[str]]:
    """Return the golden questions by corpus."""
    found: dict[str, list[str]] = {}
    for path in sorted((shared / "golden").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found.setdefault(row["corpus"], []).append(row["query"])
    return {corpus: sorted(set(queries)) for corpus, queries in found.items()}


def _artifact(root: Path, work: Path) -> Path:
    from click.testing import CliRunner

    from siglum.cli import main as command

    output = work / root.name
    if not (output / "current").exists():
        result = CliRunner().invoke(command, ["build", str(root), "-o", str(output)])
        if result.exit_code:
            raise SystemExit(result.output)
    return output


def _cut(
    root: Path, responses: list[SearchResponse], granularity: Granularity
) -> tuple[Tally, list[SearchResults]]:
    tally = Tally()
    everything: list[SearchResults] = []
    for response in responses:
        results = siglum.to_search_results(response, granularity)
        everything.append(results)
        tally.blocks += results.blocks
        tally.overhead += results.overhead_bytes
        tally.faults["invalid"] += _invalid(results)
        _judge(root, response, results, tally)
    return tally, everything


def _judge(root: Path, response: SearchResponse, results: SearchResults, tally: Tally) -> None:
    blocks = [block for block in results.results if block["type"] == "search_result"]
    hits = [hit for hit in response.results if hit.content.strip()]
    for hit, block, places in zip(hits, blocks, results.index, strict=False):
        texts = [text["text"] for text in block["content"][: _quotable(places)]]
        tally.hits += 1
        tally.faults["lost"] += "".join(texts) != hit.content
        if hit.kind != "md_heading_block":
            continue
        tally.sizes += map(len, texts)
        borders = _borders(root / hit.path)
        for place in places[1:]:
            if place.byte_range is not None:
                for fault, text in borders.faults(place.byte_range.start_byte):
                    tally.faults[fault] += 1
                    tally.shown.append(f"{hit.path}:{place.range and place.range.start_line} {fault}: {text}")


@cache
def _borders(path: Path) -> Borders:
    return Borders(_stored(path).decode(), path.name)


def _stored(path: Path) -> bytes:
    """Return a file's text as it is stored: without a byte order mark."""
    return path.read_bytes().removeprefix(b"\xef\xbb\xbf")


def _invalid(results: SearchResults) -> int:
    """Count what the API's types, and the checks that they miss, have against results."""
    from pydantic import ValidationError

    wrong = 0
    for block in results.results:
        try:
            _adapter(block["type"]).validate_python(block, strict=True)
        except ValidationError:
            wrong += 1
    message = {"role": "user", "content": results.results}
    return wrong + len(siglum.check_request([message])) + (not results.results)


@cache
def _adapter(kind: str) -> TypeAdapter[object]:
    from anthropic.types import SearchResultBlockParam, TextBlockParam
    from pydantic import TypeAdapter

    return TypeAdapter(SearchResultBlockParam if kind == "search_result" else TextBlockParam)


def _row(corpus: str, granularity: str, tally: Tally) -> list[str]:
    sizes = tally.sizes or [0]
    return [
        corpus,
        granularity,
        str(tally.hits),
        str(tally.blocks),
        f"{statistics.median(sizes):.0f}",
        f"{sorted(sizes)[len(sizes) * 9 // 10]}",
        f"{tally.overhead / max(1, tally.blocks):.0f} B a block",
        *(str(tally.faults[name]) for name in ("lost", "invalid", "block", "sentence")),
    ]


def _resolving(everything: list[tuple[Path, SearchResults]], count: int) -> list[str]:
    """Resolve generated citations, and a fifth as many falsified ones."""
    chooser = random.Random(7)
    right = sum(_resolves(*chooser.choice(everything), chooser) for _ in range(count))
    wrong = list(_falsified(everything, count // 5, chooser))
    return [str(count), str(right), str(len(wrong)), str(sum(wrong))]


def _quotable(places: Sequence[BlockPlace]) -> int:
    """Return how many blocks of a result stand in a document: notes come last."""
    return sum(place.note is None for place in places)


def _citation(results: SearchResults, chooser: random.Random) -> dict[str, object]:
    """Return a citation of some blocks, as the API makes it."""
    numbered = [block for block in results.results if block["type"] == "search_result"]
    number = chooser.randrange(len(numbered))
    content = numbered[number]["content"][: _quotable(results.index[number])]
    start = chooser.randrange(len(content))
    end = chooser.randrange(start, min(len(content), start + 3)) + 1
    return {
        "type": "search_result_location",
        "search_result_index": number,
        "start_block_index": start,
        "end_block_index": end,
        "cited_text": "".join(text["text"] for text in content[start:end]),
        "source": numbered[number]["source"],
        "title": numbered[number]["title"],
    }


def _resolves(root: Path, results: SearchResults, chooser: random.Random) -> bool:
    """Tell whether a citation resolves to bytes and lines of the file that are what it quotes."""
    if not results.index:
        return True
    citation = _citation(results, chooser)
    found = siglum.resolve_citation(results, citation)
    if not (found.verified and found.path and found.byte_range and found.range):
        return False
    data = _stored(root / found.path)
    start, end = found.byte_range.start_byte, found.byte_range.end_byte
    first = data[:start].count(b"\n") + 1
    last = first + data[start:end].rstrip(b"\r\n").count(b"\n")
    lines = found.range.start_line, found.range.end_line
    return (
        data[start:end].decode() == citation["cited_text"]
        and lines[0] == first
        and last <= lines[1] <= first + data[start:end].count(b"\n")
    )


def _falsified(
    everything: list[tuple[Path, SearchResults]], count: int, chooser: random.Random
) -> Iterator[bool]:
    """Yield of each falsified citation whether it was found out."""
    made = 0
    while made < count:
        _, results = chooser.choice(everything)
        if not results.index:
            continue
        citation = _citation(results, chooser)
        how = FALSIFIED[made % len(FALSIFIED)]
        if _falsify(results, citation, how, chooser):
            made += 1
            yield not siglum.resolve_citation(results, citation).verified


def _falsify(results: SearchResults, citation: dict[str, object], how: str, chooser: random.Random) -> bool:
    """Change a citation in one way, and tell whether it now says something else."""
    before, text = dict(citation), str(citation["cited_text"])
    if how == "letter":
        place = chooser.randrange(len(text))
        citation["cited_text"] = text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :]
    elif how == "word":
        words = text.split(" ")
        citation["cited_text"] = " ".join(words[:-1] if len(words) > 1 else [])
    elif how == "range":
        other = _citation(results, chooser)
        citation |= {key: other[key] for key in other if key != "cited_text"}
        return other["cited_text"] != text
    else:
        citation["source"] = _citation(results, chooser)["source"]
    return citation != before


if __name__ == "__main__":
    main()
