"""What becomes of one entry of a folder: a file that is read, a folder to enter, a reason, or nothing."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from siglum.globs import Glob, Globs, matches_any
from siglum_builder.errors import reason_of
from siglum_builder.ignore import (
    IGNORE_FILES,
    IgnoreRules,
    is_ignored,
    is_never_folder,
    is_secret_file,
    is_workspace,
)
from siglum_builder.languages import HEAD_BYTES, ending_of, is_lock_file, is_minified, language_of
from siglum_builder.model import Notice, SourceFile
from siglum_builder.names import join, name_fault, path_fault, printable

if TYPE_CHECKING:
    from siglum_builder.config import DocumentsConfig

_SPECIAL = (
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """A source on its walk."""

    name: str
    prefix: str
    """Of logical paths."""
    root: Path
    """Without links."""
    within: str
    """Path of the root in its checkout, for ignore files."""
    include: Globs
    exclude: tuple[Glob, ...]
    documents: DocumentsConfig
    artifacts: Path
    entered: set[Path] = field(default_factory=set)
    """Folders entered through a link, each once."""

    def notice(self, path: str, reason: str) -> Notice:
        """Return a notice about a path of this source."""
        return Notice(printable(self.prefix + path), reason)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that is entered."""

    location: Path
    path: str
    """In the source; empty for its root."""
    rules: tuple[IgnoreRules, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a folder lists."""

    location: Path
    path: str
    """In the source."""
    folder: Folder
    siblings: tuple[str, ...]
    """Names in the folder."""

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.location.name


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that nothing reads unless a pattern asks for it."""

    ending: str
    """Folded, with its dot; empty where there is none."""


Found = SourceFile | Notice | Folder | Unread


def find_folder(entry: Entry, source: Source) -> Folder | Notice | None:
    """Return a folder to enter, why it is left out, or None for one that nobody means to be read."""
    if is_never_folder(entry.name, entry.siblings) or entry.location == source.artifacts:
        return None
    if entry.name == "artifacts" and "siglum.toml" in entry.siblings:
        return None
    if is_ignored(entry.folder.rules, join(source.within, entry.path), is_folder=True):
        return None
    fault = name_fault(entry.name)
    if fault:
        return source.notice(entry.path, f"is left out with all below it: {fault}")
    return Folder(entry.location, entry.path, entry.folder.rules)


def find_file(entry: Entry, source: Source) -> SourceFile | Notice | Unread | None:
    """Return a regular file to read, why it is left out, or None for one that nobody means to be read."""
    if is_left_out(entry, source):
        return None
    try:
        selected = is_selected(entry, source)
    except OSError as fault:
        return source.notice(entry.path, f"cannot be read: {reason_of(fault)}")
    if not selected:
        return Unread(printable(ending_of(entry.name.casefold()))) if _is_unread(entry, source) else None
    if not source.include.includes and is_minified(entry.name):
        return source.notice(entry.path, "is minified by its name; `include` would read it")
    return named_file(source, entry.path, entry.location)


def named_file(source: Source, path: str, location: Path) -> SourceFile | Notice:
    """Return a selected file, unless its name forbids."""
    fault = name_fault(location.name) or path_fault(source.prefix + path)
    if fault:
        return source.notice(path, f"is left out: {fault}")
    if is_secret_file(location.name) or is_secret_file(Path(os.path.realpath(location)).name):
        return source.notice(path, "is never read: files of this name hold credentials")
    return SourceFile(source.name, path, source.prefix + path, location)


def is_left_out(entry: Entry, source: Source) -> bool:
    """Return whether what is no folder is ignored, excluded by the configuration, or a build's own."""
    if is_workspace(entry.name):
        return True
    logical = source.prefix + entry.path
    return is_ignored(entry.folder.rules, join(source.within, entry.path), is_folder=False) or matches_any(
        (*source.exclude, *source.include.excludes), entry.path, logical_path=logical
    )


def is_selected(entry: Entry, source: Source) -> bool:
    """Return whether a file is meant by an include pattern or, without one, is of a known kind."""
    if source.include.includes:
        logical = source.prefix + entry.path
        return matches_any(source.include.includes, entry.path, logical_path=logical)
    if is_lock_file(entry.name) or is_secret_file(entry.name):
        return False
    if language_of(entry.name) is not None:
        return True
    return not ending_of(entry.name) and language_of(entry.name, _head(entry.location)) is not None


def _head(location: Path) -> bytes:
    if not location.is_file():
        return b""
    with location.open("rb") as file:
        return file.read(HEAD_BYTES)


def _is_unread(entry: Entry, source: Source) -> bool:
    """Return whether a file that is not selected would be for all a user knows, were its kind known."""
    by_name = is_lock_file(entry.name) or is_secret_file(entry.name) or entry.name in IGNORE_FILES
    return not source.include.includes and not by_name


def special_reason(mode: int) -> str:
    """Say that what is neither file nor folder is left out."""
    kind = next((name for test, name in _SPECIAL if test(mode)), "something unknown")
    return f"is no regular file but {kind}, and is left out"
