"""Vectors of artifacts that are opened together compare: one length of a query, one table, one background."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.builder.compiled import compiled

from siglum import prior, scoring
from siglum.joined.space import JoinedSpace, unit_of
from siglum.lookup import look_up
from siglum.opening import open_reader
from siglum.semantic import VectorSpace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from siglum.embedding import Rows
    from siglum.reader import Reader
    from siglum.rows import TermRow
    from siglum.semantic import Space

MEMORY = ("memory", "thread", "function", "module", "object", "class", "method", "type")
NETWORK = ("server", "network", "package", "file", "user", "key", "query", "table")
BOTH = ("error", "number")
"""The general table knows all words of the pages: those it lacks, each corpus places by itself."""


def pages(words: tuple[str, ...]) -> dict[str, str]:
    """Return pages whose sections speak of neighbours in a list of words, and of what every corpus has."""
    found = {}
    for n, word in enumerate(words):
        after, next_one = words[(n + 1) % len(words)], words[(n + 2) % len(words)]
        found[f"{word}.md"] = (
            f"# {word}\n\nThe {word} and the {after} in the {BOTH[n % 2]}.\n\n"
            f"## {after} password\n\nA {after} needs {next_one} and {word}, {next_one} above all.\n"
        )
    return found


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    root = tmp_path_factory.mktemp("apart")
    paths = [compiled(root, name, {name: pages(w)}) for name, w in (("a", MEMORY), ("b", NETWORK))]
    with open_reader(paths) as reader:
        yield reader


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    root = tmp_path_factory.mktemp("whole")
    with open_reader([compiled(root, "all", {"a": pages(MEMORY), "b": pages(NETWORK)})]) as reader:
        yield reader


def vector(reader: Reader, text: str) -> Rows:
    assert reader.space is not None
    found = scoring.query_vector(reader.space, look_up(reader, text), total=reader.manifest.counts["chunks"])
    assert found is not None
    return found


def joined(space: Space | None) -> JoinedSpace:
    assert isinstance(space, JoinedSpace)
    return space


def rows_of(reader: Reader, text: str) -> list[tuple[TermRow, float]]:
    return [(row, 1.0) for row in look_up(reader, text).rows.values()]


@pytest.mark.parametrize("text", ["memory in the error", "needs the password", "server and object", "table"])
def test_general_vectors_of_one_table_compare_exactly_as_in_one_artifact(
    apart: Reader, whole: Reader, text: str
) -> None:
    found, expected = (prior.ask(reader.prior, look_up(reader, text)) for reader in (apart, whole))
    assert found is not None
    assert expected is not None
    assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-12)


def test_general_vectors_of_two_tables_have_nothing_in_common(apart: Reader) -> None:
    (block,) = joined(apart.prior).blocks
    other = [member._replace(table=str(member.number)) for member in block.members]
    space = JoinedSpace.of(other, total=apart.manifest.counts["chunks"], background=0.0)
    rows = space.rows(np.arange(space.total)).astype(np.int64)
    first = len(other[0].chunks)
    assert space.dimension == 2 * joined(apart.prior).dimension
    assert rows.any(axis=1).all()
    assert not (rows[:first] @ rows[first:].T).any()


@pytest.mark.parametrize(
    ("text", "holder"), [("method object class number", 0), ("server file user number", 1)]
)
def test_a_space_gives_less_the_less_of_a_query_it_holds(apart: Reader, text: str, holder: int) -> None:
    cosines = joined(apart.space).cosines(vector(apart, text))
    best = [part.max() for part in np.split(cosines, [apart.parts[0].manifest.counts["chunks"]])]
    assert best[holder] > 1.5 * best[1 - holder] > 0


def test_in_the_space_that_holds_most_cosines_are_those_of_that_space_alone(apart: Reader) -> None:
    space, alone = joined(apart.space), apart.parts[0]
    assert isinstance(alone.space, VectorSpace)
    found = space.embed(rows_of(apart, "method object class number"))
    own = alone.space.embed(rows_of(alone, "method object class number"))
    assert found is not None
    assert own is not None
    first = alone.manifest.counts["chunks"]
    assert space.cosines(found)[:first].tolist() == pytest.approx(alone.space.cosines(own).tolist(), abs=0.02)


def test_words_of_one_artifact_alone_say_nothing_of_the_chunks_of_another(apart: Reader) -> None:
    space, first = joined(apart.space), apart.parts[0].manifest.counts["chunks"]
    cosines = space.cosines(vector(apart, "method object"))
    assert cosines[:first].max() > 0
    assert not cosines[first:].any()


def test_a_basis_has_the_length_that_its_builder_gave_it(apart: Reader) -> None:
    for part in apart.parts:
        assert isinstance(part.space, VectorSpace)
        table = part.space.table
        columns = table.rows * table.scales.astype(np.float64)[:, None] / unit_of(table)
        assert np.linalg.norm(columns, axis=0).tolist() == pytest.approx([1.0] * columns.shape[1], abs=0.05)


def test_general_vectors_are_as_reliable_as_in_the_artifact_where_they_are_most(apart: Reader) -> None:
    reliable = [part.manifest.prior.reliability for part in apart.parts]
    assert apart.manifest.prior.reliability == max(reliable)
    assert apart.manifest.prior.dimension == apart.parts[0].manifest.prior.dimension


def test_what_no_heading_has_judged_does_not_make_general_vectors_reliable(tmp_path: Path) -> None:
    plain = {f"{word}.txt": f"{word} and {MEMORY[n - 1]}, {BOTH[0]}.\n" for n, word in enumerate(MEMORY)}
    paths = [
        compiled(tmp_path, "a", {"a": pages(NETWORK)}, "[search]\n"),
        compiled(tmp_path, "b", {"b": plain}, "[search]\n"),
    ]
    with open_reader(paths) as reader:
        judged, unjudged = (part.manifest.prior for part in reader.parts)
        assert (unjudged.background_median, unjudged.reliability) == (0.0, 1.0)
        assert judged.reliability < 1.0
        assert reader.manifest.prior.reliability == judged.reliability


def test_an_artifact_too_small_for_vectors_leaves_those_of_the_other_as_they_are(tmp_path: Path) -> None:
    paths = [
        compiled(tmp_path, "a", {"a": pages(MEMORY)}),
        compiled(tmp_path, "b", {"b": {"one.md": "# Dough\n\nYeast.\n"}}),
    ]
    with open_reader(paths) as reader:
        space, count = joined(reader.space), reader.parts[0].manifest.counts["chunks"]
        cosines = space.cosines(vector(reader, "method object"))
        assert reader.parts[1].space is None
        assert cosines[:count].max() > 0
        assert not cosines[count:].any()


def test_a_space_has_earned_what_its_own_chunks_earn(apart: Reader) -> None:
    counts = [part.manifest.counts["chunks"] for part in apart.parts]
    shares = [count * 0.65 * count / (count + 350) for count in counts]
    assert joined(apart.space).earned(0.65, half=350) == pytest.approx(sum(shares) / sum(counts))
