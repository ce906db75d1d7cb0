"""A word that is not known is taken for a slip of the keyboard only where it is likely to be one."""

from __future__ import annotations

import pytest

from siglum.spelling import are_slips, edits, is_slip, slips


@pytest.mark.parametrize(
    ("written", "meant", "kind"),
    [
        ("hepl", "help", 0),
        ("helpp", "help", 0),
        ("shaddow", "shadow", 0),
        ("ocnfig", "config", 0),
        ("databaes", "database", 0),
        ("transactoin", "transaction", 0),
        ("комманда", "команда", 0),
        ("enviroment", "environment", 1),
        ("uplod", "upload", 1),
        ("nestd", "nested", 1),
        ("depenency", "dependency", 1),
        ("übersetzng", "übersetzung", 1),
        ("migrete", "migrate", 2),
        ("handeler", "handler", 2),
        ("пораметр", "параметр", 2),
    ],
)
def test_a_word_is_respelt_by_one_slip_of_its_kind(written: str, meant: str, kind: int) -> None:
    (slip,) = (slip for slip in slips(written) if slip.meant == meant)
    assert slip.kind == kind


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("helm", "help"),
        ("cart", "card"),
        ("horse", "house"),
        ("train", "tran"),
        ("cat", "cast"),
        ("county", "count"),
        ("ervice", "service"),
    ],
)
def test_another_word_is_left_alone(written: str, other: str) -> None:
    assert other not in {slip.meant for slip in slips(written)}


def test_each_respelling_comes_once_and_never_the_word_itself() -> None:
    found = [slip.meant for slip in slips("session")]
    assert len(found) == len(set(found))
    assert "session" not in found


@pytest.mark.parametrize(("written", "meant"), [("hepl", "help"), ("middelwear", "middleware")])
def test_a_whole_name_may_be_a_slip(written: str, meant: str) -> None:
    assert is_slip(written, meant)


@pytest.mark.parametrize(
    ("written", "meant", "expected"),
    [
        ("sesion.comit", "session.commit", True),
        ("db.find", "db.bind", False),
        ("app.route.x", "app.route", False),
        ("http2_sesion", "http1_sesion", False),
        ("loader.add_xpth", "loader.add_xpath", True),
        ("response.follow_al", "response.follow_all", True),
        ("loader.add_cs", "loader.add_css", True),
        ("user.set_name", "user.get_name", False),
    ],
)
def test_a_name_is_misspelt_part_by_part(written: str, meant: str, *, expected: bool) -> None:
    assert are_slips(written, meant) is expected


def test_edits_count_a_swap_once() -> None:
    assert [edits("teh", "the"), edits("speficied", "specified"), edits("a", "")] == [1, 2, 1]
