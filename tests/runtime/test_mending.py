"""A misspelt query is the query of who spells right: its words, its names and its function words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import siglum
from siglum.lookup import look_up
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from siglum.reader import Reader
    from siglum.service import Library


@pytest.fixture(scope="module")
def library(artifact: Path) -> Library:
    return siglum.open(artifact)


@pytest.fixture
def reader(artifact: Path) -> Iterator[Reader]:
    with ArtifactReader(artifact) as opened:
        yield opened


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("teh vault", "the vault"),
        ("hwo to retrry uplaods", "how to retry uploads"),
        ("Valut.get_enrty_by_name", "Vault.get_entry_by_name"),
        ("vault.get_entry_by_nmae", "vault.get_entry_by_name"),
        ("retry_limti", "retry_limit"),
        ("prxoy prxoy vualt", "proxy proxy vault"),
    ],
)
def test_a_misspelt_query_is_answered_as_the_right_one(library: Library, written: str, meant: str) -> None:
    mended, right = library.search(written), library.search(meant)
    assert mended.query_terms.corrected
    assert not right.query_terms.corrected
    assert mended.results == right.results
    assert mended.confidence == right.confidence


def test_the_query_is_reported_as_it_was_written(library: Library) -> None:
    terms = library.search("hwo to retrry").query_terms
    assert terms.used == ("hwo", "to", "retrry")
    assert [(each.text, each.surface) for each in terms.corrected] == [("hwo", "how"), ("retrry", "retry")]


def test_a_swapped_function_word_counts_as_one(reader: Reader) -> None:
    written, right = look_up(reader, "teh vault"), look_up(reader, "the vault")
    assert written.functional == right.functional == {"the"}
    assert written.weights == right.weights


@pytest.mark.parametrize(
    "query",
    ["who", "xy", "si", '"teh vualt"', "lantern.tomlx", "src/valt.py", "conifg.yml", "E0049", "vault.qqqq"],
)
def test_function_words_files_codes_quotations_and_unknown_names_are_left_alone(
    reader: Reader, query: str
) -> None:
    assert look_up(reader, query).corrected == ()
