"""Code that tests or shows ranks below what explains and what defines, unless it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum
from siglum_builder.asides import is_sample, is_test

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum import Library
    from siglum.parameters import SearchMode

TESTS = """
tests/app.py t/unit/test_app.py a/test_x.py x.spec.ts pkg/x_test.go spec/models/user.rb conftest.py
lib/tests.rs src/test/java/a/A.java a/UserServiceTest.java Shop.UnitTests/Cart.cs ShopTests/Cart.cs
test/reply.js t/unit/tasks.py test-support/fixtures/a.py
e2e/login.ts web/__tests__/a.tsx crates/a/tests/b.rs a/UserTest.php Tests/AppTests/A.swift
"""
NO_TESTS = """
app.py src/t/app.py latest/app.py contest.py django/test/client.py Contest.java src/attest.rs spectrum.js
org/x/test/Web.java
"""


@pytest.mark.parametrize("path", TESTS.split())
def test_tests_of_every_language_are_recognised_by_their_path(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize("path", NO_TESTS.split())
def test_what_only_looks_like_a_test_is_none(path: str) -> None:
    assert not is_test(path)


SAMPLES = """
docs/tour/views.py documentation/src/main/java/a/A.java examples/a/app.js typing-examples/a.py
a/examples/b.rs crates/x/samples/y.rs Shop.Samples/Cart.cs demo/index.ts src/pkg/testing.py testing/client.go
a/testutils.py a/test/helper.py a/test/utils/b.py docs_src/first.py example/main.go
"""
NO_SAMPLES = """
src/pkg/docs.py src/main/java/com/example/shop/Cart.java src/org/example/A.kt sampler/run.py demolition.js
src/protesting.py docstrings/a.py
"""


@pytest.mark.parametrize("path", SAMPLES.split())
def test_what_shows_or_helps_to_test_is_recognised_by_its_path(path: str) -> None:
    assert is_sample(path)


@pytest.mark.parametrize("path", NO_SAMPLES.split())
def test_what_only_looks_like_a_sample_is_none(path: str) -> None:
    assert not is_sample(path)


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
    "docs/keep.md": ("# Keep a visitor\n\nCall `shop.security.retain` where a visitor has logged in.\n"),
    "docs/tour/views.py": "def visitor(request):\n    return retain(keep='visitor', visitor=request)\n",
    "docs/tour/security.py": "class Policy:\n    def retain(self, request):\n        return None\n",
    "src/shop/auth.py": "class Helper:\n    def retain(self, it):\n        return self.retain(it)\n",
    "src/shop/stubs.pyi": "def retain(request: object) -> object: ...\n",
    "src/shop/security.py": "def retain(request):\n    return request.policy.log_in(request)\n",
    "src/shop/testing.py": "class ShopRunner:\n    def retain(self):\n        return self\n",
    "web/index.js": "function index() { return listed }\n",
    "web/lib/index.js": "function index() { return listed.again }\n",
    "web/mod.js": "function mod() { return index() }\n",
    "lib/mod.js": "function mod() { return 1 }\n",
    "native/parcel.cpp": "namespace crate { void parcel() { ship(); } }\nvoid parcel() { ship(); }\n",
    "native/stamp.cpp": "void stamp() { ship(); }\nnamespace crate { void stamp() { ship(); } }\n",
    "docs/native.md": "# Ship\n\nCall `crate::stamp` where a crate is full.\n",
    "docs/start.md": "# Shop\n\n## Installation\n\nGet the shop with a package manager, then open it.\n",
    "src/shop/setup.py": "class Shop:\n    def install(self, shop):\n        return shop.installed(self)\n",
    "src/shop/visits.py": "def count(visitor):\n    return keep(visitor, visitor.keep, a_visitor=visitor)\n",
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
    assert not [
        ref for ref in library.guide_implementation("parse body").sample_code if ref.path.startswith("test/")
    ]
    assert [ref for ref in library.guide_implementation("test bodyLimit").sample_code if "test" in ref.path]


def explained(library: Library, query: str, mode: SearchMode = "default") -> dict[str, dict[str, float]]:
    hits = library.search(query, explain=True, mode=mode, top_k=30).results
    found = {hit.path: hit.explanation for hit in hits}
    return {path: {b.name: b.value for b in each.boosts} for path, each in found.items() if each}


def test_what_a_test_costs_is_explained(library: Library) -> None:
    boosts = explained(library, "bodyLimit")
    assert boosts["test/body-limit.test.js"]["test"] == -0.2
    assert "test" not in boosts["docs/server.md"]


def test_a_bare_name_finds_the_definition_that_documentation_names_then_the_page(library: Library) -> None:
    found = paths(library, "retain")
    assert found[0] == "src/shop/security.py"
    assert found.index("docs/keep.md") < found.index("docs/tour/views.py")


def test_a_plain_word_that_is_a_title_hardly_names_a_definition(library: Library) -> None:
    title, name = (explained(library, query)["src/shop/setup.py"] for query in ("install", "Shop.install"))
    assert 0 < title["symbol"] < name["symbol"] / 2
    assert title["code"] == -0.1
    assert "code" not in name


@pytest.mark.parametrize("name", ["index", "mod"])
def test_definitions_that_are_called_as_roots_of_paths_are_found(library: Library, name: str) -> None:
    assert library.search(name).results[0].symbol == name


def test_of_one_name_the_outer_definition_is_found_however_a_language_joins_names(library: Library) -> None:
    assert library.search("parcel").results[0].symbol == "parcel"


def test_a_name_inside_a_namespace_is_not_taken_for_one_in_other_case(library: Library) -> None:
    assert library.search("stamp").results[0].symbol == "crate::stamp"


def test_a_longer_name_finds_its_own_definition(library: Library) -> None:
    assert paths(library, "Helper.retain")[0] == "src/shop/auth.py"
    assert paths(library, "Policy.retain")[0] == "docs/tour/security.py"


def test_a_definition_of_a_helper_of_tests_is_found_where_no_other_has_its_name(library: Library) -> None:
    assert paths(library, "ShopRunner")[0] == "src/shop/testing.py"


def test_a_question_in_words_finds_the_page_before_code(library: Library) -> None:
    assert paths(library, "keep a visitor")[0] == "docs/keep.md"


@pytest.mark.parametrize("query", ["keep visitor", "keep visitor sample"])
def test_samples_count_less_unless_they_are_asked_for(library: Library, query: str) -> None:
    boosts = explained(library, query)
    assert ("sample" in boosts["docs/tour/views.py"]) == ("sample" not in query)
    assert boosts["src/shop/visits.py"]["code"] == boosts["docs/tour/views.py"]["code"] == -0.1


def test_who_looks_for_an_implementation_wants_code_as_much_as_prose(library: Library) -> None:
    boosts = explained(library, "keep visitor", mode="implementation")
    assert not {"code", "sample"} & set(boosts["docs/tour/views.py"])


def test_the_only_definition_of_a_name_counts_in_full(library: Library) -> None:
    assert "code" not in explained(library, "what does Helper keep")["src/shop/auth.py"]


def test_japanese_words_that_contain_a_part_of_test_ask_for_no_tests(library: Library) -> None:
    assert "test" in explained(library, "bodyLimit リクエスト")["test/body-limit.test.js"]
    assert "test" not in explained(library, "bodyLimit テスト")["test/body-limit.test.js"]


@pytest.mark.parametrize(
    ("query", "asks"), [("visitorの例外処理", False), ("visitorの例", True), ("試験的 visitor", False)]
)
def test_japanese_words_that_contain_a_sign_of_samples_ask_for_none(
    library: Library, query: str, asks: bool
) -> None:
    assert ("sample" in explained(library, query)["docs/tour/views.py"]) != asks
