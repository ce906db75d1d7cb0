"""What `search` and `get_content` promise, on the golden artifact."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import siglum
from siglum import Library
from siglum.errors import RefError, RequestError, SiglumError
from siglum.lines import split_lines
from siglum.render import to_json
from siglum.results import Range

CORPUS = Path(__file__).parents[1] / "corpus"
QUERIES = (
    "retry failed upload",
    "lock",
    "vault",
    "同期の手順",
    "競合",
    "E0043",
    "getEntryByName",
    "MAX_ENTRIES",
    "lantern.toml",
    "proxy connections hang",
    "settings",
)


@pytest.fixture(scope="module")
def library(artifact: Path) -> Library:
    return siglum.open(artifact)


def lines_of(path: str, lines: Range) -> str:
    """Return the lines of a corpus file, read from the corpus itself."""
    text = (CORPUS / path).read_text(encoding="utf-8")
    return "".join(split_lines(text)[lines.start_line - 1 : lines.end_line])


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("how often is a failed upload tried again", "md:guide/configuration.md#retry_limit"),
        ("retry limit", "md:guide/configuration.md#retry_limit"),
        ("E0042", "md:guide/troubleshooting.md#e0042"),
        ("--no-color", "md:guide/configuration.md#--no-color"),
        ("競合の解決", "md:ja/sync.md#競合の解決"),
        ("保管庫", "md:ja/sync.md#準備"),
        ("API", "md:ja/sync.md#競合の解決"),
        ("getEntryByName", "code:src/vault.py@L20"),
        ("get_entry_by_name", "code:src/vault.py@L20"),
        ("open_vault", "code:src/vault.py@L25"),
        ("removing importer", "md:notes.txt#_preamble"),
        ("idle_timeout unit", "md:guide/configuration.md#timeouts"),
    ],
)
def test_the_section_that_answers_is_first(library: Library, query: str, ref: str) -> None:
    assert library.search(query).results[0].ref_id == ref


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("snippet_lines", [1, 3, 40])
def test_range_is_exactly_the_lines_of_content(library: Library, query: str, snippet_lines: int) -> None:
    results = library.search(query, snippet_lines=snippet_lines).results
    assert results
    for hit in results:
        assert hit.content == lines_of(hit.path, hit.range)
        assert hit.range.end_line - hit.range.start_line < snippet_lines
        assert hit.section_range.start_line <= hit.range.start_line
        assert hit.range.end_line <= hit.section_range.end_line
        assert hit.truncated == (hit.range != hit.section_range)


@pytest.mark.parametrize("query", QUERIES)
def test_no_line_is_shown_twice(library: Library, query: str) -> None:
    shown = [
        (hit.path, line)
        for hit in library.search(query).results
        for line in range(hit.range.start_line, hit.range.end_line + 1)
    ]
    assert shown
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("query", QUERIES)
def test_every_ref_resolves(library: Library, query: str) -> None:
    results = library.search(query).results
    assert results
    for hit in results:
        content = library.get_content(hit.ref_id, "full")
        assert content.ref_id == hit.ref_id
        assert content.content == lines_of(hit.path, content.ranges[0])


def test_scores_fall_and_further_pages_go_on_where_the_first_ended(library: Library) -> None:
    whole = library.search("lantern vault settings", top_k=8).results
    scores = [hit.score for hit in whole]
    assert scores == sorted(scores, reverse=True)
    pages = [library.search("lantern vault settings", top_k=3, offset=offset).results for offset in (0, 3, 6)]
    assert [hit for page in pages for hit in page][:8] == list(whole)


@pytest.mark.parametrize("query", ["", " \n\t", "zzzqqq", "!!!", "“”", "\u202e", "祝日"])
def test_a_query_that_nothing_answers_gives_no_result(library: Library, query: str) -> None:
    assert library.search(query).results == ()


@pytest.mark.parametrize(
    "query", ['"unclosed', "a OR (b", "NEAR/3 *", "';--", "\x00", "𝔘𝔫𝔦", "%" * 4096, "-", "a" * 4096]
)
def test_no_input_is_a_syntax_error(library: Library, query: str) -> None:
    assert to_json(library.search(query)).startswith("{")


def test_text_that_is_not_unicode_is_an_error(library: Library) -> None:
    with pytest.raises(RequestError, match="not Unicode"):
        library.search("caf\udce9")


def test_a_library_may_be_closed_while_others_ask(artifact: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    for _ in range(5):
        library = siglum.open(artifact)

        def ask(query: str, library: Library = library) -> str | None:
            try:
                return to_json(library.search(query))
            except SiglumError as error:
                return str(error) if "closed" not in str(error) else None

        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(ask, query) for query in QUERIES * 3]
            library.close()
        with siglum.open(artifact) as again:
            answers = {to_json(again.search(query)) for query in QUERIES}
        assert {future.result() for future in asked} <= answers | {None}


@pytest.mark.parametrize(
    "how", ["atexit.register(ask)", "Thread(target=lambda: (sleep(0.3), ask())).start()"]
)
def test_an_artifact_may_be_opened_while_the_interpreter_ends(artifact: Path, how: str) -> None:
    program = (
        "import atexit, siglum\nfrom threading import Thread\nfrom time import sleep\n"
        f"def ask(): print(len(siglum.open({str(artifact)!r}).search('vault').results))\n{how}\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (int(ended.stdout) > 0, ended.stderr) == (True, "")


def test_an_artifact_is_opened_where_no_thread_may_start(
    artifact: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    siglum.open(artifact).close()


def test_a_hit_shows_no_line_of_a_section_below_it_that_the_query_excludes(library: Library) -> None:
    assert any("競合" in hit.content for hit in library.search("同期").results)
    hits = library.search("同期 -競合").results
    assert hits
    assert not any("競合" in hit.content for hit in hits)


@pytest.mark.parametrize("query", ['"新しい変更を採用"', '"swallows idle connections"'])
def test_a_phrase_that_is_found_is_known_to_the_corpus(library: Library, query: str) -> None:
    confidence = library.search(query).confidence
    assert confidence.level != "none"
    assert not any("unknown" in reason for reason in confidence.reasons)


def test_a_long_phrase_that_stands_nowhere_is_named_by_its_beginning(library: Library) -> None:
    (warning,) = library.search(f'"{"lantern " * 400}" vault').warnings
    assert '"lantern lantern' in warning
    assert len(warning) < 200


def test_a_closed_library_says_so(artifact: Path) -> None:
    closed = siglum.open(artifact)
    closed.close()
    with pytest.raises(SiglumError, match="closed: open it again"):
        closed.search("vault")


def test_further_pages_reach_the_end_of_the_ranking(library: Library) -> None:
    query, found, offset = "the a of to is lantern", list[str](), 0
    while page := library.search(query, top_k=3, offset=offset).results:
        found += [hit.ref_id for hit in page]
        offset += 3
    assert found == [hit.ref_id for hit in library.search(query, top_k=200).results]
    assert len(found) > 9


def test_stop_words_alone_still_find_something(library: Library) -> None:
    assert library.search("the of").results


@pytest.mark.parametrize(
    ("query", "term", "ref"),
    [
        ("retrry limti", "retri", "md:guide/configuration.md#retry_limit"),
        ("removing importre", "import", "md:notes.txt#_preamble"),
        ("vualt locked", "vault", "md:guide/troubleshooting.md#e0042"),
        ("prxoy uploads", "proxi", "md:guide/troubleshooting.md#uploads-hang"),
        ("proifle", "profil", "md:guide/configuration.md#profiles"),
        ("vault locker", "lock", "md:guide/troubleshooting.md#e0042"),
        ("get_entri_by_nmae", "getentrybynam", "code:src/vault.py@L20"),
        ("getEntryByNaem", "getentrybynam", "code:src/vault.py@L20"),
    ],
)
def test_a_misspelt_or_kindred_word_is_taken_for_the_nearest_and_said(
    library: Library, query: str, term: str, ref: str
) -> None:
    response = library.search(query)
    assert response.results[0].ref_id == ref
    (found, *_) = response.query_terms.corrected
    assert found.term == term
    assert found.surface
    assert found.surface in response.results[0].content


@pytest.mark.parametrize("query", ["vault", "祝日", "E0049", "xy", "lantern.tomlx", "zzzqqq"])
def test_only_an_unknown_word_is_corrected(library: Library, query: str) -> None:
    assert library.search(query).query_terms.corrected == ()


def test_query_terms_beyond_the_cap_are_named(library: Library) -> None:
    words = [f"word{number}" for number in range(40)]
    terms = library.search(" ".join(words)).query_terms
    assert (len(terms.used), terms.dropped) == (32, tuple(words[32:]))


@pytest.mark.parametrize(
    ("options", "effective"),
    [
        ({"top_k": 0}, ("top_k", 1)),
        ({"top_k": 10**9}, ("top_k", 200)),
        ({"snippet_lines": -3}, ("snippet_lines", 1)),
        ({"snippet_lines": 999}, ("snippet_lines", 200)),
        ({"offset": -1}, ("offset", 0)),
    ],
)
def test_a_number_out_of_range_is_clamped_and_said(
    library: Library, options: dict[str, int], effective: tuple[str, int]
) -> None:
    response = library.search("vault", **cast("Any", options))
    name, value = effective
    assert getattr(response.parameters, name) == value
    assert [warning for warning in response.warnings if warning.startswith(f"{name}=")]


@pytest.mark.parametrize("query", ["x" * 4097, "語" * 1366])
def test_a_query_over_4096_bytes_is_an_error(library: Library, query: str) -> None:
    with pytest.raises(RequestError, match="at most 4096"):
        library.search(query)


def test_a_file_ref_gives_the_file_as_stored_front_matter_included(library: Library) -> None:
    content = library.get_content("file:guide/configuration.md")
    assert content.content == (CORPUS / "guide/configuration.md").read_text()
    assert not content.truncated


def test_a_section_ref_gives_all_below_the_heading(library: Library) -> None:
    content = library.get_content("md:guide/troubleshooting.md#error-codes", "full").content
    assert content.startswith("## Error codes\n")
    assert "### E0043" in content
    assert "Still stuck" not in content


def test_what_is_cut_is_said_with_the_way_to_the_rest(library: Library) -> None:
    content = library.get_content("file:src/vault.py", max_lines=5)
    assert (content.truncated, content.total_lines) == (True, 27)
    assert content.reason is not None
    assert "max_lines" in content.reason
    window = library.get_content("code:src/vault.py@L20", "full", max_lines=5).ranges[0]
    assert window == Range(18, 22)
    clamped = library.get_content("code:src/vault.py@L20", "full", max_lines=10**6).parameters
    assert clamped.max_lines == 5000


def test_a_snippet_of_code_is_the_definition_around_the_line(library: Library) -> None:
    found = library.get_content("code:src/vault.py@L21")
    assert found.content.startswith("    def getEntryByName")
    assert (found.ranges, found.truncated) == ((Range(20, 22),), True)
    window = library.get_content("code:src/vault.py@L21", snippet_lines=1)
    assert window.ranges == (Range(21, 21),)


def test_a_snippet_of_a_section_is_its_first_lines(library: Library) -> None:
    found = library.get_content("md:guide/troubleshooting.md#error-codes", snippet_lines=3)
    assert found.content == "## Error codes\n\n### E0042\n"
    assert found.truncated

    with pytest.raises(RequestError, match='"snippet", "full"'):
        library.get_content("file:notes.txt", "whole")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ref", "hint"),
    [
        ("md:guide/troubleshooting.md#eroor-codes", "md:guide/troubleshooting.md#error-codes"),
        ("file:configuration.md", "file:guide/configuration.md"),
        ("file:guide/configuraton.md", "file:guide/configuration.md"),
        ("code:src/vault.py@L999", "code:src/vault.py@L27"),
        ("md:src/vault.py#x", "file:src/vault.py"),
        ("code:guide/configuration.md@L3", "file:guide/configuration.md"),
    ],
)
def test_a_ref_that_resolves_to_nothing_names_the_nearest(library: Library, ref: str, hint: str) -> None:
    with pytest.raises(RefError) as caught:
        library.get_content(ref)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    "ref",
    ["", "x", "md:", "file:", "file:/etc/passwd", "file:../secret", "file:a/../b", "file:C:/x", "file:a\\b",
     "file:a\0b", "md:README.md", "code:src/vault.py", "code:src/vault.py@L0", "code:src/vault.py@L-1", "http://x/y"],
)  # fmt: skip
def test_a_ref_that_leaves_the_grammar_is_refused(library: Library, ref: str) -> None:
    with pytest.raises(RefError):
        library.get_content(ref)


def test_a_definition_longer_than_a_snippet_is_shown_from_its_first_line(library: Library) -> None:
    found = library.get_content("code:src/vault.py@L20", snippet_lines=2)
    assert found.ranges == (Range(20, 21),)
    assert found.content.startswith("    def getEntryByName")
    assert found.truncated
