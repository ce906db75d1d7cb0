"""The same text in several sources is one hit that names the others; in one source it is several."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

import siglum
from siglum_builder.config import load_config
from siglum_builder.pipeline import compile_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum import Library

PAGE = "# Vault\n\n## Locking\n\nThe lock is a file beside the vault.\n"
CODE = "def open_vault(path):\n    return path\n"
CONFIG = """
[artifact]
name = "x"
[[source]]
name = "v1"
path = "v1"
[[source]]
name = "v2"
path = "v2"
"""


class Silent:
    """Progress that nobody watches."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        yield lambda steps: None


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("twins")
    for path, text in {
        "v1/vault.md": PAGE,
        "v1/copy.md": PAGE,
        "v1/vault.py": CODE,
        "v2/guide/vault.md": f"{PAGE}\n## New\n\nSomething about proxies.\n",
        "v2/src/vault.py": f"import os\n\n\n{CODE}",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (root / "siglum.toml").write_text(CONFIG, encoding="utf-8")
    (root / "out").mkdir()
    config = load_config(root / "siglum.toml")
    with siglum.open(
        compile_version(config, root / "out", jobs=1, progress=Silent()).written.folder
    ) as opened:
        yield opened


def test_a_section_of_several_sources_is_one_hit(library: Library) -> None:
    hits = [hit for hit in library.search("lock file beside", top_k=50).results if hit.heading == "Locking"]
    assert len(hits) == 1
    others = {"md:@v1/vault.md#locking", "md:@v1/copy.md#locking", "md:@v2/guide/vault.md#locking"}
    assert {hits[0].ref_id, *(hits[0].also_in or ())} == others


def test_code_of_several_sources_is_one_hit_at_its_line(library: Library) -> None:
    hits = [hit for hit in library.search("open_vault", top_k=50).results if hit.symbol == "open_vault"]
    assert len(hits) == 1
    refs = {hits[0].ref_id, *(hits[0].also_in or ())}
    assert refs == {"code:@v1/vault.py@L1", "code:@v2/src/vault.py@L4"}


def test_a_filter_of_sources_leaves_the_others_out(library: Library) -> None:
    hits = library.search("lock file beside", sources=["v2"]).results
    assert [hit.ref_id for hit in hits][:1] == ["md:@v2/guide/vault.md#locking"]
    assert hits[0].also_in is None


def test_what_differs_in_a_word_is_no_twin(library: Library) -> None:
    (hit,) = library.search("proxies", top_k=1).results
    assert (hit.heading, hit.also_in) == ("New", None)
