"""Where an import leads: a file of the corpus, or a definition in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum_builder.uses.names import FOLDER_SCOPE, PARTS, few, folder_of, only_definition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum_builder.model import Document, Use
    from siglum_builder.uses.names import File, Names, Target


def find_import(use: Use, file: File, names: Names, documents: Sequence[Document]) -> Target | None:
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
        return module, only_definition(module, (member,), names, documents)
    if not above:
        return None
    only = names.symbols.get(path[-1], ()) if file.family in FOLDER_SCOPE else ()
    same = [one for one in few(only) if _ends_with(folder_of(documents[one[0]]), path[:-1])]
    return same[0] if len(same) == 1 else None


def _import_path(name: str, file: File) -> tuple[tuple[str, ...], bool]:
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
    return tuple(part for part in PARTS.split(name) if part and part != "*")


def _module(
    path: tuple[str, ...], file: File, names: Names, documents: Sequence[Document], *, relative: bool
) -> int | None:
    """Return the only file whose path ends with `path`; a relative one is the whole path."""
    found = [n for n in few(names.modules.get(path[-8:], ())) if n != file.number] if path else []
    if relative:
        found = [n for n in found if _starts_with(documents[n].file.logical_path, path)]
    elif len(found) > 1:
        shared = [_shared(folder_of(documents[n]), file.folder) for n in found]
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
