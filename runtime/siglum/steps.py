"""Find the steps of a section: the one place that reads a text as a procedure."""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.lines import split_lines
from siglum.plain import on_one_line, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.page import Page
    from siglum.rows import BlockRow

Rung = Literal["numbered", "labelled", "bullet", "heading", "paragraph"]
LADDER: tuple[Rung, ...] = ("numbered", "labelled", "bullet", "heading", "paragraph")
"""Of what a section's steps are made: the first of these that it has."""
EXPLICIT: tuple[Rung, ...] = ("numbered", "labelled")

_COUNT = r"(?:\d{1,3}|[一二三四五六七八九十]{1,3})"
_LABELS = (
    r"step\s*[a-h](?=\s*[:.)\]|–—])",
    r"(?:step|phase|stage)\s*(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)",
    rf"(?:手順|ステップ|工程)\s*(?:その)?\s*{_COUNT}",
    rf"第\s*{_COUNT}\s*(?:歩|段階|ステップ|手順|工程|步)",
    rf"(?:步骤|步驟)\s*{_COUNT}",
    r"(?:단계\s*\d{1,3}|\d{1,3}\s*단계)",
    r"(?:schritt|étape|paso|passo|etapa|krok|шаг|stap|adım)\s*\d{1,3}",
)
"""How languages name a step; folded by NFKC and case."""
_LABEL = re.compile(rf"\s*(?:{'|'.join(_LABELS)})(?!\w)\s*(?P<end>[:.)、。,\]|]|[-–—]\s|$)?")
_NUMBER = re.compile(
    r"\s*(?:(?P<plain>\d{1,2})(?:[.):](?=\s)|[．）：、])|[(（](?P<round>\d{1,2})[)）]|(?P<circled>[①-⑳❶-❿]))"
)
_BULLET = re.compile(r"\s*(?:[・•●○◆◇■□▶‣]|[-*+](?=\s))")
_HEADING_NUMBER = re.compile(r"\s*(?:(?:\d{1,2}\.)*\d{1,2}[.):．）：、](?!\d)|[(（]\d{1,2}[)）]|[①-⑳❶-❿])")
_CJK = re.compile(r"[一-鿿ぁ-ヿ가-힣]")
_FIRST_CELL = re.compile(r"\s*\|?\s*(?P<cell>(?P<number>\d{1,2})[.)]?|[^|\n]*?)[ \t]*(?:\||[ \t]{2}|$)")
_OPENING_BOLD = re.compile(r"^\s*(\*\*|__)(.{1,40}?):?\1:?")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_SENTENCE = re.compile(r".{8,}?(?:[.!?][\"')]?(?=\s)|[。！？])")
TITLE_LENGTH = 120
"""Characters from which only a text's first sentence is its title."""


class Step(NamedTuple):
    """A step as it stands in a page."""

    rung: Rung
    start: int
    """First byte."""
    end: int
    """One past the last byte, of its continuation lines and nested code."""
    section: int
    """Index of the section that holds it; of a heading, its own."""
    explicit: bool
    """Whether it carries a number or a label."""


class Leaf(NamedTuple):
    """A stretch of text without blocks inside."""

    kind: str
    start: int
    end: int
    opens_item: bool


class _Unit(NamedTuple):
    kind: Rung | None
    """None: no step."""
    start: int
    end: int
    number: int = 0
    """That a numbered one carries."""
    listed: bool = False
    """An item of a Markdown list."""
    attached: bool = False
    """Code and the like, which belongs to the text before it."""


def steps_of(page: Page, index: int) -> list[Step]:
    """Return all that may be a step in a section's own text, then the headings right below it."""
    units = list(_units(page, page.own_blocks(index)))
    own = [
        Step(unit.kind, unit.start, unit.end, index, unit.kind in EXPLICIT)
        for unit in _extended(_counted(units))
        if unit.kind is not None
    ]
    return own + [heading_step(page, child) for child in page.children(index) if page.sections[index].level]


def heading_step(page: Page, index: int) -> Step:
    """Return a heading with all below it as a step."""
    heading = page.sections[index].heading
    explicit = bool(_HEADING_NUMBER.match(heading) or _LABEL.match(_folded(heading)))
    return Step("heading", page.section_start(index), page.section_end(index), index, explicit)


def first_rung(steps: Sequence[Step]) -> list[Step]:
    """Return the steps of the highest rung of the ladder that has any."""
    for rung in LADDER:
        found = [step for step in steps if step.rung == rung]
        if found:
            return found
    return []


_LISTS = frozenset({"ordered_list", "bullet_list", "definition_list", "table"})


def _units(page: Page, blocks: Sequence[BlockRow]) -> Iterator[_Unit]:
    """Cut own text into list items, pieces of paragraphs and what belongs to the piece before."""
    listed = ""
    for place, block in enumerate(blocks):
        if block.depth == 0:
            listed = block.kind if block.kind in _LISTS else ""
        if block.depth == 0 and block.kind == "paragraph":
            yield from _pieces(page, block)
        elif block.depth == 0 and (not listed or listed == "table"):
            yield from _numbered_rows(page, blocks, place)
        elif listed and block.depth == 1 and block.kind == "item":
            yield _item(page, block, ordered=listed == "ordered_list")
        elif listed and block.depth == 1 and block.kind == "term":
            yield _definition(blocks, place)


def _below(blocks: Sequence[BlockRow], place: int) -> Iterator[BlockRow]:
    """Yield the blocks up to the next at the top; a slice would copy the rest of the page for each."""
    for following in range(place + 1, len(blocks)):
        if blocks[following].depth == 0:
            break
        yield blocks[following]


def _definition(blocks: Sequence[BlockRow], place: int) -> _Unit:
    """Return a term with what defines it."""
    defining = takewhile(lambda block: block.kind != "term", _below(blocks, place))
    end = max((block.end_byte for block in defining), default=0)
    return _Unit("bullet", blocks[place].start_byte, max(blocks[place].end_byte, end), listed=True)


def _numbered_rows(page: Page, blocks: Sequence[BlockRow], place: int) -> Iterator[_Unit]:
    """Yield the rows of a table that counts them in its first column; all else belongs to the text before."""
    block, rows = blocks[place], list[_Unit]()
    for row in _below(blocks, place) if block.kind == "table" else ():
        first = _FIRST_CELL.match(page.text(row.start_byte, row.end_byte)) if row.kind == "row" else None
        if first and _is_labelled(first["cell"]):
            rows.append(_Unit("labelled", row.start_byte, row.end_byte, listed=True))
        elif first and int(first["number"] or 0) == len(rows) + 1:
            rows.append(_Unit("numbered", row.start_byte, row.end_byte, len(rows) + 1, listed=True))
    if len(rows) > 1:
        yield from rows
    else:
        yield _Unit(None, block.start_byte, block.end_byte, attached=True)


def _item(page: Page, block: BlockRow, *, ordered: bool) -> _Unit:
    text = page.text(block.start_byte, block.end_byte)
    marker = page.markup.marker.match(text)
    rest = text[marker.end() :] if marker else text
    kind: Rung | None = "numbered" if ordered else "bullet"
    if not rest.strip():
        kind = None
    elif not ordered and _is_labelled(rest):
        kind = "labelled"
    number = int(marker["number"]) if marker and marker["number"] else 0
    return _Unit(kind, block.start_byte, block.end_byte, number, listed=True)


def _pieces(page: Page, block: BlockRow) -> Iterator[_Unit]:
    """Yield a paragraph, cut where a line begins with a label, a number or a bullet of its own."""
    text = page.text(block.start_byte, block.end_byte)
    if page.markup.noise.fullmatch(text):
        yield _Unit(None, block.start_byte, block.end_byte)
        return
    piece = _Unit("paragraph", block.start_byte, block.start_byte)
    for line in split_lines(text):
        end = piece.end + len(line.encode())
        kind, number = _sign(line)
        if kind == "paragraph" or piece.start == piece.end:
            piece = piece._replace(end=end)
        else:
            yield piece
            piece = _Unit("paragraph", piece.end, end)
        if kind != "paragraph":
            piece = piece._replace(kind=kind, number=number)
    yield piece


def _sign(line: str) -> tuple[Rung, int]:
    """Return what a line of a paragraph begins as, and its number."""
    if _is_labelled(line):
        return "labelled", 0
    number = _NUMBER.match(line)
    if number:
        digits = number["plain"] or number["round"]
        return "numbered", int(digits) if digits else int(unicodedata.numeric(number["circled"]))
    return ("bullet", 0) if _BULLET.match(line) else ("paragraph", 0)


def _is_labelled(text: str) -> bool:
    """Tell whether a text begins with the label of a step, set off from what follows."""
    first = text.lstrip().partition("\n")[0][:200]
    for written in (_OPENING_BOLD.sub(r"\2: ", first), plain_text(first)):
        folded = _folded(written)
        match = _LABEL.match(folded)
        if match and (match["end"] is not None or _set_off(folded, match)):
            return True
    return False


def _set_off(text: str, label: re.Match[str]) -> bool:
    """Tell whether white space alone ends a label, as it may where words have none between them."""
    return bool(_CJK.search(label[0])) and text[label.end() - 1].isspace()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _counted(units: Sequence[_Unit]) -> list[_Unit]:
    """Take numbers and bullets in paragraphs for what they seem only where several follow one another."""
    run: list[int] = []
    kept: set[int] = set()
    for place, unit in enumerate(units):
        if unit.kind != "numbered" or unit.listed:
            continue
        if not run or unit.number != units[run[-1]].number + 1:
            run = []
        if run or unit.number in (0, 1):
            run.append(place)
        kept.update(run if len(run) > 1 else ())
    bullets = [n for n, unit in enumerate(units) if unit.kind == "bullet" and not unit.listed]
    kept.update(bullets if len(bullets) > 1 else ())
    return [
        unit if unit.listed or unit.kind not in ("numbered", "bullet") or n in kept
        else unit._replace(kind="paragraph")
        for n, unit in enumerate(units)
    ]  # fmt: skip


def _extended(units: Sequence[_Unit]) -> list[_Unit]:
    """Let a step run to the next of its kind where the count goes on, else over code and the like."""
    extended: list[_Unit] = []
    next_of: dict[Rung | None, _Unit] = {}
    attached_end = 0  # of the code and the like right behind a unit
    for unit in reversed(units):
        following = next_of.get(unit.kind)
        end = unit.end if unit.listed else attached_end
        if unit.kind in EXPLICIT and following and _goes_on(unit, following):
            end = following.start
        extended.append(unit._replace(end=max(unit.end, end)))
        next_of[unit.kind] = unit
        attached_end = (attached_end or unit.end) if unit.attached else 0
    return extended[::-1]


def _goes_on(unit: _Unit, following: _Unit) -> bool:
    return unit.kind == "labelled" or (following.number == unit.number + 1)


def leaves(page: Page, start: int, end: int) -> Iterator[Leaf]:
    """Yield the innermost blocks of a byte range in order, cut to it."""
    blocks = list(page.blocks_in(start, end))
    before = page.block_before(start)
    if before and before.end_byte > start and (not blocks or blocks[0].start_byte > start):
        blocks.insert(0, before._replace(start_byte=start))
    item = -1
    for place, block in enumerate(blocks):
        if block.kind == "item":
            item = block.start_byte
        following = blocks[place + 1] if place + 1 < len(blocks) else None
        if following is None or following.depth <= block.depth:
            yield Leaf(block.kind, block.start_byte, min(end, block.end_byte), block.start_byte == item)


def step_title(page: Page, step: Step) -> tuple[str, str]:
    """Return a step's title, and its opening text where that says more."""
    if step.rung == "heading":
        return page.sections[step.section].heading, ""
    text = opening(page, step)
    whole = on_one_line(text)
    first = _SENTENCE.match(whole) if len(whole) > TITLE_LENGTH else None
    return (first[0].strip(), text.strip()) if first else (whole, "")


def opening(page: Page, step: Step) -> str:
    """Return the first text of a step without its marker, plain."""
    leaf = next(leaves(page, step.start, step.end), None)
    if leaf is None:
        return ""
    text = page.text(leaf.start, leaf.end)
    if leaf.kind == "row":
        return _row(page, text, step)
    marker = page.markup.marker.match(text) or (_NUMBER.match(text) if step.rung == "numbered" else None)
    text = text[marker.end() :] if marker else text
    if step.rung == "bullet" and not marker:
        text = _BULLET.sub("", text, count=1)
    if leaf.kind in ("fence", "code"):
        return next((line for line in text.splitlines() if line.strip() and not _FENCE.match(line)), "")
    text = page.markup.closing.sub("", text)
    return page.markup.plain(text.lstrip("# ") if leaf.kind == "heading" else text)


def _row(page: Page, text: str, step: Step) -> str:
    """Return a row of a table without its edges, and without the number that counts it."""
    first = _FIRST_CELL.match(text) if step.rung == "numbered" else None
    return page.markup.plain(text[first.end() if first else 0 :].strip().strip("|").strip())
