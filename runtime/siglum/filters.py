"""Which chunks may answer a request, as a mask over all chunks."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from siglum.errors import RequestError
from siglum.parameters import Filters
from siglum.typed import nearest_name, not_accepted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.globs import Glob
    from siglum.reader import Reader
    from siglum.rows import Mask

LISTED, SHOWN = 8, 80
"""Values that are listed of those that a corpus has, and characters of each."""

_BY_COLUMN = ("category", "topic", "tags_any", "tags_all", "sources")
_LISTS = ("tags_any", "tags_all", "extensions", "sources")
_NAMES = {
    "category": "the name of a category",
    "topic": "the name of a topic",
    "tags_any": "a tag",
    "tags_all": "a tag",
    "sources": "the name of a source",
}


def in_force(given: Filters) -> Filters:
    """Return the filters that a request puts in force, checked.

    Lists that are empty filter nothing, and what stands in one twice counts once.

    Raises:
        RequestError: no or a malformed path pattern, a date that does not exist, dates the wrong way
            round, a file ending that is none, a name without a letter.
    """
    values = {field.name: getattr(given, field.name) for field in fields(Filters)}
    values |= {name: tuple(dict.fromkeys(values[name] or ())) or None for name in _LISTS}
    if given.include_low_quality:
        values["min_quality"] = 0.0
    filters = Filters(**values)
    _check_names(filters)
    _check_globs(filters.path_globs)
    _check_dates(filters)
    for index, extension in enumerate(filters.extensions or ()):
        if not extension.strip().strip(".") or set(extension) & set("/*?"):
            raise _refused(f"extensions[{index}]", extension, "a file ending, such as md or .tar.gz")
    return filters


def _refused(name: str, value: object, accepted: str) -> RequestError:
    return RequestError(f"`{name}` {not_accepted(value, accepted)}")


def _check_names(filters: Filters) -> None:
    for name, accepted in _NAMES.items():
        value = getattr(filters, name)
        entries = [(name, value)] if isinstance(value, str) else []
        entries += [(f"{name}[{n}]", each) for n, each in enumerate(value or ())] if not entries else []
        for place, entry in entries:
            if not entry.strip():
                raise _refused(place, entry, f"{accepted}; leave it out to filter nothing")


def _check_globs(patterns: tuple[str, ...] | None) -> None:
    if patterns is None:
        return
    from siglum.globs import compile_globs  # no other filter needs it

    try:
        compile_globs(patterns)
    except ValueError as error:
        raise RequestError(f"`path_globs`: {error}; it takes such as docs/**, *.md, !drafts/") from error


def _check_dates(filters: Filters) -> None:
    first, last = _first_moment(filters), _last_moment(filters)
    if first is not None and last is not None and first > last:
        raise RequestError(
            f"`date_from` = {filters.date_from} is after `date_to` = {filters.date_to}: exchange them"
        )


def _first_moment(filters: Filters) -> int | None:
    return None if filters.date_from is None else _bounds("date_from", filters.date_from)[0]


def _last_moment(filters: Filters) -> int | None:
    return None if filters.date_to is None else _bounds("date_to", filters.date_to)[1]


def _bounds(name: str, text: str) -> tuple[int, int]:
    from siglum.dates import ACCEPTED, parse_bounds  # no other filter needs it

    found = parse_bounds(text)
    if found is None:
        raise _refused(name, text, ACCEPTED)
    return found


def allowed(reader: Reader, filters: Filters) -> Mask | None:
    """Return a mask over the chunks that pass `filters` (checked by `in_force`), or None where all do.

    Masks are kept by the reader: repeated filters cost nothing.
    """
    found = reader.masks.get(filters)
    if found is None:
        found = _mask(reader, filters)
        found.setflags(write=False)
        reader.masks.put(filters, found, size=found.nbytes)
    return None if bool(found.all()) else found


def _mask(reader: Reader, filters: Filters) -> Mask:
    chunks = reader.store.chunks
    mask = chunks.quality >= filters.min_quality
    documents = documents_under(reader, filters)
    return mask if documents is None else mask & documents[chunks.document]


def documents_under(reader: Reader, filters: Filters) -> Mask | None:
    """Return a mask over the documents, or None where no filter is about documents."""
    conditions: dict[str, object] = {name: getattr(filters, name) for name in _BY_COLUMN}
    conditions |= {"date_from": _first_moment(filters), "date_to": _last_moment(filters)}
    given = {name: _plain(value) for name, value in conditions.items() if value is not None}
    if not given and filters.extensions is None and filters.path_globs is None:
        return None
    count = len(reader.store.document_ids)
    mask = np.ones(count, dtype=np.bool_)
    if given:
        mask[:] = False
        mask[reader.store.documents_where(given)] = True
    for part in (_with_extensions(reader, filters), _under_globs(reader, filters)):
        mask &= True if part is None else part
    return mask


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _with_extensions(reader: Reader, filters: Filters) -> Mask | None:
    if filters.extensions is None:
        return None
    endings = tuple(f".{extension.removeprefix('.').casefold()}" for extension in filters.extensions)
    return np.array([path.casefold().endswith(endings) for path in reader.store.document_ids], dtype=np.bool_)


def _under_globs(reader: Reader, filters: Filters) -> Mask | None:
    if filters.path_globs is None:
        return None
    from siglum.globs import compile_globs, select

    globs = compile_globs(filters.path_globs)
    logical = list(reader.store.document_ids)

    def any_of(patterns: tuple[Glob, ...]) -> Mask:
        mask = np.zeros(len(logical), dtype=np.bool_)
        for glob in patterns:
            mask |= np.fromiter(
                select(glob, logical if glob.logical else reader.inside), np.bool_, len(logical)
            )
        return mask

    included = any_of(globs.includes) if globs.includes else np.ones(len(logical), dtype=np.bool_)
    return included & ~any_of(globs.excludes)


def warn_of_sources(reader: Reader, filters: Filters) -> tuple[str, ...]:
    """Return a warning for each name of a source that no source has."""
    sources = reader.manifest.sources
    known = sorted({name for source in sources for name in (source.name, *source.labels)})
    return tuple(
        f"sources: nothing is called {name[:SHOWN]}; {instead(name, known)}"
        for name in filters.sources or ()
        if name not in known
    )


def instead(value: str, known: Sequence[str]) -> str:
    """Say what a corpus has in place of a value, the nearest first."""
    if not known:
        return "none has any"
    meant = nearest_name(value, known)
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    listed = f"known are {', '.join(name[:SHOWN] for name in known[:LISTED])}{more}"
    return f"did you mean {meant[:SHOWN]}? {listed}" if meant else listed
