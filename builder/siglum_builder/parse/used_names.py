"""Imports, calls and references of a file, by the names that it writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from siglum_builder.model import Use

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.model import Symbol, UseKind
    from siglum_builder.parse.captures import Captures, FoundUse
    from siglum_builder.parse.source import Source

NAME_LIMIT = 200
"""Characters of a name; of a longer one the last part is kept."""

IMPORT_LIMIT = 20_000
"""Bytes of one import that are read; calls that are chained are longer than they are many."""

_NAME = re.compile(r"[$@&*!]*[\w$]+[?!]?(?:(?:::|->|\?\.|!\.|\?->|\.|\\)[\w$#]+[?!]?)*")
_LAST = re.compile(r"[\w$]+[?!]?$")
_SEPARATORS = re.compile(r"::|\?\.|!\.|\?->|->|\\")
_TYPE_ARGUMENTS = re.compile(r"(?:::)?<[^<>]*>|\[[^\[\]]*\]$|\(.*", re.DOTALL)
_LEAVE_OUT = re.compile(r"^(?:import|use|using)\s+(?:static\s+|function\s+|const\s+)?|[;\s]+$")
_RENAMED = re.compile(r"\s*(?:=>|\bas\b)\s*")
_QUOTES = "\"'`<>"


def uses(found: Captures, source: Source, symbols: Sequence[Symbol]) -> tuple[Use, ...]:
    """Return what a file uses in order; of the same name in one definition the first.

    An import that binds a name is not told again without it.
    """
    kept: dict[tuple[str, str, int | None, str], Use] = {}
    binding = {
        use.nodes["import"].start_byte for use in found.uses if len(use.nodes) > 1 and use.kind == "import"
    }
    told = (use for use in found.uses if len(use.nodes) > 1 or use.byte not in binding)
    ordered = sorted(told, key=lambda use: use.byte)
    around = enclosing(symbols, [use.byte for use in ordered])
    for use, symbol in zip(ordered, around, strict=True):
        line = source.table.line_at(use.byte)
        for name, alias in _names(use, source):
            one = Use(cast("UseKind", use.kind), name, line, symbol, alias)
            kept.setdefault((use.kind, name, symbol, alias), one)
    return tuple(kept.values())


def enclosing(symbols: Sequence[Symbol], places: Sequence[int]) -> list[int | None]:
    """Return the innermost symbol around each of `places` (bytes, ascending)."""
    around: list[int | None] = []
    open_: list[int] = []
    following = 0
    for place in places:
        while following < len(symbols) and symbols[following].start_byte <= place:
            open_.append(following)
            following += 1
        while open_ and symbols[open_[-1]].end_byte <= place:
            open_.pop()
        around.append(open_[-1] if open_ else None)
    return around


def _names(use: FoundUse, source: Source) -> Iterator[tuple[str, str]]:
    limit = IMPORT_LIMIT if use.kind == "import" else 2 * NAME_LIMIT
    texts = {part: source.end_of(node, limit) for part, node in use.nodes.items()}
    if use.kind == "import":
        yield from _imported(texts["import"], member=texts.get("member", ""), alias=texts.get("alias", ""))
        return
    name = called(texts[use.kind], receiver=texts.get("receiver", ""))
    if name:
        yield name, ""


def called(text: str, *, receiver: str = "") -> str:
    """Return a name with dots between its parts, without type arguments; of an expression the last part."""
    name = _TYPE_ARGUMENTS.sub("", text.strip())
    written = f"{receiver}.{name}" if receiver else name
    whole = len(written) <= NAME_LIMIT and _NAME.fullmatch(written)
    last = _LAST.search(name[-NAME_LIMIT:])
    return _SEPARATORS.sub(".", written).lstrip("&*!") if whole else last[0] if last else ""


def _imported(text: str, *, member: str, alias: str) -> Iterator[tuple[str, str]]:
    """Yield the paths that an import names, groups in braces taken apart, with the name each binds."""
    path = _LEAVE_OUT.sub("", text.strip()).strip(_QUOTES)
    if member:
        joined = f"{path}{member}" if path.endswith((".", "/")) else f"{path}.{member}"
        yield joined[:NAME_LIMIT], alias or member
        return
    for part in _expanded(path):
        name, *renamed = _RENAMED.split(part, maxsplit=1)
        name = "".join(name.split())
        if name:
            yield name[:NAME_LIMIT], alias or (renamed[0].strip() if renamed else "")


def _expanded(path: str, limit: int = 500) -> list[str]:
    """Return `a::b` and `a::c::d` for `a::{b, c::{d}}`; one path is itself. Bounded by `limit`."""
    names: list[str] = []
    prefixes, written = [""], ""
    for piece in re.split(r"([{},])", path):
        if piece == "{":
            prefixes.append(prefixes[-1] + written)
        elif piece in {",", "}"}:
            if written.strip() and len(names) < limit:
                names.append((prefixes[-1] + written).strip())
            if piece == "}" and len(prefixes) > 1:
                prefixes.pop()
        written = piece.strip() if piece not in {"{", "}", ","} else ""
    if written.strip():
        names.append((prefixes[-1] + written).strip())
    return names
