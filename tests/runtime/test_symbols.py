"""A query that names a definition has it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import siglum
from siglum.names import name_keys, name_parts, symbol_key

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("UserService.find", "userservice.find"),
        ("Repo::len", "repo.len"),
        ("$this->name", "this.name"),
        ("Array#map", "array.map"),
        ("open_vault()", "open_vault"),
        ("ｏｐｅｎ", "open"),
        ("_private", "_private"),
    ],
)
def test_separators_and_case_make_no_other_name(written: str, key: str) -> None:
    assert symbol_key(written) == key


def test_a_definition_is_found_by_every_tail_of_its_qualified_name() -> None:
    assert name_keys("A.b::c") == ("a.b.c", "b.c", "c")
    assert name_keys("plain") == ("plain",)
    assert name_keys("..") == ()


@pytest.mark.parametrize(
    ("qualified_name", "parts"),
    [
        ("a.B.c", ["a", "B", "c"]),
        (r"\App\Shop::find", ["App", "Shop", "find"]),
        ("plain", ["plain"]),
        ("Range...", ["Range", "Range..."]),
    ],
)
def test_a_qualified_name_ends_with_the_name_of_its_definition(qualified_name: str, parts: list[str]) -> None:
    assert name_parts(qualified_name) == parts


@pytest.mark.parametrize(
    ("query", "symbol"),
    [
        ("open_vault", "open_vault"),
        ("OPEN_VAULT", "open_vault"),
        ("Vault", "Vault"),
        ("put_entry", "Vault.put_entry"),
        ("Vault.put_entry", "Vault.put_entry"),
        ("lantern.vault.Vault", "Vault"),
        ("getEntry", "Vault.getEntryByName"),
        ("Vault::put_entry()", "Vault.put_entry"),
    ],
)
def test_the_named_definition_is_first(artifact: Path, query: str, symbol: str) -> None:
    with siglum.open(artifact) as library:
        assert library.search(query).results[0].symbol == symbol
