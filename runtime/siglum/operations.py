"""What a stretch of code does: its routes, calls, awaits, returns and raises, in source order."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.lines import split_lines
from siglum.plain import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.page import Page

Kind = Literal["route", "return", "raise", "await", "call"]

_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("return", re.compile(r"(?:return|yield|co_return)\b")),
    ("raise", re.compile(r"(?:raise|throw|panic!|bail!)")),
    ("await", re.compile(r".*\bawait\b", re.DOTALL)),
    ("call", re.compile(r".*?[\w\])>?!]\(", re.DOTALL)),
)
"""The first that a statement matches at its start tells what it is."""
_NOTHING = re.compile(
    r"""(?x) [rbfu]{0,2}["'] | \#(?!\[) | // | /?\* | --\s | @
    | (?:from|import|use|using\s+(?:static\s+)?[\w.]+;|package|(?:require|include)(?!\s*\((?!\s*["']))
        |\#include|export\s+[*{]|(?:const|let|var)\s[^=;()]*=\s*require(?=\s*\())\b
    | (?:(?:pub(?:\([^)]*\))?|public|private|protected|internal|static|export|default|abstract|async|final
        |override|virtual|unsafe)\s+)*
      (?:def|class|fn|func|fun|function|interface|struct|enum|trait|impl|type|namespace|module|record)\b
    """
)
"""How text, comments, imports and definitions begin."""
_CONTROL = re.compile(
    r"[}\s]*(?:async\s+)?(?:if|elif|else|for|foreach|while|switch|case|match|catch|except|try|finally|loop|do"
    r"|until|unless|when|lock)\b"
)
_INITIAL = re.compile(r"(?:if|switch)\s[^;{}]*\([^;{}]*\);")
"""How Go does something before it tests the outcome."""
_COMMAND = re.compile(r"[\w./]+[!?]?\s+(?!(?:=|[-+*/%|&<>]+=?|in|and|or|do|then)\s)[\w:\"'@$%{\[./<-]")
COMMANDS = frozenset({"shell", "ruby"})
"""Formats in which a call needs no parentheses."""
_LONGEST = 200
"""Characters of an operation that are shown on one line; of a longer one its first line is."""


class Operation(NamedTuple):
    """A statement that does something one would tell."""

    kind: Kind
    start_line: int
    end_line: int
    text: str
    """On one line, as written but for white space."""


RANKS: dict[Kind, int] = {"route": 0, "await": 1, "call": 1, "return": 2, "raise": 3}
"""What is told first where there is no room for all: what does the work before how it ends."""
_FAILURE = re.compile(r"(?i)return\b.*(?:\berr(?:or)?\b|errors?[.(:]|errorf|exception|\breject\()")
"""Returns that tell of a failure."""
_PRINTING = re.compile(
    r"(?i)[^(=]*?(?:\b(?:console|log(?:ger|ging)?|slog)\.\w+|\b(?:std::)?e?print(?:f|ln|err|errln)?!?)\("
)
"""Calls that only tell a reader something."""


class _Statement(NamedTuple):
    start: int
    end: int


def operations(page: Page, first_line: int, last_line: int) -> list[Operation]:
    """Return the operations of the statements that start within some lines."""
    start, end = page.table.start(first_line), page.table.start(last_line + 1)
    found = (_operation(page, statement) for statement in _statements(page, start, end))
    return [operation for operation in found if operation is not None]


def telling(found: Sequence[Operation], most: int) -> list[Operation]:
    """Return the operations that tell most of what is done, at most so many, in source order."""
    ranked = sorted(range(len(found)), key=lambda n: (_rank(found[n]), n))
    return [found[n] for n in sorted(ranked[:most])]


def _rank(operation: Operation) -> int:
    if operation.kind == "return" and _FAILURE.match(operation.text):
        return RANKS["raise"]
    if operation.kind == "call" and _PRINTING.match(operation.text):
        return RANKS["return"]
    return RANKS[operation.kind]


def _statements(page: Page, start: int, end: int) -> Iterator[_Statement]:
    """Yield each statement up to the first one inside it; without a grammar, each line."""
    blocks = page.blocks_in(start, end)
    for place, block in enumerate(blocks):
        stop = min(block.end_byte, end)
        if block.kind == "text":
            yield from _lines(page, block.start_byte, stop)
            continue
        inner = blocks[place + 1].start_byte if place + 1 < len(blocks) else stop
        yield _Statement(block.start_byte, min(stop, max(inner, block.start_byte + 1)))


def _lines(page: Page, start: int, end: int) -> Iterator[_Statement]:
    for line in split_lines(page.text(start, end)):
        after = start + len(line.encode())
        yield _Statement(start, after)
        start = after


def _operation(page: Page, statement: _Statement) -> Operation | None:
    text = page.text(*statement)
    first = statement.start + len(text[: len(text) - len(text.lstrip())].encode())
    start_line, end_line = page.table.range(first, statement.start + len(text.rstrip().encode()))
    routed = bisect_left(page.routes, start_line) < bisect_right(page.routes, end_line)
    kind = "route" if routed else kind_of(text)
    if kind is None and page.document.format in COMMANDS and _is_command(text):
        kind = "call"
    told = shown(text)
    return Operation(kind, start_line, end_line, told) if kind and told else None


def kind_of(text: str) -> Kind | None:
    """Return what a statement does, or None."""
    code = _without_comments(text)
    if not code or _NOTHING.match(code) or (code.endswith("{") and "=" not in code):
        return None
    kinds: list[Kind] = [kind for kind, pattern in _PATTERNS if pattern.match(code)]
    found = kinds[0] if kinds else None
    if _CONTROL.match(code) and found != "await":
        return "call" if _INITIAL.match(code) else None
    return found


def _is_command(text: str) -> bool:
    code = _without_comments(text)
    return not (_NOTHING.match(code) or _CONTROL.match(code)) and _COMMAND.match(code) is not None


def _without_comments(text: str) -> str:
    """Return a statement without the comment lines above it."""
    lines = text.strip().splitlines()
    while lines and re.match(r"\s*(?:#(?!\[)|//|/?\*)|\s*$", lines[0]):
        lines.pop(0)
    return "\n".join(lines).strip()


def shown(text: str) -> str:
    """Return a statement as one line, as written but for white space."""
    code = _without_comments(text)
    whole = on_one_line(code)
    return whole if len(whole) <= _LONGEST else on_one_line(code.partition("\n")[0])
