"""A sealed database depends on its content alone, and a file of unknown form is not touched."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest

from siglum.artifact import FORMAT_VERSION
from siglum.artifact.digest import content_digest
from siglum.artifact.files import sha256_of
from siglum.artifact.manifest import (
    INDEX,
    MANIFEST,
    VECTORS,
    CalibrationEntry,
    EmbedderEntry,
    FileEntry,
    Manifest,
    SourceEntry,
    read_manifest,
    settings_bytes,
)
from siglum.artifact.tables import TABLES, statements
from siglum.lines import LineTable
from siglum.semantic import TERM_ROWS, TERM_SCALES, read_vectors
from siglum.settings import SearchSettings
from siglum.text import ANALYZER_VERSION
from siglum_builder.count import count_document
from siglum_builder.embed import train
from siglum_builder.errors import BuildError
from siglum_builder.model import Chunk, Decoded, Document, Metadata, Parsed, Section, SourceFile
from siglum_builder.postings import merge
from siglum_builder.rows import Corpus
from siglum_builder.seal import HEADER_SIZE, IDENTIFIER, seal_database
from siglum_builder.write import Written, write_version

ONE, TWO = bytes(range(16)), bytes(range(100, 116))
TOPICS = ("install the service", "configure the index", "search 設定 の評価", "verify an artifact")


def _database(path: Path, *, rows: int = 500) -> Path:
    """Write a database the way a build does: filled in memory, copied by one thread."""
    with duckdb.connect(":memory:", config={"threads": "1", "memory_limit": "1GB"}) as connection:
        for statement in statements():
            connection.execute(statement)
        connection.execute(
            "INSERT INTO terms SELECT range, 'term ' || range, range % 7, range, NULL, NULL"
            f" FROM range({rows})"
        )
        connection.execute(f"ATTACH '{path}' AS sealed (BLOCK_SIZE 16384)")
        connection.execute("COPY FROM DATABASE memory TO sealed")
        connection.execute("DETACH sealed")
    return path


@pytest.fixture(scope="module")
def unsealed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a database that nobody sealed."""
    return _database(tmp_path_factory.mktemp("unsealed") / "a.duckdb").read_bytes()


@pytest.fixture
def database(tmp_path: Path, unsealed: bytes) -> Path:
    """Return a database of a test's own that nobody sealed."""
    path = tmp_path / "a.duckdb"
    path.write_bytes(unsealed)
    return path


def _sum(path: Path) -> int:
    with duckdb.connect(str(path), read_only=True) as connection:
        row = connection.execute("SELECT sum(term_id) FROM terms").fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.parametrize("rows", [0, 500, 50_000])
def test_two_files_of_the_same_content_are_the_same_after_sealing(tmp_path: Path, rows: int) -> None:
    one, two = (_database(tmp_path / f"{name}.duckdb", rows=rows) for name in ("one", "two"))
    assert one.read_bytes() != two.read_bytes()
    for path in (one, two):
        seal_database(path, ONE)
    assert one.read_bytes() == two.read_bytes()


def test_a_sealed_file_opens_and_answers(database: Path) -> None:
    seal_database(database, ONE)
    assert _sum(database) == sum(range(500))


def test_only_the_checksum_and_the_identifier_change(database: Path, unsealed: bytes) -> None:
    seal_database(database, ONE)
    after = database.read_bytes()
    assert after[IDENTIFIER] == ONE
    changed = {place for place, (old, new) in enumerate(zip(unsealed, after, strict=True)) if old != new}
    assert changed <= {*range(8), *range(IDENTIFIER.start, IDENTIFIER.stop)}


def test_sealing_again_changes_nothing_and_another_identifier_can_follow(database: Path) -> None:
    seal_database(database, ONE)
    first = database.read_bytes()
    seal_database(database, TWO)
    assert database.read_bytes() != first
    seal_database(database, ONE)
    assert database.read_bytes() == first


def test_different_content_differs_outside_the_header(tmp_path: Path, unsealed: bytes) -> None:
    other = _database(tmp_path / "b.duckdb", rows=501)
    assert unsealed[HEADER_SIZE:] != other.read_bytes()[HEADER_SIZE:]


@pytest.mark.parametrize("place", [*range(0, 160, 9), 1_000, HEADER_SIZE - 1])
def test_a_header_with_any_changed_byte_is_refused_untouched(database: Path, place: int) -> None:
    raw = bytearray(database.read_bytes())
    raw[place] ^= 0x10
    database.write_bytes(raw)
    with pytest.raises(BuildError, match="cannot seal"):
        seal_database(database, ONE)
    assert database.read_bytes() == raw


def _with_checksum_of_another_rule() -> bytes:
    header = bytearray(HEADER_SIZE)
    header[8:12] = b"DUCK"
    header[:8] = struct.pack("<Q", 5381)
    header[12] = 1
    return bytes(header)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"DUCK",
        bytes(HEADER_SIZE),
        bytes(HEADER_SIZE - 1),
        b"SQLite format 3\0" * 512,
        bytes(range(256)) * 32,
        _with_checksum_of_another_rule(),
    ],
    ids=["empty", "magic alone", "zeros", "short", "sqlite", "noise", "other checksum"],
)
def test_a_file_of_unknown_form_is_refused_untouched(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "a.duckdb"
    path.write_bytes(raw)
    with pytest.raises(BuildError, match="install the duckdb version that its documentation names"):
        seal_database(path, ONE)
    assert path.read_bytes() == raw


def _document(number: int) -> Document:
    """Return a document of one heading and three paragraphs, each a chunk."""
    topic = TOPICS[number % len(TOPICS)]
    parts = [f"# Part {number}\n", *(f"\n{topic} {word} {number}\n" for word in ("now", "later", "again"))]
    text, table = "".join(parts), LineTable.of("".join(parts))
    ends = [len("".join(parts[: count + 1]).encode()) for count in range(len(parts))]
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    size, last = ends[-1], table.line_at(ends[-1])
    path = f"docs/{number:02}.md"
    return Document(
        file=SourceFile("docs", path, path, Path(path)),
        kind="docs",
        format="markdown",
        language="ja" if "設" in topic else "en",
        title=f"Part {number}",
        metadata=Metadata(tags=("a", "b")[: number % 3], date=None, extra=(("owner", '"me"'),)),
        decoded=Decoded(text, "0" * 64, size, "utf-8", False),
        body_byte=0,
        parsed=Parsed(
            f"Part {number}", (Section(None, 1, f"Part {number}", "part", 0, size, 1, last, ends[0]),)
        ),
        chunks=tuple(Chunk(0, None, *span, *table.range(*span)) for span in spans),
        notices=(),
    )


def _draft() -> Manifest:
    return Manifest(
        format_version=FORMAT_VERSION,
        name="docs",
        version="",
        digest="",
        files={},
        counts={"chunks": 80},
        counts_by_format={"markdown": 20},
        counts_by_language={"en": 15, "ja": 5},
        sources=(SourceEntry("docs", "docs", (), None, 20, "0" * 64),),
        analyzer_version=ANALYZER_VERSION,
        chunker_version=1,
        languages=("en", "ja"),
        embedder=EmbedderEntry("lsi", 19, "int8", "cos", 0.1),
        search=SearchSettings(),
        configuration={},
        packages={},
    )


def _build(folder: Path, *, documents: int = 20, name: str = "docs") -> Written:
    folder.mkdir(parents=True)
    read = tuple(_document(number) for number in range(documents))
    index = merge([count_document(document) for document in read])
    draft = replace(_draft(), name=name)
    corpus = Corpus(draft.sources, read, index, (), ())
    return write_version(folder, corpus, train(index), draft=draft, calibrated=CalibrationEntry)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Return a version that tests only read."""
    return _build(tmp_path_factory.mktemp("built") / "a")


def test_every_file_of_two_builds_is_the_same_in_any_folder_and_process(
    tmp_path: Path, built: Written
) -> None:
    one, two = built, _build(tmp_path / "it's" / "deeper")
    program = (
        "import runpy, sys; from pathlib import Path;"
        "print(runpy.run_path(sys.argv[1])['_build'](Path(sys.argv[2])).folder)"
    )
    three = subprocess.run(
        [sys.executable, "-c", program, __file__, str(tmp_path / "three")],
        env=os.environ
        | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C", "OPENBLAS_NUM_THREADS": "2"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert one.manifest == two.manifest
    for name in (MANIFEST, INDEX, VECTORS, TERM_ROWS, TERM_SCALES):
        expected = (one.folder / name).read_bytes()
        assert (two.folder / name).read_bytes() == expected, name
        assert (Path(three) / name).read_bytes() == expected, name


def test_another_corpus_or_another_name_is_another_version(tmp_path: Path, built: Written) -> None:
    builds = (
        built,
        _build(tmp_path / "b", documents=19),
        _build(tmp_path / "c", name="other"),
    )
    assert len({build.manifest.version for build in builds}) == 3


def test_a_written_version_is_what_its_manifest_says(built: Written) -> None:
    folder, manifest = built.folder, built.manifest
    assert read_manifest(folder / MANIFEST) == manifest
    assert folder.name == manifest.version == manifest.digest[:16]
    listed = {
        path.relative_to(folder).as_posix(): FileEntry(path.stat().st_size, sha256_of(path))
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }
    assert manifest.files == listed
    assert str(folder.parent).encode() not in (folder / MANIFEST).read_bytes()
    assert str(folder.parent).encode() not in (folder / INDEX).read_bytes()


def test_the_digest_can_be_recomputed_from_the_files_alone(built: Written) -> None:
    folder, manifest = built.folder, built.manifest
    arrays = [(name, np.load(folder / name)) for name in (TERM_ROWS, TERM_SCALES)]
    arrays.append((VECTORS, read_vectors(folder / VECTORS, 80)))
    with duckdb.connect(str(folder / INDEX), read_only=True) as connection:
        found = content_digest(connection, settings=settings_bytes(manifest), arrays=arrays)
    assert found == manifest.digest


def test_the_texts_of_the_chunks_joined_are_the_documents(built: Written) -> None:
    with duckdb.connect(str(built.folder / INDEX), read_only=True) as connection:
        texts = connection.execute("SELECT path, text FROM document_texts ORDER BY path").fetchall()
        tags = connection.execute("SELECT tags FROM documents ORDER BY document_id LIMIT 3").fetchall()
        extra = connection.execute("SELECT DISTINCT metadata FROM documents").fetchall()
    documents = [_document(number) for number in range(20)]
    assert texts == [(document.file.path, document.decoded.text) for document in documents]
    assert tags == [([],), (["a"],), (["a", "b"],)]
    assert extra == [('{"owner":"me"}',)]


def test_every_table_and_column_of_the_contract_is_in_the_file_with_its_comment(built: Written) -> None:
    with duckdb.connect(str(built.folder / INDEX), read_only=True) as connection:
        found = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()"
            " WHERE NOT internal AND table_name <> 'document_texts' ORDER BY table_oid, column_index"
        ).fetchall()
    expected = [(t.name, c.name, c.type, c.null, c.comment) for t in TABLES for c in t.columns]
    assert sorted(found) == sorted(expected)
