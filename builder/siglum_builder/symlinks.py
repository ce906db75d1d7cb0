"""Symbolic links on the walk: reported, or followed to an end."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from siglum_builder.errors import reason_of
from siglum_builder.ignore import is_never_folder
from siglum_builder.names import printable
from siglum_builder.selection import Folder, find_file, find_folder, is_left_out, is_selected, special_reason

if TYPE_CHECKING:
    from siglum_builder.model import Notice
    from siglum_builder.selection import Entry, Found, Source


def find_link(entry: Entry, source: Source) -> Found | None:
    """Return what a link stands for where links are followed, else why it is left out."""
    target = Path(os.path.realpath(entry.location))
    try:
        mode = entry.location.stat().st_mode
    except OSError as fault:
        return _reported(entry, source, f"is a link that leads nowhere: {reason_of(fault)}")
    if not source.documents.follow_links:
        return _unfollowed(entry, source, target=target, is_folder=stat.S_ISDIR(mode))
    if stat.S_ISDIR(mode):
        return _followed_folder(entry, source, target)
    if stat.S_ISREG(mode):
        return find_file(entry, source)
    return None if is_left_out(entry, source) else source.notice(entry.path, special_reason(mode))


def _unfollowed(entry: Entry, source: Source, *, target: Path, is_folder: bool) -> Notice | None:
    if target.is_relative_to(source.root):
        inner = target.relative_to(source.root).as_posix()
        reason = f"is a link to {printable(inner)}, which is read under that name if at all"
    else:
        reason = "is a link that leaves the source; `follow_links = true` would read it"
    if not is_folder:
        return _reported(entry, source, reason)
    return source.notice(entry.path, reason) if find_folder(entry, source) else None


def _reported(entry: Entry, source: Source, reason: str) -> Notice | None:
    """Report a link to a file that would have been read, and no other."""
    if is_left_out(entry, source):
        return None
    try:
        selected = is_selected(entry, source)
    except OSError:
        selected = False
    return source.notice(entry.path, reason) if selected else None


def _followed_folder(entry: Entry, source: Source, target: Path) -> Folder | Notice | None:
    """Enter a folder through a link: never one above, and each once, so that loops end."""
    found = find_folder(entry, source)
    if not isinstance(found, Folder) or is_never_folder(target.name, ()):
        return None if isinstance(found, Folder) else found
    above = Path(os.path.realpath(entry.folder.location))
    if above.is_relative_to(target):
        return source.notice(entry.path, "is a link to a folder above it, and would never end")
    if target in source.entered:
        return source.notice(entry.path, "is a link to a folder that another link has opened")
    source.entered.add(target)
    return found
