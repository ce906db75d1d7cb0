"""The walk over the sources: which files a build reads, in which order, and what it leaves out."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from siglum.globs import Glob, Globs, compile_globs, matches_any
from siglum_builder.errors import reason_of
from siglum_builder.ignore import (
    IgnoreRules,
    is_foreign_folder,
    is_ignored,
    is_never_folder,
    is_secret_file,
    read_rules,
    rules_above,
)
from siglum_builder.languages import HEAD_BYTES, ending_of, is_lock_file, is_minified, language_of
from siglum_builder.model import Notice, SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum_builder.config import Config, DocumentsConfig, SourceConfig


@dataclass(frozen=True, slots=True)
class Walk:
    """What a build reads; the same for the same tree and configuration, always."""

    files: tuple[SourceFile, ...]
    """By logical path, bytewise."""
    notices: tuple[Notice, ...]
    """What was left out though it looks as if it were meant, by path."""


@dataclass(frozen=True, slots=True)
class _Source:
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
        return Notice(printable(self.prefix + path), reason)

    def file(self, path: str, location: Path) -> SourceFile:
        return SourceFile(self.name, path, self.prefix + path, location)


@dataclass(frozen=True, slots=True)
class _Folder:
    location: Path
    path: str
    """In the source; empty for its root."""
    rules: tuple[IgnoreRules, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    location: Path
    path: str
    folder: _Folder
    siblings: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.location.name


_Found = SourceFile | Notice | _Folder

_SPECIAL = (
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_DRIVE = re.compile("[A-Za-z]:")


def walk(config: Config) -> Walk:
    """Return the files of all sources, and a notice for each that should be known to be missing.

    Ignored files, folders that are never read and files of unknown kind are left out silently. An
    include pattern decides in place of the file's kind, never against ignore files.
    """
    found = [each for source in config.sources for each in _walk_source(source, config)]
    files = [each for each in found if isinstance(each, SourceFile)]
    files.sort(key=lambda file: file.logical_path.encode())
    notices = [each for each in found if isinstance(each, Notice)]
    notices += _collisions(files)
    notices.sort(key=lambda notice: (notice.path.encode(), notice.reason))
    return Walk(tuple(files), tuple(notices))


def _walk_source(configured: SourceConfig, config: Config) -> Iterator[SourceFile | Notice]:
    root = Path(os.path.realpath(configured.location))
    prefix = f"@{configured.name}/" if len(config.sources) > 1 else ""
    rules, within = rules_above(root) if config.documents.gitignore else ((), "")
    source = _Source(
        configured.name,
        prefix,
        root,
        within,
        compile_globs(configured.include) if configured.include else Globs((), ()),
        compile_globs(configured.exclude).includes if configured.exclude else (),
        config.documents,
        config.root / "artifacts",
    )
    if not root.is_dir():
        yield _single_file(source, root)
        return
    folders = [_Folder(root, "", rules)]
    while folders:
        found = list(_in_folder(folders.pop(), source))
        folders += [each for each in reversed(found) if isinstance(each, _Folder)]
        yield from (each for each in found if not isinstance(each, _Folder))


def _single_file(source: _Source, file: Path) -> SourceFile | Notice:
    """Return a file that is a source of its own: being named, it is read whatever its kind."""
    try:
        mode = file.stat().st_mode
    except OSError as fault:
        return source.notice(file.name, f"cannot be read: {reason_of(fault)}")
    if not stat.S_ISREG(mode):
        return source.notice(file.name, _special_reason(mode))
    return _named_file(source, file.name, file)


def _in_folder(folder: _Folder, source: _Source) -> Iterator[_Found]:
    try:
        with os.scandir(folder.location) as listing:
            entries = sorted(listing, key=lambda entry: os.fsencode(entry.name))
    except OSError as fault:
        reason = f"cannot be listed, and what is below is left out: {reason_of(fault)}"
        yield source.notice(folder.path or ".", reason)
        return
    names = tuple(entry.name for entry in entries)
    if folder.path and is_foreign_folder(names):
        return
    folder, faults = _with_rules(folder, source)
    for name, reason in faults:
        yield source.notice(_join(folder.path, name), reason)
    for entry in entries:
        path = _join(folder.path, entry.name)
        found = _look_at(entry, _Entry(folder.location / entry.name, path, folder, names), source)
        if found is not None:
            yield found


def _with_rules(folder: _Folder, source: _Source) -> tuple[_Folder, list[tuple[str, str]]]:
    """Return `folder` with the rules of its own ignore files added."""
    if not source.documents.gitignore:
        return folder, []
    rules, faults = read_rules(folder.location, _join(source.within, folder.path).rstrip("/"))
    added = (*folder.rules, rules) if rules else folder.rules
    return _Folder(folder.location, folder.path, added), faults


def _look_at(listed: os.DirEntry[str], entry: _Entry, source: _Source) -> _Found | None:
    try:
        if listed.is_symlink():
            return _link(entry, source)
        if listed.is_dir(follow_symlinks=False):
            return _folder(entry, source)
        if listed.is_file(follow_symlinks=False):
            return _file(entry, source)
        mode = entry.location.lstat().st_mode
    except OSError as fault:
        return source.notice(entry.path, f"cannot be read: {reason_of(fault)}")
    if _is_left_out(entry, source):
        return None
    return source.notice(entry.path, _special_reason(mode))


def _folder(entry: _Entry, source: _Source) -> _Found | None:
    if is_never_folder(entry.name, entry.siblings) or entry.location == source.artifacts:
        return None
    if entry.name == "artifacts" and "siglum.toml" in entry.siblings:
        return None
    if is_ignored(entry.folder.rules, _join(source.within, entry.path), is_folder=True):
        return None
    fault = _name_fault(entry.name)
    if fault:
        return source.notice(entry.path, f"is left out with all below it: {fault}")
    return _Folder(entry.location, entry.path, entry.folder.rules)


def _file(entry: _Entry, source: _Source) -> SourceFile | Notice | None:
    if _is_left_out(entry, source):
        return None
    try:
        selected = _is_selected(entry, source)
    except OSError as fault:
        return source.notice(entry.path, f"cannot be read: {reason_of(fault)}")
    if not selected:
        return None
    if not source.include.includes and is_minified(entry.name):
        return source.notice(entry.path, "is minified by its name; `include` would read it")
    return _named_file(source, entry.path, entry.location)


def _named_file(source: _Source, path: str, location: Path) -> SourceFile | Notice:
    """Return a selected file, unless its name forbids."""
    fault = _name_fault(location.name)
    if fault:
        return source.notice(path, f"is left out: {fault}")
    if _DRIVE.match(source.prefix + path):
        return source.notice(path, "is left out: its path starts like that of a Windows drive")
    if is_secret_file(location.name) or is_secret_file(Path(os.path.realpath(location)).name):
        return source.notice(path, "is never read: files of this name hold credentials")
    return source.file(path, location)


def _is_left_out(entry: _Entry, source: _Source) -> bool:
    """Return whether an ignore file or the configuration leaves out what is no folder."""
    logical = source.prefix + entry.path
    return is_ignored(entry.folder.rules, _join(source.within, entry.path), is_folder=False) or matches_any(
        (*source.exclude, *source.include.excludes), entry.path, logical_path=logical
    )


def _is_selected(entry: _Entry, source: _Source) -> bool:
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


def _link(entry: _Entry, source: _Source) -> _Found | None:
    target = Path(os.path.realpath(entry.location))
    try:
        is_folder = stat.S_ISDIR(entry.location.stat().st_mode)
    except OSError as fault:
        return _reported_link(entry, source, f"is a link that leads nowhere: {reason_of(fault)}")
    if not source.documents.follow_links:
        return _unfollowed(entry, source, target=target, is_folder=is_folder)
    if not is_folder:
        return _file(entry, source) if target.is_file() else _special(entry, source)
    return _linked_folder(entry, source, target)


def _unfollowed(entry: _Entry, source: _Source, *, target: Path, is_folder: bool) -> Notice | None:
    if target.is_relative_to(source.root):
        inner = target.relative_to(source.root).as_posix()
        reason = f"is a link to {printable(inner)}, which is read under that name if at all"
    else:
        reason = "is a link that leaves the source; `follow_links = true` would read it"
    if not is_folder:
        return _reported_link(entry, source, reason)
    return source.notice(entry.path, reason) if _folder(entry, source) else None


def _reported_link(entry: _Entry, source: _Source, reason: str) -> Notice | None:
    """Report a link to a file that would have been read, and no other."""
    if _is_left_out(entry, source):
        return None
    try:
        selected = _is_selected(entry, source)
    except OSError:
        selected = False
    return source.notice(entry.path, reason) if selected else None


def _special(entry: _Entry, source: _Source) -> Notice | None:
    if _is_left_out(entry, source):
        return None
    return source.notice(entry.path, _special_reason(entry.location.stat().st_mode))


def _linked_folder(entry: _Entry, source: _Source, target: Path) -> _Found | None:
    """Enter a folder through a link: never one above, and each once, so that loops end."""
    found = _folder(entry, source)
    if not isinstance(found, _Folder) or is_never_folder(target.name, ()):
        return found if isinstance(found, Notice) else None
    above = Path(os.path.realpath(entry.folder.location))
    if above.is_relative_to(target):
        return source.notice(entry.path, "is a link to a folder above it, and would never end")
    if target in source.entered:
        return source.notice(entry.path, "is a link to a folder that another link has opened")
    source.entered.add(target)
    return found


def _special_reason(mode: int) -> str:
    kind = next((name for test, name in _SPECIAL if test(mode)), "something unknown")
    return f"is no regular file but {kind}, and is left out"


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _name_fault(name: str) -> str | None:
    """Return why no ref can be made with `name`, or None."""
    if any("\ud800" <= character <= "\udfff" for character in name):
        return "its name is not UTF-8"
    if "\\" in name:
        return "its name holds a backslash"
    if any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in name):
        return "its name holds a control character"
    return None


def printable(path: str) -> str:
    r"""Return `path` with what cannot be printed as escapes: `a\x01.md`, and `\udce9` as `\xe9`."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        character.encode("unicode_escape").decode()
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        else character
        for character in text
    )


def _collisions(files: list[SourceFile]) -> Iterator[Notice]:
    """Report files that some systems could not keep apart, and those that some could not hold."""
    groups: dict[str, list[str]] = {}
    for file in files:
        groups.setdefault(_folded(file.logical_path), []).append(file.logical_path)
        if ":" in file.path:
            yield Notice(file.logical_path, "has a colon in its path, which Windows cannot hold")
    for paths in groups.values():
        for path in paths if len(paths) > 1 else ():
            others = ", ".join(other for other in paths if other != path)
            reason = f"differs only by case or Unicode normalisation from {others}"
            yield Notice(path, reason)


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
