"""A document read once: its text, lines, blocks and sections."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from siglum.lines import LineTable
from siglum.markup import MARKDOWN, MARKUPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from siglum.markup import Markup
    from siglum.reader import Reader
    from siglum.rows import BlockRow, DocumentRow, SectionRow


class Page(NamedTuple):
    """A document's stored text with what the builder found in it; offsets are bytes of `data`."""

    document: DocumentRow
    data: bytes
    table: LineTable
    blocks: Sequence[BlockRow]
    sections: Sequence[SectionRow]
    starts: Sequence[int]
    """First byte of each block."""
    routes: Sequence[int]
    """Lines on which a framework is told that code answers requests, in order."""
    under: Mapping[int | None, Sequence[int]]
    """Indices of the headings right below a section, by its number; below none, by None."""

    @property
    def markup(self) -> Markup:
        """How its format marks items and words."""
        return MARKUPS.get(self.document.format, MARKDOWN)

    def text(self, start: int, end: int) -> str:
        """Return the text of a byte range."""
        return self.data[start:end].decode(errors="replace")

    def blocks_in(self, start: int, end: int) -> Sequence[BlockRow]:
        """Return the blocks that start in a byte range."""
        return self.blocks[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def block_before(self, start: int) -> BlockRow | None:
        """Return the last block that starts in front of a byte."""
        place = bisect_left(self.starts, start)
        return self.blocks[place - 1] if place else None

    def section_start(self, index: int) -> int:
        """Return the first byte of a section; past the last one, the end of the text."""
        if index >= len(self.sections):
            return self.table.size
        return self.table.start(self.sections[index].start_line)

    def section_end(self, index: int) -> int:
        """Return one past the last byte of a section and all below it."""
        return self.table.start(self.sections[index].end_line + 1)

    def own_blocks(self, index: int) -> Sequence[BlockRow]:
        """Return the blocks of a section's own text: its heading and what is under the next one left out."""
        found = self.blocks_in(self.section_start(index), self.section_start(index + 1))
        headed = bool(self.sections[index].level and found and found[0].kind == "heading")
        return found[1:] if headed else found

    def children(self, index: int | None) -> Sequence[int]:
        """Return the headings right below a section, or those below none."""
        return self.under.get(None if index is None else self.sections[index].section_id, ())

    def parent(self, index: int) -> SectionRow | None:
        """Return the section right above one."""
        above = self.sections[index].parent_id
        return None if above is None else self.sections[above - self.sections[0].section_id]

    def heading_at(self, line: int) -> str:
        """Return the heading of the first section that starts on a line, or nothing."""
        place = bisect_left(self.sections, line, key=_start_line)
        starts = place < len(self.sections) and self.sections[place].start_line == line
        return self.sections[place].heading if starts else ""

    def below(self, index: int) -> range:
        """Return a section and all sections below it."""
        end = self.sections[index].end_line
        return range(index, bisect_right(self.sections, end, lo=index + 1, key=_start_line))


def _start_line(section: SectionRow) -> int:
    return section.start_line


def read_page(reader: Reader, document: DocumentRow) -> Page:
    """Return a document as a page."""
    number, store = document.document_id, reader.store
    text = "".join(reader.lines(number, 1, document.lines))
    routes = [hint.line for hint in store.hints_in(number) if hint.kind == "route"]
    return page_of(document, text, store.blocks_of(number), store.sections_of(number), routes=routes)


def page_of(
    document: DocumentRow,
    text: str,
    blocks: Sequence[BlockRow],
    sections: Sequence[SectionRow],
    *,
    routes: Iterable[int] = (),
) -> Page:
    """Return a text with its blocks and sections as a page."""
    under: dict[int | None, list[int]] = {}
    for place, section in enumerate(sections):
        if section.level:
            under.setdefault(section.parent_id, []).append(place)
    return Page(
        document=document,
        data=text.encode(),
        table=LineTable.of(text),
        blocks=blocks,
        sections=sections,
        starts=[block.start_byte for block in blocks],
        routes=sorted(routes),
        under=under,
    )
