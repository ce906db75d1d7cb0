"""A plain word in a sentence is prose; alone, or written as code, it names a definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum
from siglum.lookup import look_up
from siglum.reader import ArtifactReader
from siglum.symbols import AMID, definitions

if TYPE_CHECKING:
    from pathlib import Path

CODE = '''class Ledger:
    def rollback(self):
        """Undo what was posted."""

    def seal(self):
        """Close the year."""

    def audit(self):
        """Look at every posting."""


class Draft:
    def rollback(self):
        """Undo the draft."""
'''
PAGE = """# Transactions

To undo one, rollback to where it began; seal the ledger then.

## How to audit the books

Read them.
"""


@pytest.fixture(scope="module")
def with_docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"src/ledger.py": CODE, "docs/transactions.md": PAGE}
    return compiled(tmp_path_factory.mktemp("plain"), "docs", {"all": files})


@pytest.fixture(scope="module")
def code_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("plain"), "code", {"all": {"src/ledger.py": CODE}})


def best(artifact: Path, query: str, word: str) -> float:
    """Return the best score of the definitions that a word of a query names."""
    with ArtifactReader(artifact) as reader:
        return max(d.score for d in definitions(reader, look_up(reader, query)) if word in d.term.text)


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("how to rollback a transaction", "rollback"),
        ("undo a transaction, rollback?", "rollback"),
        ("audit the books", "audit"),
    ],
)
def test_a_word_of_a_sentence_that_documentation_explains_is_prose(
    with_docs: Path, query: str, word: str
) -> None:
    assert best(with_docs, query, word) <= AMID


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("rollback", "rollback"),
        ("how do I use rollback", "rollback"),
        ("undo a transaction with rollback()", "rollback"),
        ("undo a transaction with `rollback`", "rollback"),
        ("undo a transaction with Ledger.rollback", "rollback"),
        ("rollback の使い方を教えてください", "rollback"),
    ],
)
def test_a_word_alone_or_written_as_code_is_a_name(with_docs: Path, query: str, word: str) -> None:
    assert best(with_docs, query, word) > AMID


def test_a_name_of_one_definition_stays_one_where_no_heading_has_it(with_docs: Path) -> None:
    assert best(with_docs, "seal a transaction", "seal") > AMID


def test_where_nothing_is_documented_a_word_of_a_sentence_is_a_name(code_alone: Path) -> None:
    assert best(code_alone, "how to rollback a transaction", "rollback") > AMID


def test_the_page_stands_before_the_methods_that_its_verb_names(with_docs: Path) -> None:
    with siglum.open(with_docs) as library:
        assert library.search("how to rollback a transaction").results[0].path.endswith("transactions.md")
        assert library.search("Ledger.rollback").results[0].symbol == "Ledger.rollback"
