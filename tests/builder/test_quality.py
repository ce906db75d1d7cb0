"""What says nothing has low quality; what is short and useful has not."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum.settings import SearchSettings
from siglum_builder.quality import quality_of

CASES = Path(__file__).parents[1] / "cases" / "quality.md"
LEAST = SearchSettings().min_quality


def rows() -> list[tuple[str, bool]]:
    found = re.findall(
        r"^\| (`+) ?(.+?) ?\1 \| (low|fine) \|$", CASES.read_text(encoding="utf-8"), re.MULTILINE
    )
    return [(text.replace("⏎", "\n"), quality == "fine") for _, text, quality in found]


@pytest.mark.parametrize(("text", "fine"), rows())
def test_a_section_is_found_by_default_where_the_table_says_so(text: str, fine: bool) -> None:
    assert (quality_of(text, kind="docs") >= LEAST) is fine


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("# Copyright 2020 A. N. Other\n# Licensed under the Apache License, Version 2.0\n", False),
        ("/*\n * SPDX-License-Identifier: MIT\n */\n", False),
        ("# Licensed under the MIT licence\nimport os\n", True),
        ("x = 1\n", True),
        ("\n", False),
        ("!function(e,t){" + "e.exports=t(n),r.d=function(e){return" * 60 + "}\n", False),
        ("# the port of the proxy\nPORT = 8080\n", True),
    ],
)
def test_licence_banners_and_minified_code_are_low(text: str, fine: bool) -> None:
    assert (quality_of(text, kind="code") >= LEAST) is fine


def test_a_heading_whose_subsections_say_something_is_no_empty_section() -> None:
    assert quality_of("## Error codes\n\n", kind="docs", followed=True) == 1.0


def test_long_lines_without_spaces_are_no_data_in_a_script_that_has_none() -> None:
    assert quality_of("これは長い行です。" * 100, kind="docs") == 1.0


@given(st.text(st.sampled_from("TODO: 準備中[]()!<a>#-=|\n coming soon.x"), max_size=200))
def test_quality_is_hundredths_between_0_and_1(text: str) -> None:
    quality = quality_of(text, kind="docs")
    assert 0 <= quality <= 1
    assert quality == round(quality, 2)


@pytest.mark.parametrize(
    "text",
    [
        "[[" * 4000,
        "[a" * 4000,
        "<a " * 3000,
        "TODO " * 48 + "é",
        "content here " * 18 + "x",
        "{/*" * 3000,
        "<!--" * 3000,
    ],
)
def test_no_text_takes_quadratic_time(text: str) -> None:
    started = time.process_time()
    quality_of(text, kind="docs")
    assert time.process_time() - started < 1
