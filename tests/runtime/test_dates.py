"""A date bound means its first and its last moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from siglum.dates import parse_bounds


def micros(text: str) -> int:
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", "2024-01-01T00:00:00", "2024-12-31T23:59:59.999999"),
        ("2024-02", "2024-02-01T00:00:00", "2024-02-29T23:59:59.999999"),
        ("2023-02", "2023-02-01T00:00:00", "2023-02-28T23:59:59.999999"),
        ("2024-05-31", "2024-05-31T00:00:00", "2024-05-31T23:59:59.999999"),
        ("9999", "9999-01-01T00:00:00", "9999-12-31T23:59:59.999999"),
        ("1969-12", "1969-12-01T00:00:00", "1969-12-31T23:59:59.999999"),
        ("2024-05-31T12:00:00+09:00", "2024-05-31T03:00:00", "2024-05-31T03:00:00"),
        ("2024-05-31t23:59:60z", "2024-06-01T00:00:00", "2024-06-01T00:00:00"),
        ("2024-05-31T12:00", "2024-05-31T12:00:00", "2024-05-31T12:00:59.999999"),
        ("2024-05-31 12:00:00.5", "2024-05-31T12:00:00.500000", "2024-05-31T12:00:00.500000"),
    ],
)
def test_a_partial_date_spans_all_of_what_it_names(text: str, first: str, last: str) -> None:
    assert parse_bounds(text) == (micros(first), micros(last))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "last month",
        "2024-13",
        "2023-02-29",
        "0000",
        "2024-1",
        "24-01-01",
        "2024-05-31T",
        "2024-05-31T24:00",
        "2024-05-31T12:00:00+25:00",
        "05/31/2024",
        "２０２４",
        "2024-05-31T12:00 tomorrow",
        "20240531",
    ],
)
def test_what_is_no_date_that_exists_is_none(text: str) -> None:
    assert parse_bounds(text) is None
