"""Compare the definitions that siglum finds with those of Universal Ctags, and of Python's own parser.

For each folder and language: how many functions, methods and types the other finds, how many of them
siglum has (same file and name, on a line inside the definition), how many siglum has beside them, and
how fast files are parsed.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from siglum_builder.languages import language_of
from siglum_builder.parse import parse
from siglum_builder.parse.grammars import GRAMMARS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum_builder.model import Symbol

KINDS = frozenset(
    "function method class interface struct enum union trait func methodSpec implementation"  # noqa: SIM905
    " object singletonMethod generator getter setter annotation".split()
)
"""What ctags calls functions, methods and types."""

OWN_PARSER = ("python",)
"""Languages judged by their own parser."""

DATA = ("json", "yaml", "toml")
"""Formats without functions."""

_NAME = r"(?:IF\s+NOT\s+EXISTS\s+)?[\"`\[]?([\w.]+)"
WORDS = {
    "scala": re.compile(r"\b(?:def|class|trait|object)\s+([A-Za-z_]\w*)"),
    "swift": re.compile(
        r"(?<![.\w])(?:func|class|struct|enum|protocol|actor)\s+(?!func|var|let)([A-Za-z_]\w*)"
    ),
    "sql": re.compile(
        r"(?im)^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMP\w*\s+|UNIQUE\s+|MATERIALIZED\s+)*"
        rf"(?:TABLE|VIEW|FUNCTION|PROCEDURE|TRIGGER|TYPE|INDEX)\s+{_NAME}"
    ),
}
"""Languages that ctags does not know: the words in front of the names that they define."""

ASIDE = re.compile(r"/\*.*?\*/|//[^\n]*|--[^\n]*|\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
"""Comments and strings, in which such words define nothing."""

DEFINING = {
    "kotlin": re.compile(r"\b(?:fun|class|interface|typealias)\b|\bobject\s+\w"),
    "javascript": re.compile(r"\bclass\b|\bfunction\b|=>|\("),
    "javascript class": re.compile(r"\bclass\b|\bfunction\b|=>"),
    "shell": re.compile(r"^\s*(?:function\s+[^\s=]+|[^\s=\"'<>|;&]+\s*\(\s*\))"),
}
"""What the line of a definition has, of a language or of a kind in it: ctags takes parameters of lambdas
for methods of Kotlin, objects for classes of JavaScript, and arrays and text for functions of the shell."""

HERE_DOCUMENT = re.compile(r"(?ms)<<-?\s*([\"']?)(\w+)\1[^\n]*\n.*?^\s*\2$")
"""Text of a shell script, in which ctags finds functions."""

NAMELESS = ("__anon", "anonymous", "Anonymous", "<lambda>")
"""How the names start that ctags makes up."""

Place = tuple[str, int]
"""Name and line."""


@dataclass(slots=True)
class Tally:
    """What was counted for one folder and language."""

    files: int = 0
    size: int = 0
    seconds: float = 0.0
    expected: int = 0
    found: int = 0
    more: int = 0
    missing: list[str] = field(default_factory=list)

    def row(self, folder: str, language: str) -> str:
        """Return the table's line."""
        share = 100 * self.found / self.expected if self.expected else 100.0
        speed = self.size / 1e6 / self.seconds if self.seconds else 0.0
        return (
            f"{folder:32} {language:11} {self.files:6} {self.size / 1e6:7.2f} {self.expected:8}"
            f" {self.found:7} {share:7.2f} {self.more:6} {speed:7.2f}"
        )


def ctags_places(ctags: str, files: Sequence[Path], *, language: str) -> dict[Path, list[Place]]:
    """Return what ctags finds in each file."""
    command = [ctags, "--output-format=json", "--fields=+nK", "--sort=no", "-f", "-", "-L", "-"]
    ran = subprocess.run(
        command,
        input="\n".join(map(str, files)),
        capture_output=True,
        text=True,
        check=True,
        errors="replace",
    )
    places: dict[Path, dict[Place, None]] = {}
    for line in filter(None, ran.stdout.split("\n")):
        tag = json.loads(line)
        shown = tag.get("pattern", "").removeprefix("/^")
        kind = f"{language} {tag.get('kind')}"
        if not DEFINING.get(kind, DEFINING.get(language, _ANY)).search(shown):
            continue
        if tag.get("kind") in KINDS and not tag["name"].startswith(NAMELESS):
            places.setdefault(Path(tag["path"]), {})[tag["name"], tag["line"]] = None
    return {path: list(found) for path, found in places.items()}


_ANY = re.compile("")


def word_places(text: str, words: re.Pattern[str]) -> list[Place]:
    """Return the names that stand behind the words that define them, outside comments and strings."""
    shown = ASIDE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return [(match[1], shown.count("\n", 0, match.start(1)) + 1) for match in words.finditer(shown)]


def _quoted_lines(script: str) -> frozenset[int]:
    """Return the lines of a shell script that stand in here-documents."""
    return frozenset(
        script.count("\n", 0, found.start()) + 2 + line
        for found in HERE_DOCUMENT.finditer(script)
        for line in range(found[0].count("\n"))
    )


def python_places(text: str) -> list[Place]:
    """Return what Python's own parser finds, or nothing where it refuses the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return []
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [(node.name, node.lineno) for node in ast.walk(tree) if isinstance(node, kinds)]


def missing_of(expected: Iterable[Place], symbols: Sequence[Symbol]) -> Iterator[Place]:
    """Yield the places that no symbol of the same name covers, each symbol taken once."""
    free: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        free.setdefault(_bare(symbol.name), []).append(symbol)
    for name, line in expected:
        candidates = free.get(_bare(name), [])
        inside = [s for s in candidates if s.start_line <= line <= s.end_line]
        if inside:
            candidates.remove(max(inside, key=lambda s: s.start_line))
        else:
            yield name, line


def _bare(name: str) -> str:
    """Return the last part of a name as both write it."""
    for mark in ("<", "::", ".", "\\"):
        name = name if name.startswith("operator") else name.split(mark)[0 if mark == "<" else -1]
    return name.replace(" ", "").lstrip("#~")


def _expected(language: str, text: str) -> list[Place]:
    if language in WORDS:
        return word_places(text, WORDS[language])
    return python_places(text) if language in OWN_PARSER else []


@click.command(help=__doc__)
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--ctags", default="ctags", show_default=True, help="The binary of Universal Ctags.")
@click.option("--show", default=0, help="Print so many of what is missing for each line of the table.")
def main(folders: tuple[Path, ...], ctags: str, show: int) -> None:
    """Print the table."""
    click.echo(
        f"{'folder':32} {'language':11} {'files':>6} {'MB':>7} {'theirs':>8} {'found':>7} {'%':>7}"
        f" {'more':>6} {'MB/s':>7}"
    )
    for folder in folders:
        for language, tally in sorted(tallies(folder, ctags).items()):
            click.echo(tally.row(folder.name[:32], language))
            for line in tally.missing[:show]:
                click.echo(f"    {line}")


def tallies(folder: Path, ctags: str) -> dict[str, Tally]:
    """Count one folder, by language."""
    files: dict[str, list[Path]] = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and not p.is_symlink()):
        language = language_of(path.name)
        if (
            language
            and language.format in GRAMMARS
            and language.format not in DATA
            and ".min." not in path.name
        ):
            files.setdefault(language.format, []).append(path)
    counted: dict[str, Tally] = {}
    for name, paths in files.items():
        own = name in OWN_PARSER or name in WORDS
        theirs = {} if own else ctags_places(ctags, paths, language=name)
        counted[name] = _tally(name, paths, theirs)
    return {name: tally for name, tally in counted.items() if tally.expected}


def _tally(language: str, paths: Sequence[Path], theirs: dict[Path, list[Place]]) -> Tally:
    tally = Tally()
    for path in paths:
        text = path.read_bytes().decode(errors="replace")
        start = time.process_time()
        parsed = parse(text, format=language)
        tally.seconds += time.process_time() - start
        expected = _expected(language, text) if path not in theirs else theirs[path]
        if language == "shell":
            quoted = _quoted_lines(text)
            expected = [(name, line) for name, line in expected if line not in quoted]
        symbols = [s for s in parsed.symbols if s.kind not in {"constant", "variable", "property"}]
        # once a name and line: ctags lists `app.x = function x` twice
        expected = list({(_bare(name), line): (name, line) for name, line in expected}.values())
        missing = list(missing_of(expected, symbols))
        tally.files += 1
        tally.size += len(text.encode())
        tally.expected += len(expected)
        tally.found += len(expected) - len(missing)
        tally.more += max(0, sum(Counter(s.kind for s in symbols).values()) - len(expected) + len(missing))
        tally.missing += [f"{path}:{line} {name}" for name, line in missing]
    return tally


if __name__ == "__main__":
    main()
