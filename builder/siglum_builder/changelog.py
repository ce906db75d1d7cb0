"""Recognise changelogs and release notes: they mention everything, and explain little of it."""

from __future__ import annotations

import re

_NAMES = (
    "change-?logs?",
    "changes",
    "history",
    "news",
    "release-?notes?",
    "releases?",
    "what-?s-?new",
    "breaking-?changes",
    "upgrading",
    "リリースノート",
    "変更履歴",
    "更新履歴",
    "更新日志",
    "发行说明",
    "릴리스-?노트",
    "notes-de-version",
    "notas-de-la-versi[oó]n",
    "versionshinweise",
)
"""Names of files and folders, words joined by a hyphen."""

_NAME = re.compile(f"(?:{'|'.join(_NAMES)})(?:-[a-z]{{2}})?", re.IGNORECASE)
_WORDS = re.compile(r"[\s_.]+|(?<=[a-z])(?=[A-Z])")


def is_changelog(path: str) -> bool:
    """Tell whether a path (inside its source) names a changelog or release notes, or a folder of them."""
    *folders, name = path.split("/")
    parts = (*folders, name.rpartition(".")[0] or name)
    return any(_NAME.fullmatch(_WORDS.sub("-", part)) for part in parts)
