"""Tell a slip of the keyboard from another word."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SLIP_FROM = 4
"""Letters of a word from which two swapped letters, or one doubled or not doubled, are a slip."""
MISSED_FROM = 5
"""From which a letter missing is one."""
OTHER_FROM = 6
"""From which another letter or one too many is one: `helm` is not `help`, nor `train` `tran`."""
TWICE_FROM = 9
"""From which two of them are."""
LONGEST = 32
"""Letters of the longest word that is respelt."""

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґў",
    "αβγδεζηθικλμνξοπρστυφχψως",
)


class Slip(NamedTuple):
    """What a word may be a slip of."""

    meant: str
    place: int
    """Of the first letter that differs."""
    kind: int
    """0 where two letters are swapped, one is doubled or not; 1 where one is missing; 2 elsewhere."""


def slips(word: str) -> tuple[Slip, ...]:
    """Return what a word may be a single slip of, each once; the first letter is right or swapped."""
    found: dict[str, Slip] = {}
    for slip in _slips(word) if len(word) <= LONGEST else ():
        found.setdefault(slip.meant, slip)
    found.pop(word, None)
    return tuple(found.values())


def _slips(word: str) -> Iterator[Slip]:
    letters, size = _alphabet(word), len(word)
    if size >= SLIP_FROM:
        yield from (Slip(meant, n, 0) for n, meant in swapped(word))
        for n in range(1, size):
            yield Slip(word[: n + 1] + word[n:], n, 0)
            if word[n] == word[n - 1]:
                yield Slip(word[:n] + word[n + 1 :], n, 0)
    if size >= MISSED_FROM:
        yield from (Slip(word[:n] + c + word[n:], n, 1) for n in range(1, size + 1) for c in letters)
    if size >= OTHER_FROM:
        yield from (Slip(word[:n] + word[n + 1 :], n, 2) for n in range(1, size - 1))
        yield from (Slip(word[:n] + c + word[n + 1 :], n, 2) for n in range(1, size) for c in letters)


def swapped(word: str) -> Iterator[tuple[int, str]]:
    """Yield a word with each two neighbours swapped, the first two last, and the place of the first."""
    for n in (*range(1, len(word) - 1), 0):
        yield n, word[:n] + word[n + 1] + word[n] + word[n + 2 :]


def cut(word: str) -> Iterator[str]:
    """Yield a word without each of its letters."""
    yield from (word[:n] + word[n + 1 :] for n in range(len(word)))


@cache
def _letters(first: str) -> str:
    return next((letters for letters in _ALPHABETS if first in letters), "")


def _alphabet(word: str) -> str:
    return next(filter(None, map(_letters, word)), "")


def edits(one: str, other: str) -> int:
    """Return how many letters are more, less or other, and how many neighbours are swapped."""
    before, row = [0], list(range(len(other) + 1))
    for n, letter in enumerate(one):
        above, before, row = before, row, [n + 1]
        for m, meant in enumerate(other):
            row.append(min(before[m] + (letter != meant), before[m + 1] + 1, row[m] + 1))
            if n and m and letter == other[m - 1] and one[n - 1] == meant:
                row[m + 1] = min(row[m + 1], above[m - 1] + 1)
    return row[-1]


def is_slip(written: str, meant: str) -> bool:
    """Tell whether what is written, at most two edits away from a known word, is likely to be it misspelt."""
    return len(written) >= _needed(written, meant)


def are_slips(written: str, meant: str) -> bool:
    """Tell whether each part of a name is that of another, or a slip of it."""
    pairs = zip_longest(_parts(written), _parts(meant), fillvalue="")
    return all(one == other or _is_part_slip(one, other) for one, other in pairs)


def _is_part_slip(written: str, meant: str) -> bool:
    """Tell whether what stands between the dots of a name is a slip of another.

    A letter missing, doubled or swapped is one in all that stands there: `add_xpth` is `add_xpath`. Another
    letter is one within its word alone, since `set_user` is not `get_user`.
    """
    words = zip_longest(written.split("_"), meant.split("_"), fillvalue="")
    if all(one == other or (one.isalpha() and is_slip(one, other)) for one, other in words):
        return True
    whole, other = written.replace("_", ""), meant.replace("_", "")
    return whole.isalpha() and len(whole) >= (needed := _needed(whole, other)) and needed < OTHER_FROM


def _parts(name: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "_" else f" {c} " for c in name).split()


def _needed(written: str, meant: str) -> int:
    short, long = sorted((written, meant), key=len)
    differ = next(
        (n for n, (one, other) in enumerate(zip(short, long, strict=False)) if one != other), len(short)
    )
    if len(long) == len(short):
        if short[differ + 1 :] == long[differ + 1 :]:
            return OTHER_FROM
        swapped_here = short[differ : differ + 2] == long[differ : differ + 2][::-1]
        return SLIP_FROM if swapped_here and short[differ + 2 :] == long[differ + 2 :] else TWICE_FROM
    if short[differ:] != long[differ + 1 :]:
        return TWICE_FROM
    if long[differ - 1 : differ] == long[differ]:
        return SLIP_FROM
    return MISSED_FROM if long == meant else OTHER_FROM
