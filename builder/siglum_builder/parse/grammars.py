"""The programming languages that are parsed: a grammar's package, its query and its separator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from tree_sitter import Language, Parser, Query

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language. What it defines, calls and imports stands in `queries/<name>.scm`."""

    name: str
    """As people write it."""
    package: str
    """On the package index, which is also the module's name with `_` for `-`."""
    queries: tuple[str, ...]
    """Names of its query files: its own, after what it shares with a relative."""
    separator: str = "."
    """Between a type and its member in qualified names: what the language itself writes."""
    function: str = "language"
    """Of the package's module, that gives the grammar."""


GRAMMARS: Mapping[str, Grammar] = {
    "python": Grammar("Python", "tree-sitter-python", ("python",)),
    "typescript": Grammar(
        "TypeScript",
        "tree-sitter-typescript",
        ("ecmascript", "typescript"),
        function="language_typescript",
    ),
    "tsx": Grammar(
        "TSX", "tree-sitter-typescript", ("ecmascript", "jsx", "typescript"), function="language_tsx"
    ),
    "javascript": Grammar("JavaScript", "tree-sitter-javascript", ("ecmascript", "jsx", "javascript")),
    "go": Grammar("Go", "tree-sitter-go", ("go",)),
    "rust": Grammar("Rust", "tree-sitter-rust", ("rust",), "::"),
    "java": Grammar("Java", "tree-sitter-java", ("java",)),
    "csharp": Grammar("C#", "tree-sitter-c-sharp", ("csharp",)),
    "c": Grammar("C", "tree-sitter-c", ("c",)),
    "cpp": Grammar("C++", "tree-sitter-cpp", ("c", "cpp"), "::"),
    "kotlin": Grammar("Kotlin", "tree-sitter-kotlin", ("kotlin",)),
    "ruby": Grammar("Ruby", "tree-sitter-ruby", ("ruby",)),
    "php": Grammar("PHP", "tree-sitter-php", ("php",), "::", "language_php"),
    "swift": Grammar("Swift", "tree-sitter-swift", ("swift",)),
    "scala": Grammar("Scala", "tree-sitter-scala", ("scala",)),
    "shell": Grammar("shell", "tree-sitter-bash", ("shell",)),
    "sql": Grammar("SQL", "tree-sitter-sql", ("sql",)),
    "json": Grammar("JSON", "tree-sitter-json", ("json",)),
    "yaml": Grammar("YAML", "tree-sitter-yaml", ("yaml",)),
    "toml": Grammar("TOML", "tree-sitter-toml", ("toml",)),
}
"""By format. The C grammar also takes headers that are C++ (parse/headers.py tells them apart)."""


@cache
def parser_of(format: str) -> Parser:
    """Return the parser of a format; its grammar is loaded once a process."""
    return Parser(_language(format))


@cache
def query_of(format: str) -> Query:
    """Return the query of a format.

    Captures are named as in `tags.scm` files where those have a name: `@definition.<kind>` with
    `@name`, its `@body`, the `@scope` that it is a member of; `@wrapper` belongs to the definition
    in it and `@prefix` to its signature too; `@annotation` inside and `@attribute` in front of it;
    `@comment`; `@statement`, a border for chunks; `@import`, `@member` and `@alias`; `@call` with its
    `@receiver`; `@reference`.
    """
    folder = files("siglum_builder.parse") / "queries"
    parts = [(folder / f"{name}.scm").read_text(encoding="utf-8") for name in GRAMMARS[format].queries]
    return Query(_language(format), "\n".join(parts))


@cache
def _language(format: str) -> Language:
    grammar = GRAMMARS[format]
    module = import_module(grammar.package.replace("-", "_"))
    return Language(getattr(module, grammar.function)())
