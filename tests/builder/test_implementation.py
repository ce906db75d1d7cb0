"""`mode="implementation"` raises what builds a program, and shows docs and code."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

import siglum
from siglum_builder.config import config_of_paths
from siglum_builder.pipeline import compile_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum import Library

FILES = {
    **{f"docs/page{n}.md": f"# Orders {n}\n\nHow orders are stored, part {n}: orders.\n" for n in range(6)},
    "src/routes.py": "def list_orders(orders):\n    return orders\n",
    "src/audit.py": "def audit_orders(orders):\n    return orders\n",
    "src/dependencies.py": "def get_orders(orders):\n    return orders\n",
    "src/unrelated.py": "def main():\n    return None\n",
}


class Silent:
    """Progress that nobody watches."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        yield lambda steps: None


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("implementation")
    for path, text in FILES.items():
        (root / "in" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "in" / path).write_text(text, encoding="utf-8")
    (root / "out").mkdir()
    config = config_of_paths([root / "in"], name="x")
    with siglum.open(
        compile_version(config, root / "out", jobs=1, progress=Silent()).written.folder
    ) as opened:
        yield opened


def code_paths(library: Library, query: str) -> list[str]:
    hits = library.search(query, mode="implementation", top_k=20, extensions=["py"]).results
    return [hit.path for hit in hits]


def test_the_role_that_a_query_asks_for_comes_first(library: Library) -> None:
    assert code_paths(library, "route orders")[0] == "src/routes.py"
    assert code_paths(library, "di orders")[0] == "src/dependencies.py"


def test_an_intent_word_inside_another_word_asks_for_nothing(library: Library) -> None:
    assert code_paths(library, "audit orders")[0] == "src/audit.py"


def test_docs_and_code_are_both_among_the_first(library: Library) -> None:
    kinds = [hit.kind for hit in library.search("orders", mode="implementation", top_k=3).results]
    assert len(kinds) == 3
    assert set(kinds) == {"md_heading_block", "code_range"}


def test_code_that_only_its_path_names_is_a_hit_on_the_file(library: Library) -> None:
    hit = library.search("unrelated").results[0]
    assert (hit.ref_id, hit.section_range.start_line, hit.symbol) == ("code:src/unrelated.py@L1", 1, None)


def test_a_role_alone_makes_no_hit(library: Library) -> None:
    assert "src/unrelated.py" not in code_paths(library, "orders stored")
