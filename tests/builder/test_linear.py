"""No line takes the square of its length, wherever patterns are sought from every place of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from siglum.citations.sentences import boundaries
from siglum.plain_rst import unmarked_rst
from siglum.text.analysis import count_terms
from siglum_builder.notebook_text import _is_prose
from siglum_builder.parse.directive_includes import asciidoc_includes, rst_includes
from siglum_builder.parse.include_syntax import found_includes

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = 80_000
MOST = 1.5
"""Seconds of CPU; the square of the length took ten and more."""
UNITS: tuple[str, ...] = (
    "a",
    "1",
    "a1",
    "-",
    "_",
    "`",
    "`a",
    "``a ",
    "[",
    "[a](",
    "<a ",
    ":",
    ":a",
    "*a ",
    "a. ",
    "あ。",
    "\n",
    " ",
)
UNITS += (
    "{{",
    "{%",
    "{%a ",
    "$$",
    "$$a ",
    "http://",
    '"a',
    "a=",
    "a =",
    'a="',
    "'a",
    "(",
    "a\n",
    "\n ",
    ".. ",
    "...",
)


def _includes(text: str) -> None:
    for before in ("", "{* ", "{!", "--8<-- ", "{{#include ", "[!code[", "::: code ", "include::a["):
        for _ in found_includes(f"{before}{text}", fenced=False):
            pass
    for line in (text, f"include::a[{text}]", f".. include:: {text}"):
        list(rst_includes(line))
        list(asciidoc_includes(line))


READERS: tuple[Callable[[str], object], ...] = (
    lambda text: list(boundaries(text)),
    unmarked_rst,
    lambda text: count_terms(text, "en"),
    lambda text: _is_prose({}, text),
    _includes,
)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("reader", READERS, ids=("sentences", "rst", "terms", "notebook", "includes"))
def test_no_line_takes_quadratic_time(reader: Callable[[str], object], unit: str) -> None:
    text = unit * (LENGTH // len(unit)) + "\x01"
    started = time.process_time()
    reader(text)
    assert time.process_time() - started < MOST
