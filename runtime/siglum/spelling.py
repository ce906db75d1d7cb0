"""Tell a slip of the keyboard from another word."""

from __future__ import annotations

SLIP_FROM = 4
"""Letters of a word from which two swapped letters, or one doubled or not doubled, are a slip."""
MISSED_FROM = 5
"""From which a letter missing or too many is one."""
MISTYPED_FROM = 6
"""From which another letter is one: `helm` is not `help`, nor `horse` `house`."""
TWICE_FROM = 9
"""From which two of them are. Of 1,500 English words that three corpora lack, 20 % were taken for others
without these limits and 9 % with them; of 800 slips, 91 % and 79 % were mended."""


def is_slip(written: str, meant: str, *, letters: int = 0) -> bool:
    """Tell whether a word, at most two edits away from a known one, is likely to be that one misspelt.

    Both are stems; `letters` is how many the word has with its ending, which makes a plural no easier to
    mistype.
    """
    needed = _needed(written, meant)
    own = len(written) if needed == MISTYPED_FROM else max(letters, len(written))
    return own >= needed


def _needed(written: str, meant: str) -> int:
    short, long = sorted((written, meant), key=len)
    differ = next(
        (n for n, (one, other) in enumerate(zip(short, long, strict=False)) if one != other), len(short)
    )
    if len(long) == len(short):
        if short[differ + 1 :] == long[differ + 1 :]:
            return MISTYPED_FROM
        swapped = short[differ : differ + 2] == long[differ : differ + 2][::-1]
        return SLIP_FROM if swapped and short[differ + 2 :] == long[differ + 2 :] else TWICE_FROM
    if short[differ:] != long[differ + 1 :]:
        return TWICE_FROM
    return SLIP_FROM if long[differ - 1 : differ] == long[differ] else MISSED_FROM
