"""Open one artifact, or several as one."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from siglum.errors import RequestError
from siglum.reader import ArtifactReader, check_expected

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from siglum.joined.reader import JoinedReader
    from siglum.reader import Check, Reader


def open_reader(
    paths: Sequence[str | os.PathLike[str]], *, expect: str | None = None, check: Check = "full"
) -> Reader:
    """Open one artifact, or several as one."""
    if not paths:
        raise RequestError("no artifact to open: name one, or several")
    if len(paths) == 1:
        return ArtifactReader(Path(paths[0]), expect=expect, check=check)
    return _open_joined(paths, expect=expect, check=check)


def _open_joined(
    paths: Sequence[str | os.PathLike[str]], *, expect: str | None, check: Check
) -> JoinedReader:
    """Open several; what was opened is closed again where one of them fails."""
    from siglum.joined.reader import JoinedReader  # as seldom as there are several

    with ExitStack() as opened:
        joined = JoinedReader([opened.enter_context(ArtifactReader(Path(p), check=check)) for p in paths])
        if expect is not None:
            check_expected(joined.manifest, expect, joined.manifest.name)
        opened.pop_all()
    return joined
