"""Open one artifact, or several as one."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from importlib import import_module
from os import PathLike
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from siglum.errors import RequestError
from siglum.reader import ArtifactReader, check_expected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum.joined.reader import JoinedReader
    from siglum.reader import Check, Reader
    from siglum.service import Library


def open_library(
    path: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    expect: str | None = None,
    check: Check = "full",
) -> Library:
    """Open an artifact read-only, or several as one corpus; public as `siglum.open`.

    Of several, in any order, there is one ranking; refs and paths begin with `@<artifact>/`, and `sources`
    also takes the names of artifacts. They must have different names and rank by the same `[search]`.

    Args:
        path: an artifact's folder, or one version in it; or a list of them.
        expect: the content digest that it must have, or the first 16 or more digits of it; of several, the
            digest that `diagnostics` gives of them.
        check: `full` hashes the vectors before their first use; `size` trusts the medium.

    Raises:
        ArtifactMissing: nothing there.
        ArtifactDamaged: not what its manifest says, or not what was expected.
        ArtifactForeign: of another format or analyzer.
        RequestError: several that cannot be one corpus, or none.
    """
    paths = [path] if isinstance(path, (str, PathLike)) else path
    with _imported_meanwhile("siglum.service"):
        reader = open_reader(paths, expect=expect, check=check)
    from siglum.service import Library

    return Library(reader)


@contextmanager
def _imported_meanwhile(module: str) -> Iterator[None]:
    """Import a module while DuckDB opens the file, which takes as long.

    Where no thread may start, as at a limit or when the interpreter ends, it is imported when needed.
    """
    thread = Thread(target=import_module, args=(module,))
    try:
        thread.start()
    except RuntimeError:
        yield
        return
    try:
        yield
    finally:
        thread.join()


def open_reader(
    paths: Sequence[str | PathLike[str]], *, expect: str | None = None, check: Check = "full"
) -> Reader:
    """Open one artifact, or several as one."""
    if not paths:
        raise RequestError("no artifact to open: name one, or several")
    if len(paths) == 1:
        return ArtifactReader(Path(paths[0]), expect=expect, check=check)
    return _open_joined(paths, expect=expect, check=check)


def _open_joined(paths: Sequence[str | PathLike[str]], *, expect: str | None, check: Check) -> JoinedReader:
    """Open several; what was opened is closed again where one of them fails."""
    from siglum.joined.reader import JoinedReader  # as seldom as there are several

    with ExitStack() as opened:
        joined = JoinedReader([opened.enter_context(ArtifactReader(Path(p), check=check)) for p in paths])
        if expect is not None:
            check_expected(joined.manifest, expect, joined.manifest.name)
        opened.pop_all()
    return joined
