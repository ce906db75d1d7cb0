"""What a language's query finds in a syntax tree, sorted by its part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tree_sitter import QueryCursor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node, Query

_DEFINITION = "definition."

DEPTH_LIMIT = 2_000
"""Levels of a tree in which matches start: a query takes the square of them (20,000 levels of JSON took 65 s,
and .2 s so); a chain of a thousand `else if` is shallower."""


@dataclass(frozen=True, slots=True)
class Found:
    """A definition: its node and the parts of it that the query names."""

    kind: str
    node: Node
    name: Node
    scope: Node | None
    body: Node | None
    rank: int
    """Of its pattern; the first that finds a name defines it."""


@dataclass(frozen=True, slots=True)
class FoundUse:
    """An import, a call or a reference, by the parts of its name."""

    kind: str
    nodes: dict[str, Node]

    @property
    def byte(self) -> int:
        """Where it starts."""
        return min(node.start_byte for node in self.nodes.values())


@dataclass(frozen=True, slots=True)
class Captures:
    """All that a query found, in the order of the text where nothing else is said."""

    definitions: dict[int, Found] = field(default_factory=dict)
    """By the start of the name."""
    uses: list[FoundUse] = field(default_factory=list)
    documentation: dict[int, Node] = field(default_factory=dict)
    """String in a body by the start of its definition."""
    nodes: dict[str, list[Node]] = field(default_factory=dict)
    """Of every other capture, by its name."""


def capture(roots: Iterable[Node], query: Query) -> Captures:
    """Run `query` over the trees of a text."""
    found = Captures()
    for rank, match in (match for root in roots for match in _cursor(query).matches(root)):
        nodes = {name: nodes[0] for name, nodes in match.items() if nodes and name[0] != "_"}
        kind = next((name for name in nodes if name in _USES or name.startswith(_DEFINITION)), "")
        if kind in _USES:
            found.uses.append(FoundUse(kind, nodes))
        elif kind:
            _keep(found.definitions, _definition(kind, nodes, rank))
        elif "documented" in nodes:
            found.documentation[nodes["documented"].start_byte] = nodes["documentation"]
        else:
            for name, node in nodes.items():
                found.nodes.setdefault(name, []).append(node)
    return found


def _cursor(query: Query) -> QueryCursor:
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(DEPTH_LIMIT)
    return cursor


_USES = ("import", "call", "reference")


def _definition(kind: str, nodes: dict[str, Node], rank: int) -> Found:
    node = nodes[kind]
    body = nodes.get("body") or node.child_by_field_name("body")
    return Found(kind.removeprefix(_DEFINITION), node, nodes["name"], nodes.get("scope"), body, rank)


def _keep(definitions: dict[int, Found], new: Found) -> None:
    known = definitions.setdefault(new.name.start_byte, new)
    if new.rank < known.rank:
        definitions[new.name.start_byte] = new
