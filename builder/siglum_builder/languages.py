"""Which format a file has by its name or first line, and whether it is read unasked.

One table for all; the formats of code are the names that `lang:<name>` tags carry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from siglum.language_names import OTHER_NAMES

if TYPE_CHECKING:
    from siglum_builder.model import Kind

HEAD_BYTES = 256
"""How much of a file without an ending is looked at for `#!`."""


@dataclass(frozen=True, slots=True)
class Language:
    """A format and what it counts as."""

    format: str
    kind: Kind
    endings: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Whole file names, folded."""
    interpreters: tuple[str, ...] = ()
    """As in `#!/usr/bin/env NAME`, versions left off."""


TEXT = Language(
    "text",
    "docs",
    (".txt", ".text"),
    ("readme", "changelog", "changes", "contributing", "install", "news", "todo"),
)
"""Also what any other file is that a pattern asks for."""

RST = Language("rst", "docs", (".rst", ".rest"))

NOTEBOOK = Language("notebook", "docs", (".ipynb",))

# A language: what its common tools give its files; folded, since `README.MD` is Markdown.
LANGUAGES: tuple[Language, ...] = (
    Language("markdown", "docs", (".md", ".markdown", ".mdx")),
    TEXT,
    RST,
    NOTEBOOK,
    Language("asciidoc", "docs", (".adoc", ".asciidoc", ".asc")),
    Language(
        "python",
        "code",
        (".py", ".pyi", ".pyw"),
        ("sconstruct", "sconscript"),
        ("python", "pypy", "pythonw"),
    ),
    Language("typescript", "code", (".ts", ".mts", ".cts"), (), ("ts-node", "tsx", "deno")),
    Language("tsx", "code", (".tsx",)),
    Language("javascript", "code", (".js", ".mjs", ".cjs", ".jsx"), (), ("node", "nodejs", "bun")),
    Language("go", "code", (".go",)),
    Language("rust", "code", (".rs",), (), ("rust-script",)),
    Language("java", "code", (".java",)),
    Language("csharp", "code", (".cs", ".csx")),
    Language("c", "code", (".c", ".h")),
    Language("cpp", "code", (".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".ipp", ".inl")),
    Language("kotlin", "code", (".kt", ".kts")),
    Language(
        "ruby",
        "code",
        (".rb", ".rake", ".gemspec"),
        ("gemfile", "rakefile", "vagrantfile", "podfile"),
        ("ruby", "jruby"),
    ),
    Language("php", "code", (".php",), (), ("php",)),
    Language("swift", "code", (".swift",), (), ("swift",)),
    Language("scala", "code", (".scala", ".sbt", ".sc"), (), ("scala", "scala-cli")),
    Language("shell", "code", (".sh", ".bash", ".zsh", ".ksh"), (), ("sh", "bash", "zsh", "ksh", "dash")),
    Language("sql", "code", (".sql",)),
    Language("make", "code", (".mk", ".mak"), ("makefile", "gnumakefile", "bsdmakefile"), ("make",)),
    Language("dockerfile", "code", (".dockerfile",), ("dockerfile", "containerfile")),
    Language("json", "code", (".json", ".jsonc")),
    Language("yaml", "code", (".yaml", ".yml")),
    Language("toml", "code", (".toml",)),
)

HTML = (".html", ".htm", ".xhtml")
"""What is not understood though most of it is text: a pattern that asks for it gets its tags as well."""

LOCK_FILES = (
    "*.lock",
    "*.lockfile",
    "*.lock.json",
    "*-lock.json",
    "*-lock.yaml",
    "*-lock.yml",
    "npm-shrinkwrap.json",
)
"""Written by package managers: long, and nothing that a question is about."""

MINIFIED = ("*.min.js", "*.min.mjs", "*.min.cjs", "*-min.js", "*.bundle.js", "*.min.json")
"""Written by bundlers; the source stands elsewhere."""

_BY_ENDING = {ending: language for language in LANGUAGES for ending in language.endings}
_BY_NAME = {name: language for language in LANGUAGES for name in language.names}
_BY_INTERPRETER = {name: language for language in LANGUAGES for name in language.interpreters}

_SPELT = {
    "c++": "cpp",
    "c#": "csharp",
    "f#": "",
    "xcpp": "cpp",
    ".net-csharp": "csharp",
    "text": "",
    "md": "",
}
"""What neither an ending nor an interpreter tells."""

_SHEBANG = re.compile(rb"#![ \t]*(\S+)(?:[ \t]+([^\r\n]*))?")
_ENV_OPTION = re.compile(r"-\S*|\w+=\S*")
_VERSION = re.compile(r"[0-9.]+$")


def language_of(name: str, head: bytes = b"") -> Language | None:
    """Tell the language by file name, else by ending, else by the `#!` line that `head` opens with.

    `name` is the last part of the path; only a name without an ending is judged by `head`.
    """
    folded = name.casefold()
    known = _BY_NAME.get(folded) or _BY_ENDING.get(ending_of(folded))
    if known or ending_of(folded):
        return known
    return _BY_INTERPRETER.get(interpreter_of(head))


def format_named(name: str) -> str:
    """Return the format of a language that notebooks and fences call `name`: `c++`, `bash`, `python3`."""
    plain = _VERSION.sub("", name)
    known = {language.format for language in LANGUAGES}
    other = _BY_INTERPRETER.get(plain) or _BY_ENDING.get(f".{plain}")
    return (
        plain
        if plain in known
        else OTHER_NAMES.get(plain) or _SPELT.get(plain) or (other.format if other else "")
    )


def language_or_text(name: str, head: bytes = b"") -> Language:
    """Tell the language of a file that is read, which is plain text where nothing else fits."""
    return language_of(name, head) or TEXT


def ending_of(name: str) -> str:
    """Return the last ending with its dot; none for `Makefile` and `.profile`."""
    stem, dot, ending = name.rpartition(".")
    return dot + ending if stem.strip(".") else ""


def interpreter_of(head: bytes) -> str:
    """Return the program that a `#!` line names, without folder and version; else nothing."""
    line = _SHEBANG.match(head)
    if line is None:
        return ""
    program, _, arguments = line.expand(rb"\1\n\2").decode("utf-8", "replace").partition("\n")
    words = [program, *arguments.split()]
    if words[0].rpartition("/")[2] == "env":
        words = [word for word in words[1:] if not _ENV_OPTION.fullmatch(word)]
    return _VERSION.sub("", words[0].rpartition("/")[2]) if words else ""


def is_lock_file(name: str) -> bool:
    """Return whether a package manager wrote the file."""
    return any(fnmatchcase(name.casefold(), pattern) for pattern in LOCK_FILES)


def is_minified(name: str) -> bool:
    """Return whether a bundler wrote the file, by its name."""
    return any(fnmatchcase(name.casefold(), pattern) for pattern in MINIFIED)
