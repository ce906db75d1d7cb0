"""The blocks of a document as columns: a fifteenth of the memory that they take as objects."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, overload

from siglum_builder.model import Block

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Blocks(Sequence[Block]):
    """Blocks, each made when it is asked for."""

    kinds: tuple[str, ...]
    numbers: array[int]
    """Of each block its depth, start and end."""

    @classmethod
    def of(cls, blocks: Iterable[Block]) -> Self:
        """Return the same blocks."""
        kinds, numbers = list[str](), array("I")
        for block in blocks:
            kinds.append(block.kind)
            numbers.extend((block.depth, block.start_byte, block.end_byte))
        return cls(tuple(kinds), numbers)

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Block]:
        return map(Block, self.kinds, self.numbers[::3], self.numbers[1::3], self.numbers[2::3])

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | Sequence[Block]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        place = 3 * range(len(self))[index]
        return Block(self.kinds[index], *self.numbers[place : place + 3])
