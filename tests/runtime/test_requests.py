"""A request is read onto its parameters: numbers are clamped, all else that cannot be meant is refused."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

import siglum
from siglum.errors import RequestError
from siglum.parameters import (
    ContentParameters,
    FilterOptions,
    FlowParameters,
    GuideParameters,
    NoParameters,
    RelatedParameters,
    SearchParameters,
)
from siglum.requests import OTHER_NAMES, read_request
from siglum.service import Library
from siglum.settings import SearchSettings

if TYPE_CHECKING:
    from pathlib import Path

TOOLS: list[tuple[str, type[Any]]] = [
    ("search", SearchParameters),
    ("get_content", ContentParameters),
    ("expand_related", RelatedParameters),
    ("summarize_flow", FlowParameters),
    ("guide_implementation", GuideParameters),
]


@pytest.mark.parametrize(("name", "cls"), TOOLS)
def test_a_method_takes_every_parameter_of_its_tool_and_no_other(name: str, cls: type) -> None:
    taken = set(inspect.signature(getattr(Library, name)).parameters) - {"self"}
    if "filters" in taken:
        taken = (taken - {"filters"}) | FilterOptions.__annotations__.keys()
    assert taken == {field.name for field in fields(cls)}


def test_what_is_not_given_is_what_the_artifact_says() -> None:
    found, warnings = read_request(
        SearchParameters, {"query": "x", "top_k": None}, defaults=SearchSettings(top_k=7)
    )
    assert (found.top_k, found.snippet_lines, warnings) == (7, 40, ())


def test_a_number_outside_its_bounds_is_clamped_and_named() -> None:
    found, warnings = read_request(SearchParameters, {"query": "x", "top_k": 0, "offset": 10**30})
    assert (found.top_k, found.offset) == (1, 10_000)
    assert warnings == (
        "top_k=0 is outside 1..200: 1 was used",
        f"offset={10**30} is outside 0..10000: 10000 was used",
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "`query` is missing"),
        ({"query": 3}, "text in quotes"),
        ({"query": "x", "top_k": True}, "a whole number"),
        ({"query": "x", "top_k": "5"}, "a whole number"),
        ({"query": "x", "top_k": float("nan")}, "a whole number"),
        ({"query": "x", "topK": 5}, "did you mean top_k?"),
        ({"query": "x", "limit": 5}, "did you mean top_k?"),
        ({"query": "x", "colour": 5}, "known are category, topic"),
        ({"query": "\ud800"}, "not Unicode text"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_is_accepted(given: dict[str, object], said: str) -> None:
    with pytest.raises(RequestError, match=said.replace("?", r"\?")):
        read_request(SearchParameters, given)


@pytest.mark.parametrize("name", ["top_k", "mmr_lambda", "min_quality", "offset"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_of_any_length_is_clamped_and_named_in_a_few_words(name: str, sign: int) -> None:
    found, (warning,) = read_request(SearchParameters, {"query": "x", name: sign * 10**5000})
    assert abs(getattr(found, name)) <= 10_000
    assert "a very long number" in warning
    assert len(warning) < 100


def test_a_ratio_that_no_float_holds_is_refused() -> None:
    with pytest.raises(RequestError, match="a very long number is not accepted; it takes a finite number"):
        read_request(SearchParameters, {"query": "x", "min_confidence_ratio": 10**400})


def test_a_whole_number_may_be_written_with_a_fraction_of_nothing() -> None:
    found, warnings = read_request(SearchParameters, {"query": "x", "top_k": 5.0, "max_tokens": 2e3})
    assert (found.top_k, type(found.top_k), found.max_tokens, warnings) == (5, int, 2000, ())
    with pytest.raises(RequestError, match=r"top_k` = 5\.5 is not accepted; it takes a whole number"):
        read_request(SearchParameters, {"query": "x", "top_k": 5.5})


def test_what_takes_no_parameter_says_so() -> None:
    with pytest.raises(RequestError, match=r"x is no parameter; none is known here"):
        read_request(NoParameters, {"x": 1})


def test_an_unknown_choice_names_the_accepted_ones() -> None:
    with pytest.raises(RequestError, match='one of "snippet", "full", "multi_range"; did you mean `full`'):
        read_request(ContentParameters, {"ref_id": "file:a", "mode": "ful"})


def test_names_of_other_tools_are_no_names_of_ours() -> None:
    ours = {field.name for _, cls in TOOLS for field in fields(cls)}
    assert not ours & set(OTHER_NAMES)


def test_python_refuses_an_unknown_filter_with_the_nearest_name(artifact: Path) -> None:
    with siglum.open(artifact) as library, pytest.raises(RequestError, match="did you mean path_globs"):
        library.search("vault", path_glob=["*.md"])  # type: ignore[call-arg]
