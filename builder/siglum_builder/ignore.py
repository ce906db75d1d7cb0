"""What is never read, and what the ignore files of a tree leave out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from siglum_builder.errors import reason_of
from siglum_builder.gitignore import IgnorePattern, decision, parse_pattern
from siglum_builder.publish import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

IGNORE_FILES = (".gitignore", ".siglumignore")
"""In rising order of weight."""

NEVER_FOLDERS = frozenset(
    (
        *(".git", ".hg", ".svn", ".jj"),
        *("node_modules", "bower_components", ".eggs", ".tox", ".nox", ".direnv", ".terraform"),
        *("__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"),
        *(".gradle", ".next", ".nuxt", ".svelte-kit", ".turbo", ".parcel-cache"),
        ".ipynb_checkpoints",
    )
)
"""Version control, installed packages and caches: names that nothing else has."""

MARKERS = frozenset(("pyvenv.cfg", "conda-meta", "CACHEDIR.TAG"))
"""A folder that holds one is a virtual environment or a cache."""

_PYTHON = ("pyproject.toml", "setup.py", "setup.cfg")
_GRADLE = ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")
_NODE = ("package.json",)

OUTPUT_BESIDE: dict[str, frozenset[str]] = {
    "build": frozenset((*_PYTHON, *_GRADLE, *_NODE, "CMakeLists.txt", "meson.build")),
    "dist": frozenset((*_PYTHON, *_NODE)),
    "out": frozenset((*_GRADLE, *_NODE)),
    "target": frozenset(("Cargo.toml", "pom.xml", "build.sbt")),
    "bin": frozenset(("Directory.Build.props",)),
    "obj": frozenset(("Directory.Build.props",)),
}
"""Names that documentation uses too are build output only beside a file whose tool writes there."""

SECRET_FILES = (
    ".env*",
    "*.env",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    ".netrc",
    ".pgpass",
    ".htpasswd",
    ".git-credentials",
)
"""Files that exist to hold credentials; no pattern brings them in."""

_VERSION = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The patterns of one folder's ignore files."""

    base: str
    """That folder, `/`-separated, from the same top as the paths that are asked about."""
    patterns: tuple[IgnorePattern, ...]


def is_never_folder(name: str, siblings: Iterable[str]) -> bool:
    """Return whether a folder is left out for its name and for what stands beside it."""
    if name in NEVER_FOLDERS or is_workspace(name) or name.endswith(".egg-info"):
        return True
    return not OUTPUT_BESIDE.get(name, frozenset()).isdisjoint(siblings)


def is_workspace(name: str) -> bool:
    """Return whether a build that runs, or was killed, wrote the file or folder."""
    return name.startswith(PREFIX)


def is_foreign_folder(names: Sequence[str]) -> bool:
    """Return whether the names in a folder make it an environment, a cache or an artifact."""
    if not MARKERS.isdisjoint(names):
        return True
    return "current" in names and any(_VERSION.fullmatch(name) for name in names)


def is_secret_file(name: str) -> bool:
    """Return whether a file is never read because files of its name hold credentials."""
    return any(fnmatchcase(name.casefold(), pattern) for pattern in SECRET_FILES)


def is_ignored(rules: Sequence[IgnoreRules], path: str, *, is_folder: bool) -> bool:
    """Return whether git would ignore `path` itself: the innermost file that has a say decides.

    Whether a folder above is ignored is for the caller to ask on the way down, since nothing below
    it can be brought back.
    """
    for rule in reversed(rules):
        inner = path[len(rule.base) + 1 :] if rule.base else path
        said = decision(rule.patterns, inner, is_folder=is_folder)
        if said is not None:
            return said
    return False


def read_rules(folder: Path, base: str) -> tuple[IgnoreRules | None, list[tuple[str, str]]]:
    """Read the ignore files of `folder`; return also their faults as (file name, reason)."""
    patterns: list[IgnorePattern | None] = []
    faults: list[tuple[str, str]] = []
    for name in IGNORE_FILES:
        try:
            lines = _lines(folder / name)
        except OSError as fault:
            faults.append((name, f"cannot be read and is not honoured: {reason_of(fault)}"))
            continue
        for line in lines:
            try:
                patterns.append(parse_pattern(line))
            except ValueError:
                faults.append((name, f"holds a malformed pattern, which is left out: {line!r}"))
    known = tuple(pattern for pattern in patterns if pattern)
    return (IgnoreRules(base, known) if known else None), faults


def _lines(file: Path) -> list[str]:
    """Return the lines of an ignore file; none where it is missing or no regular file."""
    if not file.is_file():
        return []
    text = file.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return [line.removesuffix("\r") for line in text.split("\n") if line.strip()]


def rules_above(root: Path) -> tuple[tuple[IgnoreRules, ...], str]:
    """Return the rules of the folders above `root` in its git checkout, and its path in there.

    There are none outside a checkout, nor where they leave out `root` itself: who names an ignored
    folder as a source wants it read. What git is told outside the tree differs between machines
    and is not honoured.
    """
    top = next((each for each in (root, *root.parents) if (each / ".git").exists()), root)
    parts = root.relative_to(top).parts
    rules: list[IgnoreRules] = []
    for depth in range(len(parts)):
        found, _ = read_rules(top.joinpath(*parts[:depth]), "/".join(parts[:depth]))
        rules.extend([found] if found else [])
        if is_ignored(rules, "/".join(parts[: depth + 1]), is_folder=True):
            return (), "/".join(parts)
    return tuple(rules), "/".join(parts)
