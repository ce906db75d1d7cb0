"""The whole path of a route: what its class, its group and another attribute of it add to its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from siglum_builder.model import Symbol
    from siglum_builder.parse.hints import Match

PREFIX = "prefix"
"""A kind that is not stored: the path of a class, in front of those of its methods; on a method its own."""
GROUP = "group"
"""A kind that is not stored: a variable, the group it is in (if any), and the path of the routes it takes."""

METHODS = frozenset("GET POST PUT PATCH DELETE HEAD OPTIONS ALL ANY WEBSOCKET".split())  # noqa: SIM905
_TYPES = frozenset({"class", "interface", "struct", "record"})
_RECEIVER = re.compile(r"@?(\w+)\s*\.")
_ROOTED = ("/", "~/")
"""How paths start that ASP.NET Core puts behind no class's."""

MatchPlace = tuple["Match", int | None]
"""A match and the innermost definition around it."""


def route_paths(places: Sequence[MatchPlace], symbols: Sequence[Symbol]) -> dict[int, str]:
    """Return `METHOD /path` of each match that is a route, by its place; matches are in order."""
    prefixes = {
        symbol: method_and_path(match)[1]
        for match, symbol in places
        if match.kind == PREFIX and symbol is not None
    }
    groups: dict[str, str] = {}
    routes: dict[int, str] = {}
    for number, (match, symbol) in enumerate(places):
        if match.kind == GROUP:
            variable, *outer = match.groups[:-1]
            groups[variable] = _joined(groups.get(outer[0], "") if outer else "", match.groups[-1])
        elif _is_route(match, symbol, symbols):
            routes[number] = _route(match, symbol, symbols, prefixes=prefixes, groups=groups)
    whole = {symbol for match, symbol in places if match.kind == "route" and not method_and_path(match)[1]}
    return {
        n: route for n, route in routes.items() if places[n][0].kind != PREFIX or places[n][1] not in whole
    }


def method_and_path(match: Match) -> tuple[str, str]:
    """Return what a match captured, empty where it did not."""
    words = [group for group in match.groups if group.upper() in METHODS]
    path = next((group for group in reversed(match.groups) if group not in words), "")
    return words[0].upper() if words else "", path


def _is_route(match: Match, symbol: int | None, symbols: Sequence[Symbol]) -> bool:
    on_member = symbol is not None and symbols[symbol].kind not in _TYPES
    return match.kind == "route" or (match.kind == PREFIX and on_member)


def _route(
    match: Match,
    symbol: int | None,
    symbols: Sequence[Symbol],
    *,
    prefixes: Mapping[int, str],
    groups: Mapping[str, str],
) -> str:
    method, path = method_and_path(match)
    if not path and symbol is not None:
        path = prefixes.get(symbol, "")
    parent = symbols[symbol].parent if symbol is not None else None
    if parent is not None and parent in prefixes:
        if not (match.framework == "aspnetcore" and path.startswith(_ROOTED)):
            name = re.sub(r"Controller$", "", symbols[parent].name)
            path = _joined(prefixes[parent].replace("[controller]", name), path)
        path = path.removeprefix("~")
    receiver = _RECEIVER.match(match.text)
    if receiver and receiver[1] in groups:
        path = _joined(groups[receiver[1]], path)
    shown = path if path.startswith("/") or not method else f"/{path}"
    return " ".join(filter(None, (method, shown)))


def _joined(prefix: str, path: str) -> str:
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}".rstrip("/") if prefix and path else prefix or path
