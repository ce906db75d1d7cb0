"""General term vectors place a corpus's chunks and its own words, and count by what they know and find."""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest

import siglum
from siglum import prior as runtime_prior
from siglum.artifact.manifest import MANIFEST, read_manifest
from siglum.lookup import look_up
from siglum.reader import ArtifactReader
from siglum_builder.config import config_of_paths
from siglum_builder.pipeline import build
from siglum_builder.postings import Index
from siglum_builder.prior import Table, shipped_table, unscaled, with_prior
from siglum_builder.vectors import Prior, Vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray


class Silent:
    """A build that says nothing."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        """Ignore a stage."""
        del name, total
        yield lambda _: None


NAMES = ("alpha", "beta", "gamma", "delta")
AXES = Table(NAMES, np.eye(4, dtype=np.int8) * 127, np.ones(4, dtype=np.float16), "axes")
"""Each term has an axis of its own."""
PAIRS = AXES._replace(rows=AXES.rows[[0, 0, 1, 1]])
"""Alpha means what beta does, and gamma what delta does."""
ASTRAY = AXES._replace(rows=AXES.rows[[0, 1, 1, 0]])


def _index(chunks: list[tuple[str, str]], *, above: str = "") -> Index:
    """Return the postings of chunks given as heading and text, all below the headings `above`."""
    rows = []
    terms = sorted({word for chunk in chunks for field in (*chunk, above) for word in field.split()})
    for number, word in enumerate(terms):
        for chunk, (heading, text) in enumerate(chunks):
            counts = [field.split().count(word) for field in (heading, "", above, text)]
            if any(counts):
                rows.append((number, chunk, counts))
    term = np.array([row[0] for row in rows], dtype=np.uint32)
    return Index(
        terms=tuple(terms),
        document_frequency=np.bincount(term, minlength=len(terms)).astype(np.uint32),
        term=term,
        chunk=np.array([row[1] for row in rows], dtype=np.uint32),
        frequency=np.array([row[2] for row in rows], dtype=np.uint16),
        lengths=np.zeros((len(chunks), 4), dtype=np.uint32),
        document=np.arange(len(chunks), dtype=np.uint32),
    )


def _own(index: Index, term_rows: NDArray[np.int8] | None = None) -> Vectors:
    """Return vectors of the corpus's own, in which each term has an axis if nothing else is said."""
    count = len(index.terms)
    rows = np.eye(count, dtype=np.int8) * 127 if term_rows is None else term_rows
    none = np.zeros((index.chunks, count), dtype=np.int8)
    return Vectors(np.arange(count), rows, np.ones(count, dtype=np.float16), none, 0.0)


def _prior(table: Table, index: Index, own: Vectors | None = None) -> Prior | None:
    """Return what a table says of a corpus."""
    vectors = with_prior(table, lambda: own or _own(index), index)
    assert vectors is not None
    return vectors.prior


CHUNKS = [("alpha", "alpha alpha beta"), ("gamma", "gamma delta"), ("beta", "beta"), ("", "unknown words")]


def test_a_chunk_is_the_sum_of_its_terms_by_growth_with_the_heading_twice() -> None:
    index = _index(CHUNKS)
    prior = _prior(AXES, index)
    assert prior is not None
    alpha, beta = 1 + math.log(4), 1.0
    assert prior.chunk_rows[0].tolist() == [127, round(127 * beta / alpha), 0, 0]
    assert prior.chunk_rows[2].tolist() == [0, 127, 0, 0]


def test_a_heading_above_counts_once_more() -> None:
    index = _index([("", "alpha"), ("", "alpha beta")], above="beta")
    prior = _prior(AXES, index)
    assert prior is not None
    assert prior.chunk_rows[:, :2].tolist() == [[127, 127], [round(127 / (1 + math.log(2))), 127]]


def test_a_term_without_a_known_one_beside_it_has_no_row_and_a_chunk_of_such_no_direction() -> None:
    index = _index(CHUNKS)
    prior = _prior(AXES, index)
    assert prior is not None
    assert not prior.chunk_rows[3].any()
    known = {term: int(row) for term, row in zip(index.terms, prior.prior_row, strict=True) if row >= 0}
    assert known == {"alpha": 0, "beta": 1, "delta": 2, "gamma": 3}


TOPICS = [("", "alpha beta")] * 4 + [("", "gamma delta")] * 4
"""Enough texts to see what stands beside what."""


def test_a_term_that_the_table_lacks_means_what_stands_around_it() -> None:
    near = _vectors([*TOPICS, ("", "novel alpha beta"), ("", "strange gamma delta")])
    for name, same, other in (("novel", "alpha", "gamma"), ("strange", "gamma", "alpha")):
        assert _cosine(near[name], near[same]) > 0.4
        assert _cosine(near[name], near[other]) < 0


def test_a_term_of_the_table_keeps_its_vector() -> None:
    near = _vectors([*TOPICS, ("", "novel alpha beta")])
    assert [near[name].tolist() for name in NAMES] == (np.eye(4) * 127).tolist()


def test_terms_that_stand_in_the_same_chunk_alone_share_a_row() -> None:
    index = _index([*TOPICS, ("", "novel strange alpha")])
    prior = _prior(AXES, index)
    assert prior is not None
    row = dict(zip(index.terms, prior.prior_row.tolist(), strict=True))
    assert row["novel"] == row["strange"] >= 0
    assert len(prior.term_rows) == len(prior.term_scales) == len(NAMES) + 1


def test_the_commonest_terms_that_the_table_lacks_have_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siglum_builder.prior.MOST_PLACED", 1)
    near = _vectors([*TOPICS, ("", "rare common alpha"), ("", "common alpha")])
    assert set(near) == {*NAMES, "common"}


def _vectors(chunks: list[tuple[str, str]]) -> dict[str, NDArray[np.float64]]:
    """Return the vector of each term that has one."""
    index = _index(chunks)
    prior = _prior(AXES, index)
    assert prior is not None
    vectors = unscaled(prior.term_rows, prior.term_scales)
    return {t: vectors[row] for t, row in zip(index.terms, prior.prior_row.tolist(), strict=True) if row >= 0}


def test_a_corpus_of_other_words_has_no_prior() -> None:
    index = _index([("", "unknown words"), ("", "other words")])
    assert _prior(AXES, index) is None


def test_a_table_is_as_reliable_as_its_own_terms_find_texts_by_their_headings() -> None:
    index = _index([("alpha", "beta"), ("gamma", "delta")])
    own = _own(index, PAIRS.rows[[0, 1, 3, 2]])
    good, bad = (_prior(table, index, own) for table in (PAIRS, ASTRAY))
    assert good is not None
    assert bad is not None
    assert (good.reliability, bad.reliability) == (1.0, 0.5)


def test_without_headings_a_table_is_taken_for_reliable() -> None:
    index = _index([("", "alpha beta"), ("", "gamma")])
    prior = _prior(ASTRAY, index)
    assert prior is not None
    assert prior.reliability == 1.0


def test_the_shipped_table_is_well_formed() -> None:
    table = shipped_table()
    assert list(table.terms) == sorted(set(table.terms), key=str.encode)
    assert table.rows.shape == (len(table.terms), 64)
    assert table.rows.dtype == np.int8
    assert np.isfinite(table.scales).all()
    assert np.abs(table.rows.astype(np.int64)).max() == 127


@pytest.mark.parametrize(
    ("word", "translation", "other"),
    [
        ("authent", "認証", "print"),
        ("encrypt", "暗号", "print"),
        ("delet", "削除", "network"),
        ("connect", "接続", "font"),
    ],
)
def test_what_a_word_means_is_near_to_its_translation_in_the_shipped_table(
    word: str, translation: str, other: str
) -> None:
    table = shipped_table()
    rows = table.rows * table.scales.astype(np.float64)[:, None]
    one, same, apart = (rows[table.terms.index(term)] for term in (word, translation, other))
    assert _cosine(one, same) > 0.8
    assert _cosine(one, apart) < 0.2


def _cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An artifact of a few pages of English."""
    folder = tmp_path_factory.mktemp("prior")
    pages = {
        "sign-in.md": "# Authentication\n\nUsers prove who they are with a password and a token.\n",
        "reset.md": "# Recovery\n\nUsers who lost the password ask for a token by mail.\n",
        "storage.md": "# Databases\n\nTables are stored on disk and queried with statements.\n",
        "backup.md": "# Copies\n\nTables are copied from disk to disk every night.\n",
        "queue.md": "# Queues\n\nWorkers take messages from a queue and acknowledge them.\n",
        "mail.md": "# Letters\n\nWorkers send messages by mail from a queue.\n",
    }
    for name, text in pages.items():
        (folder / "docs").mkdir(exist_ok=True)
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    return build(
        config_of_paths([folder / "docs"], name="prior"), folder / "out", jobs=1, progress=Silent()
    ).folder


def test_the_manifest_names_the_table(version: Path) -> None:
    entry = read_manifest(version / MANIFEST).prior
    assert entry.table == shipped_table().digest
    assert entry.dimension == 64


def test_a_query_counts_the_less_on_the_prior_the_fewer_of_its_words_are_known(version: Path) -> None:
    with ArtifactReader(version) as reader:
        known, mixed, unknown = (
            runtime_prior.weigh(reader, look_up(reader, text), covered=0.9)
            for text in ("password", "password zzyzxq", "zzyzxq")
        )
    assert known > mixed > unknown == 0.0


def test_a_query_counts_the_more_on_the_prior_the_less_any_chunk_has_of_its_words(version: Path) -> None:
    with ArtifactReader(version) as reader:
        query = look_up(reader, "password")
        whole, most, half, none = (
            runtime_prior.weigh(reader, query, covered=covered) for covered in (1.0, 0.4, 0.2, 0.0)
        )
    assert whole == most
    assert half == 2 * whole
    assert none == 3 * whole


def test_an_explanation_names_what_the_prior_says(version: Path) -> None:
    with siglum.open(version) as library:
        hits = library.search("password", explain=True).results
    assert hits[0].explanation is not None
    assert "prior" in [leg.leg for leg in hits[0].explanation.legs]
