"""Where a call or a reference leads: to a definition of the corpus, where that is plain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum_builder.uses.names import FOLDER_SCOPE, PARTS, few, only_definition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum_builder.model import Document, Use
    from siglum_builder.uses.names import File, Names, Target

_SELF = frozenset(("self", "this", "cls", "$this", "Self", "static", "super", "@"))
_COMPOUND = re.compile(r"_\w|[a-z0-9][A-Z]")
"""A name of several words; one word alone (`get`, `append`) is shared with every library."""


def find_definition(use: Use, file: File, names: Names, documents: Sequence[Document]) -> Target | None:
    """Return the definition that a call or a reference names."""
    head, *rest = parts = tuple(use.name.split("."))
    known = names.symbols.get(parts[-1], ())
    if not known and head not in file.aliases:
        return None
    if head in _SELF:
        return _member(use, file, parts[1:], names) if rest else None
    own = only_definition(file.number, parts, names, documents)
    if own is not None:
        return file.number, own
    if head in file.aliases:
        return _through(file.aliases[head], rest, names, documents)
    if len(parts) == 1 or parts[-2][:1].isupper():
        return _plain(parts, file, names, documents)
    return known[0] if len(known) == 1 and _COMPOUND.search(parts[-1]) else None


def _member(use: Use, file: File, parts: tuple[str, ...], names: Names) -> Target | None:
    """Return the member that `self.name` means: of the types around it, innermost first."""
    symbols = file.document.parsed.symbols
    members = few(names.local.get((file.number, parts[0]), ())) if len(parts) == 1 else ()
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


def _through(
    target: Target, rest: Sequence[str], names: Names, documents: Sequence[Document]
) -> Target | None:
    """Return what `rest` names in an imported file or definition."""
    document, symbol = target
    if not rest:
        return target
    base = () if symbol is None else (documents[document].parsed.symbols[symbol].name,)
    found = only_definition(document, (*base, *rest), names, documents)
    return None if found is None else (document, found)


def _plain(parts: tuple[str, ...], file: File, names: Names, documents: Sequence[Document]) -> Target | None:
    """Return the only definition of that name in the folder, else in the corpus."""
    shared = names.near.get((file.folder, parts[-1]), ()) if file.family in FOLDER_SCOPE else ()
    for known in (shared, names.symbols.get(parts[-1], ())):
        fitting = [
            one
            for one in few(known)
            if (_qualifies(one, parts, documents) if len(parts) > 1 else _is_free(one, documents))
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _qualifies(target: Target, parts: tuple[str, ...], documents: Sequence[Document]) -> bool:
    document, symbol = target
    name = documents[document].parsed.symbols[symbol or 0].qualified_name
    return tuple(PARTS.split(name))[-2:] == parts[-2:]


def _is_free(target: Target, documents: Sequence[Document]) -> bool:
    """Return whether a definition can be named without what it is a member of."""
    document, symbol = target
    return documents[document].parsed.symbols[symbol or 0].kind != "method"
