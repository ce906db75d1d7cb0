"""What a signal says: that a block belongs to a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from siglum.blocks import Block

NEAREST = 200
"""Chunks that a signal over the whole corpus proposes at most."""


class Tie(NamedTuple):
    """That a block belongs to a seed, says one signal."""

    block: Block
    value: float
    """0..1."""
    detail: str


class Seed(NamedTuple):
    """What related material is sought for."""

    block: Block
    ref: str
