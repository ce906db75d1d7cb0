"""Read what an artifact ranks, so that every peer indexes the same sections and definitions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import duckdb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_QUERY = """
SELECT d.path, d.title, c.section_id, c.symbol_id, coalesce(s.heading, y.qualified_name, ''),
       CASE WHEN s.start_byte = c.start_byte THEN s.body_byte - s.start_byte ELSE 0 END, c.text
FROM chunks c JOIN documents d USING (document_id)
LEFT JOIN sections s ON s.section_id = c.section_id
LEFT JOIN symbols y ON y.symbol_id = c.symbol_id
WHERE c.indexed ORDER BY c.chunk_id
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A section of a document without its subsections, or a definition in code."""

    path: str
    """Logical path in the artifact."""
    heading: str
    """Plain heading or qualified name; empty for text outside any."""
    context: tuple[str, ...]
    """Document title and the headings above."""
    text: str
    """Without the heading's own line."""


class _Row(NamedTuple):
    path: str
    title: str
    section: int | None
    symbol: int | None
    heading: str
    heading_bytes: int
    text: str


def read_units(version: Path) -> tuple[Unit, ...]:
    """Return the units of an artifact's version in document order."""
    connection = duckdb.connect(str(version / "index.duckdb"), read_only=True)
    try:
        rows = [_Row(*row) for row in connection.execute(_QUERY).fetchall()]
        above = dict(
            _ancestors(connection.execute("SELECT section_id, parent_id, heading FROM sections").fetchall())
        )
    finally:
        connection.close()
    return tuple(
        _unit(list(group), above)
        for _, group in groupby(rows, key=lambda row: (row.path, row.section, row.symbol))
    )


def _ancestors(rows: Iterable[tuple[int, int | None, str]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each section with the headings above it; parents come before their children."""
    paths: dict[int | None, tuple[str, ...]] = {None: ()}
    for section, parent, heading in sorted(rows, key=lambda row: row[0]):
        paths[section] = (*paths[parent], heading)
        yield section, paths[parent]


def _unit(rows: list[_Row], above: dict[int, tuple[str, ...]]) -> Unit:
    first = rows[0]
    text = "".join(row.text.encode()[row.heading_bytes :].decode() for row in rows)
    ancestors = above[first.section] if first.section is not None else ()
    return Unit(first.path, first.heading, tuple(dict.fromkeys((first.title, *ancestors))), text)
