"""A document read once: its text, lines, blocks and sections."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from siglum.lines import LineTable
from siglum.markup import MARKDOWN, MARKUPS

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """Lines on which a framework is told that code answers requests."""

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

    def children(self, index: int | None) -> list[int]:
        """Return the headings right below a section, or those below none."""
        parent = None if index is None else self.sections[index].section_id
        return [n for n, s in enumerate(self.sections) if s.level and s.parent_id == parent]

    def below(self, index: int) -> range:
        """Return a section and all sections below it."""
        end, last = self.sections[index].end_line, index + 1
        while last < len(self.sections) and self.sections[last].start_line <= end:
            last += 1
        return range(index, last)


def read_page(reader: Reader, document: DocumentRow) -> Page:
    """Return a document as a page."""
    number = document.document_id
    text = "".join(reader.lines(number, 1, document.lines))
    blocks = reader.store.blocks_of(number)
    sections = reader.store.sections_of(number)
    starts = [block.start_byte for block in blocks]
    routes = [hint.line for hint in reader.store.hints_in(number) if hint.kind == "route"]
    return Page(document, text.encode(), LineTable.of(text), blocks, sections, starts, routes)
