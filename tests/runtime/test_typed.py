"""Plain data become dataclasses or an error that names the field, the value and what fits."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum import typed


@dataclass(frozen=True, slots=True)
class Inner:
    """One of every scalar."""

    name: str
    count: int = 3
    ratio: float = 0.5
    on: bool = False


@dataclass(frozen=True, slots=True)
class Outer:
    """One of every container."""

    inner: Inner
    mode: Literal["fast", "exact"] = "fast"
    top_k: int | None = None
    words: tuple[str, ...] = ()
    inners: tuple[Inner, ...] = ()
    sizes: dict[str, int] | None = None
    rest: Any = None


outers = st.builds(
    Outer,
    inner=(
        inners := st.builds(
            Inner,
            name=st.text(),
            count=st.integers(),
            ratio=st.floats(allow_nan=False, allow_infinity=False),
            on=st.booleans(),
        )
    ),
    mode=st.sampled_from(("fast", "exact")),
    top_k=st.none() | st.integers(),
    words=st.lists(st.text()).map(tuple),
    inners=st.lists(inners, max_size=3).map(tuple),
    sizes=st.none() | st.dictionaries(st.text(), st.integers()),
    rest=st.recursive(st.none() | st.text() | st.integers(), st.lists),
)

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(("inner", "mode", "top_k", "words", "inners", "sizes", "name", "count", "x")),
            inside,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(outers)
@settings(deadline=None)
def test_what_is_written_out_is_read_back_equal(outer: Outer) -> None:
    assert typed.read(Outer, asdict(outer)) == outer


@given(plain)
@settings(deadline=None)
def test_no_data_raise_anything_but_a_field_error(data: object) -> None:
    try:
        typed.read(Outer, data)
    except typed.FieldError as error:
        assert str(error)


def test_missing_fields_take_their_defaults() -> None:
    assert typed.read(Outer, {"inner": {"name": "a"}}) == Outer(Inner("a"))


def test_a_whole_number_is_accepted_where_a_number_is_asked_for_and_becomes_one() -> None:
    ratio = typed.read(Inner, {"name": "a", "ratio": 1}).ratio
    assert (type(ratio), ratio) == (float, 1.0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "`` is [], but must be a table"),
        ({}, "the key `inner` is missing"),
        ({"inner": {}}, "inner: the key `name` is missing"),
        ({"inner": {"name": 3}}, "`inner.name` is 3, but must be a string"),
        ({"inner": {"name": None}}, "`inner.name` is None, but must be a string"),
        ({"inner": {"name": "a", "count": True}}, "`inner.count` is True, but must be a whole number"),
        ({"inner": {"name": "a", "count": 1.0}}, "`inner.count` is 1.0, but must be a whole number"),
        ({"inner": {"name": "a", "ratio": True}}, "`inner.ratio` is True, but must be a number"),
        ({"inner": {"name": "a", "ratio": "1"}}, "`inner.ratio` is '1', but must be a number"),
        ({"inner": {"name": "a", "ratio": float("nan")}}, "`inner.ratio` is nan, but must be a finite number"),
        ({"inner": {"name": "a", "ratio": float("-inf")}}, "`inner.ratio` is -inf, but must be a finite"),
        ({"inner": {"name": "a", "ratio": 10**400}}, "but must be a finite number"),
        ({"inner": {"name": "a", "on": 1}}, "`inner.on` is 1, but must be true or false"),
        ({"inner": {"name": "a"}, "mode": "slow"}, "`mode` is 'slow', but must be one of 'fast', 'exact'"),
        ({"inner": {"name": "a"}, "mode": ["fast"]}, "`mode` is ['fast'], but must be one of"),
        ({"inner": {"name": "a"}, "words": "ab"}, "`words` is 'ab', but must be a list"),
        ({"inner": {"name": "a"}, "words": ["a", 2]}, "`words[1]` is 2, but must be a string"),
        ({"inner": {"name": "a"}, "inners": [{"name": "b", "on": 0}]}, "`inners[0].on` is 0"),
        ({"inner": {"name": "a"}, "sizes": {"x": "y"}}, "`sizes.x` is 'y', but must be a whole number"),
        ({"inner": {"name": "a"}, "sizes": [1]}, "`sizes` is [1], but must be a table"),
    ],
)
def test_a_misfit_names_the_field_the_value_and_what_fits(data: object, message: str) -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Outer, data)
    assert message in str(caught.value)


def test_a_misfit_names_the_place_where_the_data_came_from() -> None:
    with pytest.raises(typed.FieldError, match=r"^`search\.count` is 'x'"):
        typed.read(Inner, {"name": "a", "count": "x"}, where="search")


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Inner, {"name": ["x" * 100_000]})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("topK", "did you mean `top_k`?"),
        ("top-k", "did you mean `top_k`?"),
        ("Words", "did you mean `words`?"),
        ("mod", "did you mean `mode`?"),
        ("zzz", "known are inner, mode, top_k, words, inners, sizes, rest"),
        ("", "known are inner"),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one_or_all(key: str, hint: str) -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Outer, {"inner": {"name": "a"}, key: 1})
    assert f"unknown key `{key}`" in str(caught.value)
    assert hint in str(caught.value)
