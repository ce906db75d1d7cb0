"""Print how fast siglum builds, opens and answers on generated corpora, and how large it gets."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import click
import duckdb
import orjson

import siglum
from benchmarks.cold import cold_build, rows
from benchmarks.generate import generate, read_pieces
from benchmarks.peers import Corpus, build_fts5, build_siglum, open_fts5
from benchmarks.processes import BARE_IMPORTS, SIGLUM, peak_anonymous_bytes, seconds
from benchmarks.units import read_units
from benchmarks.variants import EVERY_STAGE, narrow_filter, search_with
from benchmarks.words import words
from siglum.artifact.locate import CURRENT
from siglum_builder.evaluate import percentile
from siglum_builder.scoreboard import table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.cold import ColdBuild
    from benchmarks.generate import Piece
    from benchmarks.peers import Search
    from benchmarks.units import Unit

SOURCE = Path("../shared/corpora/fastapi/docs/en/docs")
TOP_K = 10


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured on one corpus; medians of the rounds."""

    sections: int
    corpus_mb: float
    chunks: int
    build_s: float
    fts5_build_s: float
    """From units in memory: without reading and parsing."""
    artifact_bytes_per_byte: float
    fts5_bytes_per_byte: float
    open_ms: float
    duckdb_open_ms: float
    first_answer_ms: float
    """Of a `siglum search` process, from its start to its end."""
    bare_imports_ms: float
    p50_ms: float
    p95_ms: float
    fts5_p50_ms: float
    fts5_p95_ms: float
    every_stage_p50_ms: float
    """With all that is off by default on, and filters that leave everything."""
    narrow_p50_ms: float | None
    """Under a filter that leaves three chunks; None where no document has so many."""
    plain_p50_ms: float
    """Of searches that took turns with these."""
    peak_anonymous_mb: float | None
    """Of a `siglum search` process."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured."""

    rounds: int
    queries: int
    seed: int
    jobs: int


@dataclass(frozen=True, slots=True)
class Built:
    """A generated corpus, compiled by siglum and indexed by SQLite FTS5."""

    version: Path
    peer: Corpus
    bytes: int
    seconds: float
    fts5_seconds: float


def measure(pieces: Sequence[Piece], sections: int, work: Path, plan: Plan) -> Speed:
    """Generate a corpus and measure everything on it, what is compared being interleaved."""
    built = build(pieces, sections, work, plan)
    queries = sample_queries(built.peer.units, plan.queries, seed=plan.seed)
    opened, connected = opening(built.version, rounds=5 * plan.rounds)
    search = (*SIGLUM, "search", "-a", str(built.version), "--", queries[0])
    answered, imported = interleaved(
        partial(seconds, search), partial(seconds, BARE_IMPORTS), rounds=2 * plan.rounds
    )
    ours, theirs = latencies(queries, build_siglum(built.peer), open_fts5(built.peer), rounds=plan.rounds)
    staged, plain, narrow = variants(built.version, queries, rounds=plan.rounds)
    peak = peak_anonymous_bytes(search)
    return Speed(
        sections=sections,
        corpus_mb=built.bytes / 1e6,
        chunks=_chunks(built.version),
        build_s=built.seconds,
        fts5_build_s=built.fts5_seconds,
        artifact_bytes_per_byte=_bytes(built.version) / built.bytes,
        fts5_bytes_per_byte=_bytes(built.peer.work) / built.bytes,
        open_ms=1000 * opened,
        duckdb_open_ms=1000 * connected,
        first_answer_ms=1000 * answered,
        bare_imports_ms=1000 * imported,
        p50_ms=1000 * percentile(ours, 0.5),
        p95_ms=1000 * percentile(ours, 0.95),
        fts5_p50_ms=1000 * percentile(theirs, 0.5),
        fts5_p95_ms=1000 * percentile(theirs, 0.95),
        every_stage_p50_ms=1000 * staged,
        narrow_p50_ms=None if narrow is None else 1000 * narrow,
        plain_p50_ms=1000 * plain,
        peak_anonymous_mb=None if peak is None else peak / 1e6,
    )


def build(pieces: Sequence[Piece], sections: int, work: Path, plan: Plan) -> Built:
    """Generate a corpus and build both indexes of it once a round, each from nothing; times are medians."""
    corpus = work / "corpus"
    size = generate(pieces, corpus, sections=sections, size=None, seed=plan.seed)
    rounds = [_build(corpus, work / str(number), plan, size=size) for number in range(plan.rounds)]
    return replace(
        rounds[-1],
        seconds=median(each.seconds for each in rounds),
        fts5_seconds=median(each.fts5_seconds for each in rounds),
    )


def _build(corpus: Path, work: Path, plan: Plan, *, size: int) -> Built:
    artifact, peer_work = work / "artifact", work / "fts5"
    peer_work.mkdir(parents=True)
    taken = seconds((*SIGLUM, "build", str(corpus), "-o", str(artifact), "--jobs", str(plan.jobs)))
    version = artifact / (artifact / CURRENT).read_text(encoding="ascii").strip()
    peer = Corpus(version, read_units(version), "en", peer_work)
    return Built(version, peer, size, taken, _timed(partial(build_fts5, peer)))


def opening(version: Path, *, rounds: int) -> tuple[float, float]:
    """Return the seconds to open and close an artifact, and DuckDB alone on the same file."""
    index = str(version / "index.duckdb")
    return interleaved(
        lambda: siglum.open(version).close(),
        lambda: duckdb.connect(index, read_only=True).close(),
        rounds=rounds,
    )


def interleaved(
    one: Callable[[], object], other: Callable[[], object], *, rounds: int
) -> tuple[float, float]:
    """Return the median seconds of two actions that take turns, after one turn each for warmth."""
    one()
    other()
    times = [(_timed(one), _timed(other)) for _ in range(rounds)]
    return median(first for first, _ in times), median(second for _, second in times)


def latencies(
    queries: Sequence[str], one: Search, other: Search, *, rounds: int
) -> tuple[list[float], list[float]]:
    """Return the seconds of every query by two searches that take turns, after a round for warmth."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for query in queries:
            pair = _timed(partial(one, query, TOP_K)), _timed(partial(other, query, TOP_K))
            if number:
                times[0].append(pair[0])
                times[1].append(pair[1])
    return times


def variants(version: Path, queries: Sequence[str], *, rounds: int) -> tuple[float, float, float | None]:
    """Return the median seconds of searches with every stage on, plain, and under a narrow filter."""
    plain = search_with(version)
    staged, alone = latencies(queries, search_with(version, **EVERY_STAGE), plain, rounds=rounds)
    narrow = narrow_filter(version)
    few = None
    if narrow is not None:
        few = median(latencies(queries, search_with(version, **narrow.options), plain, rounds=rounds)[0])
    return median(staged), median(alone), few


def sample_queries(units: Sequence[Unit], count: int, *, seed: int) -> list[str]:
    """Return queries of two to six words: each from a heading and the text of one section."""
    random = Random(seed)
    texts = [words(f"{unit.heading} {unit.text}") for unit in units]
    usable = [text for text in texts if len(text) > 6]
    queries = []
    for _ in range(count):
        text = usable[int(random.random() * len(usable))]
        wanted = 2 + int(random.random() * 5)
        queries.append(" ".join(text[int(random.random() * len(text))] for _ in range(wanted)))
    return queries


def _timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in sorted(folder.rglob("*")) if file.is_file())


def _chunks(version: Path) -> int:
    with siglum.open(version) as library:
        return library.manifest.counts["chunks"]


def table_rows(speeds: Sequence[Speed]) -> list[list[str]]:
    """Return the table's rows: a measure, what it is compared with, its value for each corpus."""
    return [[name, *(show(speed) for speed in speeds)] for name, show in _ROWS]


_ROWS: tuple[tuple[str, Callable[[Speed], str]], ...] = (
    ("chunks", lambda s: f"{s.chunks:,}"),
    ("corpus, MB", lambda s: f"{s.corpus_mb:.2f}"),
    ("build, s", lambda s: f"{s.build_s:.2f}"),
    ("build, s per 1,000 chunks", lambda s: f"{1000 * s.build_s / s.chunks:.2f}"),
    ("build, MB/s", lambda s: f"{s.corpus_mb / s.build_s:.2f}"),
    ("  FTS5 of the same units, s", lambda s: f"{s.fts5_build_s:.2f}"),
    ("artifact bytes per corpus byte", lambda s: f"{s.artifact_bytes_per_byte:.2f}"),
    ("  FTS5", lambda s: f"{s.fts5_bytes_per_byte:.2f}"),
    ("open and close, ms", lambda s: f"{s.open_ms:.1f}"),
    ("  duckdb.connect alone", lambda s: f"{s.duckdb_open_ms:.1f}"),
    ("`siglum search` process, ms", lambda s: f"{s.first_answer_ms:.0f}"),
    ("  a process with the bare imports", lambda s: f"{s.bare_imports_ms:.0f}"),
    ("warm search, p50 ms", lambda s: f"{s.p50_ms:.2f}"),
    ("  FTS5", lambda s: f"{s.fts5_p50_ms:.2f}"),
    ("warm search, p95 ms", lambda s: f"{s.p95_ms:.2f}"),
    ("  FTS5", lambda s: f"{s.fts5_p95_ms:.2f}"),
    ("  times FTS5's p50", lambda s: f"{s.p50_ms / s.fts5_p50_ms:.2f}"),
    ("every stage and filter on, p50 ms", lambda s: f"{s.every_stage_p50_ms:.2f}"),
    (
        "a filter that leaves 3 chunks, p50 ms",
        lambda s: "no document of 3" if s.narrow_p50_ms is None else f"{s.narrow_p50_ms:.2f}",
    ),
    ("  neither, in turns with them", lambda s: f"{s.plain_p50_ms:.2f}"),
    (
        "peak anonymous memory of that process, MB",
        lambda s: "not told here" if s.peak_anonymous_mb is None else f"{s.peak_anonymous_mb:.0f}",
    ),
)


@click.command()
@click.option(
    "--source",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=SOURCE,
    show_default=True,
    help="Folder of real Markdown files whose sections are recombined.",
)
@click.option(
    "--sections",
    "sizes",
    type=click.IntRange(min=10),
    multiple=True,
    default=(1000, 5000),
    show_default=True,
    help="Size of a corpus; repeatable.",
)
@click.option(
    "--cold",
    type=click.Path(exists=True, path_type=Path),
    metavar="CORPUS",
    help="Print only how long CORPUS as it stands takes to build from nothing, by stages.",
)
@click.option("--rounds", type=click.IntRange(min=1), help="3; with --cold 5.")
@click.option("--queries", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Processes of a build."
)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Save the figures.")
def main(
    source: Path,
    sizes: tuple[int, ...],
    cold: Path | None,
    rounds: int | None,
    queries: int,
    seed: int,
    jobs: int,
    json_file: Path | None,
) -> None:
    """Generate a corpus of each size, and print what building, opening and searching it takes."""
    measured = (
        [_cold(cold, rounds or 5, jobs)]
        if cold
        else _generated(source, sizes, Plan(rounds or 3, queries, seed, jobs))
    )
    if json_file:
        content = orjson.dumps([asdict(each) for each in measured], option=orjson.OPT_INDENT_2)
        json_file.write_bytes(content + b"\n")


def _cold(corpus: Path, rounds: int, jobs: int) -> ColdBuild:
    with tempfile.TemporaryDirectory(prefix="siglum-speed-") as folder:
        cold = cold_build(corpus, Path(folder), rounds=rounds, jobs=jobs)
    click.echo(table(("measure", f"median of {rounds}"), rows(cold)))
    return cold


def _generated(source: Path, sizes: Sequence[int], plan: Plan) -> list[Speed]:
    pieces = read_pieces(source)
    if not pieces:
        raise click.UsageError(f"no Markdown section with text below {source}")
    speeds = []
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="siglum-speed-") as folder:
            speeds.append(measure(pieces, size, Path(folder), plan))
    click.echo(table(("measure", *(f"{size:,} sections" for size in sizes)), table_rows(speeds)))
    return speeds


if __name__ == "__main__":
    main()
