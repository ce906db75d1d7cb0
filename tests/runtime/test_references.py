"""A ref has one canonical form, and no ref leads out of the artifact."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siglum.errors import RefError
from siglum.references import Ref, parse_ref


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("md:a.md#intro", Ref("md", "a.md", slug="intro")),
        ("md:docs/a.md#_preamble", Ref("md", "docs/a.md", slug="_preamble")),
        ("md:docs/日本語.md#はじめに", Ref("md", "docs/日本語.md", slug="はじめに")),
        ("md:c#/f#.md#a", Ref("md", "c#/f#.md", slug="a")),
        ("md:a b.md#c--c", Ref("md", "a b.md", slug="c--c")),
        ("md:@one/a.md#x", Ref("md", "@one/a.md", slug="x")),
        ("md:@art/@one/a.md#x", Ref("md", "@art/@one/a.md", slug="x")),
        ("md:a.md#what:ever@L3", Ref("md", "a.md", slug="what:ever@L3")),
        ("code:a.py@L1", Ref("code", "a.py", line=1)),
        ("code:src/a@L2.py@L30", Ref("code", "src/a@L2.py", line=30)),
        ("code:a@L1@L2", Ref("code", "a@L1", line=2)),
        ("code:a#b.cs@L7", Ref("code", "a#b.cs", line=7)),
        ("code:@src/a.py@L999999999", Ref("code", "@src/a.py", line=999_999_999)),
        ("file:a.py", Ref("file", "a.py")),
        ("file:a.py@L3", Ref("file", "a.py@L3")),
        ("file:a.md#b", Ref("file", "a.md#b")),
        ("file:.github/x.yml", Ref("file", ".github/x.yml")),
        ("file:a...b", Ref("file", "a...b")),
        ("file:...", Ref("file", "...")),
        ("file:line\nend", Ref("file", "line\nend")),
        ("code:line\nend@L2", Ref("code", "line\nend", line=2)),
    ],
)
def test_a_ref_is_split_at_its_last_mark_and_written_as_it_was_read(text: str, ref: Ref) -> None:
    assert parse_ref(text) == ref
    assert str(ref) == text


@pytest.mark.parametrize("form", ["md:{}#a", "code:{}@L1", "file:{}"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/etc/passwd",
        "//host/share",
        "..",
        "../a",
        "a/..",
        "a/../b",
        "a/../../b",
        ".",
        "./a",
        "a/./b",
        "a//b",
        "a/",
        "a\0b",
        "\0",
        "C:/a",
        "c:a",
        "C:",
        "a\\b",
        "..\\a",
        "\\\\host\\share",
    ],
)
def test_a_path_that_leaves_the_corpus_never_resolves(form: str, path: str) -> None:
    with pytest.raises(RefError, match=r"leaves the corpus|names no line"):
        parse_ref(form.format(path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "a.md",
        "a.md#b",
        "MD:a.md#b",
        " md:a.md#b",
        "http://host/a.md#b",
        "md",
        "symbol:a",
        "#a",
    ],
)
def test_what_is_of_no_form_is_told_the_three_forms(text: str) -> None:
    with pytest.raises(RefError, match=r"md:<path>#<slug>, code:<path>@L<line> or file:<path>"):
        parse_ref(text)


@pytest.mark.parametrize("text", ["md:a.md", "md:a.md#", "md:", "md:#"])
def test_a_section_ref_without_a_slug_is_told_its_form(text: str) -> None:
    with pytest.raises(RefError, match="names no section"):
        parse_ref(text)


@pytest.mark.parametrize(
    "line",
    [
        *("", "@L", "@L0", "@L01", "@L-1", "@L+1", "@L1.5", "@L1-2", "@L1_0", "@L1234567890"),
        *("@L 1", "@L1 ", "@L1\n", "@l1", "@L٣", "@L１", "#L1", ":1"),
    ],
)
def test_a_code_ref_without_a_plain_line_number_is_told_its_form(line: str) -> None:
    with pytest.raises(RefError, match="names no line"):
        parse_ref(f"code:a.py{line}")


@pytest.mark.parametrize("text", ["", "a.md", "md:../a#b", "code:a@L0", "file:\0", "md:設定"])
def test_a_refused_ref_is_named_in_the_message(text: str) -> None:
    with pytest.raises(RefError) as caught:
        parse_ref(text)
    assert repr(text) in str(caught.value)


@given(st.text() | st.builds("{}:{}".format, st.sampled_from(("md", "code", "file")), st.text()))
@settings(deadline=None, max_examples=50)
def test_any_text_is_a_canonical_ref_or_a_ref_error(text: str) -> None:
    try:
        ref = parse_ref(text)
    except RefError:
        return
    assert str(ref) == text
    assert not ref.path.startswith("/")
    assert not {"..", ".", ""} & set(ref.path.split("/"))


part = st.text(
    st.sampled_from("ab設#@L1:. -") | st.characters(exclude_characters="/\\\0", codec="utf-8"), min_size=1
).filter(lambda name: name not in (".", ".."))
paths = st.lists(part, min_size=1, max_size=4).map("/".join).filter(lambda path: path[1:2] != ":")


@given(
    st.builds(Ref, st.just("md"), paths, st.text(min_size=1).filter(lambda slug: "#" not in slug), st.just(0))
    | st.builds(Ref, st.just("code"), paths, st.just(""), st.integers(1, 999_999_999))
    | st.builds(Ref, st.just("file"), paths, st.just(""), st.just(0))
)
@settings(deadline=None, max_examples=50)
def test_every_ref_that_can_be_built_is_read_back_equal(ref: Ref) -> None:
    assert parse_ref(str(ref)) == ref


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a.md#Some-Part", "md:a.md#some-part"),
        ("code:a.md#part", "md:a.md#part"),
        ("a.py@L7", "code:a.py@L7"),
        ("md:a.py@L7", "code:a.py@L7"),
        ("a.py", "file:a.py"),
        ("code:a.py", "file:a.py"),
        ("md:a.md", "file:a.md"),
        ("md:a.md#", "file:a.md"),
        ("MD:a.md#b", "md:a.md#b"),
        (" file:a.md\n", "file:a.md"),
        ("a.py:7", "code:a.py@L7"),
        ("code:a.py:7:3", "code:a.py@L7"),
        ("code:a.py#L7-L9", "code:a.py@L7"),
        ("code:a.py@L7-9", "code:a.py@L7"),
        ("code:a.py@L07", "code:a.py@L7"),
        ("code:a.py@L0", "file:a.py"),
        ("code:a.py@L99999999999", "file:a.py"),
        ("siglum://docs@0123456789abcdef/a/b%20c.md#part", "md:a/b c.md#part"),
        ("siglum://docs@0123456789abcdef/a/b.py#L7-L9", "code:a/b.py@L7"),
        ("siglum://doc/a/b.md", "file:a/b.md"),
    ],
)
def test_what_is_written_in_another_form_is_answered_with_the_ref_that_may_be_meant(
    text: str, meant: str
) -> None:
    with pytest.raises(RefError) as refused:
        parse_ref(text)
    assert str(refused.value).endswith(f" is {meant}")
    assert str(parse_ref(meant)) == meant


@pytest.mark.parametrize("text", ["", "md:", "md:#", "code:", "http://host/a.md", "../a.md", "siglum://x"])
def test_no_ref_is_proposed_that_would_be_refused(text: str) -> None:
    with pytest.raises(RefError, match=r"write .*(<slug>|<line>|<path>)$"):
        parse_ref(text)


def test_a_name_in_place_of_a_ref_is_what_search_is_for() -> None:
    with pytest.raises(RefError, match=r"search finds what is called so; the whole file is file:add_view$"):
        parse_ref("add_view")
