"""The options of `siglum search` are the parameters of the tool, with hyphens."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING

from click.testing import CliRunner

from siglum.cli import main
from siglum.parameters import SearchParameters
from siglum.search_command import search

if TYPE_CHECKING:
    from pathlib import Path


def test_every_parameter_but_the_query_is_an_option() -> None:
    options = {option for parameter in search.params for option in parameter.opts}
    expected = {f"--{field.name.replace('_', '-')}" for field in fields(SearchParameters)} - {"--query"}
    assert expected <= options


def test_options_given_twice_are_a_list_and_those_not_given_are_no_filter(artifact: Path) -> None:
    command = ["search", "-a", str(artifact), "--path-globs", "guide/**", "--path-globs", "!*.txt"]
    result = CliRunner().invoke(main, [*command, "--min-quality", "0.5", "--json", "retry"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["filter_applied"] == {
        "path_globs": ["guide/**", "!*.txt"],
        "min_quality": 0.5,
        "include_low_quality": False,
    }


def test_a_filter_that_cannot_be_meant_is_wrong_use(artifact: Path) -> None:
    result = CliRunner().invoke(main, ["search", "-a", str(artifact), "--date-from", "last month", "x"])
    assert result.exit_code == 2
    assert "last month" in result.output
