"""The walk over the sources: which files a build reads, in which order, and what it leaves out."""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from siglum.globs import Globs, compile_globs
from siglum_builder.errors import BuildError, reason_of
from siglum_builder.ignore import is_foreign_folder, read_rules, rules_above
from siglum_builder.languages import HTML
from siglum_builder.model import Notice, SourceFile
from siglum_builder.names import join, odd_names
from siglum_builder.selection import (
    Entry,
    Folder,
    Found,
    Source,
    Unread,
    find_file,
    find_folder,
    is_left_out,
    named_file,
    special_reason,
)
from siglum_builder.symlinks import find_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from siglum_builder.config import Config, SourceConfig

SHOWN_ENDINGS = 10
"""Endings that a line about unread files names."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What a build reads; the same for the same tree and configuration, always."""

    files: tuple[SourceFile, ...]
    """By logical path, bytewise."""
    skipped: tuple[Notice, ...]
    """What was left out though it looks as if it were meant, by path."""
    notices: tuple[Notice, ...]
    """What is odd about names and ignore files that are read all the same, by path."""
    unread: tuple[tuple[str, int], ...]
    """Ending (empty for none) and number of the files that nothing reads by default, by ending."""


@dataclass(frozen=True, slots=True)
class _Odd:
    """A notice that costs no file."""

    notice: Notice


_Outcome = SourceFile | Notice | Unread | _Odd


def walk(config: Config) -> Walk:
    """Return the files of all sources, and what should be known of them and of those left out.

    Ignored files and folders that are never read are left out silently; files of unknown kind are
    counted. An include pattern decides in place of the file's kind, never against ignore files.

    Raises:
        BuildError: a source gives no file at all.
    """
    found: list[_Outcome] = []
    for source in config.sources:
        outcomes = list(_walk_source(source, config))
        if not any(isinstance(each, SourceFile) for each in outcomes):
            raise BuildError(_nothing_found(source, outcomes))
        found += outcomes
    files = [each for each in found if isinstance(each, SourceFile)]
    files.sort(key=lambda file: file.logical_path.encode())
    odd = [each.notice for each in found if isinstance(each, _Odd)]
    return Walk(
        tuple(files),
        skipped=_by_path(each for each in found if isinstance(each, Notice)),
        notices=_by_path([*odd, *odd_names(files)]),
        unread=_tally(found),
    )


def _by_path(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    return tuple(sorted(notices, key=lambda notice: (notice.path.encode(), notice.reason)))


def _tally(found: Iterable[_Outcome]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(each.ending for each in found if isinstance(each, Unread)).items()))


def unread_line(unread: Iterable[tuple[str, int]]) -> str:
    """Return the tally of unread files in words, commonest first: `3 .html, 2 without ending, 1 .ipynb`."""
    ranked = sorted(unread, key=lambda each: (-each[1], each[0]))
    told = [f"{count} {ending or 'without ending'}" for ending, count in ranked[:SHOWN_ENDINGS]]
    rest = sum(count for _, count in ranked[SHOWN_ENDINGS:])
    return ", ".join([*told, *([f"{rest} others"] if rest else [])])


def unread_advice(unread: Iterable[tuple[str, int]]) -> str:
    """Return what may be done about unread files, in words."""
    html = any(ending in HTML for ending, _ in unread)
    return "include would index them as plain text" + ("; convert HTML to Markdown first" if html else "")


def _nothing_found(source: SourceConfig, outcomes: list[_Outcome]) -> str:
    """Say that a source gives no file, why, and what to do."""
    skipped = [each for each in outcomes if isinstance(each, Notice)]
    unread = _tally(outcomes)
    if source.include:
        why = f"its include ({', '.join(source.include)}) matches no file that is not ignored or excluded"
        fix = "correct include"
    else:
        why = "no file in it is of a known kind and neither ignored nor excluded"
        fix = f"name others with include in siglum.toml ({unread_advice(unread)})"
    details = [
        *([f"not read: {unread_line(unread)}"] if unread else []),
        *([f"{len(skipped)} skipped, first {skipped[0].path}: {skipped[0].reason}"] if skipped else []),
    ]
    told = f" ({'; '.join(details)})" if details else ""
    return (
        f"nothing to build: source {source.name!r} ({source.path}) gives no file,"
        f" since {why}{told}; {fix}, or leave the source out"
    )


def _walk_source(configured: SourceConfig, config: Config) -> Iterator[_Outcome]:
    root = Path(os.path.realpath(configured.location))
    prefix = f"@{configured.name}/" if len(config.sources) > 1 else ""
    rules, within = rules_above(root) if config.documents.gitignore else ((), "")
    source = Source(
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
    folders = [Folder(root, "", rules)]
    while folders:
        found = list(_in_folder(folders.pop(), source))
        folders += [each for each in reversed(found) if isinstance(each, Folder)]
        yield from (each for each in found if not isinstance(each, Folder))


def _single_file(source: Source, file: Path) -> SourceFile | Notice:
    """Return a file that is a source of its own: being named, it is read whatever its kind."""
    try:
        mode = file.stat().st_mode
    except OSError as fault:
        return source.notice(file.name, f"cannot be read: {reason_of(fault)}")
    if not stat.S_ISREG(mode):
        return source.notice(file.name, special_reason(mode))
    return named_file(source, file.name, file)


def _in_folder(folder: Folder, source: Source) -> Iterator[_Outcome | Folder]:
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
        yield _Odd(source.notice(join(folder.path, name), reason))
    for entry in entries:
        path = join(folder.path, entry.name)
        found = _look_at(entry, Entry(folder.location / entry.name, path, folder, names), source)
        if found is not None:
            yield found


def _with_rules(folder: Folder, source: Source) -> tuple[Folder, list[tuple[str, str]]]:
    """Return `folder` with the rules of its own ignore files added."""
    if not source.documents.gitignore:
        return folder, []
    rules, faults = read_rules(folder.location, join(source.within, folder.path).rstrip("/"))
    added = (*folder.rules, rules) if rules else folder.rules
    return Folder(folder.location, folder.path, added), faults


def _look_at(listed: os.DirEntry[str], entry: Entry, source: Source) -> Found | None:
    try:
        if listed.is_symlink():
            return find_link(entry, source)
        if listed.is_dir(follow_symlinks=False):
            return find_folder(entry, source)
        if listed.is_file(follow_symlinks=False):
            return find_file(entry, source)
        mode = entry.location.lstat().st_mode
    except OSError as fault:
        return source.notice(entry.path, f"cannot be read: {reason_of(fault)}")
    return None if is_left_out(entry, source) else source.notice(entry.path, special_reason(mode))
