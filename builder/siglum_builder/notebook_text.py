"""Notebooks as Markdown: the text that is stored, indexed and cited of an `.ipynb` file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum.fences import open_fence
from siglum_builder.languages import format_named

if TYPE_CHECKING:
    from collections.abc import Iterator

_IMAGE = re.compile(r"(data:[\w.+-]{1,80}/[\w.+-]{1,80};base64),[A-Za-z0-9+/=\s]{64,}")
"""A picture within the text: thousands of characters that say nothing."""
_MAGIC = re.compile(r"%%(?:script\s+)?(\w+)")
"""The first line of a cell in another language than the notebook's."""
_PROSE = frozenset({"text/restructuredtext", "text/x-rst", "text/markdown", "restructuredtext", "rst"})
_CODE = re.compile(r"(?m)^[^\S\n]*(?:[#<\\{}%]|import |from \w+ import |\S.*[;{]$)")
"""What a line of a raw cell is that is no prose, where the cell does not say what it holds."""
_UNSTORABLE = re.compile("[\ud800-\udfff\0]")
_DIGITS = 9
_LINE_END = re.compile(r"\r\n?")


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook's cells in order; outputs and attachments are left out."""

    text: str
    """Markdown cells as written, code cells as fences, a blank line between them."""
    format: str
    """Of its code: `python` and the like; empty where it does not say."""
    odd: tuple[str, ...] = ()
    """What is wrong with single cells."""


def read_notebook(text: str) -> Notebook | str:
    """Return the notebook that `text` holds, of nbformat 3 or later, or why it is none."""
    try:
        value = json.loads(text, parse_int=_whole)
    except ValueError as fault:
        return f"is no notebook ({fault}): indexed as text"
    except RecursionError:
        return "is no notebook (nested too deep): indexed as text"
    cells = list(_cells(value))
    if not isinstance(value, dict) or not (cells or _is_empty(value)):
        return "is no notebook (it has no list of cells): indexed as text"
    language = _language(value, cells)
    written = [_written(cell, language, first=number == 1) for number, cell in enumerate(cells, start=1)]
    odd = tuple(f"cell {n} is left out: it has no text" for n, each in enumerate(written, 1) if each is None)
    joined = "\n\n".join(each for each in written if each)
    return Notebook(f"{joined}\n" if joined else "", format_named(language), odd)


def _whole(digits: str) -> int:
    """Return a number; of the only ones that are looked at, no more digits count."""
    return int(digits[:_DIGITS])


def _is_empty(notebook: dict[str, object]) -> bool:
    """Tell whether a notebook has a list of cells, or of sheets, if none in it."""
    return any(isinstance(notebook.get(key), list) for key in ("cells", "worksheets"))


def _cells(value: object) -> Iterator[dict[str, object]]:
    """Yield the cells; nbformat 3 has them in worksheets."""
    sheets = _listed(value, "worksheets") or [value]
    for sheet in sheets:
        yield from (cell if isinstance(cell, dict) else {} for cell in _listed(sheet, "cells"))


def _listed(value: object, key: str) -> list[object]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _language(notebook: dict[str, object], cells: list[dict[str, object]]) -> str:
    """Return the name of the language that the notebook says its code is in."""
    for path in (("language_info", "name"), ("kernelspec", "language"), ("kernelspec", "name")):
        found: object = notebook.get("metadata")
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, str) and re.fullmatch(r"[\w+#.-]{1,40}", found):
            return "python" if found.startswith(("ipython", "python")) else found.lower()
    named = next((cell["language"] for cell in cells if isinstance(cell.get("language"), str)), "")
    return str(named).lower() if re.fullmatch(r"[\w+#.-]{1,40}", str(named)) else ""


def _written(cell: dict[str, object], language: str, *, first: bool) -> str | None:
    """Return a cell as Markdown; None where it has no text to read."""
    source = _source(cell)
    kind = cell.get("cell_type")
    if source is None or not isinstance(kind, str):
        return None
    if kind == "code":
        return _fenced(source, language) if source else ""
    if kind == "heading":
        level = cell.get("level")
        return f"{'#' * (level if isinstance(level, int) and 0 < level < 7 else 1)} {source}"
    if kind == "raw" and not (first and source.startswith("---\n")) and not _is_prose(cell, source):
        return _fenced(source, "") if source else ""
    return _closed(_IMAGE.sub(r"\1,…", source))


def _is_prose(cell: dict[str, object], source: str) -> bool:
    """Tell whether a raw cell is text of the page: reStructuredText has its titles as Markdown may."""
    metadata = cell.get("metadata")
    named = metadata.get("raw_mimetype", metadata.get("format")) if isinstance(metadata, dict) else None
    return named in _PROSE if isinstance(named, str) else _CODE.search(source) is None


def _source(cell: dict[str, object]) -> str | None:
    """Return the text of a cell without blank lines around it."""
    written = cell.get("source", cell.get("input"))
    if isinstance(written, list) and all(isinstance(line, str) for line in written):
        written = "".join(written)
    if not isinstance(written, str):
        return None
    return _UNSTORABLE.sub("\ufffd", _LINE_END.sub("\n", written)).strip("\n").rstrip()


def _fenced(source: str, language: str) -> str:
    magic = _MAGIC.match(source)
    known = format_named(magic[1].lower()) if magic else ""
    longest = max((len(run) for run in re.findall(r"`{3,}", source)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{known or language}\n{source}\n{fence}"


def _closed(source: str) -> str:
    """Return a Markdown cell with what it leaves open closed, so that it takes in no other cell."""
    fence = open_fence(source.split("\n"))
    closed = f"{source}\n{fence}" if fence else source
    return f"{closed}\n-->" if closed.rfind("<!--") > closed.rfind("-->") else closed
