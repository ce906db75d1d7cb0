"""Text of documents cannot leave its place in an answer, and both forms of an answer say the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import siglum
from siglum.mcp.budget import fitted
from siglum.mcp.markdown import code_span, fenced
from siglum.render import on_one_line, visible
from siglum.tools import TOOLS, tool_named

if TYPE_CHECKING:
    from pathlib import Path

texts = st.text(alphabet=st.one_of(st.sampled_from("`~\n\x1b\u202e<a"), st.characters()), max_size=200)


@given(texts)
def test_no_text_closes_its_fence(text: str) -> None:
    opening, *inside, closing = fenced(text).split("\n")
    assert opening == closing
    assert not [
        line for line in inside if re.fullmatch(r" {0,3}`{3,}\s*", line) and len(line.strip()) >= len(closing)
    ]


@given(texts)
def test_inline_code_stays_on_its_line_and_ends_where_it_should(text: str) -> None:
    span = code_span(text)
    assert "\n" not in span
    ticks = re.match("`+", span)
    assert ticks is not None
    inside = span[len(ticks[0]) : -len(ticks[0])]
    assert all(len(run) < len(ticks[0]) for run in re.findall("`+", inside))


@given(texts)
def test_nothing_of_a_document_moves_a_cursor_or_reorders(text: str) -> None:
    assert on_one_line(text).isprintable() or all(c.isprintable() or c.isspace() for c in on_one_line(text))


def test_the_markdown_holds_every_ref_text_and_warning_of_the_json(wild: Path, artifact: Path) -> None:
    cases: list[tuple[Path, str, dict[str, object]]] = [
        (wild, "search", {"query": "pelican fish", "top_k": 999}),
        (wild, "search", {"query": "script instructions"}),
        (artifact, "search", {"query": "upload hangs", "explain": None}),
        (artifact, "get_content", {"ref_id": "md:ja/sync.md#準備"}),
        (artifact, "get_content", {"ref_id": "file:src/vault.py", "max_lines": 3}),
    ]
    for folder, name, arguments in cases:
        tool = tool_named(name)
        assert tool is not None
        with siglum.open(folder) as library:
            text, answer = fitted(tool, library, arguments)
        hits = cast("list[dict[str, object]]", answer.get("results", [answer]))
        assert hits
        for hit in hits:
            assert f"`{hit['ref_id']}`" in text
            assert visible(str(hit["content"])).strip("\n") in text
        for warning in cast("list[str]", answer["warnings"]):
            assert on_one_line(warning) in text


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_new_field_of_an_answer_is_shown_without_code_of_its_own(tool: object) -> None:
    from siglum.mcp.markdown import markdown

    answer: dict[str, object] = {
        "items": [{"ref_id": "md:a.md#b", "new_fact": "seen", "content": "x"}],
        "whole": {"level": "high", "reasons": ["because"]},
        "warnings": [],
    }
    text = markdown(TOOLS[0], answer)
    assert "new_fact seen" in text
    assert "whole: level high, reasons because" in text
