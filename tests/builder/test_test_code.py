"""Code that tests is recognised in every language, and ranks below guides unless tests are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum
from siglum_builder.test_code import is_test

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum import Library

TESTS = """
tests/app.py t/unit/test_app.py a/test_x.py x.spec.ts pkg/x_test.go spec/models/user.rb conftest.py
lib/tests.rs src/test/java/a/A.java a/UserServiceTest.java Shop.UnitTests/Cart.cs ShopTests/Cart.cs
test/reply.js
e2e/login.ts web/__tests__/a.tsx crates/a/tests/b.rs a/UserTest.php Tests/AppTests/A.swift
"""
NO_TESTS = """
app.py latest/app.py contest.py django/test/client.py Contest.java src/attest.rs spectrum.js
org/x/test/Web.java
"""


@pytest.mark.parametrize("path", TESTS.split())
def test_tests_of_every_language_are_recognised_by_their_path(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize("path", NO_TESTS.split())
def test_what_only_looks_like_a_test_is_none(path: str) -> None:
    assert not is_test(path)


SUITE = "\n".join(f"test('bodyLimit {n}', () => app({{ bodyLimit: {n} }}, bodyLimit))" for n in range(6))
FILES = {
    "docs/server.md": "# Server\n\n## `bodyLimit`\n\nThe greatest body.\n\n## `onError`\n\nA handler.\n",
    "test/body-limit.test.js": f"{SUITE}\nfunction sendBody() {{ return bodyLimit }}\n",
    "test/errors.js": "setup({ onError: (error) => { throw error } })\n",
    "src/lib.rs": (
        "/// Parse.\npub fn parse_body(text: &str) -> usize {\n    text.len()\n}\n\n"
        "#[cfg(test)]\nmod tests {\n"
        "    #[test]\n    fn empty_body() {\n        parse_body(parse_body);\n    }\n}\n"
    ),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with siglum.open(compiled(tmp_path_factory.mktemp("testing"), "shop", {"all": FILES})) as opened:
        yield opened


def paths(library: Library, query: str) -> list[str]:
    return [hit.path for hit in library.search(query).results]


@pytest.mark.parametrize("name", ["bodyLimit", "onError"])
def test_a_guide_stands_before_the_tests_of_what_it_explains(library: Library, name: str) -> None:
    assert paths(library, name)[0] == "docs/server.md"


@pytest.mark.parametrize("query", ["bodyLimit test", "testing bodyLimit", "test_body_limit"])
def test_tests_come_first_for_who_asks_for_tests(library: Library, query: str) -> None:
    assert paths(library, query)[0] == "test/body-limit.test.js"


def test_a_definition_of_a_test_is_found_by_its_name(library: Library) -> None:
    assert paths(library, "sendBody")[0] == "test/body-limit.test.js"


def test_tests_inside_the_file_that_they_test_rank_below_it(library: Library) -> None:
    first = library.search("parse_body body").results[0]
    assert first.symbol == "parse_body"


def test_a_guide_shows_tests_to_who_asks_for_them(library: Library) -> None:
    assert not [ref for ref in library.guide_implementation("parse body").sample_code if "test" in ref.path]
    assert [ref for ref in library.guide_implementation("test bodyLimit").sample_code if "test" in ref.path]


def test_what_a_test_costs_is_explained(library: Library) -> None:
    hits = library.search("bodyLimit", explain=True).results
    found = {hit.path: hit.explanation for hit in hits}
    boosts = {path: {b.name: b.value for b in each.boosts} for path, each in found.items() if each}
    assert boosts["test/body-limit.test.js"]["test"] == -0.2
    assert "test" not in boosts["docs/server.md"]
