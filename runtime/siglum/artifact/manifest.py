"""`manifest.json`, the sealed description of an artifact."""

# No postponed annotations here: `typed.read` evaluates them at every open, and text takes longer.

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from siglum import typed
from siglum.artifact import FORMAT_VERSION
from siglum.errors import ArtifactDamaged, ArtifactForeign
from siglum.settings import SearchSettings
from siglum.text import ANALYZER_VERSION

MANIFEST = "manifest.json"
INDEX = "index.duckdb"
VECTORS = "vectors.usearch"
VERSION_LENGTH = 16
"""Hex digits of the content digest that name a version."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the version, by its path inside it."""

    size: int
    """Bytes."""
    sha256: str


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A source and what it held."""

    name: str
    root: str
    """Relative to siglum.toml, `/`-separated; without one the last part of the path."""
    labels: tuple[str, ...]
    base_url: str | None
    documents: int
    digest: str
    """sha256 over the sorted lines `<sha256>  <path>`."""


@dataclass(frozen=True, slots=True)
class EmbedderEntry:
    """What turns a query into a vector."""

    id: str
    """`lsi` or `none` (a corpus too small for one)."""
    dimension: int
    dtype: str
    """Of the stored rows: int8."""
    metric: str
    background_median: float
    """Median cosine between chunks of this corpus: what unrelated text scores."""


@dataclass(frozen=True, slots=True)
class PriorEntry:
    """The second vectors: of terms that were learnt once, from other texts."""

    table: str = ""
    """sha256 of the table that the builder had; empty without one."""
    dimension: int = 0
    background_median: float = 0.0
    """As the embedder's."""
    reliability: float = 0.0
    """How well they find the corpus's own texts by their headings, beside the embedder's, 0..1."""


@dataclass(frozen=True, slots=True)
class CalibrationEntry:
    """What confidence is in this corpus, by questions made of its own words that it does not answer."""

    questions: int = 0
    background: float = 0.0
    """Median log odds of an answer that the regression gives to them."""
    shift: float = 0.0
    """Added to the log odds of every query, so that a level means the same as in any corpus."""


@dataclass(frozen=True, slots=True)
class NoticeEntry:
    """A file that was skipped, or what a user should know about one."""

    path: str
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """The whole of `manifest.json` but its seal."""

    format_version: int
    name: str
    version: str
    digest: str
    """sha256 of the logical content: rows, vectors and settings."""
    files: dict[str, FileEntry]
    counts: dict[str, int]
    counts_by_format: dict[str, int]
    """Documents of each format."""
    counts_by_language: dict[str, int]
    """Documents of each language."""
    sources: tuple[SourceEntry, ...]
    analyzer_version: int
    chunker_version: int
    languages: tuple[str, ...]
    """With which a query is analysed, commonest first."""
    embedder: EmbedderEntry
    search: SearchSettings
    configuration: dict[str, Any]
    """The rest of siglum.toml as it was in force, paths relative."""
    packages: dict[str, str]
    """Versions that shape the bytes."""
    skipped: tuple[NoticeEntry, ...] = ()
    notices: tuple[NoticeEntry, ...] = ()
    prior: PriorEntry = PriorEntry()
    calibration: CalibrationEntry = CalibrationEntry()


def canonical(data: object) -> bytes:
    """Return `data` as canonical JSON: sorted keys, two spaces, UTF-8, trailing newline."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2) + b"\n"


def sealed_bytes(manifest: Manifest) -> bytes:
    """Return the bytes of `manifest.json`, seal included."""
    data = asdict(manifest)
    return canonical(data | {"seal": hashlib.sha256(canonical(data)).hexdigest()})


_OUTSIDE_DIGEST = ("version", "digest", "files", "packages")


def settings_bytes(manifest: Manifest) -> bytes:
    """Return what the content digest covers of the manifest: all but names of bytes and packages."""
    data = asdict(manifest)
    return canonical({key: value for key, value in data.items() if key not in _OUTSIDE_DIGEST})


def read_manifest(path: Path) -> Manifest:
    """Read and check `manifest.json`: format, analyzer, seal, canonical form.

    Raises:
        ArtifactDamaged: not JSON, not canonical, or the seal does not match.
        ArtifactForeign: another format or analyzer version.
    """
    try:
        raw = path.read_bytes()
        data = orjson.loads(raw)
        format_version, analyzer = data["format_version"], data["analyzer_version"]
        seal = data.pop("seal", None)
        found = hashlib.sha256(canonical(data)).hexdigest()
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ArtifactDamaged(f"{path} is not a readable manifest ({error}); {REBUILD}") from error
    _check_versions(path, format_version, analyzer)
    if seal != found or canonical(data | {"seal": seal}) != raw:
        raise ArtifactDamaged(f"{path} was changed: its seal is {seal}, its text gives {found}; {REBUILD}")
    try:
        return typed.read(Manifest, data)
    except typed.FieldError as error:
        raise ArtifactDamaged(f"{path} is not a manifest of this format ({error}); {REBUILD}") from error


REBUILD = "restore it from where it was published, or run `siglum build` again"
REPLACE = "rebuild it with `siglum build`, or install the siglum that made it"


def _check_versions(path: Path, format_version: object, analyzer: object) -> None:
    if format_version != FORMAT_VERSION:
        raise ArtifactForeign(
            f"{path} has format {format_version}, this siglum reads format {FORMAT_VERSION}: {REPLACE}"
        )
    if analyzer != ANALYZER_VERSION:
        raise ArtifactForeign(
            f"{path} was made by text analyzer {analyzer}, this siglum has {ANALYZER_VERSION}: {REPLACE}"
        )
