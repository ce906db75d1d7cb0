"""Name the filters that no document passes, and what the corpus has instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from siglum.filters import SHOWN, documents_under, instead
from siglum.parameters import Filters
from siglum.typed import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.reader import Reader

PARTS = 2
"""Folders deep that are listed."""


def warn_of_filters(reader: Reader, filters: Filters) -> tuple[str, ...]:
    """Return, where no text passes `filters`, a warning for each that no document passes."""
    each = list(_each(filters))
    alone = [
        f"{name}: no document passes {entry[:SHOWN]}; {instead(entry, _known(reader, name))}"
        for name, entry, only in each
        if (documents := documents_under(reader, only)) is not None and not documents.any()
    ]
    names = list(dict.fromkeys(name for name, _, _ in each))
    if alone or len(names) < 2:
        return tuple(alone)
    return (f"no text passes all filters together: {', '.join(names)}",)


def _each(filters: Filters) -> Iterator[tuple[str, str, Filters]]:
    """Yield each filter of documents, alone: its name, what it asks for, and itself; of lists each entry."""
    for name in ("category", "topic", "date_from", "date_to"):
        value = getattr(filters, name)
        if value is not None:
            yield name, value, read(Filters, {name: value})
    if filters.path_globs:
        yield "path_globs", ", ".join(filters.path_globs), Filters(path_globs=filters.path_globs)
    for name in ("tags_any", "tags_all", "extensions"):
        for entry in getattr(filters, name) or ():
            yield name, entry, read(Filters, {name: [entry]})


_GROUPS: dict[str, Literal["category", "topic"]] = {"category": "category", "topic": "topic"}


def _known(reader: Reader, name: str) -> Sequence[str]:
    """Return what documents have of what a filter asks for."""
    paths = list(reader.store.document_ids)
    if name == "path_globs":
        inside = (path.split("/")[:-1][:PARTS] for path in reader.inside)
        return sorted({"/".join(parts) + "/**" for parts in inside if parts}) or paths
    if name == "extensions":
        names = (path.rpartition("/")[2] for path in paths)
        return sorted({ending for name in names if (ending := name.rpartition(".")[2]) and ending != name})
    if name.startswith("date"):
        return [group.newest for group in reader.store.groups("source") if group.newest]
    return [group.name for group in reader.store.groups(_GROUPS.get(name, "tag"))]
