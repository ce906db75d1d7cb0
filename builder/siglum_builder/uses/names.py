"""The definitions and files of a corpus by what code may call them, a family of languages apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.model import Document

Target = tuple[int, int | None]
"""Indices of a document and of a symbol in it; None: the file itself."""

FAMILIES = {"typescript": "ecmascript", "tsx": "ecmascript", "javascript": "ecmascript", "c": "c", "cpp": "c"}
"""Languages that import each other's files; every other is alone."""
FOLDER_SCOPE = frozenset(("go", "java", "csharp", "kotlin", "scala", "swift", "c", "php"))
"""Families in which files of one folder see each other's definitions without an import."""
PARTS = re.compile(r"::|[./\\]+")
"""What stands between the parts of a name or path."""
_INDEX_FILES = frozenset(("__init__", "index", "mod", "lib", "main", "package"))
"""Stems of the file that stands for its folder."""
MANY = 100
"""Definitions of one name above which it is not looked at further: it bounds the time."""
_UNPLAIN = frozenset(("constant", "variable", "property", "key", "implementation"))
"""Kinds of symbol that nothing is led to by name."""
_Some = TypeVar("_Some")


@dataclass(slots=True)
class Names:
    """Definitions of one family of languages by name, and its files by the ends of their paths."""

    symbols: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    local: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    """By document and name."""
    near: dict[tuple[tuple[str, ...], str], list[Target]] = field(default_factory=dict)
    """By folder and name."""
    modules: dict[tuple[str, ...], list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class File:
    """A document while its uses are resolved."""

    number: int
    document: Document
    folder: tuple[str, ...]
    family: str
    aliases: dict[str, Target]
    """What the names that its imports bind lead to."""


def index_definitions(documents: Sequence[Document]) -> dict[str, Names]:
    """Return the definitions and files of the code among `documents`, by family of languages."""
    names: dict[str, Names] = {}
    for number, document in enumerate(documents):
        if document.kind != "code":
            continue
        known, folder = names.setdefault(family_of(document), Names()), folder_of(document)
        for index, symbol in enumerate(document.parsed.symbols):
            if symbol.kind not in _UNPLAIN:
                known.symbols.setdefault(symbol.name, []).append((number, index))
                known.local.setdefault((number, symbol.name), []).append(index)
                known.near.setdefault((folder, symbol.name), []).append((number, index))
        for key in _module_keys(document):
            known.modules.setdefault(key, []).append(number)
    return names


def family_of(document: Document) -> str:
    """Return the name under which languages that import each other's files are one."""
    language = document.parsed.language or document.format
    return FAMILIES.get(language, language)


def folder_of(document: Document) -> tuple[str, ...]:
    """Return the folders that a document lies in, outermost first."""
    return tuple(document.file.logical_path.split("/")[:-1])


def _module_keys(document: Document) -> Iterator[tuple[str, ...]]:
    """Yield every end of the file's path without its ending, and of its folder where it stands for that."""
    *folders, name = document.file.logical_path.split("/")
    stem = name.rpartition(".")[0] or name
    paths = [(*folders, stem), *([tuple(folders)] if stem in _INDEX_FILES else [])]
    for path in paths:
        for length in range(1, min(len(path), 8) + 1):
            yield path[-length:]
    for length in range(1, min(len(folders), 3) + 2):
        yield (*folders, name)[-length:]


def only_definition(
    document: int, parts: Sequence[str], names: Names, documents: Sequence[Document]
) -> int | None:
    """Return the only definition of a document with that name, or with that owner and name."""
    symbols = documents[document].parsed.symbols
    found = [
        index
        for index in few(names.local.get((document, parts[-1]), ()))
        if (
            symbols[index].parent is None
            if len(parts) == 1
            else tuple(PARTS.split(symbols[index].qualified_name))[-len(parts) :] == tuple(parts)
        )
    ]
    return found[0] if len(found) == 1 else None


def few(candidates: Sequence[_Some]) -> Sequence[_Some]:
    """Return the candidates, or none where there are so many that none is plain."""
    return candidates if len(candidates) <= MANY else ()
