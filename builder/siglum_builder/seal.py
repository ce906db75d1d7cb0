"""Make a finished DuckDB file depend on its content alone.

Files written the same way differ in the random database identifier and the checksum over it; both are
replaced. Offsets and checksum are those of DuckDB 2.0 storage (schemas/README.md, decision of 2026-11-30);
a file that does not look like one is left alone.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING

from siglum_builder.errors import BuildError

if TYPE_CHECKING:
    from pathlib import Path

HEADER_SIZE = 4096
IDENTIFIER = slice(124, 140)
_MULTIPLIER = 0xBF58476D1CE4E5B9
_MASK = (1 << 64) - 1


def seal_database(path: Path, identifier: bytes) -> None:
    """Write 16 content-derived bytes as the identifier of the database at `path`.

    Raises:
        BuildError: the header's checksum is not the one this code computes.
    """
    with path.open("r+b") as file:
        header = bytearray(file.read(HEADER_SIZE))
        if len(header) < HEADER_SIZE or header[8:12] != b"DUCK" or _stored(header) != _checksum(header):
            raise BuildError(
                f"{path} has a header that this version of siglum-builder cannot seal:"
                " install the duckdb version that its documentation names"
            )
        header[IDENTIFIER] = identifier
        header[:8] = struct.pack("<Q", _checksum(header))
        file.seek(0)
        file.write(header)
        file.flush()
        os.fsync(file.fileno())


def _stored(header: bytearray) -> int:
    return int(struct.unpack_from("<Q", header)[0])


def _checksum(header: bytearray) -> int:
    result = 5381
    for (word,) in struct.iter_unpack("<Q", header[8:]):
        result ^= (word * _MULTIPLIER) & _MASK
    return result
