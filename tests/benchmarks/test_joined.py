"""Artifacts opened together and one built of all are judged by the same pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.joined import BUILT, OPENED, measure
from benchmarks.sets import golden_set

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.sets import QuestionSet


def asked(root: Path, name: str, page: str, text: str) -> QuestionSet:
    folder = root / name / "docs"
    folder.mkdir(parents=True)
    (folder / page).write_text(text, encoding="utf-8")
    row = {"id": name, "query": f"{name} words", "expect": [f"docs/{page}"]}
    (root / f"{name}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    return golden_set(root / f"{name}.jsonl", [folder])


def test_pages_of_both_systems_have_the_names_of_the_questions(tmp_path: Path) -> None:
    sets = [
        asked(tmp_path, "alpha", "a.md", "# Alpha\n\nThe words of alpha.\n"),
        asked(tmp_path, "beta", "b.md", "# Beta\n\nThe words of beta.\n"),
    ]
    alpha, beta = measure(sets, tmp_path / "work")
    for system in (OPENED, BUILT):
        assert alpha.answers[system]["alpha"].pages[0] == "docs/a.md"
        assert beta.answers[system]["beta"].pages[0] == "docs/b.md"
