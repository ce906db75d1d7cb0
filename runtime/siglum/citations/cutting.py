"""Cut a hit's text into the blocks that can be cited, at one of four granularities."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.citations.blocks import CLAUSE, BareLine, BlockStart, closing_end, fence_end, scan
from siglum.citations.code import statement_groups
from siglum.citations.sentences import boundaries
from siglum.lines import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Granularity = Literal["auto", "paragraph", "item", "sentence"]

SHORT = 400
"""Characters of a heading and its text that are one entry where three or more follow one another."""
RUN = 3
ANSWER = 1_000
"""Characters of an answer that is short enough to be one of an FAQ though nothing else says so."""
FENCE = 600
"""Characters of an example in a page that stay one block."""

_FAQ = re.compile(r"(?i)\bfaqs?\b|frequently asked|よくある(?:ご)?質問|常见问题|常見問題|Q\s*&\s*A")
_QUESTION = re.compile(r"[?？](?:[ \t#*_]|\{[^}]*\})*$|(?i:\bQ[ \t]*\d*[ \t]*[.:：．])|質問[ \t]*\d*[.:：．]")
_MARKUP = re.compile(r"^[#=>*_\s]+")
_WORD = re.compile(r"[^\W_]")


class Window(NamedTuple):
    """What is cut, and what is known of it."""

    text: str
    names: tuple[str, ...] = ()
    """Path, title and headings above."""
    code: bool = False
    fence: str | None = None
    """Marks of the code fence that is open where it starts."""


class _Page(NamedTuple):
    """A window read into blocks."""

    lines: tuple[BareLine, ...]
    raw: tuple[str, ...]
    offsets: tuple[int, ...]
    """Where each line starts, and the end."""
    blocks: tuple[BlockStart, ...]
    names: tuple[str, ...]

    def end(self, index: int) -> int:
        """Return the line after a block."""
        return self.blocks[index + 1].first if index + 1 < len(self.blocks) else len(self.lines)

    def text(self, first: int, last: int) -> str:
        """Return the text of blocks `first` up to `last`."""
        start = self.offsets[self.blocks[first].first]
        return "".join(self.raw)[start : self.offsets[self.end(last - 1)]]

    def head(self, index: int) -> str:
        """Return the first line of a block without its marks."""
        return _MARKUP.sub("", self.raw[self.blocks[index].first].rstrip())


def cut(window: Window, granularity: Granularity = "auto") -> list[tuple[int, int]]:
    """Return the pieces of a text as half-open character ranges that partition it.

    Cuts stand on borders of sentences, items, blocks, definitions and statement groups only. No piece
    is of white space only; a text that is has none.
    """
    if not window.text.strip():
        return []
    page = _page(window)
    edges = sorted({0, *_starts(page, granularity, code=window.code)})
    return _worded(window.text, edges)


def _page(window: Window) -> _Page:
    raw = tuple(split_lines(window.text))
    lines = tuple(BareLine.of(line) for line in raw)
    offsets = tuple(accumulate(map(len, raw), initial=0))
    blocks = [BlockStart("code", 0)] if window.code else _scan_window(lines, window.fence)
    return _Page(lines, raw, offsets, tuple(blocks), window.names)


def _scan_window(lines: Sequence[BareLine], fence: str | None) -> list[BlockStart]:
    """Read a window's blocks; up to where an open fence closes there is code."""
    if fence is None:
        return scan(lines)
    end = closing_end(lines, 0, fence)
    tail = (b._replace(first=b.first + end, run=b.run + end if b.run >= 0 else -1) for b in scan(lines[end:]))
    return [BlockStart("code", 0), *tail]


def _starts(page: _Page, granularity: Granularity, *, code: bool) -> Iterator[int]:
    """Yield where pieces start, as characters."""
    fine = _by_sentence(page, granularity)
    glued = _glued(page, granularity, fine)
    for index, block in enumerate(page.blocks):
        first, last = block.first, page.end(index)
        start, end = page.offsets[first], page.offsets[last]
        if index not in glued:
            yield start
        if index in fine and block.kind in ("paragraph", "item"):
            yield from (start + place for place in _sentences(page, index))
        elif block.kind == "code" and index not in glued and (code or end - start > FENCE):
            yield from (page.offsets[line] for line in _groups(page, index))


def _groups(page: _Page, index: int) -> list[int]:
    """Return the lines that start a further group of statements; a fence's own lines start none."""
    first, last = page.blocks[index].first, page.end(index)
    if fence_end(page.lines, first) is None:
        return statement_groups(page.lines, first, last)[1:]
    body = statement_groups(page.lines, first + 1, last)[1:]
    return [line for line in body if not _FENCE_LINE.fullmatch(page.lines[line].text)]


_FENCE_LINE = re.compile(r"(?:`{3,}|~{3,}|\$\$)\s*")


def _sentences(page: _Page, index: int) -> Iterator[int]:
    """Yield where sentences start inside a block; what an item holds besides its text is not cut."""
    first, last = page.blocks[index].first, page.end(index)
    prose = first
    while prose < last and fence_end(page.lines, prose) is None and "|" not in page.lines[prose].text[:1]:
        prose += 1
    return boundaries("".join(page.raw[first:prose]))


def _by_sentence(page: _Page, granularity: Granularity) -> frozenset[int]:
    """Return the blocks that are cut by sentence."""
    if granularity == "sentence":
        return frozenset(range(len(page.blocks)))
    if granularity != "auto":
        return frozenset()
    return frozenset(_clauses(page)) | frozenset(_answers(page))


def _clauses(page: _Page) -> Iterator[int]:
    """Yield the blocks of numbered clauses: those that start like one, or stand below such a heading."""
    below = any(CLAUSE.match(name) for name in page.names[-1:])
    for index, block in enumerate(page.blocks):
        is_clause = CLAUSE.match(page.head(index)) is not None
        if block.kind == "heading":
            below = is_clause
        elif is_clause or below:
            yield index


def _entries(page: _Page) -> list[tuple[int, int]]:
    """Return each heading's index with the index after its own text."""
    heads = [index for index, block in enumerate(page.blocks) if block.kind == "heading"]
    return list(pairwise([*heads, len(page.blocks)]))


def _is_question(text: str) -> bool:
    return _QUESTION.search(text) is not None


def _answers(page: _Page) -> Iterator[int]:
    """Yield the blocks of answers: below a question in an FAQ, or a short one below any question."""
    faq = any(_FAQ.search(name) for name in page.names)
    questions = [(a, b) for a, b in _entries(page) if _is_question(page.head(a))]
    for first, last in questions:
        if faq or len(questions) >= RUN or len(page.text(first, last)) <= ANSWER:
            yield from range(first + 1, last)
    if page.names and _is_question(page.names[-1]) and faq:
        yield from range(_entries(page)[0][0] if _entries(page) else len(page.blocks))
    yield from _labelled(page)


def _labelled(page: _Page) -> Iterator[int]:
    """Yield the blocks that a label (`Q:`, `A:`) makes part of an FAQ, up to the next heading."""
    answer = False
    for index, block in enumerate(page.blocks):
        if block.kind == "heading":
            answer = False
        elif _LABELLED.match(page.head(index)):
            answer = True
        if answer:
            yield index


_LABELLED = re.compile(r"(?:A|Q|質問|回答|問|答|问)[ \t]*\d*(?:\*\*|__)?[.:：．]")


def _glued(page: _Page, granularity: Granularity, fine: frozenset[int]) -> frozenset[int]:
    """Return the blocks that are one piece with the block in front of them."""
    glued = {
        index
        for index, (before, block) in enumerate(pairwise(page.blocks), start=1)
        if index not in fine and _belongs(before, block, granularity)
    }
    if granularity in ("auto", "item"):
        glued |= {index for index in _short_entries(page, granularity) if index not in fine}
    return frozenset(glued)


def _belongs(before: BlockStart, block: BlockStart, granularity: Granularity) -> bool:
    """Tell whether a block continues the one in front: a heading's text, or the rest of a list or table."""
    if before.kind == "heading" and granularity != "sentence":
        return block.kind in ("heading", "paragraph")
    if before.kind == "label" and granularity != "sentence":
        return block.kind == "paragraph"
    return granularity == "paragraph" and block.run >= 0 and block.run == before.run


def _short_entries(page: _Page, granularity: Granularity) -> Iterator[int]:
    """Yield the text of entries: of runs of short ones, and of the questions of an FAQ."""
    run: list[tuple[int, int]] = []
    for entry in [*_entries(page), (len(page.blocks), len(page.blocks))]:
        fits = entry[0] + 1 < entry[1] and len(page.text(*entry)) <= SHORT
        if fits and (not run or _level(page, run[-1]) == _level(page, entry)):
            run.append(entry)
            continue
        if len(run) >= RUN:
            yield from (index for first, last in run for index in range(first + 1, last))
        run = [entry] if fits else []
    if granularity == "item":
        for first, last in _entries(page):
            if _is_question(page.head(first)) and len(page.text(first, last)) <= ANSWER:
                yield from range(first + 1, last)


def _level(page: _Page, entry: tuple[int, int]) -> int:
    return page.blocks[entry[0]].level


def _worded(text: str, edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pieces between edges; those without a letter or digit go with the one in front."""
    pieces: list[tuple[int, int]] = []
    start = 0
    for low, high in pairwise([*edges, len(text)]):
        if _WORD.search(text, low, high):
            if pieces and start < low:
                pieces[-1] = (pieces[-1][0], low)
                start = low
            pieces.append((start, high))
            start = high
    if not pieces:
        return [(0, len(text))]
    pieces[-1] = (pieces[-1][0], len(text))
    return pieces
