"""How deep and how large a block may be, since aliases of aliases grow without bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_DEPTH = 50
MAX_VALUE = 1 << 17
"""Characters and nodes that a block may expand to."""


def check_depth(depth: int) -> None:
    """Raise `ValueError` for a value that nests too deep."""
    if depth > MAX_DEPTH:
        raise ValueError(f"nests deeper than {MAX_DEPTH} or refers to itself")


def size(weights: Iterable[int], limit: int = MAX_VALUE) -> int:
    """Return the sum; raise `ValueError` as soon as it passes what is left for the block."""
    total = 0
    for weight in weights:
        total += weight
        if total > limit:
            raise ValueError(f"makes the block expand to more than {MAX_VALUE} characters")
    return total
