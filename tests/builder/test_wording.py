"""What is pasted from a page finds it: the order of words counts where a long run of them is the same."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builder.compiled import compiled

import siglum
from siglum.wording import Wording, share, words_of

if TYPE_CHECKING:
    from pathlib import Path

MESSAGE = "error[H12]: the anchor `{}` was released while {} moorings still referred to its chain"
PAGES = {
    "chains.md": f"""# Long chains

Harbours differ in how they store chains, and each keeps its own ledger of what is paid for storage, by
whom, and until when. A clerk reads the ledger in spring.

```
{MESSAGE.format("north", 3)}
```

The clerk then writes to the owner, who has a month to answer, after which the storage is paid anew and
the ledger is closed for the season by the clerk and the owner together.
""",
    "anchors.md": """# Anchor released, chain referred to by moorings

An anchor is released by its chain. Moorings refer to the anchor; an error in a mooring is an error of the
chain. Released moorings, released anchors: the chain still referred to is an error.
""",
    "moorings.md": "# Moorings\n\nMoorings still hold while a chain is released.\n",
    "ja.md": "# 係留\n\n錨を外す前に、すべての係留索がチェーンから外れていることを確認してください。\n",
    "ja2.md": "# 錨と係留索とチェーン\n\nチェーンの確認。係留索を外す。すべて外れている前に確認。\n",
}


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("wording"), "harbour", {"docs": PAGES})


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    more = "[search]\nwording_boost = 0.0\n"
    return compiled(tmp_path_factory.mktemp("without"), "harbour", {"docs": PAGES}, more)


@pytest.mark.parametrize(
    "query",
    [
        MESSAGE.format("north", 3),
        MESSAGE.format("south-east", 17),
        "the anchor was released while 3 moorings still referred to",
        "released while 3 moorings still referred to its chain",
        MESSAGE.format("north", 3).upper(),
        MESSAGE.format("north", 3) + " -lighthouse",
    ],
)
def test_a_pasted_message_finds_its_page_whole_changed_and_in_part(artifact: Path, query: str) -> None:
    with siglum.open(artifact) as library:
        first, *_ = library.search(query, explain=True).results
    assert first.path == "chains.md"
    assert first.explanation is not None
    assert "wording" in {boost.name for boost in first.explanation.boosts}


def test_a_sentence_without_spaces_finds_its_page(artifact: Path) -> None:
    with siglum.open(artifact) as library:
        hits = library.search("すべての係留索がチェーンから外れていることを確認").results
    assert hits[0].path == "ja.md"


def test_a_few_words_in_order_raise_nothing_and_no_order_counts_at_weight_zero(
    artifact: Path, without: Path
) -> None:
    few, message = "moorings still referred", MESSAGE.format("north", 3)
    with siglum.open(artifact) as library:
        short, pasted = library.search(few, explain=True).results, library.search(message).results
    with siglum.open(without) as library:
        assert [hit.score for hit in library.search(few).results] == [hit.score for hit in short]
        assert [hit.score for hit in library.search(message).results] != [hit.score for hit in pasted]
    boosts = [boost.name for hit in short if hit.explanation for boost in hit.explanation.boosts]
    assert "wording" not in boosts


WORDS = st.lists(st.from_regex(re.compile("[a-z]{3,8}"), fullmatch=True), min_size=5, max_size=9, unique=True)


def wording(words: list[str]) -> Wording:
    return Wording(dict.fromkeys(pairwise(words), 1.0), frozenset(words))


@given(WORDS, st.sampled_from([" ", "\n", "_", "(", " - ", "`, `"]))
def test_what_separates_words_and_what_surrounds_them_change_nothing(words: list[str], mark: str) -> None:
    assert share(wording(words), f"0 {mark.join(words).upper()} 9") == 1.0


@given(WORDS, st.text(max_size=60))
def test_a_share_is_from_nothing_to_all_and_reversed_words_have_none(words: list[str], text: str) -> None:
    assert 0.0 <= share(wording(words), text) <= 1.0
    assert share(wording(words), " ".join(reversed(words))) == 0.0


def test_a_change_of_script_parts_words() -> None:
    assert words_of("係留索がチェーンから外れて") == ["係留索", "が", "チェーン", "から", "外", "れて"]
