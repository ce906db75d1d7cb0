"""Resolve what code imports and calls to the definitions of the corpus, where that is plain."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.model import Document, Use

Target = tuple[int, int | None]
"""Indices of a document and of a symbol in it; None: the file itself."""

FAMILIES = {"typescript": "ecmascript", "tsx": "ecmascript", "javascript": "ecmascript", "c": "c", "cpp": "c"}
"""Languages that import each other's files; every other is alone."""

_INDEX_FILES = frozenset(("__init__", "index", "mod", "lib", "main", "package"))
"""Stems of the file that stands for its folder."""
_SELF = frozenset(("self", "this", "cls", "$this", "Self", "static", "super", "@"))
_PARTS = re.compile(r"::|[./\\]+")
_COMPOUND = re.compile(r"_\w|[a-z0-9][A-Z]")
"""A name of several words; one word alone (`get`, `append`) is shared with every library."""
MANY = 100
"""Definitions of one name above which it is not looked at further: it bounds the time."""
_UNPLAIN = frozenset(("constant", "variable", "property", "key", "implementation"))
_FOLDER_SCOPE = frozenset(("go", "java", "csharp", "kotlin", "scala", "swift", "c", "php"))
"""Families in which files of one folder see each other's definitions without an import."""


@dataclass(frozen=True, slots=True)
class ResolvedUse:
    """A use and where it leads."""

    document: int
    use: Use
    target_document: int | None = None
    target_symbol: int | None = None


@dataclass(slots=True)
class _Names:
    """Definitions of one family of languages by name, and its files by the ends of their paths."""

    symbols: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    local: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    """By document and name."""
    near: dict[tuple[tuple[str, ...], str], list[Target]] = field(default_factory=dict)
    """By folder and name."""
    modules: dict[tuple[str, ...], list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _File:
    """A document while its uses are resolved."""

    number: int
    document: Document
    folder: tuple[str, ...]
    family: str
    aliases: dict[str, Target]
    """What the names that its imports bind lead to."""


def resolve_uses(documents: Sequence[Document]) -> tuple[ResolvedUse, ...]:
    """Return every use with its target, by document and in its order.

    A name leads to a definition of its own file, else of what its file imports, else of its folder
    where the language shares one, else to the only definition of that name in its language. A member
    of something unknown is plain only by a name of several words.
    """
    names = _index(documents)
    resolved: list[ResolvedUse] = []
    for number, document in enumerate(documents):
        if not document.parsed.uses:
            continue
        family = _family(document)
        file = _File(number, document, _folder(document), family, {})
        for use in sorted(document.parsed.uses, key=lambda one: one.kind != "import"):
            find = _imported if use.kind == "import" else _called
            target = find(use, file, names.get(family, _Names()), documents)
            if use.kind == "import" and target:
                file.aliases[use.alias or _PARTS.split(use.name)[-1]] = target
            resolved.append(ResolvedUse(number, use, *(target or (None, None))))
    return tuple(sorted(resolved, key=lambda one: (one.document, one.use.line)))


def _family(document: Document) -> str:
    language = document.parsed.language or document.format
    return FAMILIES.get(language, language)


def _folder(document: Document) -> tuple[str, ...]:
    return tuple(document.file.logical_path.split("/")[:-1])


def _index(documents: Sequence[Document]) -> dict[str, _Names]:
    names: dict[str, _Names] = {}
    for number, document in enumerate(documents):
        if document.kind != "code":
            continue
        known, folder = names.setdefault(_family(document), _Names()), _folder(document)
        for index, symbol in enumerate(document.parsed.symbols):
            if symbol.kind not in _UNPLAIN:
                known.symbols.setdefault(symbol.name, []).append((number, index))
                known.local.setdefault((number, symbol.name), []).append(index)
                known.near.setdefault((folder, symbol.name), []).append((number, index))
        for key in _module_keys(document):
            known.modules.setdefault(key, []).append(number)
    return names


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


def _imported(use: Use, file: _File, names: _Names, documents: Sequence[Document]) -> Target | None:
    """Return the definition or the file that an import names."""
    path, relative = _import_path(use.name, file)
    module = _module(path, file, names, documents, relative=relative)
    if module is not None:
        return module, None
    *above, last = path or ("",)
    stem, dot, member = last.rpartition(".") if "/" in use.name else ("", "", last)
    inside = (*above, stem) if dot else tuple(above)
    module = _module(inside, file, names, documents, relative=relative)
    if module is not None:
        return module, _in_document(module, (member,), names, documents)
    if not above:
        return None
    only = names.symbols.get(path[-1], ()) if file.family in _FOLDER_SCOPE else ()
    same = [one for one in _few(only) if _ends_with(_folder(documents[one[0]]), path[:-1])]
    return same[0] if len(same) == 1 else None


def _import_path(name: str, file: _File) -> tuple[tuple[str, ...], bool]:
    """Return the parts of an imported path, and whether it starts at the file's own folder."""
    dots = len(name) - len(name.lstrip("."))
    if file.family == "python" and dots:
        base = file.folder[: len(file.folder) - dots + 1]
        return (*base, *_parts(name[dots:])), True
    if name.startswith(("./", "../")):
        folder = list(file.folder)
        for part in name.split("/"):
            if part == "..":
                folder = folder[:-1]
            elif part not in {".", ""}:
                folder.append(part)
        return tuple(folder), True
    parts = _parts(name)
    while parts[:1] in {("crate",), ("self",), ("super",)} and len(parts) > 1:
        parts = parts[1:]
    return parts, False


def _parts(name: str) -> tuple[str, ...]:
    if "/" in name:
        return tuple(part for part in name.split("/") if part)
    return tuple(part for part in _PARTS.split(name) if part and part != "*")


def _module(
    path: tuple[str, ...], file: _File, names: _Names, documents: Sequence[Document], *, relative: bool
) -> int | None:
    """Return the only file whose path ends with `path`; a relative one is the whole path."""
    found = [n for n in _few(names.modules.get(path[-8:], ())) if n != file.number] if path else []
    if relative:
        found = [n for n in found if _starts_with(documents[n].file.logical_path, path)]
    elif len(found) > 1:
        shared = [_shared(_folder(documents[n]), file.folder) for n in found]
        best = max(shared)
        found = [n for n, depth in zip(found, shared, strict=True) if depth == best]
    return found[0] if len(found) == 1 else None


def _starts_with(logical_path: str, path: tuple[str, ...]) -> bool:
    parts = tuple(logical_path.split("/"))
    return parts[: len(path) - 1] == path[:-1] if path else False


def _shared(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    depth = 0
    while depth < min(len(one), len(two)) and one[depth] == two[depth]:
        depth += 1
    return depth


def _ends_with(path: tuple[str, ...], end: tuple[str, ...]) -> bool:
    return bool(end) and path[-len(end) :] == end


def _called(use: Use, file: _File, names: _Names, documents: Sequence[Document]) -> Target | None:
    """Return the definition that a call or a reference names."""
    head, *rest = parts = tuple(use.name.split("."))
    known = names.symbols.get(parts[-1], ())
    if not known and head not in file.aliases:
        return None
    if head in _SELF:
        return _member(use, file, parts[1:], names) if rest else None
    own = _in_document(file.number, parts, names, documents)
    if own is not None:
        return file.number, own
    if head in file.aliases:
        return _through(file.aliases[head], rest, names, documents)
    if len(parts) == 1 or parts[-2][:1].isupper():
        return _plain(parts, file, names, documents)
    return known[0] if len(known) == 1 and _COMPOUND.search(parts[-1]) else None


def _member(use: Use, file: _File, parts: tuple[str, ...], names: _Names) -> Target | None:
    """Return the member that `self.name` means: of the types around it, innermost first."""
    symbols = file.document.parsed.symbols
    members = _few(names.local.get((file.number, parts[0]), ())) if len(parts) == 1 else ()
    around = use.symbol if members else None
    while around is not None:
        owner = symbols[around].parent
        prefix = symbols[around].qualified_name.removesuffix(symbols[around].name)
        found = [
            i
            for i in members
            if (owner is not None and symbols[i].parent == owner)
            or (prefix and symbols[i].qualified_name == f"{prefix}{parts[0]}")
        ]
        if found:
            return (file.number, found[0]) if len(found) == 1 else None
        around = owner
    return None


def _in_document(
    document: int, parts: Sequence[str], names: _Names, documents: Sequence[Document]
) -> int | None:
    """Return the only definition of a document with that name, or with that owner and name."""
    symbols = documents[document].parsed.symbols
    found = [
        index
        for index in _few(names.local.get((document, parts[-1]), ()))
        if (
            symbols[index].parent is None
            if len(parts) == 1
            else tuple(_PARTS.split(symbols[index].qualified_name))[-len(parts) :] == tuple(parts)
        )
    ]
    return found[0] if len(found) == 1 else None


def _through(
    target: Target, rest: Sequence[str], names: _Names, documents: Sequence[Document]
) -> Target | None:
    """Return what `rest` names in an imported file or definition."""
    document, symbol = target
    if not rest:
        return target
    base = () if symbol is None else (documents[document].parsed.symbols[symbol].name,)
    found = _in_document(document, (*base, *rest), names, documents)
    return None if found is None else (document, found)


def _plain(
    parts: tuple[str, ...], file: _File, names: _Names, documents: Sequence[Document]
) -> Target | None:
    """Return the only definition of that name in the folder, else in the corpus."""
    shared = names.near.get((file.folder, parts[-1]), ()) if file.family in _FOLDER_SCOPE else ()
    for known in (shared, names.symbols.get(parts[-1], ())):
        fitting = [
            one
            for one in _few(known)
            if (_qualifies(one, parts, documents) if len(parts) > 1 else _is_free(one, documents))
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


_Some = TypeVar("_Some")


def _few(candidates: Sequence[_Some]) -> Sequence[_Some]:
    """Return the candidates, or none where there are so many that none is plain."""
    return candidates if len(candidates) <= MANY else ()


def _qualifies(target: Target, parts: tuple[str, ...], documents: Sequence[Document]) -> bool:
    document, symbol = target
    name = documents[document].parsed.symbols[symbol or 0].qualified_name
    return tuple(_PARTS.split(name))[-2:] == parts[-2:]


def _is_free(target: Target, documents: Sequence[Document]) -> bool:
    """Return whether a definition can be named without what it is a member of."""
    document, symbol = target
    return documents[document].parsed.symbols[symbol or 0].kind != "method"
