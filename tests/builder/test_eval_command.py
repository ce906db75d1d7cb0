"""The `siglum eval` command: what it reads, finds and says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest
from click.testing import CliRunner
from tests.builder.golden_rows import KEYS, ROOT, ROWS, TROUBLE, evaluate, fails, timeless, write

from siglum.cli import main
from siglum_builder.golden import load_golden
from siglum_builder.golden_pages import find_pages, place_questions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    return write(tmp_path / "questions.jsonl", *ROWS)


def test_the_table_has_the_total_with_intervals_kinds_and_languages(golden: Path) -> None:
    result = evaluate(golden)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    rows = {" ".join(line.split()[:2]): line.split() for line in result.stdout.splitlines()}
    assert rows["golden questions.jsonl:"][2:] == ["3", "with", "an", "answer,", "1", "without"]
    assert rows["n recall@10"] == ["n", "recall@10", "nDCG@10", "MRR@10", "hit@1", "hit@5"]
    assert rows["all 3"][-2:] == ["1.000", "1.000"]
    assert rows["95 %"][-1] == "1.00…1.00"
    assert [name for name in rows if name.startswith(("kind", "language"))] == [
        "kind exact",
        "kind howto",
        "language en",
        "language ja",
    ]
    assert rows["no answer"][2] == "AUROC"
    assert rows["latency p50"][3:5] == ["ms,", "p95"]


def test_the_same_evaluation_gives_the_same_json_but_for_latency_and_fits_the_schema(golden: Path) -> None:
    found = timeless(evaluate(golden, "--json"))
    assert found == timeless(evaluate(golden, "--json"))
    schema = json.loads((ROOT / "schemas/eval.response.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(evaluate(golden, "--json").stdout))
    total = found["total"]
    assert isinstance(total, dict)
    assert total["n"] == 3
    assert list(total["scores"]) == ["recall", "ndcg", "mrr", "hit1", "hit5"]
    assert total["scores"]["mrr"] == 1.0


def test_bad_lines_are_named_and_skipped(tmp_path: Path) -> None:
    golden = write(
        tmp_path / "g.jsonl",
        "\ufeff" + json.dumps(ROWS[0]) + "\r",
        "",
        "junk",
        "[1]",
        json.dumps(ROWS[0]),
        json.dumps({"id": True, "query": "q", "expect": []}),
        json.dumps({"id": 1, "expect": []}),
        json.dumps({"id": 2, "query": "  ", "expect": []}),
        json.dumps({"id": 3, "query": "q"}),
        json.dumps({"id": 4, "query": "q", "expect": "a.md"}),
        json.dumps({"id": 5, "query": "q", "expect": ["a.md", 1]}),
        json.dumps({"id": 6, "query": "q", "expect": [], "also": None}),
        json.dumps({"id": 7, "query": "q", "expect": [], "kind": ["exact"]}),
        json.dumps({"id": 8, "query": "é" * 2049, "expect": []}),
        '{"id": 9, "query": "\\ud800", "expect": []}',
        "[" * 5000,
    )
    result = evaluate(golden, "--json")
    assert result.exit_code == 1, result.output
    assert timeless(result)["unanswerable"] == 0
    *said, last = result.stderr.splitlines()
    assert "wrong with g.jsonl: 14 named above" in last
    assert [int(line.split(":")[2]) for line in said] == [3, 4, *range(5, 17)]
    assert "the id a stands on an earlier line" in said[2]
    assert "`expect` is not a list" in said[6]
    assert "4098 bytes" in said[11]


def test_a_page_that_is_not_there_is_named_once_with_its_line_and_counts_as_not_found(tmp_path: Path) -> None:
    rows = [{**ROWS[0], "expect": [TROUBLE, "guide/gone.md"]}, {**ROWS[1], "expect": ["guide/gone.md", KEYS]}]
    result = evaluate(write(tmp_path / "g.jsonl", *rows), "--json")
    assert result.stderr == "siglum: g.jsonl:1: the expected page guide/gone.md is not in the artifact\n"
    total = timeless(result)["total"]
    assert isinstance(total, dict)
    assert total["scores"]["recall"] < 0.6


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"[]\n", b"\x00" * 10, b'{"id": 1, "query": "q", "expect": []}']
)
def test_a_file_without_an_answerable_question_is_a_one_sentence_error(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "g.jsonl").write_bytes(content)
    assert "has no question with a page that answers it" in fails(evaluate(tmp_path / "g.jsonl"))


def test_questions_of_another_corpus_are_a_one_sentence_error(tmp_path: Path) -> None:
    golden = write(tmp_path / "g.jsonl", {"id": 1, "query": "q", "expect": ["elsewhere.md"]})
    assert "name the artifact of that corpus with -a" in fails(evaluate(golden))


def test_a_folder_of_queries_and_judgements_is_a_golden_set(tmp_path: Path) -> None:
    write(tmp_path / "queries.jsonl", {"id": 1, "text": "retry_limit"}, {"id": 2, "text": "unjudged"})
    lines = (
        "query\tpage\tgrade",
        "1\tguide/configuration\t3",
        "1 0 README.md 1",
        "1\tnotes.txt\t0\r",
        "1\tx",
    )
    write(tmp_path / "qrels.tsv", *lines, "9\tREADME.md\t1")
    result = evaluate(tmp_path, "--json", "--k", "3")
    assert result.exit_code == 1, result.output
    (outcome,) = json.loads(result.stdout)["outcomes"]
    assert outcome["ranks"]["guide/configuration"] == 1
    assert [line.partition(": ")[2] for line in result.stderr.splitlines()[:-1]] == [
        "qrels.tsv:5: it is not a query, a page and a whole number",
        "queries.jsonl: the judged query 9 is not in it",
    ]


def test_a_folder_without_its_files_says_which_are_missing(tmp_path: Path) -> None:
    result = evaluate(tmp_path)
    fails(result)
    assert "qrels.tsv: it cannot be read" in result.stderr
    assert "queries.jsonl: it cannot be read" in result.stderr


@pytest.mark.parametrize("prefix", ["docs/", "a/b/c/", "@lantern/", "guide/"])
def test_what_stands_before_the_paths_of_all_pages_is_stripped(tmp_path: Path, prefix: str) -> None:
    def moved(row: Mapping[str, object], key: str) -> list[str]:
        pages = row.get(key, [])
        assert isinstance(pages, list)
        return [prefix + page for page in pages]

    rows = [{**row, "expect": moved(row, "expect"), "also": moved(row, "also")} for row in ROWS]
    result = evaluate(write(tmp_path / "g.jsonl", *rows), "--json")
    assert result.stderr == ""
    total = timeless(result)["total"]
    assert isinstance(total, dict)
    assert total["scores"]["hit1"] == 1.0


def test_two_sources_with_the_same_file_names_get_different_prefixes() -> None:
    paths = ["@docs/a.md", "@docs/b.md", "@docs/c.md", "@docs-2/a.md", "@docs-2/b.md"]
    pages = ["docs/en/docs/c.md", "docs/ja/docs/a.md", "docs/ja/docs/b.md", "docs/en/docs/a.md"]
    assert find_pages(pages, paths, ["@docs/", "@docs-2/"]) == {
        "docs/en/docs/a.md": "@docs/a.md",
        "docs/en/docs/c.md": "@docs/c.md",
        "docs/ja/docs/a.md": "@docs-2/a.md",
        "docs/ja/docs/b.md": "@docs-2/b.md",
    }


def test_pages_as_the_artifact_names_them_are_found_whatever_else_would_do() -> None:
    paths = ["@x/a.md", "@y/b.md", "@y/a.md"]
    assert find_pages(paths, paths, ["@x/", "@y/"]) == {path: path for path in paths}
    assert find_pages(["docs/a.md"], ["a.md", "docs/a.md"], [""]) == {"docs/a.md": "docs/a.md"}
    assert find_pages(["b.md", "a.md"], ["@x/a.md", "@y/b.md"], ["@x/", "@y/"]) == {
        "a.md": "@x/a.md",
        "b.md": "@y/b.md",
    }


def test_a_document_without_its_ending_is_found_only_where_one_document_is_meant() -> None:
    assert find_pages(["1", "2", "3"], ["1.md", "2.md", "2.txt", "3", "3.md"], [""]) == {
        "1": "1.md",
        "3": "3",
    }


def test_a_document_under_two_names_counts_once(tmp_path: Path) -> None:
    golden = load_golden(
        write(tmp_path / "g.jsonl", {"id": 1, "query": "q", "expect": ["x/a.md"], "also": ["x/a", "x/b.md"]})
    )
    found = find_pages(golden.questions[0].gains, ["a.md", "b.md"], [""])
    questions, notices = place_questions(golden, found, ["a.md", "b.md"])
    assert notices == ()
    assert questions[0].gains == {"x/a.md": 2, "x/b.md": 1}


def test_a_page_that_is_not_there_suggests_the_one_path_that_ends_so(tmp_path: Path) -> None:
    golden = load_golden(
        write(tmp_path / "g.jsonl", {"id": 1, "query": "q", "expect": ["a.md", "b.md", "gone.md"]})
    )
    _, notices = place_questions(golden, {}, ["@git/a.md", "@git/b.md", "@go/b.md", "@go/x-gone.md"])
    assert [notice.reason.partition("artifact")[2] for notice in notices] == [
        "; did you mean @git/a.md?",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("guide/topic/jobs.rst", "; did you mean guide/topics/jobs.rst?"),
        ("guide/topics/jbos.rst", "; did you mean guide/topics/jobs.rst?"),
        ("manual/jobs.rst", ""),
    ],
)
def test_a_page_whose_path_is_misspelt_is_told_what_is_meant(tmp_path: Path, page: str, told: str) -> None:
    golden = load_golden(write(tmp_path / "g.jsonl", {"id": 1, "query": "q", "expect": [page]}))
    _, notices = place_questions(golden, {}, ["guide/topics/jobs.rst", "guide/topics/tasks.rst"])
    assert [notice.reason.partition("artifact")[2] for notice in notices] == [told]


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("git/a.md", "; did you mean @git/a.md?"),
        ("@git/a.md#setup", ": pages are expected, not sections; did you mean @git/a.md?"),
        ("md:@git/a.md#setup", ": pages are expected, not sections; did you mean @git/a.md?"),
        ("gone.md#setup", ": pages are expected, not sections"),
    ],
)
def test_a_page_without_its_at_sign_or_with_a_section_is_told_what_is_meant(
    tmp_path: Path, page: str, told: str
) -> None:
    golden = load_golden(write(tmp_path / "g.jsonl", {"id": 1, "query": "q", "expect": [page]}))
    _, notices = place_questions(golden, {}, ["@git/a.md", "@go/b.md"])
    assert [notice.reason.partition("artifact")[2] for notice in notices] == [told]


@pytest.mark.parametrize(
    ("query", "quoted"),
    [
        ("A proxy that swallows idle connections", True),
        ("a  PROXY that\nswallows idle connections?", True),
        ("proxy that swallows", False),
        ("proxy that swallows idle conn", False),
        ("swallows a proxy that idle connections", False),
        ("同じ行を二台の端末で変更すると競合", True),
        ("競合の解決", False),
        ("... ! ? -- ... ...", False),
    ],
)
def test_a_query_that_the_corpus_quotes_is_warned_of(tmp_path: Path, query: str, quoted: bool) -> None:
    golden = write(tmp_path / "g.jsonl", {"id": "q", "query": query, "expect": [TROUBLE]})
    result = evaluate(golden, "--json")
    assert result.exit_code == 0, result.output
    assert bool(timeless(result)["quoted"]) is quoted
    assert ("verbatim in the corpus" in result.stderr) is quoted


def test_what_a_file_says_moves_no_cursor(tmp_path: Path) -> None:
    row = {**ROWS[0], "kind": "how\x1b[2J\nto", "expect": [TROUBLE, "gone\x1b[2J\n.md"]}
    result = evaluate(write(tmp_path / "g.jsonl", row))
    assert "\x1b" not in result.output
    assert not any(line.startswith(("to", ".md")) for line in result.output.splitlines())


def test_the_example_of_the_readme_runs(tmp_path: Path) -> None:
    example = (ROOT / "README.md").read_text(encoding="utf-8").partition("```json\n")[2].partition("```")[0]
    result = evaluate(write(tmp_path / "questions.jsonl", example))
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"expects": ["a.md"]}, "`expect` is not a list of pages"),
        ({"expects": ["a.md"]}, "`expects` is read by nothing; did you mean `expect`?"),
        ({"expect": [], "Kinds": "howto"}, "`Kinds` is read by nothing; did you mean `kind`?"),
        ({"expect": [], "langs": "en"}, "did you mean `lang`?"),
    ],
)
def test_a_misspelt_key_is_named_and_what_is_named_is_exit_1(
    tmp_path: Path, row: dict[str, object], told: str
) -> None:
    result = evaluate(write(tmp_path / "g.jsonl", *ROWS, {"id": "slip", "query": "vault"} | row))
    assert result.exit_code == 1
    assert f"g.jsonl:{len(ROWS) + 1}: " in result.stderr
    assert told in result.stderr


def test_keys_of_whoever_wrote_the_questions_are_no_slips(tmp_path: Path) -> None:
    row = {"id": "own", "query": "vault", "expect": [], "note": "x", "source": "y", "text": "z", "answer": ""}
    assert evaluate(write(tmp_path / "g.jsonl", *ROWS, row)).exit_code == 0


def test_an_artifact_that_is_not_there_is_exit_3(golden: Path) -> None:
    result = CliRunner().invoke(main, ["eval", str(golden), "-a", "nowhere/at/all"])
    assert (result.exit_code, result.stdout) == (3, "")


def test_the_shared_sets_load_without_a_notice(shared: Path) -> None:
    for file in sorted((shared / "golden").glob("*.jsonl")):
        golden = load_golden(file)
        assert golden.notices == ()
        assert golden.questions
