"""Filters and exclusions act before candidates are cut: the answer is that of brute force."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import siglum
from siglum.dates import parse_bounds
from siglum.errors import RequestError
from siglum.filters import allowed, in_force
from siglum.globs import compile_globs, matches_any
from siglum.parameters import Filters, SearchParameters
from siglum.reader import ArtifactReader
from siglum.requests import read_request
from siglum_builder.config import load_config
from siglum_builder.dates import parse_date
from siglum_builder.pipeline import compile_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from siglum import Library
    from siglum.rows import Mask


class Silent:
    """Progress that nobody watches."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        yield lambda steps: None


WORDS = ["vault", "lock", "retry", "upload", "proxy", "sync", "limit", "token", "cache", "session"]
FOLDERS = ("guide", "guide/setup", "api", "api/v2", "")
TAGS = ("setup", "api", "old")
DATES = ("2023", "2023-06-30", "2024-02-29T12:00:00+09:00", "")
EMPTY = "## Later\n\nTBD\n"


def write_corpus(root: Path) -> None:
    """Write two sources of pages with every mixture of folder, tags, dates and words."""
    random = Random(7)
    for number, (source, folder) in enumerate(product(("docs", "wiki"), FOLDERS * 8)):
        date, tags = random.choice(DATES), random.sample(TAGS, random.randint(0, 2))
        front = f"---\ntags: [{', '.join(tags)}]\n{f'date: {date}' if date else ''}\n---\n"
        said = [" ".join(random.choices(WORDS, k=12)) for _ in range(3)]
        body = "".join(f"## Part {part}\n\nThe {text}.\n\n" for part, text in enumerate(said))
        path = root / source / folder / f"page{number}.{random.choice(('md', 'txt'))}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{front}# Page {number}\n\n{body}{EMPTY}", encoding="utf-8")
    (root / "docs/api/vault.py").write_text(
        "def open_vault(lock):\n    return lock\n\n\ndef retry(upload):\n    return upload\n",
        encoding="utf-8",
    )
    (root / "siglum.toml").write_text(
        '[artifact]\nname = "x"\n[[source]]\nname = "docs"\npath = "docs"\nlabels = ["current"]\n'
        '[[source]]\nname = "wiki"\npath = "wiki"\n',
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("filters")
    write_corpus(root)
    output = root / "out"
    output.mkdir()
    return compile_version(
        load_config(root / "siglum.toml"), output, jobs=1, progress=Silent()
    ).written.folder


@pytest.fixture(scope="module")
def reader(version: Path) -> Iterator[ArtifactReader]:
    with ArtifactReader(version) as opened:
        yield opened


@pytest.fixture(scope="module")
def library(version: Path) -> Iterator[Library]:
    with siglum.open(version) as opened:
        yield opened


VALUES: dict[str, tuple[object, ...]] = {
    "category": ("guide", "api", "unknown", "日本"),
    "topic": ("v2", "setup"),
    "path_globs": (
        ["guide/**"],
        ["*.md", "!api/"],
        ["!*.txt"],
        ["@wiki/"],
        ["api/*", "@docs/**/v2/*"],
        ["x"],
    ),
    "tags_any": (["setup"], ["api", "old"], ["code"], ["lang:python", "old"], []),
    "tags_all": (["setup", "api"], ["old"], ["code", "lang:python"], []),
    "date_from": ("2023", "2023-06-30", "2024-02-29T03:00:00Z", "2024-02-29T03:00:01Z"),
    "date_to": ("2023", "2023-06", "2024-02-29T03:00", "2099"),
    "extensions": (["md"], [".txt", "py"], ["PY"], [], ["d"]),
    "sources": (["docs"], ["current"], ["wiki", "docs"], ["nothing"], []),
    "min_quality": (0.0, 0.3, 0.99, 1.0),
    "include_low_quality": (True, False),
}


def drawn(random: Random) -> dict[str, Any]:
    """Return up to three filters with values."""
    names = random.sample(sorted(VALUES), random.randint(1, 3))
    return {name: random.choice(VALUES[name]) for name in names}


LAST = {
    "2023": (parse_date("2024") or 0) - 1,
    "2023-06": (parse_date("2023-07") or 0) - 1,
    "2024-02-29T03:00": (parse_date("2024-02-29T03:01") or 0) - 1,
    "2099": (parse_date("2100") or 0) - 1,
}


def passes(row: dict[str, Any], given: dict[str, Any]) -> bool:
    """Tell whether a chunk passes, filter by filter as the specification has them."""
    least = 0.0 if given.get("include_low_quality") else given.get("min_quality", 0.3)
    return row["quality"] >= least and all(
        CHECKS[name](row, value) for name, value in given.items() if name in CHECKS
    )


def has_extension(row: dict[str, Any], extensions: list[str]) -> bool:
    return any(row["path"].lower().endswith("." + each.lower().lstrip(".")) for each in extensions)


CHECKS: dict[str, Callable[[dict[str, Any], Any], bool]] = {
    "category": lambda row, value: row["category"] == value,
    "topic": lambda row, value: row["topic"] == value,
    "tags_any": lambda row, value: not value or not set(value).isdisjoint(row["tags"]),
    "tags_all": lambda row, value: set(value) <= set(row["tags"]),
    "extensions": lambda row, value: not value or has_extension(row, value),
    "sources": lambda row, value: not value or not {row["source"], *row["labels"]}.isdisjoint(value),
    "path_globs": lambda row, value: globbed(value, row["path"].partition("/")[2], row["path"]),
    "date_from": lambda row, value: row["date_us"] is not None and row["date_us"] >= parse_date(value),
    "date_to": lambda row, value: row["date_us"] is not None and row["date_us"] <= LAST[value],
}


def globbed(patterns: list[str], inside: str, path: str) -> bool:
    globs = compile_globs(patterns)
    included = not globs.includes or matches_any(globs.includes, inside, logical_path=path)
    return included and not matches_any(globs.excludes, inside, logical_path=path)


def chunk_rows(reader: ArtifactReader) -> list[dict[str, Any]]:
    query = (
        "SELECT c.quality, d.path, d.category, d.topic, d.tags, d.date_us, s.name, s.labels FROM chunks c"
        " JOIN documents d USING (document_id) JOIN sources s USING (source_id) ORDER BY chunk_id"
    )
    names = ("quality", "path", "category", "topic", "tags", "date_us", "source", "labels")
    return [dict(zip(names, row, strict=True)) for row in reader.store.rows(query)]


def test_the_mask_is_what_brute_force_over_the_rows_allows(reader: ArtifactReader) -> None:
    rows, random = chunk_rows(reader), Random(3)
    for given in (drawn(random) for _ in range(150)):
        if {"date_from", "date_to"} <= set(given):
            del given["date_from"]
        mask = mask_of(reader, given)
        expected = [passes(row, given) for row in rows]
        assert (np.ones(len(rows), np.bool_) if mask is None else mask).tolist() == expected, given


def mask_of(reader: ArtifactReader, given: dict[str, Any]) -> Mask | None:
    parameters, _ = read_request(SearchParameters, {"query": "x", **given})
    return allowed(reader, in_force(parameters))


def test_filtered_hits_are_the_unfiltered_ranking_without_the_rest(
    reader: ArtifactReader, library: Library
) -> None:
    random = Random(5)
    whole = library.search("vault lock", top_k=200, include_low_quality=True).results
    for given in [{"path_globs": ["@wiki/guide/setup/*"]}, *(drawn(random) for _ in range(15))]:
        given.pop("date_from", None)
        mask = mask_of(reader, given)
        found = library.search("vault lock", top_k=200, **given).results
        expected = [hit for hit in whole if mask is None or mask[chunk_of(reader, hit.ref_id)]]
        assert [(h.ref_id, h.score) for h in found] == [(h.ref_id, h.score) for h in expected], given


def chunk_of(reader: ArtifactReader, ref: str) -> int:
    """Return the chunk of a ref; every section and definition of this corpus is one chunk."""
    from siglum.content import resolve
    from siglum.references import parse_ref

    parsed, document = resolve(reader, parse_ref(ref))
    chunks = reader.chunk_range(document.document_id)
    if parsed.kind == "code":
        return next(c for c in chunks if reader.store.chunks.end_line[c] >= parsed.line)
    sections = {s.slug: s.section_id for s in reader.store.sections_of(document.document_id)}
    return next(c for c in chunks if reader.store.chunks.section[c] == sections[parsed.slug])


@pytest.mark.parametrize(
    "text", ["1999", "2024-02", "2024-02-29", "2024-02-29T23:59", "2024-02-29T03:00:00+09:00"]
)
def test_a_bound_begins_where_the_builder_puts_a_document_of_that_date(text: str) -> None:
    bounds = parse_bounds(text)
    assert bounds is not None
    assert bounds[0] == parse_date(text)


def test_placeholders_are_found_only_when_asked_for(library: Library) -> None:
    assert not [hit for hit in library.search("later TBD", top_k=200).results if hit.heading == "Later"]
    found = library.search("later TBD", include_low_quality=True).results[0]
    assert (found.heading, found.quality) == ("Later", 0.1)


def test_what_is_in_force_is_echoed_quality_included(library: Library) -> None:
    found = library.search("vault", extensions=[".md"], tags_any=[], sources=["docs"]).filter_applied
    assert found == Filters(extensions=(".md",), sources=("docs",), min_quality=0.3)
    found = library.search("vault", min_quality=0.9, include_low_quality=True).filter_applied
    assert found == Filters(min_quality=0.0, include_low_quality=True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"path_globs": []}, "path_globs.*at least one"),
        ({"path_globs": ["docs/[a"]}, r"path_globs.*docs/\[a.*never closed"),
        ({"path_globs": ["a"] * 65}, "path_globs.*65 entries; it takes at most 64"),
        ({"tags_any": ["x", "y" * 1025]}, r"tags_any\[1\].*1025 bytes; it takes at most 1024"),
        ({"tags_all": "setup"}, "tags_all.*a list of text"),
        ({"tags_all": [1]}, r"tags_all\[0\].*text"),
        ({"date_from": "last month"}, "date_from.*last month.*YYYY-MM-DD"),
        ({"date_to": "2023-02-29"}, "date_to.*2023-02-29"),
        ({"date_from": "2024", "date_to": "2023"}, "date_from.*2024.*after.*date_to.*2023"),
        ({"extensions": ["*.md"]}, r"extensions\[0\].*a file ending"),
        ({"extensions": [""]}, r"extensions\[0\].*a file ending"),
        ({"min_quality": float("nan")}, "min_quality.*a finite number"),
        ({"min_quality": "high"}, "min_quality.*a number"),
        ({"include_low_quality": 1}, "include_low_quality.*true"),
        ({"sort": "newest"}, 'sort.*"relevance", "date"'),
        ({"mode": "impl"}, 'mode.*"implementation"'),
    ],
)
def test_a_filter_that_cannot_be_meant_is_an_error_with_what_is_accepted(
    library: Library, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(RequestError, match=said):
        library.search("vault", **given)


def test_quality_out_of_bounds_is_clamped_and_said(library: Library) -> None:
    response = library.search("vault", min_quality=7)
    assert response.filter_applied.min_quality == 1.0
    assert "min_quality=7 is outside 0..1" in response.warnings[0]


def test_an_unknown_category_gives_no_result_and_an_unknown_source_is_said(library: Library) -> None:
    assert library.search("vault", category="nothing").results == ()
    response = library.search("vault", sources=["wikki"])
    assert response.results == ()
    assert "nothing is called wikki; did you mean wiki? known are current, docs, wiki" in response.warnings[0]


def test_by_date_the_newest_of_the_hits_come_first_and_those_without_one_last(library: Library) -> None:
    ranked = library.search("vault lock", top_k=30).results
    dated = library.search("vault lock", top_k=30, sort="date").results
    assert {hit.ref_id for hit in dated} == {hit.ref_id for hit in ranked}
    instants = [parse_date(hit.date) if hit.date else None for hit in dated]
    known = [instant for instant in instants if instant is not None]
    assert known == sorted(known, reverse=True)
    assert instants == known + [None] * (len(instants) - len(known))


def has_word(text: str, word: str) -> bool:
    return word in text.lower().replace(".", " ").replace("_", " ").split()


@pytest.mark.parametrize("word", ["lock", "retry", "upload"])
def test_an_excluded_word_is_in_no_hit_and_all_others_stay(library: Library, word: str) -> None:
    found = library.search(f"vault proxy -{word}", top_k=200, extensions=["md"]).results
    others = library.search("vault proxy", top_k=200, extensions=["md"]).results
    assert {hit.ref_id for hit in found} == {hit.ref_id for hit in others if not has_word(hit.content, word)}
    assert len(found) < len(others)


def test_what_has_the_phrase_comes_first(library: Library) -> None:
    hits = library.search('"vault lock" retry', top_k=200).results
    has = ["vault lock" in hit.content for hit in hits]
    assert any(has)
    assert has == sorted(has, reverse=True)
