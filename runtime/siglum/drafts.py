"""From a ref to the steps that it holds, with their text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.blocks import line_block
from siglum.code_steps import Code, CodeStep, file_steps, found_step, line_steps
from siglum.detail import LONGEST_LINE, LONGEST_TITLE, MEASURES, SILENT, described
from siglum.found_steps import found_steps
from siglum.operations import telling
from siglum.page import Page, read_page
from siglum.plain import shortened
from siglum.references import Ref
from siglum.steps import EXPLICIT, first_rung, heading_step, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.markers import Rung
    from siglum.parameters import Style
    from siglum.reader import Reader
    from siglum.rows import DocumentRow
    from siglum.steps import Step


class Draft(NamedTuple):
    """A step before it is numbered."""

    title: str
    description: str
    ref: str
    rung: Rung | Literal["code"]
    explicit: bool
    document: int
    start_line: int
    end_line: int
    sequence: int
    """Steps of one sequence stand or fall together: the line of what holds them, or their own."""
    left_out: int = 0
    """Lines, of code operations too, for which the style has no room."""


def drafts_of(reader: Reader, ref: Ref, document: DocumentRow, *, style: Style) -> list[Draft]:
    """Return the steps under a ref that resolves, in source order."""
    page = read_page(reader, document)
    if document.kind == "code":
        return _code_drafts(reader, ref, page, style=style)
    return _docs_drafts(page, docs_steps(page, ref), style=style)


def found_drafts(reader: Reader, document: DocumentRow, slugs: Sequence[str]) -> list[Draft]:
    """Return the steps of sections that were found in a document, in source order."""
    page = read_page(reader, document)
    found = {n for n, section in enumerate(page.sections) if section.slug in slugs}
    if not found:
        return []
    return _docs_drafts(page, found_steps(page, found), style="default")


def found_code(reader: Reader, ref: Ref, document: DocumentRow) -> list[Draft]:
    """Return what was found at a line of code as one step, if it does something."""
    page, number = read_page(reader, document), document.document_id
    code = Code(page, reader.store.symbols_of(number), reader.store.documentation_of(number))
    around = line_block(reader, number, ref.line)
    step = found_step(code, ref.line, around.start_line, around.end_line)
    return [_code_draft(page, step, style="default")] if step else []


def _named(page: Page, ref: Ref) -> int:
    return next(n for n, section in enumerate(page.sections) if section.slug == ref.slug)


def docs_steps(page: Page, ref: Ref) -> list[Step]:
    """Return the steps of a section or document: its own list of steps, else its parts."""
    if ref.kind == "file":
        tops = page.children(None)
        if len(tops) != 1:
            return [heading_step(page, top) for top in tops] or _own_steps(page)
        index = tops[0]
    else:
        index = _named(page, ref)
    found = steps_of(page, index)
    headings = [step for step in found if step.rung == "heading"]
    best = first_rung(found)
    listed = bool(best) and best[0].rung in EXPLICIT
    if not listed and (len(headings) >= 2 or (headings and ref.kind == "file")):
        return headings
    return best or [heading_step(page, index)] * bool(_told(page, index))


def _told(page: Page, index: int) -> bool:
    """Tell whether a section says anything under its heading."""
    said = (b for b in page.own_blocks(index) if b.kind not in SILENT)
    return any(not page.markup.noise.fullmatch(page.text(b.start_byte, b.end_byte)) for b in said)


def _own_steps(page: Page) -> list[Step]:
    return first_rung(steps_of(page, 0)) if page.sections else []


def _docs_drafts(page: Page, steps: Sequence[Step], *, style: Style) -> list[Draft]:
    drafts = (_docs_draft(page, step, style=style) for step in steps)
    return [draft for draft in drafts if draft.title]


def _docs_draft(page: Page, step: Step, *, style: Style) -> Draft:
    told = described(page, step, style=style)
    first, last = page.table.range(step.start, step.end)
    section = page.sections[step.section]
    alone = step.rung == "heading" and not step.explicit
    holder = (page.parent(step.section) or section) if step.rung == "heading" else section
    return Draft(
        title=told.title,
        description=told.description,
        ref=str(Ref("md", page.document.path, slug=section.slug)),
        rung=step.rung,
        explicit=step.explicit,
        document=page.document.document_id,
        start_line=first,
        end_line=last,
        sequence=first if alone else holder.start_line,
        left_out=told.left_out,
    )


def _code_drafts(reader: Reader, ref: Ref, page: Page, *, style: Style) -> list[Draft]:
    number = page.document.document_id
    code = Code(page, reader.store.symbols_of(number), reader.store.documentation_of(number))
    found = file_steps(code) if ref.kind == "file" else line_steps(code, ref.line)
    return [_code_draft(page, step, style=style) for step in found]


def _code_draft(page: Page, step: CodeStep, *, style: Style) -> Draft:
    measure = MEASURES[style]
    kept = telling(step.operations, measure.operations)
    notes = "\n".join(step.notes).splitlines() if style != "brief" or step.is_route else []
    lines = [*notes[: max(0, measure.lines - len(kept))], *(operation.text for operation in kept)]
    return Draft(
        title=shortened(step.title, LONGEST_TITLE),
        description="\n".join(shortened(line, LONGEST_LINE) for line in lines),
        ref=str(Ref("code", page.document.path, line=step.start_line)),
        rung="code",
        explicit=False,
        document=page.document.document_id,
        start_line=step.start_line,
        end_line=step.end_line,
        sequence=step.start_line,
        left_out=len(notes) + len(step.operations) - len(lines),
    )
