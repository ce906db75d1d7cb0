"""`siglum eval` compares itself with what an earlier one saved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.builder.golden_rows import ROWS, TROUBLE, evaluate, fails, write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    return write(tmp_path / "questions.jsonl", *ROWS)


def test_a_baseline_holds_no_time_and_compares_equal_with_itself(golden: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert evaluate(golden, "--save", one).exit_code == 0
    result = evaluate(golden, "--save", two, "--against", one)
    assert result.exit_code == 0, result.output
    assert one.read_bytes() == two.read_bytes()
    saved = json.loads(one.read_bytes())
    assert {"name", "version", "digest", "golden_digest"} <= set(saved)
    assert set(saved["ranks"]) == {"a", "b", "c"}
    assert "better: 0\nworse: 0\n" in result.stdout


def test_a_comparison_names_what_got_better_and_worse(tmp_path: Path) -> None:
    golden, file = tmp_path / "g.jsonl", tmp_path / "before.json"
    write(golden, ROWS[0], {**ROWS[1], "expect": ["notes.txt"], "also": []}, *ROWS[2:])
    evaluate(golden, "--save", file)
    saved = json.loads(file.read_bytes())
    saved["ranks"] = {"a": {TROUBLE: 3}, "b": {"notes.txt": 1}, "c": {}}
    file.write_text(json.dumps(saved), encoding="utf-8")
    lines = evaluate(golden, "--against", file).stdout.splitlines()
    assert lines[lines.index("better: 2") + 1] == "  c: rank – → 1, nDCG +1.000: 競合の解決"
    assert lines[lines.index("worse: 1") + 1].startswith("  b: rank 1 → ")
    comparison = json.loads(evaluate(golden, "--against", file, "--json").stdout)["comparison"]
    assert [change["id"] for change in comparison["better"]] == ["c", "a"]
    assert comparison["differences"]["hit1"]["mean"] == pytest.approx(1 / 3, abs=1e-6)


@pytest.mark.parametrize("change", [{"query": "retry limits"}, {"expect": [TROUBLE]}, {"id": "z"}])
def test_another_golden_set_is_not_compared(
    golden: Path, tmp_path: Path, change: Mapping[str, object]
) -> None:
    evaluate(golden, "--save", tmp_path / "before.json")
    other = write(tmp_path / "other.jsonl", ROWS[0], {**ROWS[1], **change}, *ROWS[2:])
    assert "other questions" in fails(evaluate(other, "--against", tmp_path / "before.json"))


def test_the_order_kinds_and_name_of_a_golden_set_do_not_matter(golden: Path, tmp_path: Path) -> None:
    evaluate(golden, "--save", tmp_path / "before.json")
    other = write(tmp_path / "other.jsonl", *({**row, "kind": "any"} for row in reversed(ROWS)))
    assert evaluate(other, "--against", tmp_path / "before.json").exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"ranks": [1]},
        {"ranks": {"a": {"x": "1"}}},
        {"ranks": {"a": {TROUBLE: 0}, "b": {}, "c": {}}},
        {"ranks": {"a": {}}},
        {"ranks": {"a": {"unjudged.md": 1}, "b": {}, "c": {}}},
        {"more": 1},
        {"top_k": 20},
    ],
)
def test_what_is_no_baseline_is_a_one_sentence_error(
    golden: Path, tmp_path: Path, change: Mapping[str, object]
) -> None:
    file = tmp_path / "before.json"
    evaluate(golden, "--save", file)
    file.write_text(json.dumps({**json.loads(file.read_bytes()), **change}), encoding="utf-8")
    assert "before.json" in fails(evaluate(golden, "--against", file))


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"[" * 5000, b"null"])
def test_a_foreign_file_is_no_baseline(golden: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "before.json").write_bytes(content)
    assert "is not a baseline that --save wrote" in fails(
        evaluate(golden, "--against", tmp_path / "before.json")
    )
