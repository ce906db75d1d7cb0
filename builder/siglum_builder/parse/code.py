"""Code with a tree-sitter grammar: symbols and statements by one walker and a table a language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tree_sitter import Language, Parser

from siglum.lines import LineTable
from siglum_builder.model import Block, Parsed, Symbol
from siglum_builder.parse.windows import parse_windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tree_sitter import Node

SIZE_LIMIT = 2_000_000
"""Bytes of a file that is parsed; a bigger one becomes text windows. (A 30 MB line took a parser
25 s and 4 GB.)"""

SIGNATURE_LIMIT = 400
"""Characters of a signature, which is one line."""


@dataclass(frozen=True, slots=True)
class Definition:
    """How a node type defines a symbol."""

    kind: str
    """The symbol's kind."""
    member_kind: str | None = None
    """Its kind within a class or the like; None: the same."""
    name_field: str = "name"
    """The field that holds its name."""
    pattern: str = r"(?s).+"
    """What its name must be."""
    opens_scope: bool = True
    """Whether definitions inside are its members; those inside a function are nobody's business."""
    top_level: bool = False
    """Whether it counts outside any definition only."""


@dataclass(frozen=True, slots=True)
class CodeGrammar:
    """One language's table."""

    name: str
    language: Callable[[], object]
    """The grammar package's `language` function."""
    definitions: Mapping[str, Definition]
    """By node type."""
    containers: frozenset[str]
    """Node types whose children are statements."""
    inside: frozenset[str]
    """Node types that are looked into: containers, definitions and what may hold a container."""
    wrappers: frozenset[str] = frozenset()
    """Node types that belong to the definition in them: decorated definitions, exports."""
    comments: frozenset[str] = frozenset({"comment"})
    documentation: Callable[[Node], str] = field(default=lambda _: "")
    """Gives a definition's documentation."""


@dataclass(frozen=True, slots=True)
class _Visit:
    node: Node
    level: int
    """Depth in the tree."""
    parent_type: str


@dataclass(frozen=True, slots=True)
class _Source:
    data: bytes
    table: LineTable

    def full_lines(self, start: int, end: int) -> tuple[int, int]:
        """Widen a byte range to line borders where only white space stands outside it."""
        first = self.table.start(self.table.line_at(start))
        after = self.table.start(self.table.line_at(max(start, end - 1)) + 1)
        start = start if self.data[first:start].strip() else first
        return start, end if self.data[end:after].strip() else after


def node_types(names: str) -> frozenset[str]:
    """Return the node types of a list separated by white space, as tables write it."""
    return frozenset(names.split())


@cache
def _parser(language: Callable[[], object]) -> Parser:
    return Parser(Language(language()))


def parse_code(text: str, body_byte: int, *, grammar: CodeGrammar) -> Parsed:
    """Parse code: its symbols, and its definitions and statements as nested blocks.

    Broken syntax gives what parses and a notice; a file over `SIZE_LIMIT` gives text windows.
    """
    data = text.encode()
    if len(data) > SIZE_LIMIT:
        reason = f"over {SIZE_LIMIT} bytes: indexed as text, without definitions"
        return parse_windows(text, body_byte, notices=((reason, None),))
    source = _Source(data, LineTable.of(text))
    blank = re.sub(rb"[^\r\n]", b" ", data[:body_byte])
    root = _parser(grammar.language).parse(blank + data[body_byte:]).root_node
    return Parsed(
        None,
        blocks=tuple(_blocks(root, source, grammar=grammar)),
        symbols=tuple(_symbols(root, source, grammar=grammar)),
        notices=tuple(_faults(root, source, name=grammar.name)),
    )


def _walk(root: Node, inside: frozenset[str]) -> Iterator[_Visit]:
    """Yield the nodes that a table looks at, parents first, without recursion."""
    cursor, types, leaving = root.walk(), [""], False
    while True:
        node = cursor.node
        if not leaving and node is not None:
            yield _Visit(node, len(types) - 1, types[-1])
            if node.type in inside and cursor.goto_first_child():
                types.append(node.type)
                continue
        if cursor.goto_next_sibling():
            leaving = False
        elif len(types) > 1 and cursor.goto_parent():
            types.pop()
            leaving = True
        else:
            return


@dataclass(frozen=True, slots=True)
class _Run:
    """Comment lines that touch, and the index of their first block."""

    level: int
    index: int
    last_line: int


_NO_RUN = _Run(-1, 0, 0)


def _blocks(root: Node, source: _Source, *, grammar: CodeGrammar) -> list[Block]:
    """Return the children of containers as blocks; comments belong to what follows them at once."""
    blocks: list[Block] = []
    levels: list[int] = []
    run = _NO_RUN
    for visit in _walk(root, grammar.inside):
        while levels and levels[-1] >= visit.level:
            levels.pop()
        if visit.parent_type not in grammar.containers or not visit.node.is_named:
            continue
        start, end = source.full_lines(visit.node.start_byte, visit.node.end_byte)
        first, last = source.table.range(start, end)
        before = run if run.level == visit.level and first == run.last_line + 1 else None
        place = before.index if before else len(blocks)
        if visit.node.type in grammar.comments:
            if start == source.table.start(first):
                run = _Run(visit.level, place, last_line=last)
                blocks.append(Block("statement", len(levels), start, end))
            continue
        run, start = _NO_RUN, blocks[place].start_byte if before else start
        blocks[place:] = [Block(_block_kind(visit.node, grammar), len(levels), start, end)]
        levels.append(visit.level)
    return blocks


def _block_kind(node: Node, grammar: CodeGrammar) -> str:
    known = node.type in grammar.definitions or node.type in grammar.wrappers
    return "definition" if known else "statement"


def _symbols(root: Node, source: _Source, *, grammar: CodeGrammar) -> list[Symbol]:
    """Return the definitions, members after what they belong to."""
    symbols: list[Symbol] = []
    scopes: list[tuple[int, int | None]] = []
    for visit in _walk(root, grammar.inside):
        while scopes and scopes[-1][0] >= visit.level:
            scopes.pop()
        definition = grammar.definitions.get(visit.node.type)
        if definition is None:
            continue
        name = _name(visit.node, definition, source)
        local = scopes and (definition.top_level or scopes[-1][1] is None)
        if local or not name:
            continue
        parent = scopes[-1][1] if scopes else None
        owner = symbols[parent] if parent is not None else None
        symbols.append(_symbol(visit, name, owner=owner, parent=parent, source=source, grammar=grammar))
        scopes.append((visit.level, len(symbols) - 1 if definition.opens_scope else None))
    return symbols


def _symbol(
    visit: _Visit,
    name: str,
    *,
    owner: Symbol | None,
    parent: int | None,
    source: _Source,
    grammar: CodeGrammar,
) -> Symbol:
    node, definition = visit.node, grammar.definitions[visit.node.type]
    outer = node.parent if visit.parent_type in grammar.wrappers else None
    start, end = (outer or node).start_byte, (outer or node).end_byte
    start_line, end_line = source.table.range(start, end)
    return Symbol(
        parent=parent,
        name=name,
        qualified_name=f"{owner.qualified_name}.{name}" if owner else name,
        kind=(definition.member_kind if owner else None) or definition.kind,
        signature=_signature(node, data=source.data, comments=grammar.comments),
        documentation=grammar.documentation(node),
        start_byte=start,
        end_byte=end,
        start_line=start_line,
        end_line=end_line,
    )


def _name(node: Node, definition: Definition, source: _Source) -> str:
    named = node.child_by_field_name(definition.name_field)
    name = source.data[named.start_byte : named.end_byte].decode() if named else ""
    return name if re.fullmatch(definition.pattern, name) else ""


def _signature(node: Node, *, data: bytes, comments: frozenset[str]) -> str:
    """Return the source of a definition up to its body, on one line; broken, its first line."""
    body = node.child_by_field_name("body")
    end = min(body.start_byte if body else node.end_byte, node.start_byte + 4 * SIGNATURE_LIMIT)
    head = [child for child in node.children if child.start_byte < end and child != body]
    end = min([end, *(child.start_byte for child in head if child.type in comments)])
    text = data[node.start_byte : end].decode(errors="ignore").strip()
    if any(child.has_error for child in head):
        text = text.splitlines()[0]
    return " ".join(text.split()).rstrip(" :{=")[:SIGNATURE_LIMIT]


def _faults(root: Node, source: _Source, *, name: str) -> Iterator[tuple[str, int | None]]:
    """Yield a notice for the first place that does not parse."""
    if not root.has_error:
        return
    node: Node = root
    inner: Node | None = root
    while inner is not None and not (node.is_error or node.is_missing):
        node = inner
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
    line = source.table.line_at(min(node.start_byte, max(0, source.table.size - 1)))
    yield f"line {line} could not be parsed as {name}; what could is indexed by definition", line
