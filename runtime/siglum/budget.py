"""Keep the text of an answer within a budget of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.lines import split_lines
from siglum.tokens import PARTS, token_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 40
"""Tokens a hit keeps to say something; where there are fewer for each, the last hits are left out."""


class Cut(NamedTuple):
    """Which lines of a text are kept, from 0 and half-open."""

    first: int
    last: int


def fit(texts: Sequence[str], needed: Sequence[int], *, max_tokens: int) -> list[Cut]:
    """Return the lines of each text that are kept; texts for which nothing is left have no entry.

    All texts are cut to one size, the largest at which they fit together, and short ones stay whole.
    `needed` gives of each text the line, from 0, that a cut must not lose: where it would, the text
    starts there. At least one line of the first text is kept.
    """
    kept = min(len(texts), max(1, max_tokens // LEAST))
    lines = [[token_parts(line) for line in split_lines(text)] for text in texts[:kept]]
    cap = _level([sum(parts) for parts in lines], max_tokens * PARTS)
    return [_cut(parts, need, cap) for parts, need in zip(lines, needed, strict=False)]


def _level(sizes: Sequence[int], budget: int) -> int:
    """Return the greatest cap at which the sizes, each cut to it, sum up to the budget at most."""
    left, count = budget, len(sizes)
    for size in sorted(sizes):
        if size * count > left:
            return left // count
        left -= size
        count -= 1
    return max(sizes, default=0)


def _cut(parts: Sequence[int], needed: int, cap: int) -> Cut:
    if sum(parts) <= cap:
        return Cut(0, len(parts))
    last = _end(parts, 0, cap)
    return Cut(0, last) if needed < last else Cut(needed, _end(parts, needed, cap))


def _end(parts: Sequence[int], first: int, cap: int) -> int:
    """Return where the lines from `first` on that fit `cap` end; one line is kept whatever it costs."""
    last, size = first, 0
    while last < len(parts) and (size + parts[last] <= cap or last == first):
        size += parts[last]
        last += 1
    return last
