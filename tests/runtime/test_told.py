"""What is told of a request that finds nothing or cannot be meant, in the words of who asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import siglum
from siglum.cli import main
from siglum.errors import RequestError

GOLDEN = Path(__file__).parents[1] / "golden/lantern"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "-a", str(GOLDEN)])


@pytest.mark.parametrize("blank", ["", " ", "\t"])
@pytest.mark.parametrize("name", ["category", "topic", "tags_any", "tags_all", "sources", "extensions"])
def test_a_filter_without_a_letter_is_refused_by_name(name: str, blank: str) -> None:
    value = blank if name in ("category", "topic") else ["reference", blank]
    with siglum.open(GOLDEN) as library, pytest.raises(RequestError, match=rf"`{name}.*` = .* it takes"):
        library.search("upload", **{name: value})  # type: ignore[arg-type] # names of filters


def test_a_value_given_twice_is_told_once() -> None:
    with siglum.open(GOLDEN) as library:
        for name in ("tags_any", "extensions", "sources"):
            found = library.search("upload", **{name: ["zzz", "zzz"]})  # type: ignore[arg-type]
            assert len(found.warnings) == 1
            assert getattr(found.filter_applied, name) == ("zzz",)


def test_known_file_endings_are_endings() -> None:
    result = run("search", "upload", "--extensions", ".dots.md")
    assert "known are md, py, txt" in result.output


def test_a_sort_by_dates_that_nothing_has_is_told() -> None:
    with siglum.open(GOLDEN) as library:
        undated = library.search("vault", sort="date", path_globs=["guide/troubleshooting.md"])
        assert all(hit.date is None for hit in undated.results)
        assert [warning for warning in undated.warnings if warning.startswith("sort: no hit has a date")]
        assert not library.search("vault", path_globs=["guide/troubleshooting.md"]).warnings


def test_a_query_that_finds_no_word_is_told_the_languages_of_the_corpus() -> None:
    for query in ("прочитай меня", "wie ändere ich"):
        assert (
            "no word of the query is in this corpus, which is written in en, ja"
            in run("search", query).output
        )
    assert "written in" not in run("search", "upload").output


def test_an_anchor_that_is_like_none_is_told_headings_before_the_lines_above_them() -> None:
    for anchor in ("nope", "x" * 20_000):
        result = run("get", f"md:guide/configuration.md#{anchor}")
        assert result.exit_code == 2
        assert "nearest: md:guide/configuration.md#" in result.output
        assert "_preamble" not in result.output


@pytest.mark.parametrize(
    ("given", "meant"),
    [("--ext", "--extensions"), ("--limit", "--top-k"), ("--tag", "--tags-any"), ("--since", "--date-from")],
)
def test_an_option_that_others_call_so_is_told_by_its_name_here(given: str, meant: str) -> None:
    result = run("search", "upload", given, "x")
    assert f"Did you mean '{meant}'?" in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("get", "md:ja/sync.md#同期の手順", "--mode", "snippet", "--snippet-lines", "2"), "--mode full"),
        (("get", "md:ja/sync.md#同期の手順", "--mode", "snippet", "--snippet-lines", "2"), "--snippet-lines"),
        (("search", "upload", "--date-from", "2024-13"), "`--date-from` ="),
        (("search", "upload", "--top-k", "500"), "--top-k=500"),
        (("search", "upload", "--tags-any", "zzz"), "--tags-any: no document"),
    ],
)
def test_the_command_line_speaks_of_options(arguments: tuple[str, ...], told: str) -> None:
    output = run(*arguments).output
    assert told in output
    assert not any(name in output for name in ("snippet_lines", "date_from", "top_k", "tags_any", 'mode="'))
