"""The headings of a plain text: those of its marks that ascend together as an outline does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from siglum_builder.parse.sections import Heading
from siglum_builder.parse.text_titles import CHAPTER, PART, find_capitals, find_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from siglum_builder.parse.text_titles import Mark

GAP = 3
"""How far a number may be from the one before: a title that is no title to us must not end the outline."""
LEAST_BODY = 3
"""Lines below each of the headings 1, 2, 3 on average; fewer are the items of a list."""
INDEX_RUN = 4
"""Numbered lines with nothing between them that are a table of contents."""
LEAST_CAPITALS = 3
"""Headings in capitals; manual pages have NAME, SYNOPSIS and DESCRIPTION at least."""


def headings_of(lines: Sequence[str]) -> list[Heading]:
    """Return the headings of a plain text with their levels; none where no two make an outline."""
    marks = _without_index(list(find_marks(lines)), lines)
    numbered = {mark.first for mark in _outline([mark for mark in marks if mark.number], lines)}
    chosen = [mark for mark in marks if mark.first in numbered or (mark.rule and not mark.number)]
    if len(chosen) < 2:
        capitals = list(find_capitals(lines))
        chosen = capitals if len(capitals) >= LEAST_CAPITALS else []
    return [
        Heading(level, mark.first, mark.after, " ".join(mark.title.split()))
        for mark, level in zip(chosen, _levels(chosen), strict=True)
    ]


def _without_index(marks: Sequence[Mark], lines: Sequence[str]) -> list[Mark]:
    """Leave out a table of contents: runs of numbers without text, and what stands in full further down."""
    count = Counter(mark.title for mark in marks)
    last = {mark.title: mark.first for mark in marks}
    seen: set[str] = set()
    kept: list[Mark] = []
    for run in _runs(marks, lines):
        depths = Counter(len(mark.number) for mark in run if mark.unit is None and not mark.rule)
        if max(depths.values(), default=0) >= INDEX_RUN:
            continue
        for mark in run:
            wanted = last[mark.title] == mark.first if count[mark.title] == 2 else mark.title not in seen
            seen.add(mark.title)
            kept += [mark] if wanted or not mark.number else []
    return kept


def _runs(marks: Sequence[Mark], lines: Sequence[str]) -> list[list[Mark]]:
    """Return the marks in groups between which text stands."""
    runs: list[list[Mark]] = []
    for mark in marks:
        if runs and not any(map(str.strip, lines[runs[-1][-1].after : mark.first])):
            runs[-1].append(mark)
        else:
            runs.append([mark])
    return runs


def _outline(marks: Sequence[Mark], lines: Sequence[str]) -> list[Mark]:
    """Return the numbered marks that follow each other as chapters and sections do."""
    kept: list[Mark] = []
    refused: list[Mark] = []
    indents: dict[int, int] = {}
    last: tuple[int, ...] = ()
    for mark in marks:
        rank = _rank(mark)
        listed = bool(refused) and _is_next(refused[-1], mark)
        fits = _follows(mark.number, last) and indents.setdefault(rank, mark.indent) == mark.indent
        if mark.unit is None and (not fits or listed):
            refused.append(mark)
            continue
        kept.append(mark)
        last = () if rank == PART else last if mark.unit and mark.unit > CHAPTER else mark.number
    trusted = len(kept) > 1 and len(refused) <= len(kept)
    return kept if trusted and not _is_list(kept, lines) else []


def _is_next(item: Mark, mark: Mark) -> bool:
    """Tell whether a mark is the next item of a list that stands inside a section."""
    same = item.number[:-1] == mark.number[:-1] and item.indent == mark.indent
    return same and mark.number[-1] == item.number[-1] + 1


def _follows(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """Tell whether a number may come after the last one: its first child, or next to it or to one above."""
    shared = 0
    while shared < min(len(number), len(last)) and number[shared] == last[shared]:
        shared += 1
    if shared == len(number):
        return False
    step = number[shared] - (last[shared] if shared < len(last) else 0)
    lettered = number[0] > GAP * 100 and not shared
    return (lettered or 0 <= step <= GAP) and all(part <= 1 for part in number[shared + 1 :])


def _is_list(marks: Sequence[Mark], lines: Sequence[str]) -> bool:
    if any(len(mark.number) > 1 or mark.unit is not None or mark.rule for mark in marks):
        return False
    body = sum(1 for line in lines[marks[0].after :] if line.strip())
    return body < LEAST_BODY * len(marks) + len(marks) - 1


def _rank(mark: Mark) -> int:
    """Return how deep a numbered mark is, chapters and single numbers alike."""
    return mark.unit if mark.unit is not None else len(mark.number)


def _levels(marks: Iterable[Mark]) -> list[int]:
    """Return a level for each mark: by numbers, else each new kind of line is one deeper than the last."""
    ranks: dict[int, int] = {}
    rules: dict[str, int] = {}
    levels: list[int] = []
    for mark in marks:
        if mark.number:
            rank = _rank(mark)
            level = ranks.setdefault(rank, _level_of(rank, mark.rule, ranks=ranks, rules=rules))
            rules.setdefault(mark.rule, level)
        else:
            level = rules.setdefault(mark.rule, max((rules[rule] for rule in rules if rule), default=0) + 1)
        levels.append(level)
    return levels


def _level_of(rank: int, rule: str, *, ranks: Mapping[int, int], rules: Mapping[str, int]) -> int:
    above = [ranks[other] for other in ranks if other < rank]
    if above:
        return max(above) + 1
    if rule and rule in rules:
        return rules[rule]
    return max((level for name, level in rules.items() if name), default=0) + 1
