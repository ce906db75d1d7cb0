"""A word that is not known is taken for a slip of the keyboard only where it is likely to be one."""

from __future__ import annotations

import pytest

from siglum.spelling import is_slip


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("hepl", "help"),
        ("helpp", "help"),
        ("shaddow", "shadow"),
        ("enviroment", "environment"),
        ("uplod", "upload"),
        ("nestd", "nested"),
        ("databaes", "database"),
        ("migrete", "migrate"),
        ("transactoin", "transaction"),
        ("middelwear", "middleware"),
    ],
)
def test_a_slip_is_mended(written: str, meant: str) -> None:
    assert is_slip(written, meant)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("helm", "help"),
        ("cart", "card"),
        ("horse", "house"),
        ("port", "post"),
        ("cat", "cast"),
        ("cache", "catch"),
    ],
)
def test_another_word_is_left_alone(written: str, meant: str) -> None:
    assert not is_slip(written, meant)


def test_letters_of_an_ending_count_but_where_a_letter_is_another() -> None:
    assert is_slip("modl", "model", letters=len("modls"))
    assert not is_slip("hors", "hous", letters=len("horses"))
