from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from benchmarks.sets import Scope, code_ending, golden_set, ir_set, scope_folders, shared_sets

if TYPE_CHECKING:
    from pathlib import Path


def _lines(file: Path, *rows: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        "".join(f"{json.dumps(row) if row != 'junk' else 'junk'}\n" for row in rows), encoding="utf-8"
    )
    return file


def _ir(folder: Path, *, texts: list[str], qrels: str, title: str = "") -> Path:
    _lines(
        folder / "corpus.jsonl", *({"id": f"../{n}", "title": title, "text": t} for n, t in enumerate(texts))
    )
    _lines(folder / "queries.jsonl", {"id": "q1", "text": "one"}, {"id": "q2", "text": "two"})
    (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder


def test_pages_are_named_from_where_the_expected_ones_are(tmp_path: Path) -> None:
    page = tmp_path / "corpora/a/docs/en/x/page.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Page\n", encoding="utf-8")
    row = {
        "id": "1",
        "query": "q",
        "expect": ["docs/en/x/page.md"],
        "also": [],
        "kind": "exact",
        "lang": "en",
    }
    file = _lines(tmp_path / "some.jsonl", row)
    for folder, prefix in (("a", ""), ("a/docs", "docs/"), ("a/docs/en/x", "docs/en/x/")):
        loaded = golden_set(file, [tmp_path / "corpora" / folder])
        assert loaded.scopes == (Scope(tmp_path / "corpora" / folder, prefix),)
        assert loaded.notices == ()
        assert loaded.questions[0].gains == {"docs/en/x/page.md": 2}


def test_an_expected_page_outweighs_an_acceptable_one_and_a_question_without_is_unanswerable(
    tmp_path: Path,
) -> None:
    file = _lines(
        tmp_path / "g.jsonl",
        {"id": "1", "query": "q", "expect": ["a.md"], "also": ["a.md", "b.md"]},
        {"id": "2", "query": "q", "expect": [], "also": ["a.md"]},
    )
    assert [question.gains for question in golden_set(file, [tmp_path]).questions] == [
        {"a.md": 2, "b.md": 1},
        {},
    ]


def test_a_bad_line_or_a_missing_page_is_a_notice(tmp_path: Path) -> None:
    file = _lines(
        tmp_path / "g.jsonl",
        {"id": "1", "query": "q", "expect": ["a.md"]},
        "junk",
        [1],
        {"id": "1"},
        {"query": "q"},
    )
    loaded = golden_set(file, [tmp_path])
    assert [question.id for question in loaded.questions] == ["1"]
    assert [(notice.line, notice.reason) for notice in loaded.notices] == [
        (2, "it is not a JSON object with a string or whole number as `id`"),
        (3, "it is not a JSON object with a string or whole number as `id`"),
        (4, "the id 1 stands on an earlier line"),
        (5, "it is not a JSON object with a string or whole number as `id`"),
        (None, "the expected page a.md is not in what is indexed"),
    ]


def test_a_file_that_is_not_there_is_a_notice(tmp_path: Path) -> None:
    assert golden_set(tmp_path / "none.jsonl", [tmp_path]).notices[0].reason.startswith("it cannot be read")
    assert len(ir_set(tmp_path, tmp_path / "work").notices) == 3


def test_a_document_is_a_markdown_file_with_its_title_as_heading(tmp_path: Path) -> None:
    folder = _ir(
        tmp_path / "set", texts=["Some text.", "More."], qrels="q1\t../0\t3\nq1\t../1\t0\n", title=" A\nb "
    )
    loaded = ir_set(folder, tmp_path / "work")
    assert [file.name for file in sorted((tmp_path / "work").iterdir())] == ["d0000000.md", "d0000001.md"]
    assert (tmp_path / "work/d0000000.md").read_text(encoding="utf-8") == "# A b\n\nSome text.\n"
    assert [(question.id, question.gains) for question in loaded.questions] == [("q1", {"d0000000.md": 3})]


def test_a_collection_of_code_becomes_files_of_its_language(tmp_path: Path) -> None:
    folder = _ir(
        tmp_path / "set",
        texts=["def one(a):\n    return a", "@cached\ndef two(): pass"],
        qrels="q1\t../1\t1\n",
    )
    ir_set(folder, tmp_path / "work")
    assert (tmp_path / "work/d0000001.py").read_text(encoding="utf-8") == "@cached\ndef two(): pass\n"


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("def run(self):\n    pass", ".py"),
        ("async def run():\n    pass", ".py"),
        ("func (s *Server) Run() error {\n}", ".go"),
        ("// Run starts it.\nfunc Run() {}", ".go"),
        ("public static int run(int a) {\n}", ".java"),
        ("@Override\npublic String toString() {}", ".java"),
        ("public function run($a) {\n}", ".php"),
        ("function run(a) {\n}", ".js"),
        ("def run\n  1\nend", ".rb"),
        ("pub fn run() {}", ".rs"),
        ("A function of public interest.", None),
        ("Die Klasse", None),
        ("", None),
    ],
)
def test_the_language_of_code_is_told_by_its_definitions(text: str, ending: str | None) -> None:
    assert code_ending([text] * 3) == ending


def test_prose_with_a_little_code_stays_prose() -> None:
    assert code_ending(["Some prose.", "def run(): pass", "More prose."]) is None
    assert code_ending([]) is None


def test_judgements_have_three_or_four_columns_and_perhaps_a_header(tmp_path: Path) -> None:
    qrels = "query-id\tcorpus-id\tscore\nq1\t../0\t2\nq2 0 ../1 1\nq2\t../9\t1\nq1\t../0\tyes\nq3\t../0\t1\n"
    loaded = ir_set(_ir(tmp_path / "set", texts=["a", "b"], qrels=qrels), tmp_path / "work")
    assert [question.gains for question in loaded.questions] == [{"d0000000.md": 2}, {"d0000001.md": 1}]
    assert [notice.reason for notice in loaded.notices] == [
        "the document ../9 is not in corpus.jsonl",
        "it is not a query, a page and a whole number",
        "the judged query q3 is not in it",
    ]


def test_every_shared_set_loads_without_a_notice(shared: Path, tmp_path: Path) -> None:
    loaded = list(shared_sets(shared, tmp_path))
    assert {"fastapi-en", "fastapi-ja", "efcore-en", "rust-book-en", "tokio-en"} <= {
        each.name for each in loaded
    }
    assert [notice for each in loaded for notice in each.notices] == []
    assert all(any(question.gains for question in each.questions) for each in loaded)


def test_a_set_named_after_a_known_one_has_its_scope(shared: Path, tmp_path: Path) -> None:
    file = tmp_path / "fastapi-ja-held-out.jsonl"
    file.write_bytes((shared / "golden" / "fastapi-ja.jsonl").read_bytes())
    assert scope_folders(file, shared / "corpora") == (shared / "corpora/fastapi/docs/ja/docs",)
