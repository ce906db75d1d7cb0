"""Resolve what code imports and calls to the definitions of the corpus, where that is plain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from siglum_builder.uses.calls import find_definition
from siglum_builder.uses.imports import find_import
from siglum_builder.uses.names import PARTS, File, Names, family_of, folder_of, index_definitions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum_builder.model import Document, Use


@dataclass(frozen=True, slots=True)
class ResolvedUse:
    """A use and where it leads."""

    document: int
    use: Use
    target_document: int | None = None
    target_symbol: int | None = None


def resolve_uses(documents: Sequence[Document]) -> tuple[ResolvedUse, ...]:
    """Return every use with its target, by document and in its order.

    A name leads to a definition of its own file, else of what its file imports, else of its folder
    where the language shares one, else to the only definition of that name in its language. A member
    of something unknown is plain only by a name of several words.
    """
    names = index_definitions(documents)
    resolved: list[ResolvedUse] = []
    for number, document in enumerate(documents):
        if not document.parsed.uses:
            continue
        family = family_of(document)
        file = File(number, document, folder_of(document), family, {})
        for use in sorted(document.parsed.uses, key=lambda one: one.kind != "import"):
            find = find_import if use.kind == "import" else find_definition
            target = find(use, file, names.get(family, Names()), documents)
            if use.kind == "import" and target:
                file.aliases[use.alias or PARTS.split(use.name)[-1]] = target
            resolved.append(ResolvedUse(number, use, *(target or (None, None))))
    return tuple(sorted(resolved, key=lambda one: (one.document, one.use.line)))
