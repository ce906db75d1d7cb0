"""Confidence is calibrated by questions that are made of a corpus's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum
from siglum.artifact.manifest import CalibrationEntry
from siglum.confidence import Evidence, assess
from siglum.settings import ConfidenceSettings
from siglum_builder.calibrate import LARGEST_SHIFT, QUESTIONS, TRUST, USUAL

if TYPE_CHECKING:
    from pathlib import Path

ANIMALS = ["lion", "zebra", "giraffe", "heron", "otter", "badger", "falcon", "lizard", "salmon", "beetle"]
PAGE = "The {0} lives where the {1} drinks, and sleeps after it has met a {2}.\n"
ENGLISH = {
    f"{one}.md": f"# {one.title()}\n\n{PAGE.format(one, two, three)}"
    for one, two, three in zip(ANIMALS, ANIMALS[3:] + ANIMALS[:3], ANIMALS[5:] + ANIMALS[:5], strict=True)
}
JAPANESE = {
    "ja.md": (
        "# 設定\n\n設定ファイルを複数の端末で同期する方法を説明します。\n\n"
        "## 競合\n\n変更すると競合が起きます。\n"
    )
}
CODE = {"a.py": 'def load(path):\n    """Load what was saved."""\n    return open(path).read()\n'}
ONE_WORD = {"a.md": "Hello\n"}


def calibration(folder: Path, files: dict[str, str], settings: str = "") -> CalibrationEntry:
    with siglum.open(compiled(folder, "x", {"x": files}, settings)) as library:
        return library.manifest.calibration


@pytest.mark.parametrize("files", [ENGLISH, JAPANESE, CODE], ids=["en", "ja", "code"])
def test_a_part_of_what_a_corpus_differs_by_is_taken_off(tmp_path: Path, files: dict[str, str]) -> None:
    found = calibration(tmp_path, files)
    assert 0 < found.questions <= QUESTIONS
    assert found.shift == pytest.approx(
        max(-LARGEST_SHIFT, min(LARGEST_SHIFT, TRUST * (USUAL - found.background))), abs=1e-3
    )


def test_the_same_files_give_the_same_calibration(tmp_path: Path) -> None:
    assert calibration(tmp_path / "one", ENGLISH) == calibration(tmp_path / "two", ENGLISH)


@pytest.mark.parametrize(
    ("files", "settings"),
    [(ONE_WORD, ""), ({"a.md": "# T\n\nTODO\n"}, ""), (ENGLISH, "[documents]\nexclude_headings = ['*']\n")],
    ids=["one word", "a placeholder", "nothing indexed"],
)
def test_a_corpus_that_no_question_can_be_made_of_is_not_shifted(
    tmp_path: Path, files: dict[str, str], settings: str
) -> None:
    found = calibration(tmp_path, files, settings)
    assert abs(found.shift) <= LARGEST_SHIFT
    assert found.questions or found == CalibrationEntry()


def test_of_artifacts_opened_together_the_shift_is_the_mean_over_their_chunks(tmp_path: Path) -> None:
    folders = [
        compiled(tmp_path / name, name, {name: files}) for name, files in (("a", ENGLISH), ("b", JAPANESE))
    ]
    with siglum.open(folders) as both, siglum.open(folders[0]) as a, siglum.open(folders[1]) as b:
        parts = [(each.manifest.calibration.shift, each.manifest.counts["chunks"]) for each in (a, b)]
        mean = sum(shift * chunks for shift, chunks in parts) / sum(chunks for _, chunks in parts)
        assert both.manifest.calibration.shift == pytest.approx(mean, abs=1e-3)


@pytest.mark.parametrize("shift", [-1.0, -0.3, 0.3, 1.0])
def test_a_shift_moves_the_score_and_nothing_else(shift: float) -> None:
    evidence = Evidence((4.0, 6.0, 5.0), best_bm25=5.0, covered=9.0, cosine=0.5)
    plain, moved = (assess(evidence, ConfidenceSettings(), shift=each) for each in (0.0, shift))
    assert (moved.score > plain.score) is (shift > 0)
    assert moved.reasons == plain.reasons
