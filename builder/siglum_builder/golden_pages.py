"""Find the documents of an artifact that the pages of golden questions name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

from siglum_builder.model import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from siglum_builder.golden import Golden, Question

ALIKE = 0.9
"""Likeness, 0 to 1, from which a path is taken for the misspelt one of a page."""

Named = dict[str, str]
"""Logical path by what a document is called inside its source: its path, or that without the ending."""


def find_pages(pages: Iterable[str], paths: Sequence[str], starts: Sequence[str]) -> dict[str, str]:
    """Return the logical path of each page that is among `paths`.

    `starts` is what each source's paths start with. A page is named as in the corpus that the questions
    were written for, so before the path inside the source may stand a prefix: of those that pages have,
    each source gets the one under which most pages are there, no two sources the same where they
    have a choice (two translations have the same file names).
    """
    named = [_named(paths, start) for start in starts]
    wanted = sorted(set(pages))
    counts = [_prefixes(wanted, names) for names in named]
    pairs = [*_assigned(counts), *((n, _best(count)) for n, count in enumerate(counts) if count)]
    exact = dict.fromkeys(paths)
    found = {page: _path(page, pairs, named) or (page if page in exact else "") for page in wanted}
    return {page: path for page, path in found.items() if path}


def place_questions(
    golden: Golden, found: Mapping[str, str], paths: Iterable[str]
) -> tuple[tuple[Question, ...], tuple[Notice, ...]]:
    """Return the questions with each document under one name only, and a notice for each page not found.

    A notice names the one of `paths` that is meant, where there is one only.
    """
    notices: dict[str, Notice] = {}
    for question in golden.questions:
        for page in question.gains:
            if page not in found:
                reason = f"the expected page {page} is not in the artifact{_meant(page, paths)}"
                notices.setdefault(page, Notice(golden.name, reason, question.line))
    return tuple(_once(question, found) for question in golden.questions), tuple(notices.values())


def _meant(page: str, paths: Iterable[str]) -> str:
    """Say which page is meant: one that ends so, or is so named but for `@` or a slip; of a ref, its page."""
    whole, part, _ = page.partition("#")
    whole = whole.removeprefix("md:") if part else whole
    ending = "/" + whole.lstrip("./")
    alike = [path for path in paths if path in (whole, f"@{whole}") or path.endswith(ending)]
    alike = alike or _near(whole, paths)
    told = ": pages are expected, not sections" if part else ""
    return f"{told}; did you mean {alike[0]}?" if len(alike) == 1 else told


def _near(page: str, paths: Iterable[str]) -> list[str]:
    """Return the path most like a page of which the folder or the name is misspelt, if any."""
    folder, _, name = page.rpartition("/")
    beside = [path for path in paths if path.rpartition("/")[0] == folder or path.rpartition("/")[2] == name]
    return get_close_matches(page, beside, n=1, cutoff=ALIKE)


def _once(question: Question, found: Mapping[str, str]) -> Question:
    names: dict[str, str] = {}
    for page in sorted(question.gains, key=lambda page: (-question.gains[page], page)):
        names.setdefault(found.get(page, page), page)
    kept = set(names.values())
    return replace(question, gains={page: gain for page, gain in question.gains.items() if page in kept})


def _named(paths: Iterable[str], start: str) -> Named:
    inside = {path.removeprefix(start): path for path in paths if path.startswith(start)}
    bare = [(PurePosixPath(name).with_suffix("").as_posix(), path) for name, path in inside.items()]
    count = Counter(name for name, _ in bare)
    return {name: path for name, path in bare if count[name] == 1} | inside


def _prefixes(pages: Iterable[str], names: Named) -> Counter[str]:
    """Count under each prefix the pages whose rest a source has."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update(prefix for prefix in _leading(page) if page[len(prefix) :] in names)
    return counts


def _leading(page: str) -> Iterator[str]:
    yield ""
    for position, character in enumerate(page):
        if character == "/":
            yield page[: position + 1]


def _best(count: Counter[str]) -> str:
    return min(count, key=lambda prefix: (-count[prefix], len(prefix), prefix))


def _assigned(counts: Sequence[Counter[str]]) -> list[tuple[int, str]]:
    """Give the sources different prefixes so that most pages are there; a tie goes to the shorter prefix."""
    prefixes = sorted({prefix for count in counts for prefix in count}, key=lambda p: (len(p), p))
    if not prefixes:
        return []
    gains = np.array([[count[prefix] for prefix in prefixes] for count in counts], dtype=np.float64)
    rows, columns = linear_sum_assignment(gains, maximize=True)
    chosen = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(row, prefixes[column]) for row, column in chosen if gains[row, column]]


def _path(page: str, pairs: Iterable[tuple[int, str]], named: Sequence[Named]) -> str:
    inside = ((number, page.removeprefix(prefix)) for number, prefix in pairs if page.startswith(prefix))
    return next((named[number][name] for number, name in inside if name in named[number]), "")
