"""The configuration of a build, checked once: `siglum.toml`, or a list of paths in its place."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated

from siglum.settings import McpSettings, SearchSettings
from siglum.typed import Between
from siglum_builder.config_checks import (
    check_encodings,
    check_labels,
    check_mcp,
    check_name,
    check_patterns,
    check_unique,
    check_url,
)
from siglum_builder.errors import ConfigError, reason_of
from siglum_builder.tables import ConfigPlace, read_document, read_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

_MEBIBYTE = 1 << 20
_LARGEST = 1024 * _MEBIBYTE
"""Offsets are stored in 32 bits, and UTF-8 may take three bytes for one of the file."""
_SEARCH = SearchSettings()
_MCP = McpSettings()


@dataclass(frozen=True, slots=True)
class ArtifactConfig:
    """`[artifact]`."""

    name: str


@dataclass(frozen=True, slots=True)
class SourceConfig:
    """`[[source]]`: a named root of the corpus."""

    name: str
    path: str
    """As the manifest records it: relative to `siglum.toml`, without one the last part of PATH."""
    location: Path
    """Where it is now; never recorded."""
    include: tuple[str, ...] = ()
    """Patterns; none means what is read by default."""
    exclude: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    base_url: str | None = None


@dataclass(frozen=True, slots=True)
class DocumentsConfig:
    """`[documents]`: how files are found and read."""

    encodings: tuple[str, ...] = ("shift_jis", "euc_jp", "cp1252")
    """Tried, after UTF-8, on files without a byte order mark."""
    exclude_headings: tuple[str, ...] = ()
    """Headings whose sections are stored but not found."""
    gitignore: bool = True
    """Whether `.gitignore` and `.siglumignore` are honoured."""
    follow_links: bool = False
    """Whether symbolic links are followed."""
    max_bytes: Annotated[int, Between(1, _LARGEST)] = 32 * _MEBIBYTE
    """A larger file is skipped."""


@dataclass(frozen=True, slots=True)
class Config:
    """A whole configuration; two of equal `canonical` form build the same from the same files."""

    root: Path
    """The folder that relative source paths refer to; never recorded."""
    artifact: ArtifactConfig
    sources: tuple[SourceConfig, ...]
    documents: DocumentsConfig = DocumentsConfig()
    search: SearchSettings = _SEARCH
    mcp: McpSettings = _MCP


@dataclass(frozen=True, slots=True)
class ArtifactTable:
    """`[artifact]` as it is written."""

    name: str | None = None
    """Default: the last part of `-o`, else the name of this file's folder."""


@dataclass(frozen=True, slots=True)
class SourceTable:
    """`[[source]]` as it is written: a named root of the corpus."""

    path: str
    """A folder or a file, relative to this file, with `/` between parts."""
    name: str | None = None
    """Default: the last part of `path`, for `.` the artifact's name."""
    include: tuple[str, ...] = ()
    """Patterns as in `.gitignore`; none means every file of a known kind."""
    exclude: tuple[str, ...] = ()
    """Patterns of what is left out, without `!`."""
    labels: tuple[str, ...] = ()
    """Names by which the source can be asked for."""
    base_url: str | None = None
    """What citation addresses begin with: `https://example.org/guide/`; or where the path goes in them:
    `https://example.org/guide/{stem}.html`, with `{path}` for the path with its ending. With `{stem}/` an
    `index` or `README` is its folder."""


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """`siglum.toml`: what to build, and how. Unknown keys are errors."""

    artifact: ArtifactTable = ArtifactTable()
    source: tuple[SourceTable, ...] = ()
    """Default: one, the folder of this file."""
    documents: DocumentsConfig = DocumentsConfig()
    search: SearchSettings = _SEARCH
    mcp: McpSettings = _MCP


def load_config(path: Path, *, name: str | None = None) -> Config:
    """Read `siglum.toml`; raise `ConfigError` for anything in it that is not right.

    `name` is the artifact's where the file gives none; without both it is the folder's. A file
    without a `[[source]]` has one, its own folder.
    """
    place = ConfigPlace(path.as_posix())
    document = read_document(path)
    if isinstance(document.get("source"), dict):
        raise ConfigError(f"{place}: [source] is one of a list of tables; write `[[source]]`")
    file = read_tables(document, ConfigFile(), place)
    root = path.parent.resolve()
    given = file.artifact.name
    artifact = given if given is not None else safe_name(name or root.name)
    check_name(artifact, place.at("artifact", "name"))
    sources = tuple(
        _source(table, place.at("source", number), root=root, artifact=artifact)
        for number, table in enumerate(file.source or (SourceTable(path="."),))
    )
    check_unique((source.name for source in sources), place)
    check_encodings(file.documents.encodings, place.at("documents", "encodings"))
    check_mcp(file.mcp, place.at("mcp"))
    return Config(root, ArtifactConfig(artifact), sources, file.documents, file.search, file.mcp)


def config_of_paths(paths: Sequence[Path], *, name: str | None) -> Config:
    """Return the configuration of a build without `siglum.toml`: each path is a source.

    A source is named after the last part of its path, `-2` and so on being added where that is
    taken. The artifact is called `name`, else as the first source.
    """
    if not paths:
        raise ConfigError("no path to build from; name a folder or a file")
    sources: list[SourceConfig] = []
    for path in paths:
        location = _existing(path.resolve(), ConfigPlace(path.as_posix()))
        taken = {source.name.casefold() for source in sources}
        called = _free_name(safe_name(_stem(location)), taken)
        sources.append(SourceConfig(called, location.name or called, location))
    artifact = safe_name(name) if name else sources[0].name
    first = sources[0].location
    return Config(first if first.is_dir() else first.parent, ArtifactConfig(artifact), tuple(sources))


def canonical(config: Config) -> dict[str, object]:
    """Return what the manifest records: every key in force, no path of this machine."""
    sources = [asdict(source) for source in config.sources]
    for source in sources:
        del source["location"]
    return {
        "artifact": _listed(asdict(config.artifact)),
        "source": _listed(sources),
        "documents": _listed(asdict(config.documents)),
        "search": _listed(asdict(config.search)),
        "mcp": _listed(asdict(config.mcp)),
    }


def safe_name(text: str) -> str:
    """Return `text` as a name that a source or an artifact may have: `My docs` is `My-docs`."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "docs"


def _listed(value: object) -> object:
    """Return `value` with lists for tuples, as JSON gives it back."""
    if isinstance(value, dict):
        return {key: _listed(each) for key, each in value.items()}
    return [_listed(each) for each in value] if isinstance(value, (tuple, list)) else value


def _source(table: SourceTable, place: ConfigPlace, *, root: Path, artifact: str) -> SourceConfig:
    path = _recorded(table.path, place)
    location = _existing((root / path).absolute(), place.at("path"))
    derived = artifact if path == "." else safe_name(_stem(location.resolve()))
    name = derived if table.name is None else table.name
    check_name(name, place.at("name"))
    check_patterns(table.include, place.at("include"), negatable=True)
    check_patterns(table.exclude, place.at("exclude"), negatable=False)
    check_labels(table.labels, place.at("labels"))
    check_url(table.base_url, place.at("base_url"))
    return SourceConfig(name, path, location, table.include, table.exclude, table.labels, table.base_url)


def _recorded(path: str, place: ConfigPlace) -> str:
    if not path:
        raise place.at("path").error(path, "a folder or a file, `.` for the folder of this file")
    if "\\" in path or "\0" in path or PurePosixPath(path).is_absolute() or path[1:2] == ":":
        accepted = "a path relative to this file, with `/` between parts (`..` leads above its folder)"
        raise place.at("path").error(path, accepted)
    return PurePosixPath(path).as_posix()


def _existing(location: Path, place: ConfigPlace) -> Path:
    """Return `location`; raise `ConfigError` where nothing is."""
    try:
        location.stat()
    except (OSError, ValueError) as fault:
        reason = reason_of(fault) if isinstance(fault, OSError) else "it is not a path"
        revision = "@" in location.name
        fix = (
            "check that revision out and name its folder"
            if revision
            else "name a folder or a file that exists"
        )
        raise ConfigError(f"{place}: no source there ({reason}); {fix}") from None
    return location


def _stem(location: Path) -> str:
    return location.name if location.is_dir() else location.stem


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name}-{number}"
    return free
