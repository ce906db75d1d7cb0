"""Code with a tree-sitter grammar: its definitions, statements, uses and hints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum_builder.model import Parsed
from siglum_builder.parse.bounds import too_deep
from siglum_builder.parse.captures import capture
from siglum_builder.parse.definitions import blocks, definitions
from siglum_builder.parse.grammars import GRAMMARS, query_of
from siglum_builder.parse.headers import dialect, without_macros
from siglum_builder.parse.hints import find_hints
from siglum_builder.parse.leads import Leads
from siglum_builder.parse.pieces import trees
from siglum_builder.parse.source import Source
from siglum_builder.parse.used_names import uses
from siglum_builder.parse.windows import parse_windows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

SIZE_LIMIT = 2_000_000
"""Bytes of a file that is parsed; a bigger one becomes text windows. (A 30 MB line took a parser
25 s and 4 GB.)"""

LINE_LIMIT = 20_000
"""Bytes of a line in a file that is parsed: what has longer ones was written by a program."""

LOOSE_LIMIT = 2_000
"""Brackets and the like that an error node holds side by side: a query over more takes the square of
their number (100,000 took minutes), and they define nothing."""

_LONE_RETURN = re.compile(rb"\r(?!\n)")
_LONG_LINE = re.compile(rb"(?<![^\r\n])[^\r\n]{%d}" % (LINE_LIMIT + 1))
"""Sought from the starts of lines alone: from every byte it takes the square of a line's length."""


def parse_code(text: str, body_byte: int, *, format: str) -> Parsed:
    """Parse code: its symbols, its definitions and statements as nested blocks, and what it uses.

    Broken syntax gives what parses and a notice; a file over `SIZE_LIMIT` or with a line over
    `LINE_LIMIT` gives text windows.
    """
    source = Source.of(text)
    limit = _over_limit(source.data) or too_deep(format, source.data)
    if limit:
        return parse_windows(text, body_byte, notices=(limit,))
    format = dialect(format, source.data)
    source = Source(_readable(format, source.data, body_byte), source.table)
    roots = trees(format, source)
    faults = (fault for root in roots for fault in _faults(root, source, name=GRAMMARS[format].name))
    fault = next(faults, None)
    if fault and any(map(_is_rubble, roots)):
        reason = f"{_lost(GRAMMARS[format].name, fault[1])}, nor what follows; indexed as text"
        return parse_windows(text, body_byte, notices=((reason, fault[1]),))
    found = capture(roots, query_of(format))
    leads = Leads(
        source, comments=found.nodes.get("comment", ()), attributes=found.nodes.get("attribute", ())
    )
    grammar = GRAMMARS[format]
    symbols, starts = definitions(found, source, leads, separator=grammar.separator)
    used = uses(found, source, symbols)
    imports = [use.name for use in used if use.kind == "import"]
    return Parsed(
        None,
        blocks=tuple(blocks(found, source, leads, starts=starts)),
        symbols=tuple(symbols),
        uses=used,
        hints=find_hints(source, roots, symbols, imports=imports, format=format),
        notices=(fault,) if fault else (),
    )


def _readable(format: str, data: bytes, body_byte: int) -> bytes:
    """Return a text of the same length as its grammar reads it: without front matter and macros.

    A return alone ends a line for an editor, for no grammar.
    """
    blank = re.sub(rb"[^\r\n]", b" ", data[:body_byte])
    return without_macros(format, _LONE_RETURN.sub(b"\n", blank + data[body_byte:]))


def _over_limit(data: bytes) -> tuple[str, int | None] | None:
    if len(data) > SIZE_LIMIT:
        return f"over {SIZE_LIMIT} bytes: indexed as text, without definitions", None
    long = _LONG_LINE.search(data)
    if long is None:
        return None
    line = len(re.findall(rb"\r\n|\r|\n", data[: long.start()])) + 1
    return f"line {line} has over {LINE_LIMIT} bytes: indexed as text, without definitions", line


def _is_rubble(root: Node) -> bool:
    """Return whether a tree has a place where nothing but loose tokens was made out."""
    open_ = [root]
    while open_:
        node = open_.pop()
        if node.child_count - node.named_child_count > LOOSE_LIMIT:
            return True
        open_.extend(child for child in node.children if child.has_error)
    return False


def _faults(root: Node, source: Source, *, name: str) -> Iterator[tuple[str, int | None]]:
    """Yield a notice for the first place that does not parse."""
    if not root.has_error:
        return
    node: Node = root
    inner: Node | None = root
    while inner is not None and not (node.is_error or node.is_missing):
        node = inner
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
    line = source.table.line_at(min(node.start_byte, max(0, source.table.size - 1)))
    yield f"{_lost(name, line)}; the definitions that it found are indexed", line


def _lost(name: str, line: int | None) -> str:
    """Say where a grammar gave up; it may be behind its language, and the text right."""
    return f"tree-sitter's grammar of {name} did not understand line {line}"
