"""Find the version directory that a name or path stands for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from siglum.artifact.manifest import MANIFEST, VERSION_LENGTH
from siglum.errors import ArtifactDamaged, ArtifactMissing

if TYPE_CHECKING:
    from collections.abc import Sequence

CURRENT = "current"
"""Text file in an artifact's folder that names the version in use."""
FOLDER = "artifacts"
"""Where artifacts are looked for, upward from the working directory."""

_VERSION = re.compile(rf"[0-9a-f]{{{VERSION_LENGTH}}}")


def is_version(name: str) -> bool:
    """Tell whether `name` has the form of a version."""
    return _VERSION.fullmatch(name) is not None


def version_folder(path: Path) -> Path:
    """Return the version directory at `path`, an artifact's folder or a version itself.

    Raises:
        ArtifactMissing: nothing there that could be opened.
        ArtifactDamaged: `current` does not name a version.
    """
    if _is_file(path / MANIFEST):
        return path
    try:
        version = (path / CURRENT).read_text(encoding="ascii").strip()
    except UnicodeDecodeError as error:
        raise ArtifactDamaged(f"{path / CURRENT} names no version; {_REPOINT}") from error
    except (OSError, ValueError) as error:  # ValueError: a path with NUL
        raise ArtifactMissing(
            f"no artifact at {path}: it has neither {CURRENT} nor {MANIFEST}; make one with `siglum build`"
        ) from error
    if not is_version(version):
        raise ArtifactDamaged(f"{path / CURRENT} names no version but {version[:40]!r}; {_REPOINT}")
    if not _is_file(path / version / MANIFEST):
        raise ArtifactMissing(f"{path / CURRENT} names {version}, which is not there; {_REPOINT}")
    return path / version


_REPOINT = "write the name of a version beside it into that file, or run `siglum build` again"


def find_artifact(name: str | None, *, start: Path) -> Path:
    """Return the folder of the artifact `name`, or of the only one there is.

    `name` is a path, or the name of a folder in the nearest `artifacts/` upward from `start`.

    Raises:
        ArtifactMissing: none found, or several and none named.
    """
    if name is not None and any(_is_file(Path(name) / file) for file in (CURRENT, MANIFEST)):
        return Path(name)
    if name is not None and "/" in name:
        return version_folder(Path(name))
    shelf = _nearest_shelf(start)
    found = _artifacts(shelf) if shelf else ()
    if name is None and len(found) == 1:
        return found[0]
    for folder in found:
        if folder.name == name:
            return folder
    raise ArtifactMissing(_missing(name, shelf, [folder.name for folder in found]))


def find_artifacts(names: Sequence[str], *, start: Path) -> list[Path]:
    """Return the folders of the artifacts `names`, or of the only one there is; see `find_artifact`."""
    return [find_artifact(name, start=start) for name in names or (None,)]


def _nearest_shelf(start: Path) -> Path | None:
    for folder in (start, *start.parents):
        if _artifacts(folder / FOLDER):
            return folder / FOLDER
    return None


def _artifacts(shelf: Path) -> tuple[Path, ...]:
    try:
        return tuple(sorted(f for f in shelf.iterdir() if _is_file(f / CURRENT)))
    except OSError:
        return ()


def _is_file(path: Path) -> bool:
    """Tell whether `path` is a file; what the system will not look at (too long, forbidden) is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def _missing(name: str | None, shelf: Path | None, names: list[str]) -> str:
    if not names:
        wanted = f"no artifact {name!r}" if name else "no artifact"
        return f"{wanted} here or in an {FOLDER}/ folder above: make one with `siglum build`"
    listed = ", ".join(names)
    if name is None:
        return f"several artifacts in {shelf}: name one with -a ({listed})"
    return f"no artifact {name!r} in {shelf}: there are {listed}"
