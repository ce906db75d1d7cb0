"""Why a build ends, and how the faults of files are worded."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING

from siglum.errors import SiglumError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_REASONS = {
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENOENT: "nothing is there",
    errno.ENOTDIR: "nothing is there",
    errno.ELOOP: "its links loop",
    errno.ENAMETOOLONG: "its path is too long",
}


class BuildError(SiglumError):
    """The base of every error that the builder raises; its text is one sentence with the fix.

    BuildError
      ConfigError    siglum.toml, a path or an option is wrong
    """


class ConfigError(BuildError):
    """The configuration is wrong; the text names file, key and value, and what is accepted."""


def reason_of(fault: OSError) -> str:
    """Say why a file cannot be read, in the same words on every system and in every locale."""
    code = fault.errno or 0
    return _REASONS.get(code) or errno.errorcode.get(code, "the system gave no reason")


_OF_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, None})
"""Faults that name no file and are none of the corpus's; numpy's have no number."""


@contextmanager
def storing(folder: Path) -> Iterator[None]:
    """Say of a disk that takes no more what to do; `folder` is what is written to."""
    try:
        yield
    except OSError as fault:
        if fault.errno == errno.EIO:
            raise BuildError(
                f"{folder} cannot be read or written (EIO): its disk is failing or gone; build elsewhere"
            ) from fault
        if fault.errno not in _OF_DISK:
            raise
        raise BuildError(f"{folder} cannot be written ({reason_of(fault)}); is the disk full?") from fault
