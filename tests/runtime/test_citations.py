"""What is handed to the Messages API fits its types, and what is quoted is found or found out."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

import siglum
from siglum.cli import main
from siglum.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.citations.cutting import Granularity
    from siglum.confidence import Level
    from siglum.results import SearchResponse
    from siglum.results.citations import Documents, SearchResults
    from siglum.service import Library

CORPUS = Path(__file__).parents[1] / "corpus"
SCHEMAS = Path(__file__).parents[2] / "schemas"
QUERIES = ("vault", "uploads hang behind a proxy", "get_entry_by_name", "競合の解決", "lantern setup")
GRANULARITIES: tuple[Granularity, ...] = ("auto", "paragraph", "item", "sentence")


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with siglum.open(Path(__file__).parents[1] / "golden/lantern") as opened:
        yield opened


@pytest.fixture(scope="module")
def responses(library: Library) -> list[SearchResponse]:
    return [library.search(query) for query in QUERIES]


def citation(results: SearchResults, number: int, start: int, end: int) -> dict[str, Any]:
    """Return a citation as the API makes it."""
    block = [block for block in results.results if block["type"] == "search_result"][number]
    return {
        "type": "search_result_location",
        "search_result_index": number,
        "start_block_index": start,
        "end_block_index": end,
        "cited_text": "".join(text["text"] for text in block["content"][start:end]),
        "source": block["source"],
        "title": block["title"],
    }


@pytest.mark.parametrize("granularity", GRANULARITIES)
def test_every_result_fits_the_types_of_the_api_and_the_checks_that_they_miss(
    responses: list[SearchResponse], granularity: Granularity
) -> None:
    types: Any = pytest.importorskip("anthropic.types")
    pydantic: Any = pytest.importorskip("pydantic")
    result_type = pydantic.TypeAdapter(types.SearchResultBlockParam)
    document_type = pydantic.TypeAdapter(types.DocumentBlockParam)
    for response in responses:
        found = siglum.to_search_results(response, granularity, cache_control={"type": "ephemeral"})
        for block in found.results:
            result_type.validate_python(block, strict=True)
        assert siglum.check_request([{"role": "user", "content": found.results}]) == ()
        for form in (None, granularity):
            for document in siglum.to_documents(response, form).documents:
                document_type.validate_python(document, strict=True)
        assert ["cache_control" in block for block in found.results] == [
            n == len(found.results) - 1 for n in range(len(found.results))
        ]


@pytest.mark.parametrize("granularity", GRANULARITIES)
def test_blocks_join_to_the_hit_and_their_places_are_true(
    responses: list[SearchResponse], granularity: Granularity
) -> None:
    for response in responses:
        found = siglum.to_search_results(response, granularity)
        assert found.blocks == sum(map(len, found.index)) > 0
        assert found.overhead_bytes > 0
        for hit, block, places in zip(response.results, found.results, found.index, strict=True):
            assert block["type"] == "search_result"
            texts = [text["text"] for text in block["content"]]
            assert "".join(texts) == hit.content
            data = (CORPUS / hit.path).read_bytes()
            for text, place in zip(texts, places, strict=True):
                assert place.byte_range is not None
                assert place.range is not None
                assert data[place.byte_range.start_byte : place.byte_range.end_byte].decode() == text
                lines = data.decode().splitlines(keepends=True)
                assert text in "".join(lines[place.range.start_line - 1 : place.range.end_line])


def test_a_note_is_one_more_block_and_no_quotation(library: Library) -> None:
    response = library.search("vault")
    unsure = replace(response, low_confidence=True)
    given = siglum.to_search_results(unsure)
    plain = siglum.to_search_results(replace(response, low_confidence=False))
    last = len(given.index) - 1
    assert given.blocks == plain.blocks + 1
    assert given.index[last][-1].note is True
    assert given.index[last][:-1] == plain.index[last]
    end = len(given.index[last])
    found = siglum.resolve_citation(given, citation(given, last, end - 1, end))
    assert (found.note, found.verified, found.ref_id) == (True, False, None)


@pytest.mark.parametrize(
    ("level", "alike", "said"),
    [
        ("none", False, "probably does not answer"),
        ("none", True, "probably does not answer"),
        ("low", True, "perhaps does not answer"),
        ("medium", True, "none stands out"),
        ("high", True, "none stands out"),
        ("high", False, ""),
    ],
)
def test_a_note_doubts_that_there_is_an_answer_by_confidence_alone(
    library: Library, level: Level, alike: bool, said: str
) -> None:
    response = library.search("vault")
    confidence = replace(response.confidence, level=level)
    given = siglum.to_search_results(replace(response, confidence=confidence, low_confidence=alike))
    assert bool(given.index[-1][-1].note) is bool(said)
    last = given.results[-1]
    assert last["type"] == "search_result"
    assert said in last["content"][-1]["text"]


def test_search_gives_blocks_in_place_of_hits_where_they_are_asked_for(library: Library) -> None:
    blocks = library.search("vault", format="search_result")
    assert blocks.results == ()
    assert blocks.search_results == replace(
        siglum.to_search_results(library.search("vault")), warnings=blocks.warnings
    )


def test_no_hits_and_a_failed_search_are_one_text_block_that_says_which(library: Library) -> None:
    nothing = siglum.to_search_results(library.search("zzzqqq"))
    failed = siglum.to_search_results(RequestError("the query is too long"))
    for found, says in ((nothing, "no results"), (failed, "failed: the query is too long")):
        (block,) = found.results
        assert block["type"] == "text"
        assert says in block["text"]
        assert found.index == ()
    assert siglum.to_documents(library.search("zzzqqq")).documents == []


def test_generated_citations_resolve_and_falsified_ones_are_found_out(
    responses: list[SearchResponse],
) -> None:
    chooser = random.Random(1)
    for number in range(1_000):
        results = siglum.to_search_results(responses[number % len(responses)], GRANULARITIES[number % 4])
        which = chooser.randrange(len(results.results))
        start = chooser.randrange(len(results.index[which]))
        true = citation(results, which, start, chooser.randint(start + 1, len(results.index[which])))
        found = siglum.resolve_citation(results, true)
        assert (found.verified, found.text) == (True, true["cited_text"])
        assert found.path is not None
        assert found.byte_range is not None
        data = (CORPUS / found.path).read_bytes()
        assert data[found.byte_range.start_byte : found.byte_range.end_byte].decode() == true["cited_text"]
        if number % 5 == 0:
            false = falsified(true, number // 5 % 3, results)
            assert not siglum.resolve_citation(results, false).verified


def falsified(true: dict[str, Any], how: int, results: SearchResults) -> dict[str, Any]:
    text = true["cited_text"]
    if how == 0:
        return true | {"cited_text": text[:-2] + ("x" if text[-2] != "x" else "y") + text[-1]}
    if how == 1:
        return true | {"cited_text": text.split(" ", 1)[-1] if " " in text else ""}
    return true | {"source": true["source"] + "x"}


def test_indices_count_through_all_that_was_handed_over(responses: list[SearchResponse]) -> None:
    first, second = (siglum.to_search_results(response) for response in responses[:2])
    plain, custom = siglum.to_documents(responses[0]), siglum.to_documents(responses[1], "sentence")
    handed: list[SearchResults | Documents] = [first, plain, second, custom]
    later = citation(second, 0, 0, 1) | {"search_result_index": len(first.results)}
    assert siglum.resolve_citation(handed, later).verified
    text = responses[0].results[0].content
    by_character = {"type": "char_location", "document_index": 0, "start_char_index": 3, "end_char_index": 9}
    found = siglum.resolve_citation(handed, by_character | {"cited_text": text[3:9]})
    assert (found.verified, found.text) == (True, text[3:9])
    by_block = {"type": "content_block_location", "start_block_index": 0, "end_block_index": 1}
    by_block |= {"document_index": len(plain.documents), "cited_text": "other"}
    assert not siglum.resolve_citation(handed, by_block).verified


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"search_result_index": 99}, "search_result_index is 99"),
        ({"search_result_index": -1}, "search_result_index is -1"),
        ({"end_block_index": 99}, "name nothing"),
        ({"end_block_index": 0}, "greater than the start"),
        ({"start_block_index": True}, "whole number"),
        ({"cited_text": None}, "cited_text"),
        ({"type": "page_location"}, "page_location"),
    ],
)
def test_a_citation_that_cannot_be_right_is_an_error(
    responses: list[SearchResponse], change: dict[str, object], message: str
) -> None:
    results = siglum.to_search_results(responses[0])
    with pytest.raises(RequestError, match=message):
        siglum.resolve_citation(results, citation(results, 0, 0, 1) | change)


RESULT: dict[str, Any] = {
    "type": "search_result",
    "source": "s",
    "title": "t",
    "content": [{"type": "text", "text": "x"}],
    "citations": {"enabled": True},
}


@pytest.mark.parametrize(
    ("content", "role", "fault"),
    [
        ([RESULT, {**RESULT, "citations": {"enabled": False}}], "user", "must be on"),
        ([RESULT, {k: v for k, v in RESULT.items() if k != "citations"}], "user", "must be on"),
        ([RESULT], "assistant", "assistant message"),
        (
            [{"type": "tool_result", "content": [RESULT, {"type": "text", "text": "x"}]}],
            "user",
            "nothing else",
        ),
        ([{**RESULT, "content": []}], "user", "no text block"),
        ([{**RESULT, "content": [{"type": "text", "text": " \n"}]}], "user", "white space"),
        ([{**RESULT, "content": [{"type": "image"}]}], "user", "only text"),
        ([{**RESULT, "content": [RESULT["content"][0] | {"cache_control": {}}]}], "user", "cache_control"),
    ],
)
def test_what_the_api_refuses_is_found_in_a_request(content: list[object], role: str, fault: str) -> None:
    (found,) = siglum.check_request([{"role": role, "content": content}])
    assert fault in found.fault
    assert found.place.startswith("messages[0].content[")


def test_citations_must_be_on_beside_web_search_and_alike_in_earlier_turns() -> None:
    off = {**RESULT, "citations": {"enabled": False}}
    messages = [{"role": "user", "content": [off]}, {"role": "user", "content": "text"}]
    assert siglum.check_request(messages) == ()
    web = {"messages": messages, "tools": [{"type": "web_search_20250305", "name": "web_search"}]}
    assert "Web search" in siglum.check_request(web)[0].fault
    messages.append({"role": "user", "content": [{"type": "tool_result", "content": [RESULT]}]})
    assert siglum.check_request(messages)[0].place == "messages[2].content[0].content[0].citations"


@pytest.fixture
def shelf(tmp_path: Path, artifact: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(artifact, tmp_path / "artifacts/lantern")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SIGLUM_ARTIFACT", raising=False)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def validated(text: str, schema: str) -> Any:
    document = json.loads(text)
    jsonschema.validate(document, json.loads((SCHEMAS / schema).read_text()))
    assert "null" not in text
    return document


def reply(*citations: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": "So.", "citations": list(citations)}]}


def check(shelf: Path, document: object) -> tuple[int, list[dict[str, Any]]]:
    (shelf / "saved.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    result = run("cite", "check", "saved.json", "--json")
    assert "Traceback" not in result.output
    return result.exit_code, validated(result.stdout, "cite_check.response.json")["citations"]


def test_the_command_line_gives_blocks_and_index_as_one_document(shelf: Path) -> None:
    found = validated(
        run("search", "vault", "--format", "search_result").stdout, "search_result.response.json"
    )
    assert [len(block["content"]) for block in found["results"]] == [len(places) for places in found["index"]]
    failed = run("search", "x" * 5000, "--format", "search_result")
    assert failed.exit_code == 2
    (block,) = validated(failed.stdout, "search_result.response.json")["results"]
    assert "The search failed" in block["text"]
    assert run("search", "vault", "--granularity", "item").exit_code == 2


def test_a_saved_conversation_is_checked_by_its_indices_and_in_the_corpus(
    shelf: Path, responses: list[SearchResponse]
) -> None:
    results = siglum.to_search_results(responses[0])
    asked = {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "1", "content": results.results}],
    }
    true = citation(results, 0, 0, 1)
    code, (found,) = check(shelf, [asked, reply(true)])
    assert (code, found["verified"], found["path"]) == (0, True, responses[0].results[0].path)
    request = {"request": {"messages": [asked]}, "response": reply(true)}
    assert check(shelf, request)[0] == 0
    assert check(shelf, [asked, reply(true | {"cited_text": "other"})])[0] == 1
    assert check(shelf, [asked, reply(true | {"search_result_index": 99})])[0] == 1
    forged = json.loads(
        json.dumps([asked, reply(true)]).replace(json.dumps(true["cited_text"])[1:-1], "Forged.")
    )
    code, (found,) = check(shelf, forged)
    assert (code, found["reason"]) == (1, f"{responses[0].results[0].path} does not say this")


def test_a_reply_alone_is_sought_at_the_place_that_its_source_names(
    shelf: Path, responses: list[SearchResponse]
) -> None:
    for response in responses:
        results = siglum.to_search_results(response, "sentence")
        every = [citation(results, n, len(p) - 1, len(p)) for n, p in enumerate(results.index)]
        code, found = check(shelf, reply(*every))
        assert (code, [each["verified"] for each in found]) == (0, [True] * len(every))
        assert [each["byte_range"] for each in found] == [
            {"start_byte": p[-1].byte_range.start_byte, "end_byte": p[-1].byte_range.end_byte}
            for p in results.index
            if p[-1].byte_range
        ]
    true = citation(siglum.to_search_results(responses[0]), 0, 0, 1)
    version = responses[0].artifact.version
    for change, reason in (
        ({"cited_text": true["cited_text"][1:] + "x"}, "does not say this"),
        ({"source": true["source"].replace(version, "0" * 16)}, "is not at hand"),
        ({"source": true["source"].replace("lantern", "other")}, "is open"),
        ({"source": "https://example.org/a#b"}, "no address"),
        ({"source": f"siglum://lantern@{version}/README.md#nope"}, "no section"),
        ({"source": f"siglum://lantern@{version}/../etc/passwd#nope"}, "leaves the corpus"),
    ):
        code, (wrong,) = check(shelf, reply(true | change))
        assert (code, reason in wrong["reason"]) == (1, True), wrong


def test_each_quotation_that_does_not_stand_is_named(shelf: Path, responses: list[SearchResponse]) -> None:
    true = citation(siglum.to_search_results(responses[0]), 0, 0, 1)
    (shelf / "saved.json").write_text(json.dumps(reply(true, true | {"cited_text": "Never said."})))
    result = run("cite", "check", "saved.json")
    assert result.exit_code == 1
    assert 'content[0].citations[1]: "Never said."' in result.stdout
    assert "1 of 2" in result.stdout


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"3",
        b"[[[[[[]]]]]]x",
        b'{"a": 1}',
        b'[{"role": "user", "content": [3]}]',
        b"[3]",
    ],
)
def test_a_file_that_is_no_conversation_is_one_sentence(shelf: Path, data: bytes) -> None:
    (shelf / "saved.json").write_bytes(data)
    result = run("cite", "check", "saved.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output
