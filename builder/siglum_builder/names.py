"""The names of files: which no ref can hold, which some systems confuse, and how they are shown."""

from __future__ import annotations

import os
import re
import unicodedata
from typing import TYPE_CHECKING

from siglum_builder.model import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from siglum_builder.model import SourceFile

_DRIVE = re.compile("[A-Za-z]:")


def join(folder: str, name: str) -> str:
    """Return the path of `name` in `folder`, which is empty for the root."""
    return f"{folder}/{name}" if folder else name


def name_fault(name: str) -> str | None:
    """Return why no ref can be made with `name`, or None."""
    if any("\ud800" <= character <= "\udfff" for character in name):
        return "its name is not UTF-8"
    if "\\" in name:
        return "its name holds a backslash"
    if any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in name):
        return "its name holds a control character"
    return None


def path_fault(logical_path: str) -> str | None:
    """Return why no ref can be made with a path whose parts are without fault, or None."""
    return "its path starts like that of a Windows drive" if _DRIVE.match(logical_path) else None


def printable(path: str) -> str:
    r"""Return `path` with what cannot be printed as escapes: `a\x01.md`, and `\udce9` as `\xe9`."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        character.encode("unicode_escape").decode()
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        else character
        for character in text
    )


def odd_names(files: Sequence[SourceFile]) -> Iterator[Notice]:
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
