"""The nouns of the builder: what a corpus becomes on its way into an artifact.

All byte offsets are into a document's stored text as UTF-8; all ranges are half-open in bytes
(`start_byte`, `end_byte`) and inclusive in lines (`start_line`, `end_line`, from 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Kind = Literal["docs", "code"]
"""Text, reST and notebooks are docs; whatever defines symbols or configures a program is code."""

LinkKind = Literal["markdown", "wiki", "reference", "autolink", "rst", "asciidoc", "include"]

Marks = Literal["mdbook", "snippet", "docfx", "asciidoc"]
"""How comments in an included file name parts of it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a user should know about one file: a warning, or the reason it was skipped."""

    path: str
    """Logical path."""
    reason: str
    """One sentence, with the line where there is one."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that the walk selected; nothing of it is read yet."""

    source: str
    path: str
    """Relative to its source, `/`-separated."""
    logical_path: str
    """`path`, with `@<source>/` in front where the build has several sources."""
    location: Path


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text and how it was obtained."""

    text: str
    """Stored text: no BOM, the file's own line ends, no NUL."""
    sha256: str
    """Of the original bytes."""
    size: int
    """Of the original, in bytes."""
    encoding: str
    lossy: bool
    """Whether U+FFFD stands for bytes that did not decode."""
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Metadata:
    """Front matter: the known fields, typed; the rest kept as written."""

    title: str | None = None
    description: str | None = None
    date: str | None = None
    """As written in the source, and only where it parses."""
    date_us: int | None = None
    """The same instant in microseconds since 1970-01-01T00:00:00Z."""
    tags: tuple[str, ...] = ()
    category: str | None = None
    topic: str | None = None
    slug: str | None = None
    aliases: tuple[str, ...] = ()
    draft: bool = False
    lang: str | None = None
    uid: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    """Every other field in source order: name, value as JSON with scalars kept as written."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with all below it up to the next heading of the same or a higher level."""

    parent: int | None
    """Index into the document's sections."""
    level: int
    """1…6; 0 for text before the first heading."""
    heading: str
    """Plain text."""
    slug: str
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    body_byte: int
    """Where the heading ends and its own text starts."""


class Block(NamedTuple):
    """A block of a document: a paragraph, a list, an item, a row, a fence and the like.

    A tuple, since there are ten a chunk.
    """

    kind: str
    """heading, paragraph, bullet_list, ordered_list, item, quote, fence, code, html, rule, directive, table,
    table_head, row, definition_list, term, definition, footnote, text; for code: definition, statement."""
    depth: int
    """Nesting, 0 at the top; a block's children follow it with a greater depth."""
    start_byte: int
    end_byte: int


FUNCTIONS = frozenset({"function", "method"})
"""Kinds of symbols that hold what they do."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition in code."""

    parent: int | None
    """Index into the document's symbols."""
    name: str
    qualified_name: str
    """Within its file: `Repo.size`."""
    kind: str
    """function, method, class, interface, trait, struct, enum, constant, module, type and the like."""
    signature: str
    documentation: str
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    lead_byte: int
    """Where the comments in front of it start; `start_byte` where there are none."""
    owns_chunk: bool
    """Whether chunks are made of it; a constant or a declaration stays in the text around it."""


UseKind = Literal["import", "call", "reference"]


@dataclass(frozen=True, slots=True)
class Use:
    """A name that code imports, calls or refers to; its target is resolved when all files are known."""

    kind: UseKind
    name: str
    """As written, with dots between its parts; an imported path as written."""
    line: int
    symbol: int | None
    """Index of the innermost definition around it."""
    alias: str = ""
    """The name that an import binds."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A place in code that a framework gives a meaning."""

    framework: str
    kind: str
    """startup, di_registration, di_resolution, route, attribute, configuration, test."""
    detail: str
    """`GET /users/{id}` for a route, else what matched."""
    line: int
    symbol: int | None
    """Index of the innermost definition around it."""
    byte: int
    """Where it starts."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which lines of a file an include takes, as written: a part by name or text, of that the ranges."""

    marks: Marks | None = None
    """How `tags` are marked in the file."""
    tags: tuple[str, ...] = ()
    symbol: str = ""
    """Qualified name of a definition."""
    start: str = ""
    """Text in the line that it starts with."""
    start_after: bool = False
    """Whether that line itself is left out."""
    end: str = ""
    """Text in the line that it ends with."""
    end_before: bool = False
    """Whether that line itself is left out."""
    ranges: tuple[tuple[int, int | None], ...] = ()
    """Inclusive, from 1; negative ones count from the end, None is the end."""
    highlight: tuple[tuple[int, int | None], ...] = ()
    """Lines that the page stresses."""
    highlight_within: bool = True
    """Whether `highlight` counts from the first line taken, not from the file's."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it stands in a document; its target is resolved when all documents are known."""

    kind: LinkKind
    target: str
    """As written, without title and angle brackets."""
    label: str
    """The link's text, plain."""
    line: int
    selection: Selection | None = None
    """Of an include."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit that is indexed and ranked. A document's chunks partition its text, front matter aside."""

    section: int | None
    """Index into the document's sections (docs)."""
    symbol: int | None
    """Index into the document's symbols (code); None for text outside any definition."""
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    context: str = ""
    """What the index text repeats and `content` does not: the head of a cut table, and the like."""
    indexed: bool = True
    quality: float = 1.0
    """How much it says, 0..1."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a parser makes of a text."""

    title: str | None
    """The first H1 (docs) or None."""
    sections: tuple[Section, ...] = ()
    blocks: Sequence[Block] = ()
    symbols: tuple[Symbol, ...] = ()
    links: tuple[Link, ...] = ()
    uses: tuple[Use, ...] = ()
    hints: tuple[Hint, ...] = ()
    language: str = ""
    """Of the code in a notebook: its format."""
    labels: tuple[tuple[str, int], ...] = ()
    """Names that the page gives places of its own, with their lines."""
    notices: tuple[tuple[str, int | None], ...] = ()
    """Reason and line; the caller knows the path."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file of the corpus, read, parsed and cut into chunks."""

    file: SourceFile
    kind: Kind
    format: str
    """markdown, text, or a programming language: python, rust…"""
    language: str
    """BCP 47 of the text (`und` where it cannot be told); for code the same as `format`."""
    title: str
    metadata: Metadata
    decoded: Decoded
    body_byte: int
    """Length of the front matter in bytes; 0 where there is none."""
    parsed: Parsed
    chunks: tuple[Chunk, ...]
    notices: tuple[Notice, ...]
    generated: str | None = None
    """Why it counts as generated, minified or vendored."""
