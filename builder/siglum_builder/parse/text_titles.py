"""Lines of plain text that may be headings, as people mark them: underlined, numbered or in capitals."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import east_asian_width, normalize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST = 120
"""Columns of a heading; the wrapped questions of FAQs reach 200, `MOST_LINES` lines of them."""
MOST_LINES = 3
"""Lines of a numbered heading."""
LEAST_RULE = 3
"""Columns of a line that underlines: two wide characters, or three others."""
WORDS_BEFORE_STOP = 5
"""Words of a title that may end with a stop: `1. Source Code.`"""

PART, CHAPTER, SECTION, ARTICLE = range(4)
_UNITS = {"部": PART, "編": PART, "篇": PART, "巻": PART, "節": SECTION, "条": ARTICLE}
_WORDS = {
    **dict.fromkeys(("part", "teil", "partie", "parte"), PART),
    **dict.fromkeys(("section", "abschnitt"), SECTION),
    **dict.fromkeys(("article", "artikel"), ARTICLE),
    **dict.fromkeys(("chapter", "kapitel", "chapitre", "capítulo", "capitolo", "глава"), CHAPTER),
    **dict.fromkeys(("appendix", "anhang", "annexe", "apéndice", "付録", "附録"), CHAPTER),
}

_RULE = re.compile(r"([=\-~*^\"'+#_─━])\1+")
_WORDED = re.compile(
    rf"(?P<word>{'|'.join(_WORDS)})\s*(?P<number>\d{{1,3}}|[IVXLC]{{1,7}}|[A-Z])"
    r"(?:\s*[.:—–-]\s*|\s+|$)(?P<title>.*)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"第\s*(?P<number>\d{1,4}|[一二三四五六七八九十百]{1,6})\s*(?P<word>[部編篇巻章節回話条])(?P<title>.*)"
)
_NUMBERED = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)(?:\.?\s+|[.、](?=[^\x00-\x7f]))(?P<title>\S.*)"
)
_STOPPED = re.compile(r"\d{1,3}(?:\.\d{1,3})+\.\s")
"""Numbers that no quantity and no version has: `1.1.12. sudo`."""
_CAPITALS = re.compile(r"[A-Z][A-Z0-9 /&,()'-]{2,50}")
_LEADERS = re.compile(r"(?:\.{3,}|(?:\. ?){4,}|…{2,}|・{3,}| {3,}|\t)\s*\d+$")
"""What leads to a page number in a table of contents."""
_COLUMNS = re.compile(r"\S(?: {2,}|\t)\S")
_BULLET = re.compile(r"[-*+•‣>|#$:.]")
_DIGITS = {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
LETTERED = 1_000
"""Added to the place of a letter in the alphabet: appendices follow any chapter."""


class Mark(NamedTuple):
    """A line that may be a heading, or the lines, with what tells its level."""

    first: int
    after: int
    title: str
    indent: int = 0
    number: tuple[int, ...] = ()
    unit: int | None = None
    """Of a number with a word, as in `Chapter 3` and 第3章."""
    rule: str = ""
    """Character of the line below, twice where one is above as well."""


def find_marks(lines: Sequence[str]) -> Iterator[Mark]:
    """Yield what may be headings: with a blank line above, and below what is not underlined."""
    free = 0
    for first, line in enumerate(lines):
        alone = line.strip() and (first <= free or not lines[first - 1].strip())
        mark = (_underlined(lines, first) or _numbered(lines, first)) if alone and first >= free else None
        if mark:
            free = mark.after
            yield mark


def find_capitals(lines: Sequence[str]) -> Iterator[Mark]:
    """Yield lines in capitals at the margin with indented text below, as manual pages have them."""
    for first, line in enumerate(lines):
        if _CAPITALS.fullmatch(line.rstrip()) and (not first or not lines[first - 1].strip()):
            below = next((each for each in lines[first + 1 : first + 3] if each.strip()), "")
            if below[:1].isspace():
                yield Mark(first, first + 1, line.strip())


def numbers_of(title: str) -> tuple[tuple[int, ...], int | None, str]:
    """Return the number that a title starts with, the rank of its unit, and the rest; none gives ()."""
    plain = normalize("NFKC", title)
    found = _WORDED.match(plain) or _COUNTED.match(plain)
    if found:
        word = found["word"].casefold()
        unit = _WORDS.get(word, _UNITS.get(word, CHAPTER))
        return (_value(found["number"].upper()),), unit, found["title"].strip()
    found = _NUMBERED.match(plain)
    if found is None:
        return (), None, plain
    return tuple(map(_value, found["number"].split("."))), None, found["title"]


def has_leaders(line: str) -> bool:
    """Tell whether a line ends with a page number and what leads to it."""
    return _LEADERS.search(line) is not None


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    if number.isascii():
        return LETTERED + ord(number) - ord("A") + 1 if len(number) == 1 else 0
    value = digit = 0
    for character in number:
        tens = {"十": 10, "百": 100}.get(character)
        value += (digit or 1) * tens if tens else 0
        digit = 0 if tens else _DIGITS[character]
    return value + digit


def _underlined(lines: Sequence[str], first: int) -> Mark | None:
    over = _rule(lines[first])
    at = first + bool(over)
    if at + 1 >= len(lines):
        return None
    title, below = lines[at].strip(), _rule(lines[at + 1])
    indent = _indent(lines[at])
    if not below or (over and over != below) or (indent > 3 and not over) or not _may_be_title(title):
        return None
    lacking = _width(title) - _width(lines[at + 1].strip())
    slack = max(2, _width(title) // 4)
    if lacking > slack or (not over and lacking < -slack):
        return None
    number, unit, _ = numbers_of(title)
    return Mark(first, at + 2, title, indent, number, unit, below * (2 if over else 1))


def _numbered(lines: Sequence[str], first: int) -> Mark | None:
    run = list(takewhile(str.strip, lines[first : first + MOST_LINES + 1]))
    indent = _indent(run[0])
    if len(run) > MOST_LINES or any(numbers_of(line.strip())[0] for line in run[1:]):
        return None
    title = _joined([line.strip() for line in run])
    number, unit, rest = numbers_of(title)
    if not number or (len(run) > 1 and unit is None and len(number) == 1) or has_leaders(title):
        return None
    if any(_indent(line) > indent + 6 for line in run[1:]) or _width(title) > LONGEST * len(run):
        return None
    fits = _names_something(rest, small=_STOPPED.match(title) is not None) if rest else unit is not None
    return Mark(first, first + len(run), title, indent, number, unit) if fits else None


def _names_something(title: str, *, small: bool) -> bool:
    """Tell whether a title follows a number, in `small` if it may: no sentence, nor the rest of one."""
    begins = next((character for character in title if character.isalnum()), "")
    begun = bool(begins) and (small or not begins.islower())
    return begun and not title.endswith(":") and not _goes_on(title)


def _goes_on(title: str) -> bool:
    """Tell whether a line ends as a sentence or a part of one does."""
    stop = title.endswith(".") and not title.endswith("...") and len(title.split()) > WORDS_BEFORE_STOP
    return stop or title.endswith((",", ";", "、", "。"))


def _may_be_title(title: str) -> bool:
    said = any(map(str.isalpha, title)) and _width(title) <= LONGEST
    columns = _COLUMNS.search(numbers_of(title)[2])
    return said and not columns and not _BULLET.match(title) and not _goes_on(title)


def _rule(line: str) -> str:
    stripped = line.strip()[:LONGEST]
    found = _RULE.fullmatch(normalize("NFKC", stripped)) if _width(stripped) >= LEAST_RULE else None
    return found[1] if found else ""


def _joined(run: Sequence[str]) -> str:
    """Join the lines of a title, without a space between characters that know none."""
    title = run[0]
    for line in run[1:]:
        title += line if east_asian_width(title[-1]) in "WF" else f" {line}"
    return title


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
