"""Arrays as large as a corpus's postings, in files of the workspace: the system takes them out of memory."""

from __future__ import annotations

import errno
import mmap
import os
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import IO

    from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)
FROM = 1 << 20
"""Bytes from which an array is a file."""
PIECE = 1 << 20
"""Zeros written at once where a file's room cannot be asked for."""
NOT_THERE = (errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS)
"""What a file system without that call answers, where the C library does not write the zeros itself."""


def scratch_array(folder: Path | None, shape: Sequence[int], dtype: type[T]) -> NDArray[T]:
    """Return an array of zeros, in a file without a name in `folder` where it is large."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    if folder is None or size < FROM:
        return np.zeros(shape, dtype)
    with TemporaryFile(dir=folder) as file:
        _reserve(file, size)
        return np.frombuffer(mmap.mmap(file.fileno(), size), dtype).reshape(shape)


def _reserve(file: IO[bytes], size: int) -> None:
    """Make a file of zeros that has its room on the disk: a full one would end the process later."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file.fileno(), 0, size)
            return
        except OSError as error:
            if error.errno not in NOT_THERE:
                raise
    for start in range(0, size, PIECE):
        file.write(bytes(min(PIECE, size - start)))
    file.flush()
