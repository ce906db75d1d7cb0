"""What front matter becomes, and that no text in its place is lost."""

from __future__ import annotations

import json
import re
import time
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.dates import parse_date
from siglum_builder.frontmatter import split_front_matter

CASES = Path(__file__).parents[1] / "cases" / "frontmatter.md"
CASE = re.compile(r"^## (.+?)\n\n````md\n(.*?)````\n\n```json\n(.*?)```", re.MULTILINE | re.DOTALL)

TENS = (
    f"{name}: &{name} [{','.join(['*' + before] * 10)}]"
    for before, name in zip("abcdefg", "bcdefgh", strict=True)
)
LAUGHS = "\n".join(["a: &a [x,x,x,x,x,x,x,x,x,x]", *TENS, ""])


def cases() -> list[tuple[str, str, str]]:
    return CASE.findall(CASES.read_text(encoding="utf-8"))


def made(text: str) -> dict[str, object]:
    """Return what a case expects of `text`: fields that are there, and where it was told."""
    found = split_front_matter(text)
    metadata = found.metadata
    names = (
        "title",
        "description",
        "date",
        "tags",
        "category",
        "topic",
        "slug",
        "aliases",
        "draft",
        "lang",
        "uid",
    )
    fields: dict[str, object] = {name: getattr(metadata, name) for name in names if getattr(metadata, name)}
    extra = {name: json.loads(value) for name, value in metadata.extra}
    body = text.encode()[found.body_byte :].decode().splitlines()
    fields |= {"extra": extra} if extra else {}
    fields |= {"told": sorted(line or 0 for _, line in found.notices)} if found.notices else {}
    return json.loads(json.dumps(fields | {"body": body[0] if body else None}))  # type: ignore[no-any-return]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(("title", "text", "expected"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_front_matter_becomes_what_the_cases_say(title: str, text: str, expected: str, line_end: str) -> None:
    text = text.replace("⏎\n", "").replace("\n", line_end)
    assert made(text) == json.loads(expected), title


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2024", "2024-01-01T00:00:00+00:00"),
        ("2024-05", "2024-05-01T00:00:00+00:00"),
        ("2024-05-31", "2024-05-31T00:00:00+00:00"),
        ("5/31/2024", "2024-05-31T00:00:00+00:00"),
        ("2024-05-31T10:20:30Z", "2024-05-31T10:20:30+00:00"),
        ("2024-05-31t10:20:30.123456789z", "2024-05-31T10:20:30.123456+00:00"),
        ("2024-05-31 10:20", "2024-05-31T10:20:00+00:00"),
        ("2024-05-31 10:20:30 +0900", "2024-05-31T01:20:30+00:00"),
        ("2024-05-31T10:20:30-01:30", "2024-05-31T11:50:30+00:00"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00+00:00"),
        ("1969-12-31", "1969-12-31T00:00:00+00:00"),
    ],
)
def test_a_date_is_the_instant_at_which_it_starts(text: str, instant: str) -> None:
    assert parse_date(text) == round(datetime.fromisoformat(instant).timestamp() * 1_000_000)


def test_a_zone_may_lead_before_the_first_year() -> None:
    early, first = parse_date("0001-01-01T00:00:00+23:59"), parse_date("0001-01-01")
    assert early is not None
    assert first is not None
    assert first - early == (23 * 60 + 59) * 60_000_000


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "2024-02-30", "2024-13", "0000", "31/05/2024", "May 31, 2024", "２０２４", "2024-5-"),
        *(
            "2024-05-31T25:00:00Z",
            "2024-05-31T10:20:61Z",
            "2024-05-31T10:20:30+24:00",
            "20240531",
            "2024-05-31T",
        ),
    ],
)
def test_what_is_no_date_that_exists_is_none(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    "block",
    [
        LAUGHS,
        "a: &a [*a]\n",
        "a: &a {b: *a}\n",
        "a: " + "[" * 20_000 + "\n",
        "a: " + "{a: " * 10_000 + "\n",
        "a: " + "[" * 100 + "]" * 100 + "\n",
        "a: !!python/object/apply:os.system [exit 1]\n",
        '"\\ud800": "\\0\\ud83d"\n',
    ],
)
def test_a_hostile_block_costs_its_field_and_little_time(block: str) -> None:
    started = time.process_time()
    found = split_front_matter(f"---\n{block}title: kept\n---\n")
    assert time.process_time() - started < 5
    assert found.metadata.title == "kept"
    written = "".join(name + value for name, value in found.metadata.extra)
    assert len(written.encode()) < 1 << 20
    assert "\0" not in written


def test_deep_toml_and_json_are_no_recursion() -> None:
    assert split_front_matter("+++\na = " + "[" * 5000 + "\ntitle = 'kept'\n+++\n").metadata.title == "kept"
    assert split_front_matter('{"a": ' + "[" * 5000 + "]" * 5000 + "}\n\n").body_byte == 0


def test_a_repeated_name_of_json_is_told() -> None:
    found = split_front_matter('{"title": "a", "title": "b"}\n')
    assert found.metadata.title == "b"
    assert "again" in found.notices[0][0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('---\ntags: ["a\\x1fb", c]\ntitle: x\n---\n', 2),
        ('+++\ntags = ["a\\u001Fb", "c"]\ntitle = "x"\n+++\n', 2),
        ('{"tags": ["a\\u001fb", "c"], "title": "x"}\n\n', None),
        ("---\ntitle: x\ntags: a\x1fb, c\n---\n", 3),
        ('---\ntags: ["a\\x7fb", c]\ntitle: x\n---\n', 2),
        ('---\ntags: ["a\\u2028b", c]\ntitle: x\n---\n', 2),
    ],
)
def test_a_control_character_in_a_known_field_is_a_space_and_told(text: str, line: int | None) -> None:
    found = split_front_matter(text)
    assert (found.metadata.title, found.metadata.tags) == ("x", ("a b", "c"))
    assert [at for reason, at in found.notices if "control characters" in reason] == [line]


@pytest.mark.parametrize("name", ["title", "category", "topic", "slug", "lang", "uid"])
def test_a_text_of_one_line_holds_no_control_character(name: str) -> None:
    metadata = split_front_matter(f'---\n{name}: "a\\x1fb\\nc\\td"\n---\n').metadata
    assert getattr(metadata, name) == "a b c d"


def test_a_description_keeps_its_lines() -> None:
    found = split_front_matter("---\ndescription: |\n  a\n  b\n---\n")
    assert (found.metadata.description, found.notices) == ("a\nb", ())


def test_the_preferred_date_counts_wherever_it_stands_and_the_others_stay() -> None:
    found = split_front_matter("---\nlastmod: 2024-02-01\ncreated: never\ndate: 2024-01-01\n---\n")
    assert found.metadata.date == "2024-01-01"
    assert [name for name, _ in found.metadata.extra] == ["lastmod", "created"]
    assert [line for _, line in found.notices] == [3]


def test_lines_are_counted_as_an_editor_does() -> None:
    found = split_front_matter("---\r\na: 1\r\n\r\n# note\r\ndate: never\r\n---\r\n")
    assert [line for _, line in found.notices] == [5]


@given(st.text(alphabet="-+.{}[]:=\"'#&*!|> \t\r\nab1~é", max_size=60), st.sampled_from(["---", "+++", "{"]))
def test_any_text_is_split_between_lines_and_without_error(text: str, mark: str) -> None:
    whole = f"{mark}\n{text}\n{mark}\nend\n"
    found = split_front_matter(whole)
    head = whole.encode()[: found.body_byte].decode()
    assert whole.startswith(head)
    assert not head or head.endswith(("\n", "\r"))
    for name, value in found.metadata.extra:
        assert name is not None
        json.loads(value)
