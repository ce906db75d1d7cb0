"""Where the sentences of a paragraph end, in any language.

The method: the sentence boundaries of Unicode Standard Annex #29 (terminator, closing marks, spaces; no
boundary before a lower-case letter), made stricter where the annex's default is known to cut too much:
after abbreviations and initials, inside quotations, brackets, code, links and addresses. A soft line break
is a space, as in Markdown. Where it is in doubt, there is no boundary.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from siglum.citations.abbreviations import BEFORE_NUMBER, MONTHS, NEVER_LAST

if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDE = "。｡！？．"
"""End a sentence without a space behind them."""
_SPACED = "।॥؟۔።፧፨։՜՞။၊၏។៕᙮᠃᠉‼‽⁇⁈⁉"
"""Sentence_Terminal of other scripts: with a space behind them, as in Latin text."""
_END = re.compile(rf"[{_WIDE}]+|[.!?…{_SPACED}]+")
_CLOSING = re.compile(r"""[\])}"'”’»›」』）】〉》］｝〕*_~]*""")
_SPACES = re.compile(r"[ \t\u00a0\u3000]*(?:(?:\r\n|\r|\n)[ \t\u3000>]*)*")
_OPENING = re.compile(r"""[\s>*_~"'“‘«‹「『（(\[【〈《]*""")
_PROTECTED = re.compile(
    r"(?<!`)(?P<ticks>`++).+?(?<!`)(?P=ticks)(?!`)"  # code
    r"|!?\[[^\[\]]{0,400}(?:\[[^\[\]]{0,200}\][^\[\]]{0,200}){0,4}\]"  # links and images
    r"(?:\([^()]{0,400}(?:\([^()]{0,200}\)[^()]{0,200}){0,4}\)|\[[^\[\]]{0,200}\])"
    r"|</?[A-Za-z!][^<>]{0,1000}>"  # tags, <https://…>
    r"|\{[%{].{0,300}?[%}]\}"  # templates
    r"|\$\$.+?\$\$"
    r"|(?:https?|ftp)://[!-;=?-~]*[\w/=#-]",
    re.DOTALL,
)
_PAIRS = {
    "(": ")",
    "[": "]",
    "（": "）",
    "「": "」",
    "『": "』",
    "【": "】",
    "“": "”",
    "«": "»",
    "〈": "〉",
    "《": "》",
}
_BRACKETS = frozenset("()[]（）【】")
_MARK = re.compile("[" + re.escape("".join({*_PAIRS, *_PAIRS.values(), '"'})) + "]")
_WORD = re.compile(r"[^\W_](?:[^\W_]|[.'’&-](?=[^\W_]))*\Z")
_OPEN = 32
"""Marks that wait for their closing ones; of more, the first close nothing."""
_LAST_PART = 64
"""Characters in front of a full stop in which its word is sought."""
_QUOTING = re.compile(r"[とっなのかがはをにでもやへ、，,]")
"""What continues a Japanese sentence behind a quoted question or exclamation."""


def boundaries(text: str) -> Iterator[int]:
    """Yield the places, after 0 and before the end, at which a sentence starts."""
    protected = _protected(text)
    start = 0
    for match in _END.finditer(text):
        if protected[match.start()]:
            continue
        closed = _CLOSING.match(text, match.end())
        after = closed.end() if closed else match.end()
        spaces = _SPACES.match(text, after)
        following = spaces.end() if spaces else after
        if following >= len(text) or protected[after - 1] or protected[following] & _INSIDE:
            continue
        if following > start and _ends(text, match, after=after, following=following, start=start):
            start = _line_start(text, after, following)
            yield start


def _line_start(text: str, after: int, following: int) -> int:
    """Return where a sentence's own text starts: its indentation and quotation marks belong to it."""
    end = max(text.rfind("\n", after, following), text.rfind("\r", after, following))
    return end + 1 if end >= 0 else following


_WITHIN, _INSIDE = 1, 2
"""Bits: a character of something that is not cut; one that is not its first."""


def _protected(text: str) -> bytearray:
    """Return for each character whether it is part of code, a link, an address, a quotation or brackets."""
    kept = bytearray(len(text) + 1)
    for match in _PROTECTED.finditer(text):
        _protect(kept, match.start(), match.end())
    for start, end in _enclosed(text, kept):
        _protect(kept, start, end)
    return kept


def _protect(kept: bytearray, start: int, end: int) -> None:
    kept[start] |= _WITHIN
    for place in range(start + 1, end):
        kept[place] = _WITHIN | _INSIDE


def _enclosed(text: str, kept: bytearray) -> Iterator[tuple[int, int]]:
    """Yield what stands between a mark that opens and the one that closes it; unpaired ones count nothing.

    The end is before the closing mark, so that a terminator in front of it is inside.
    """
    opened: list[tuple[str, int]] = []
    for match in _MARK.finditer(text):
        mark, place = match[0], match.start()
        if kept[place]:
            continue
        del opened[:-_OPEN]
        closing = next((n for n in range(len(opened) - 1, -1, -1) if opened[n][0] == mark), None)
        if mark in _PAIRS:
            opened.append((_PAIRS[mark], place))
        elif closing is not None:
            start = opened[closing][1]
            del opened[closing:]
            if not opened:
                yield start, place - _ends_inside(text, start, place)
        elif mark == '"' and (place == 0 or not text[place - 1].isalnum()):
            opened.append((mark, place))


def _ends_inside(text: str, start: int, place: int) -> int:
    """Return how many characters in front of a closing mark may end the sentence around it."""
    inside = text[start + 1 : place]
    return len(inside) - len(inside.rstrip(_WIDE + ".!?…"))


def _ends(text: str, match: re.Match[str], *, after: int, following: int, start: int) -> bool:
    """Tell whether the terminator that `match` is ends the sentence that starts at `start`."""
    mark = match[0][-1]
    spaced = following > after
    if mark in _WIDE:
        return _wide_ends(text, match, after=after, spaced=spaced)
    if not spaced:
        return (
            mark in "!?"
            and _is_wide(text[match.start() - 1])
            and _wide_ends(text, match, after=after, spaced=False)
        )
    follower = _follower(text, following)
    if follower is not None and unicodedata.category(follower) == "Ll":
        return False
    return match[0] != "." or not _is_abbreviation(text, match.start(), following=following, start=start)


def _wide_ends(text: str, match: re.Match[str], *, after: int, spaced: bool) -> bool:
    """Tell whether a mark ends a sentence where no space need follow it."""
    following = text[after : after + 1]
    if match[0] == "．" and following.isalnum() and text[match.start() - 1 : match.start()].isalnum():
        before = text[match.start() - 1]
        return not (before.isdigit() or before.isascii() or following.isascii())
    if spaced:
        return True
    closing = text[match.end() : after].strip("*_~")
    if closing and closing[-1] not in _BRACKETS:
        return following in "「『“（"
    if closing or match[0][-1] in "!?！？":
        return not _QUOTING.match(following)
    return True


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _follower(text: str, place: int) -> str | None:
    """Return the first letter or digit of the next sentence, or None where something else starts it."""
    opening = _OPENING.match(text, place)
    found = opening.end() if opening else place
    return text[found] if found < len(text) else None


def _is_abbreviation(text: str, stop: int, *, following: int, start: int) -> bool:
    """Tell whether the full stop at `stop` belongs to the word in front of it."""
    word = _WORD.search(text[max(start, stop - _LAST_PART) : stop])
    if word is None:
        return False
    name = word[0]
    first = not text[start : stop - len(name)].strip(" \t\r\n>#*_-+([（")
    if name.isdigit():
        return first or text.startswith(MONTHS, following)
    if first and _NUMBERING.fullmatch(name):
        return True
    if (len(name) == 1 and name.isalpha() and not _is_wide(name)) or _INITIALS.fullmatch(name):
        return True
    if name.casefold() in NEVER_LAST:
        return True
    follower = _follower(text, following)
    return name.casefold() in BEFORE_NUMBER and follower is not None and follower.isnumeric()


_NUMBERING = re.compile(r"\d+(?:\.\d+)+")
"""`10.1.4`, which numbers the heading or clause behind it."""
_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}")
"""`U.S`, `e.g`, `z.B`, `Ph.D`."""
