"""Turn places and refs into the stored text that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import results  # of which a search does not make all
from siglum.errors import RefError
from siglum.placing import MAX_LINE_BYTES, Place
from siglum.references import Ref, parse_ref
from siglum.results import ByteRange, Range

if TYPE_CHECKING:
    from collections.abc import Iterable

    from siglum.parameters import ContentParameters
    from siglum.reader import Reader
    from siglum.results import RefKind
    from siglum.rows import DocumentRow, SectionRow

_KINDS: dict[str, RefKind] = {"md": "md_heading_block", "code": "code_range", "file": "file"}
_CONTENT_TYPES = {"markdown": "text/markdown"}
"""By format; every other is text/plain."""


class ShownText(NamedTuple):
    """Text and exactly the lines it is."""

    content: str
    start_line: int
    end_line: int
    byte_range: ByteRange | None = None
    """Where a line was cut."""


def shown_text(reader: Reader, place: Place) -> ShownText:
    """Return the lines of a place.

    Where one of them is over 8 KiB, the window ends before it; where the chunk itself lies in such a
    line, the chunk is what is shown.
    """
    chunks = reader.store.chunks
    document = int(chunks.document[place.chunk])
    lines = reader.lines(document, place.start_line, place.end_line)
    long = [
        number
        for number, line in enumerate(lines, start=place.start_line)
        if len(line) > MAX_LINE_BYTES // 4 and len(line.encode()) > MAX_LINE_BYTES
    ]
    if not long:
        return ShownText("".join(lines), place.start_line, place.end_line)
    own_start, own_end = int(chunks.start_line[place.chunk]), int(chunks.end_line[place.chunk])
    if any(own_start <= number <= own_end for number in long):
        within = ByteRange(int(chunks.start_byte[place.chunk]), int(chunks.end_byte[place.chunk]))
        return ShownText(reader.store.texts([place.chunk])[place.chunk], own_start, own_end, within)
    first = max([place.start_line, *(n + 1 for n in long if n < own_start)])
    last = min([place.end_line, *(n - 1 for n in long if n > own_end)])
    return ShownText("".join(lines[first - place.start_line : last - place.start_line + 1]), first, last)


def get_content(
    reader: Reader, parameters: ContentParameters, *, warnings: tuple[str, ...] = ()
) -> results.ContentResponse:
    """Return the block, definition or file that a ref names; see `Library.get_content`."""
    ref, document = resolve(reader, parse_ref(parameters.ref_id))
    block, anchor = _block(reader, ref, document)
    show = _parts if parameters.mode == "multi_range" else _whole
    content, ranges, reason = show(reader, ref, document, block=block, anchor=anchor, parameters=parameters)
    return results.ContentResponse(
        ref_id=str(ref),
        kind=_KINDS[ref.kind],
        path=document.path,
        source=document.source,
        mode=parameters.mode,
        content=content,
        content_type=_CONTENT_TYPES.get(document.format, "text/plain"),
        ranges=ranges,
        total_lines=_length(block),
        truncated=reason is not None,
        reason=reason,
        sha256=document.sha256,
        lossy=document.lossy,
        parameters=parameters,
        artifact=reader.info,
        warnings=warnings,
    )


def _whole(
    reader: Reader,
    ref: Ref,
    document: DocumentRow,
    *,
    block: Range,
    anchor: int,
    parameters: ContentParameters,
) -> tuple[str, tuple[Range, ...], str | None]:
    """Return the block or a window of it, its lines, and why there is more."""
    snippet = parameters.mode == "snippet" and ref.kind != "file"
    size = parameters.snippet_lines if snippet else parameters.max_lines
    inner = _definition(reader, document, anchor) if snippet and ref.kind == "code" else None
    window = _window(inner or block, anchor, size)
    lines = reader.lines(document.document_id, window.start_line, window.end_line)
    reason = _reason(window, block, snippet=snippet) if window != block else None
    return "".join(lines), (window,) if lines else (), reason


def _parts(
    reader: Reader,
    ref: Ref,
    document: DocumentRow,
    *,
    block: Range,
    anchor: int,
    parameters: ContentParameters,
) -> tuple[str, tuple[Range, ...], str | None]:
    """Return what matters for a flow, each part headed by its lines, and what was left out."""
    from siglum.excerpt import code_excerpt, docs_excerpt
    from siglum.page import read_page

    page = read_page(reader, document)
    if document.kind == "code":
        line = anchor if ref.kind == "code" else None
        symbols = reader.store.symbols_of(document.document_id)
        found = code_excerpt(page, symbols, line, max_lines=parameters.max_lines)
    else:
        inside = [n for n, s in enumerate(page.sections) if _is_inside(s, block)]
        found = docs_excerpt(page, inside, max_lines=parameters.max_lines)
    parts = [
        f"[lines {part.start_line}-{part.end_line}]\n"
        + page.text(page.table.start(part.start_line), page.table.start(part.end_line + 1)).rstrip("\r\n")
        for part in found.ranges
    ]
    shown = sum(_length(part) for part in found.ranges)
    more = "a larger max_lines" if found.cut else 'mode="full"'
    reason = f"{shown} of {_length(block)} lines: ask with {more}" if shown < _length(block) else None
    return "\n".join([*parts, ""]), found.ranges, reason


def _is_inside(section: SectionRow, block: Range) -> bool:
    return block.start_line <= section.start_line and section.end_line <= block.end_line


def documents(reader: Reader) -> tuple[results.Document, ...]:
    """Return every document in path order; see `Library.documents`."""
    rows = reader.store.documents(reader.store.document_ids.values())
    return tuple(
        results.Document(row.path, row.title, category=row.category, topic=row.topic, date=row.date)
        for row in sorted(rows.values(), key=lambda row: row.path)
    )


def _length(lines: Range) -> int:
    return lines.end_line - lines.start_line + 1


def _reason(window: Range, block: Range, *, snippet: bool) -> str:
    more = (
        'mode="full" or a larger snippet_lines' if snippet else "a larger max_lines, or for a section inside"
    )
    return f"{_length(window)} of {_length(block)} lines: ask with {more}"


def _window(block: Range, anchor: int, size: int) -> Range:
    if _length(block) <= size:
        return block
    first = min(max(block.start_line, anchor - size // 2), block.end_line - size + 1)
    return Range(first, first + size - 1)


def _definition(reader: Reader, document: DocumentRow, line: int) -> Range | None:
    """Return the innermost definition around a line."""
    spans = reader.store.symbol_spans
    ids = np.flatnonzero(
        (spans.document == document.document_id) & (spans.start_line <= line) & (line <= spans.end_line)
    )
    if len(ids) == 0:
        return None
    return Range(int(spans.start_line[ids[-1]]), int(spans.end_line[ids[-1]]))


def check_part(reader: Reader, ref: Ref, document: DocumentRow) -> None:
    """Check that the section or line of a ref is there.

    Raises:
        RefError: it is not; names the nearest.
    """
    _block(reader, ref, document)


_ALIKE = 200
"""Characters of an anchor that is like none by which the least unlike are sought."""


def _block(reader: Reader, ref: Ref, document: DocumentRow) -> tuple[Range, int]:
    """Return the lines that a ref names, and the line around which they are cut."""
    whole = Range(1, document.lines)
    if ref.kind == "file":
        return whole, 1
    if ref.kind == "code":
        if ref.line > document.lines:
            raise RefError(
                f"{ref} is past the end: {document.path} has {document.lines} lines;"
                f" try {Ref('code', document.path, line=max(1, document.lines))}"
            )
        return whole, ref.line
    sections = reader.store.sections_of(document.document_id)
    for section in sections:
        if section.slug == ref.slug:
            return Range(section.start_line, section.end_line), section.start_line
    known = [section.slug for section in sections]
    named = [slug for slug in known if slug != "_preamble"] or known
    slugs = _nearest(ref.slug, known) or _nearest(ref.slug[:_ALIKE], named, cutoff=0.0)
    refs = [str(Ref("md", document.path, slug=slug)) for slug in slugs] or [f"file:{document.path}"]
    raise RefError(f"{ref} names no section of {document.path}; nearest: {', '.join(refs)}")


def resolve(reader: Reader, ref: Ref) -> tuple[Ref, DocumentRow]:
    """Return the ref in canonical form and its document.

    A path without `@source/` is accepted while only one source has it.

    Raises:
        RefError: no such document, or several; names the nearest.
    """
    paths = reader.store.document_ids
    found = [ref.path] if ref.path in paths else []
    if not found:
        found = [path for prefix in reader.prefixes if (path := prefix + ref.path) in paths]
    if len(found) > 1:
        listed = ", ".join(_with_path(ref, path) for path in found)
        raise RefError(f"{ref} is in several sources: write one of {listed}")
    if not found:
        near = [f"file:{path}" for path in _near_paths(ref.path, paths)]
        hint = f"; nearest: {', '.join(near)}" if near else ""
        raise RefError(f"no document {ref.path} in {_holdings(reader)}{hint}")
    document = reader.store.documents([paths[found[0]]])[paths[found[0]]]
    if ref.kind != "file" and (ref.kind == "md") != (document.kind == "docs"):
        where = f"in {_holdings(reader)}, {document.path}"
        raise RefError(f"{ref} does not fit: {where} is {document.kind}; try file:{found[0]}")
    return Ref(ref.kind, found[0], slug=ref.slug, line=ref.line), document


def _holdings(reader: Reader) -> str:
    name = reader.manifest.name
    return name if reader.store.has_code else f"{name}, which holds documents only"


def _with_path(ref: Ref, path: str) -> str:
    return str(Ref(ref.kind, path, slug=ref.slug, line=ref.line))


def _near_paths(path: str, paths: Iterable[str]) -> list[str]:
    """Return up to three paths of the same file name, else of the most similar one."""
    name = path.rpartition("/")[2].casefold()
    by_name: dict[str, list[str]] = {}
    for other in paths:
        by_name.setdefault(other.rpartition("/")[2].casefold(), []).append(other)
    names = [name] if name in by_name else _nearest(name, by_name)
    return [other for near in names for other in _nearest(path, by_name[near], cutoff=0.0)][:3]


def _nearest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> list[str]:
    from difflib import get_close_matches  # only a ref that resolves to nothing needs it

    return get_close_matches(name, list(known), n=3, cutoff=cutoff)
