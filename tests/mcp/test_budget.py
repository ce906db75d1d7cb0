"""An answer keeps within its tokens, says what it left out, and stays true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import jsonschema
import orjson
import pytest

import siglum
from siglum.errors import RequestError
from siglum.mcp.budget import DEFAULT_TOKENS, fitted
from siglum.mcp.published import published
from siglum.tokens import estimate_tokens
from siglum.tools import tool_named

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS: list[tuple[str, dict[str, object]]] = [
    ("search", {"query": "pelican fish"}),
    ("search", {"query": "pelican fish", "top_k": 200, "snippet_lines": 200}),
    ("search", {"query": "pelican", "max_tokens": 500}),
    ("search", {"query": "pelican", "max_tokens": 20_000, "top_k": 30}),
    ("search", {"query": "pelican fish", "format": "search_result"}),
    ("search", {"query": "otter"}),
    ("search", {"query": "文書の名前"}),
    ("get_content", {"ref_id": "file:long.md", "mode": "full"}),
    ("get_content", {"ref_id": "md:long.md#long", "mode": "full", "max_lines": 5000}),
    ("get_content", {"ref_id": "file:line.txt"}),
    ("get_content", {"ref_id": "md:attack.md#next-part"}),
]


@pytest.mark.parametrize(("name", "arguments"), QUESTIONS)
def test_answers_fit_their_budget_and_their_schema(
    wild: Path, name: str, arguments: dict[str, object]
) -> None:
    tool = tool_named(name)
    assert tool is not None
    with siglum.open(wild) as library:
        text, answer = fitted(tool, library, arguments)
    budget = cast("int", arguments.get("max_tokens", DEFAULT_TOKENS))
    assert estimate_tokens(text) <= budget
    assert estimate_tokens(orjson.dumps(answer).decode()) <= budget
    jsonschema.validate(answer, published()[name]["output"], cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize(("name", "arguments"), [*QUESTIONS[:4], *QUESTIONS[5:8]])
def test_what_was_left_out_is_said_and_ranges_are_those_of_the_text(
    wild: Path, name: str, arguments: dict[str, object]
) -> None:
    tool = tool_named(name)
    assert tool is not None
    with siglum.open(wild) as library:
        answer = cast("dict[str, Any]", fitted(tool, library, arguments).answer)
        whole = cast("dict[str, Any]", fitted(tool, library, arguments | {"max_tokens": 10**9}).answer)
        if any("texts were cut" in warning for warning in answer["warnings"]):
            return
        hits = answer.get("results", [answer])
        for hit in hits:
            shown = hit.get("range") or hit["ranges"][0]
            path, first, last = hit["path"], shown["start_line"], shown["end_line"]
            if "byte_range" in hit:
                continue  # part of a line
            full = library.get_content(f"file:{path}", "full", max_lines=5000).content
            assert hit["content"] == "".join(full.splitlines(keepends=True)[first - 1 : last])
    if answer["warnings"] == whole["warnings"]:
        assert hits == whole.get("results", [whole])
    else:
        assert any("max_tokens" in warning for warning in answer["warnings"])


def test_blocks_to_cite_are_whole_or_left_out_within_any_budget(wild: Path) -> None:
    tool = tool_named("search")
    assert tool is not None
    for budget in (500, 1000, 4000):
        arguments = {"query": "pelican fish", "format": "search_result", "max_tokens": budget}
        with siglum.open(wild) as library:
            reply = fitted(tool, library, dict(arguments))
            answer = cast("dict[str, Any]", reply.answer)
            assert orjson.loads(reply.text) == answer["search_results"]
            assert not answer["results"]
            blocks, index = answer["search_results"]["results"], answer["search_results"]["index"]
            assert blocks
            for block, places in zip(blocks, index, strict=True):
                for text, place in zip(block["content"], places, strict=True):
                    if "note" in place:
                        continue
                    written = (wild.parent / "corpus" / place["path"]).read_bytes()
                    bounds = place["byte_range"]
                    assert written[bounds["start_byte"] : bounds["end_byte"]].decode() == text["text"]


def test_a_question_that_is_longer_than_the_budget_is_said_to_be(wild: Path) -> None:
    tool = tool_named("search")
    assert tool is not None
    question = " ".join(f"pelican{n}" for n in range(300))
    with siglum.open(wild) as library:
        answer = cast("dict[str, Any]", fitted(tool, library, {"query": question, "max_tokens": 500}).answer)
    assert "what was asked alone takes more than max_tokens=500" in answer["warnings"]


def test_a_budget_is_a_whole_number_and_not_below_the_least(artifact: Path) -> None:
    tool = tool_named("search")
    assert tool is not None
    with siglum.open(artifact) as library:
        with pytest.raises(RequestError, match="whole number"):
            fitted(tool, library, {"query": "x", "max_tokens": "many"})
        answer = fitted(tool, library, {"query": "vault", "max_tokens": 1}).answer
    assert any(
        "max_tokens=1 is below 500, which was used" in warning
        for warning in cast("list[str]", answer["warnings"])
    )


@pytest.mark.parametrize("given", [500, 1000, 2000])
def test_what_was_used_instead_is_said_in_grammar(wild: Path, given: int) -> None:
    tool = tool_named("search")
    assert tool is not None
    with siglum.open(wild) as library:
        answer = fitted(tool, library, {"query": "pelican", "max_tokens": given, "top_k": 30}).answer
    (said,) = [text for text in cast("list[str]", answer["warnings"]) if "to stay within" in text]
    assert ("were used" in said) == (" and " in said)
