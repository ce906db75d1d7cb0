"""A book in one file covers no more than the same book in a file a chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builder.compiled import compiled

import siglum
from siglum.evidence import AROUND, around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum import Library

SUBJECTS = "lantern anchor barrel candle dagger feather garden hammer island jacket kettle ladder".split()  # noqa: SIM905
DEEDS = "polish repair borrow measure deliver inspect".split()  # noqa: SIM905
CHAPTERS = [
    f"# {subject.title()}\n\n"
    + "".join(
        f"## {deed.title()} number {n} of the {subject}\n\nTo {deed} a {subject} takes {n} days.\n\n"
        for n, deed in enumerate(DEEDS)
    )
    for subject in SUBJECTS
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    book = {"book.md": "".join(CHAPTERS)}
    with siglum.open(compiled(tmp_path_factory.mktemp("book"), "book", {"all": book})) as opened:
        yield opened


def test_words_of_chapters_far_apart_are_not_covered_together(library: Library) -> None:
    reasons = library.search("lantern ladder garden zeppelin").confidence.reasons
    assert not [reason for reason in reasons if "100%" in reason]
    assert any("the text around the best hit covers only" in reason for reason in reasons)


def test_words_of_one_passage_are_covered(library: Library) -> None:
    found = library.search("repair the garden").confidence
    assert "the text around the best hit covers 100% of the query's weight" in found.reasons
    assert found.level == "high"


@given(st.integers(0, 1000), st.integers(1, 1000), st.data())
def test_what_counts_with_a_chunk_is_near_it_and_in_its_document(
    first: int, length: int, data: st.DataObject
) -> None:
    document = range(first, first + length)
    chunk = data.draw(st.sampled_from(document))
    found = around(chunk, document)
    assert chunk in found
    assert found.start in document
    assert found.stop - 1 in document
    assert len(found) <= 2 * AROUND + 1
    assert length > AROUND + 1 or found == document
