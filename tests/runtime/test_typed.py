"""Plain data become dataclasses or an error that names the field, the value and what fits."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

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
    top_k: Annotated[int, typed.Between(1, 200)] | None = None
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
    top_k=st.none() | st.integers(1, 200),
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
@settings(deadline=None, max_examples=50)
def test_what_is_written_out_is_read_back_equal(outer: Outer) -> None:
    assert typed.read(Outer, asdict(outer)) == outer


@given(plain)
@settings(deadline=None, max_examples=50)
def test_no_data_raise_anything_but_a_field_error(data: object) -> None:
    with contextlib.suppress(typed.FieldError):
        typed.read(Outer, data)


def test_missing_fields_take_their_defaults() -> None:
    assert typed.read(Outer, {"inner": {"name": "a"}}) == Outer(Inner("a"))


def test_a_whole_number_is_accepted_where_a_number_is_asked_for_and_becomes_one() -> None:
    ratio = typed.read(Inner, {"name": "a", "ratio": 1}).ratio
    assert (type(ratio), ratio) == (float, 1.0)


@pytest.mark.parametrize(
    ("data", "place", "value", "accepted"),
    [
        ([], "the top level", "a list", "a table"),
        (None, "the top level", "null", "a table"),
        ({"inner": 3}, "`inner`", "3", "a table"),
        ({"inner": {"name": 3}}, "`inner.name`", "3", "text in quotes"),
        ({"inner": {"name": None}}, "`inner.name`", "null", "text in quotes"),
        ({"inner": {"name": "a", "count": True}}, "`inner.count`", "true", "a whole number"),
        ({"inner": {"name": "a", "count": 1.0}}, "`inner.count`", "1.0", "a whole number"),
        ({"inner": {"name": "a", "ratio": True}}, "`inner.ratio`", "true", "a number"),
        ({"inner": {"name": "a", "ratio": "1"}}, "`inner.ratio`", '"1"', "a number"),
        ({"inner": {"name": "a", "ratio": float("nan")}}, "`inner.ratio`", "nan", "a finite number"),
        ({"inner": {"name": "a", "ratio": float("-inf")}}, "`inner.ratio`", "-inf", "a finite number"),
        ({"inner": {"name": "a", "ratio": 10**400}}, "`inner.ratio`", "number", "a finite number"),
        ({"inner": {"name": "a", "on": 1}}, "`inner.on`", "1", "`true` or `false`"),
        ({"inner": {"name": "a"}, "mode": "slow"}, "`mode`", '"slow"', '"fast", "exact"'),
        ({"inner": {"name": "a"}, "mode": "Exakt"}, "`mode`", '"Exakt"', "did you mean `exact`?"),
        ({"inner": {"name": "a"}, "mode": ["fast"]}, "`mode`", "a list", '"fast", "exact"'),
        ({"inner": {"name": "a"}, "mode": None}, "`mode`", "null", '"fast", "exact"'),
        ({"inner": {"name": "a"}, "top_k": 0}, "`top_k`", "0", "a whole number from 1 to 200"),
        ({"inner": {"name": "a"}, "top_k": 201}, "`top_k`", "201", "a whole number from 1 to 200"),
        ({"inner": {"name": "a"}, "top_k": True}, "`top_k`", "true", "a whole number"),
        ({"inner": {"name": "a"}, "words": "ab"}, "`words`", '"ab"', "a list of text"),
        ({"inner": {"name": "a"}, "words": ["a", 2]}, "`words[1]`", "2", "text in quotes"),
        ({"inner": {"name": "a"}, "inners": [{"name": "b", "on": 0}]}, "`inners[0].on`", "0", "`true`"),
        ({"inner": {"name": "a"}, "sizes": {"x": "y"}}, "`sizes.x`", '"y"', "a whole number"),
        ({"inner": {"name": "a"}, "sizes": [1]}, "`sizes`", "a list", "a table"),
    ],
)
def test_a_misfit_names_the_place_the_value_and_what_fits(
    data: object, place: str, value: str, accepted: str
) -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Outer, data)
    message = str(caught.value)
    assert message.startswith(place)
    assert value in message
    assert accepted in message


@pytest.mark.parametrize(("data", "place"), [({}, "`inner`"), ({"inner": {}}, "`inner.name`")])
def test_a_missing_key_is_named_with_its_place(data: object, place: str) -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Outer, data)
    assert str(caught.value).startswith(f"{place} is missing")


def test_what_is_not_given_is_taken_from_the_base_in_nested_tables_too() -> None:
    base = Outer(Inner("a", count=9, on=True), mode="exact", words=("x",))
    read = typed.read(Outer, {"inner": {"count": 4}, "words": []}, base=base)
    assert read == Outer(Inner("a", count=4, on=True), mode="exact", words=())


def test_an_entry_of_a_list_has_no_base() -> None:
    base = Outer(Inner("a"), inners=(Inner("b", count=8),))
    assert typed.read(Outer, {"inners": [{"name": "c"}]}, base=base).inners == (Inner("c", count=3),)


def test_without_a_base_a_nested_table_must_be_complete() -> None:
    with pytest.raises(typed.FieldError, match=r"`inner.name` is missing; it takes text in quotes"):
        typed.read(Outer, {"inner": {"count": 3}})


def test_place_and_fault_stand_apart_for_callers_that_word_places_themselves() -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Outer, {"inner": {"name": "a"}, "inners": [{"name": "b"}, {"name": "c", "count": "x"}]})
    assert caught.value.keys == ("inners", 1, "count")
    assert caught.value.fault == '= "x" is not accepted; it takes a whole number'


@pytest.mark.parametrize("value", ["x" * 100_000, ["x" * 100_000], 10**4000, {"x" * 9_000: 1}])
def test_a_long_value_is_cut_in_the_message(value: object) -> None:
    for data in ({"name": "a", "count": value}, {"name": "a", "x" * 9_000: value}):
        if type(value) is int and "count" in data:
            continue
        with pytest.raises(typed.FieldError) as caught:
            typed.read(Inner, data)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("key", ["a\nb", "a b", "\x1b[2J", 'quo"te', ""])
def test_a_key_of_odd_characters_stayson_one_line(key: str) -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Inner, {"name": "a", key: 1})
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("topK", "did you mean `top_k`?"),
        ("top-k", "did you mean `top_k`?"),
        ("TOP_K", "did you mean `top_k`?"),
        ("Words", "did you mean `words`?"),
        ("mod", "did you mean `mode`?"),
        ("zzz", "known are `inner`, `mode`, `top_k`, `words`, `inners`, `sizes`, `rest`"),
        ("", "known are `inner`"),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one_or_all(key: str, hint: str) -> None:
    with pytest.raises(typed.FieldError) as caught:
        typed.read(Outer, {"inner": {"name": "a"}, key: 1})
    assert "is not a known key" in str(caught.value)
    assert hint in str(caught.value)
