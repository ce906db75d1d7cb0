"""Symbols and blocks of code, from what its query found."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.names import name_parts
from siglum_builder.model import FUNCTIONS, Block, Symbol
from siglum_builder.parse.comments import docstring, first_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.parse.captures import Captures, Found
    from siglum_builder.parse.leads import Lead, Leads
    from siglum_builder.parse.source import Source

SIGNATURE_LIMIT = 400
"""Characters of a signature, which is one line."""

DEPTH_LIMIT = 32
"""Definitions nested deeper are left out: their names would fill the memory."""

NAME_LIMIT = 200
"""Characters of a name; what is longer is no name."""

VALUES = frozenset({"constant", "variable", "property", "key"})
_TYPES = frozenset(
    "class interface trait struct enum union record object implementation annotation".split()  # noqa: SIM905
)
"""Kinds whose functions are methods."""

_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")
_PATH = re.compile(r"[\w$~?!@ -]+(?:(?:::|\.|\\)~?[\w$?!@ -]+)*=?")
_OPERATOR = re.compile(r"(?:.*::)?operator(?:\s*\(\)|\b[^(]+)|[^\w\s$].*")
_LIFETIME = re.compile(r"'\w+|\b(?:mut|dyn|const)\b")
_TYPE = re.compile(r"[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*")
_EXPORTS = re.compile(r"^(?:module\.)?exports\.|^(?:window|globalThis|self)\.")


@dataclass(frozen=True, slots=True)
class _Extent:
    """A definition with what belongs to it."""

    found: Found
    start: int
    """With wrappers and attributes."""
    head: int
    """Where its signature starts."""
    end: int
    lead: Lead


def definitions(
    found: Captures, source: Source, leads: Leads, *, separator: str
) -> tuple[list[Symbol], frozenset[int]]:
    """Return the symbols, members after what they belong to, and where they start."""
    symbols: list[Symbol] = []
    open_: list[tuple[int, int]] = []
    signer = _Signer(source, found)
    extents = sorted(_extents(found, source, leads), key=lambda e: (e.start, -e.end, e.found.rank))
    for extent in extents:
        while open_ and open_[-1][0] < extent.end:
            open_.pop()
        parent = open_[-1][1] if open_ else None
        owner = None if parent is None else symbols[parent]
        symbol = _symbol(extent, parent=parent, owner=owner, separator=separator, signer=signer)
        if symbol is not None and len(open_) < DEPTH_LIMIT:
            open_.append((extent.end, len(symbols)))
            symbols.append(symbol)
    return symbols, frozenset(extent.start for extent in extents)


def _extents(found: Captures, source: Source, leads: Leads) -> Iterator[_Extent]:
    """Yield each definition, widened by the wrappers that end with it and hold no other before it."""
    items: list[tuple[int, int, str, Found | None]] = [
        (node.start_byte, -node.end_byte, name, None)
        for name in ("prefix", "wrapper")
        for node in found.nodes.get(name, ())
    ]
    items += [(each.node.start_byte, -each.node.end_byte, "x", each) for each in found.definitions.values()]
    pending: list[tuple[int, int, str]] = []
    for start, minus, name, each in sorted(items, key=lambda item: item[:3]):
        while pending and pending[-1][1] <= start:
            pending.pop()
        if each is None:
            pending.append((start, -minus, name))
            continue
        end = source.before_closers(-minus)
        around = [item for item in pending if source.before_closers(item[1]) == end]
        pending.clear()
        outer = min([start, *(item[0] for item in around)])
        head = min([start, *(item[0] for item in around if item[2] == "prefix")])
        lead = leads.before(outer)
        widest = max([-minus, *(item[1] for item in around)])
        yield _Extent(each, min(outer, lead.attributes), head, widest, lead)


def _symbol(
    extent: _Extent, *, parent: int | None, owner: Symbol | None, separator: str, signer: _Signer
) -> Symbol | None:
    found, table = extent.found, signer.source.table
    name = signer.source.text(found.name)
    written = _type_name(name) if found.kind == "implementation" else _written(name)
    local = owner is not None and owner.kind in FUNCTIONS and found.kind in VALUES
    if not written or local:
        return None
    scope = _type_name(signer.source.text(found.scope)) if found.scope else ""
    names = (owner.qualified_name if owner else "", scope, written)
    member = found.kind == "function" and (
        owner.kind in _TYPES if owner else bool(scope) or (separator == "::" and "::" in written)
    )
    start_line, end_line = table.range(extent.start, extent.end)
    return Symbol(
        parent=parent,
        name=name_parts(written)[-1],
        qualified_name=separator.join(filter(None, names)),
        kind="method" if member else found.kind,
        signature=signer.signature(extent),
        documentation=signer.documentation(extent),
        start_byte=extent.start,
        end_byte=extent.end,
        start_line=start_line,
        end_line=end_line,
        lead_byte=min(extent.lead.start, extent.start),
        owns_chunk=_owns_chunk(found, lines=end_line - start_line + 1),
    )


def _owns_chunk(found: Found, *, lines: int) -> bool:
    if found.kind in VALUES:
        return False
    return found.body is not None if found.kind in FUNCTIONS else lines > 1


def _written(text: str) -> str:
    """Return a name without type arguments, quotes and what only exports it; empty where it is none."""
    text = " ".join(text[: 2 * NAME_LIMIT].split()).strip("\"'`:")
    if len(text) > NAME_LIMIT:
        return ""
    operator = _OPERATOR.match(text)
    if operator:
        return operator[0].strip()
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        text = shorter
    text = _EXPORTS.sub("", text).replace(".prototype.", ".").strip("\"'`: ")
    return text if _PATH.fullmatch(text) else ""


def _type_name(text: str) -> str:
    """Return the type that a receiver or an `impl` names: `Repo` for `*Repo[T]` and `&'a mut Repo<T>`."""
    named = _TYPE.search(_LIFETIME.sub(" ", text[: 2 * NAME_LIMIT]))
    return named[0][:NAME_LIMIT] if named else ""


class _Signer:
    """Gives signatures and documentation of the definitions of one file."""

    def __init__(self, source: Source, found: Captures) -> None:
        self.source = source
        self._comments = sorted(node.start_byte for node in found.nodes.get("comment", ()))
        self._annotations = {n.start_byte: n.end_byte for n in found.nodes.get("annotation", ())}
        self._strings = found.documentation

    def signature(self, extent: _Extent) -> str:
        """Return the source of a definition up to its body, on one line; broken, its first line."""
        node, body = extent.found.node, extent.found.body
        start = self._after_annotations(extent.head)
        end = body.start_byte if body and body.start_byte > start else node.end_byte
        end = min(end, start + 4 * SIGNATURE_LIMIT)
        comment = bisect_left(self._comments, extent.found.name.end_byte)
        if comment < len(self._comments):
            end = min(end, max(start, self._comments[comment]))
        text = self.source.data[start:end].decode(errors="ignore").strip()
        if node.has_error and any(
            child.has_error for child in node.children if child.start_byte < end and child != body
        ):
            text = text.partition("\n")[0]
        if extent.found.kind == "key":
            text = text.partition("\n")[0]
        text = " ".join(text.split()).removesuffix("=>").rstrip(" :{=;")
        return text[:SIGNATURE_LIMIT]

    def _after_annotations(self, start: int) -> int:
        while start in self._annotations:
            end = self._annotations[start]
            after = self.source.data[end : end + SIGNATURE_LIMIT]
            start = end + len(after) - len(after.lstrip())
        return start

    def documentation(self, extent: _Extent) -> str:
        """Return the first paragraph of its docstring, else of the comments in front of it."""
        string = self._strings.get(extent.found.node.start_byte)
        return docstring(self.source.text(string)) if string else first_paragraph(extent.lead.comments)


def blocks(found: Captures, source: Source, leads: Leads, *, starts: frozenset[int]) -> list[Block]:
    """Return statements as nested blocks; comments belong to what follows them at once.

    `starts` tells which of them are definitions.
    """
    comments = {node.start_byte for node in found.nodes.get("comment", ())}
    attributes = {node.start_byte for node in found.nodes.get("attribute", ())}
    spans: list[tuple[int, int, str]] = []
    alone: list[tuple[int, int]] = []
    for node in found.nodes.get("statement", ()):
        start, end = node.start_byte, node.end_byte
        if start in comments:
            alone.append((start, end))
        elif start not in attributes:
            lead = leads.before(start)
            kind = "definition" if start in starts or lead.attributes in starts else "statement"
            spans.append((*source.full_lines(lead.start, end), kind))
    for start, end in alone:
        if start not in leads.taken and source.opens_line(start):
            spans.append((*source.full_lines(start, end), "statement"))
    return list(_nested(sorted(set(spans), key=lambda span: (span[0], -span[1], span[2]))))


def _nested(spans: Sequence[tuple[int, int, str]]) -> Iterator[Block]:
    open_: list[int] = []
    for start, end, kind in spans:
        while open_ and (open_[-1] <= start or open_[-1] < end):
            open_.pop()
        if start < end:
            yield Block(kind, len(open_), start, end)
            open_.append(end)
