"""What path patterns match, and that none is slow."""

from __future__ import annotations

import re
import time
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum.globs import compile_glob, compile_globs, matches, matches_any

CASES = Path(__file__).parents[1] / "cases" / "globs.md"


def cases() -> list[tuple[list[str], str, bool]]:
    found = []
    for row in re.findall(r"^\| (`.*) \|$", CASES.read_text(encoding="utf-8"), re.MULTILINE):
        patterns, good, bad = (re.findall("`([^`]+)`", cell) for cell in row.split("|"))
        found += [(patterns, path, True) for path in good]
        found += [(patterns, path, False) for path in bad]
    return found


@pytest.mark.parametrize(("patterns", "path", "expected"), cases())
def test_a_list_of_patterns_passes_what_the_table_says(
    patterns: list[str], path: str, expected: bool
) -> None:
    inside = path.partition("/")[2] if path.startswith("@") else path
    globs = compile_globs(patterns)
    included = not globs.includes or matches_any(globs.includes, inside, logical_path=path)
    assert (included and not matches_any(globs.excludes, inside, logical_path=path)) is expected


@pytest.mark.parametrize(
    "pattern",
    ["", "!", "/", "[a", "[", "{a,b", "a}", "a\\", "[b-a]", "a//b", "./a", "a/../b", "[[:alpha:]]"],
)
def test_a_malformed_pattern_is_an_error_that_names_it(pattern: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(pattern))):
        compile_globs(["*.md", pattern])


def test_an_empty_list_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        compile_globs([])


def test_braces_nested_without_end_are_an_error_and_no_recursion() -> None:
    with pytest.raises(ValueError, match="nest deeper"):
        compile_globs(["{" * 1000 + "}" * 1000])


@pytest.mark.parametrize(
    "pattern", ["*a" * 300 + "b", "**/a" * 200 + "/b", "{a,*}" * 150 + "b", "{*,**}" * 100 + "/b"]
)
def test_no_pattern_takes_exponential_time(pattern: str) -> None:
    glob = compile_glob(pattern)
    started = time.process_time()
    assert not matches(glob, "a" * 400 + "/a" * 200)
    assert time.process_time() - started < 5


@given(st.text(alphabet="ab/*?[]{},\\!@.-é", max_size=24), st.text(alphabet="ab/.é", max_size=12))
def test_any_text_is_a_pattern_or_a_value_error(pattern: str, path: str) -> None:
    try:
        globs = compile_globs([pattern])
    except ValueError:
        return
    (glob,) = (*globs.includes, *globs.excludes)
    assert matches(glob, path) in {True, False}


@given(st.text(alphabet="ab*?[]{},\\!@-é日", min_size=1, max_size=12))
def test_an_escaped_name_matches_itself_alone(name: str) -> None:
    glob = compile_glob("".join(f"\\{character}" for character in name))
    assert matches(glob, name)
    assert not matches(glob, name + "x")


PATHS = ["/".join(parts) for n in range(1, 5) for parts in product(("a", "b", "ab"), repeat=n)]
BRANCHES = ("a", "**", "a/", "/a", "", "?")


@given(
    st.lists(
        st.sampled_from(["a", "b", "/", "?", "**"]) | st.tuples(*[st.sampled_from(BRANCHES)] * 2), max_size=5
    )
)
def test_braces_match_what_one_of_their_spellings_matches(parts: list[str | tuple[str, str]]) -> None:
    written = "".join(p if isinstance(p, str) else "{" + ",".join(p) + "}" for p in ["a/", *parts, "b"])
    spellings = {
        "a/" + "".join(chosen) + "b"
        for chosen in product(*((p,) if isinstance(p, str) else p for p in parts))
    }
    try:
        glob, alone = compile_glob(written), [compile_glob(spelling) for spelling in spellings]
    except ValueError:
        return  # a spelling that no path has
    for path in PATHS:
        assert matches(glob, path) == any(matches(each, path) for each in alone), (written, path)
