"""Slugs are those of GitHub, unique in a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.slugs import unique_slugs


@pytest.mark.cases("slugs")
def test_headings_get_the_slugs_that_links_are_written_for(case: tuple[str, str]) -> None:
    source, expected = case
    pairs = [line.partition("\t") for line in source.splitlines()]
    assert list(unique_slugs([(text, explicit or None) for text, _, explicit in pairs])) == (
        expected.splitlines()
    )


@given(st.lists(st.tuples(st.text("ab-1 ", max_size=4), st.none() | st.text("ab-1", max_size=3))))
def test_slugs_are_unique_and_never_empty(headings: list[tuple[str, str | None]]) -> None:
    slugs = unique_slugs(headings, taken=["_preamble", "a"])
    assert all(slugs)
    assert len({*slugs, "_preamble", "a"}) == len(slugs) + 2


def test_many_equal_headings_take_linear_time() -> None:
    assert unique_slugs([("Same", None)] * 50_000)[-1] == "same-49999"
