"""Hits are cut on borders only, and nothing of them is lost."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.citations.cutting import Granularity, Window, cut
from siglum.citations.sentences import boundaries
from siglum.fences import open_fence

GRANULARITIES: tuple[Granularity, ...] = get_args(Granularity)

TEXTS = st.lists(
    st.sampled_from(
        [
            *(
                "# T\n",
                "## Q?\n",
                "One. Two. ",
                "次。「はい。」と",
                "です！",
                "* a\n",
                "  - b\n",
                "1. c\n",
                "\n",
                "\r\n",
            ),
            *(
                "\n\n",
                "```\n",
                "```py\n",
                "~~~\n",
                "x = 1\n",
                "    y. Z\n",
                "| a | b |\n",
                "|---|---|\n",
                "> q. R\n",
            ),
            *(
                "<div>\n",
                "</div>\n",
                "第1条 ",
                "§ 5 ",
                "1.1 ",
                "Q: ",
                "A: ",
                "!!! note\n",
                "::: x\n",
                "---\n",
                "===\n",
            ),
            *(
                ": d\n",
                "`a. B` ",
                "[l. M](u) ",
                '"q. R" ',
                "(",
                "）",
                "👍",
                "e\u0301. ",
                "\u3000",
                "\t",
                "$$\n",
                "...\n",
            ),
        ]
    ),
    max_size=40,
).map("".join)


def texts(window: Window, granularity: Granularity = "auto") -> list[str]:
    return [window.text[start:end] for start, end in cut(window, granularity)]


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in pairwise([0, *boundaries(text), len(text)])]


@pytest.mark.cases("sentences")
def test_sentences_end_where_the_table_says(case: tuple[str, str]) -> None:
    source = case[0].rstrip("\n")
    assert [" ".join(sentence.split()) for sentence in sentences(source)] == case[1].splitlines()


@pytest.mark.cases("citation_blocks")
def test_blocks_are_cut_where_the_table_says(case: tuple[str, str]) -> None:
    found = [text.rstrip().replace("\n", "⏎") for text in texts(Window(case[0]))]
    assert found == case[1].splitlines()


@settings(max_examples=150, deadline=None)
@given(
    TEXTS | st.text(max_size=200),
    st.sampled_from(GRANULARITIES),
    st.booleans(),
    st.sampled_from([None, "```"]),
)
def test_blocks_join_to_the_text_and_none_is_blank(
    text: str, granularity: Granularity, code: bool, fence: str | None
) -> None:
    found = texts(Window(text, code=code, fence=fence), granularity)
    assert "".join(found) == (text if text.strip() else "")
    assert all(block.strip() for block in found)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_code_and_what_is_in_an_open_fence_is_cut_between_lines_only(text: str) -> None:
    for window in (Window(text, code=True), Window(text.replace("```", "").replace("~~~", ""), fence="```")):
        for block in texts(window, "sentence")[:-1]:
            assert block.endswith(("\n", "\r"))


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_a_finer_granularity_keeps_the_borders_of_sentences(text: str) -> None:
    assert "".join(sentences(text)) == text


def test_a_window_that_starts_in_a_fence_has_code_up_to_where_it_closes() -> None:
    text = "one. Two.\nthree. Four.\n```\n\nProse. More.\n"
    assert texts(Window(text, fence="```"), "sentence") == [
        "one. Two.\nthree. Four.\n```\n\n",
        "Prose. ",
        "More.\n",
    ]


def test_the_open_fence_is_that_of_the_lines_before() -> None:
    assert open_fence(["a\n", "  > ```py\n", "~~~\n"]) == "```"
    assert open_fence(["````\n", "```\n"]) == "````"
    assert open_fence(["```\n", "```\n", "`x`\n"]) is None


def test_code_is_cut_between_definitions() -> None:
    text = "import a\nimport b\n\n\ndef f():\n    x = 1\n\n    return x\n\n\n@d\nclass C:\n    y = 1\n"
    assert texts(Window(text, code=True)) == [
        "import a\nimport b\n\n\n",
        "def f():\n    x = 1\n\n    return x\n\n\n",
        "@d\nclass C:\n    y = 1\n",
    ]


def test_a_long_definition_is_cut_between_what_it_consists_of() -> None:
    method = "    def m(self):\n        a = 1\n\n        return a\n\n" + "    # " + "x" * 300 + "\n\n"
    found = texts(Window("class C:\n" + method * 4, code=True))
    assert len(found) > 3
    assert all(block.startswith(("class", "    ")) for block in found)


@pytest.mark.parametrize(
    "unit", ["(", "[", "`", "``` ", "a. ", '"a ', "「", "> ", "* ", "| ", "[a](", "<a ", "{%", "1.1 "]
)
def test_a_text_of_one_mark_repeated_is_cut_in_no_time(unit: str) -> None:
    assert "".join(texts(Window(unit * 4_000), "sentence")) == unit * 4_000
