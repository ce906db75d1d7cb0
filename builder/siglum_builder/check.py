"""Compare a fresh build with what is there, to tell whether the index belongs to the sources."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import orjson

from siglum.artifact.locate import version_folder
from siglum.artifact.manifest import MANIFEST, Manifest, read_manifest
from siglum.errors import ArtifactMissing
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from siglum_builder.write import Written

LOCK_SUFFIX = ".manifest.json"
"""A committed manifest beside the artifact's folder works like a lock file."""
SHOWN = 20
"""Changed documents that are listed by name."""
SHORT = 80
"""Characters up to which the two values of a setting are shown."""
_SETTINGS = ("analyzer_version", "chunker_version", "configuration", "format_version", "name", "search")
"""What of a manifest is set and not counted."""


@dataclass(frozen=True, slots=True)
class AtHand:
    """What a fresh build is compared with."""

    manifest: Manifest
    folder: Path | None
    """The version; None where only its committed manifest is there."""


def at_hand(output: Path) -> AtHand:
    """Return the version in use under `output`, else the committed manifest `<output>.manifest.json`.

    Raises:
        ArtifactMissing: there is neither.
    """
    lock = output.with_name(output.name + LOCK_SUFFIX)
    try:
        folder = version_folder(output)
    except ArtifactMissing:
        if not lock.is_file():
            raise
        return AtHand(read_manifest(lock), None)
    return AtHand(read_manifest(folder / MANIFEST), folder)


def compare(written: Written, there: AtHand) -> list[str]:
    """Return how the fresh build differs from what is there; none if it does not.

    The content digest is compared always, file bytes where the same package versions made both.
    """
    before, after = there.manifest, written.manifest
    if before.digest == after.digest:
        return [] if before.packages != after.packages else _changed_bytes(before, after)
    documents = _documents(there, written)
    return [
        f"the sources give {after.version}, there is {before.version}",
        *_settings(before, after),
        *_skipped(before, after),
        *documents[:SHOWN],
        *([f"… and {len(documents) - SHOWN} more"] if len(documents) > SHOWN else []),
        *_changed("package", before.packages, after.packages),
    ]


def _changed_bytes(before: Manifest, after: Manifest) -> list[str]:
    return [
        f"{name} has other bytes for the same content and package versions"
        for name in sorted({*before.files, *after.files})
        if before.files.get(name) != after.files.get(name)
    ]


def _settings(before: Manifest, after: Manifest) -> Iterator[str]:
    pairs = [
        {key: text for name in _SETTINGS for key, text in _flat(name, asdict(manifest)[name])}
        for manifest in (before, after)
    ]
    return _changed("setting", *pairs)


def _flat(key: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the dotted key and the JSON of each value in a tree of settings."""
    if isinstance(value, dict):
        for name, below in value.items():
            yield from _flat(f"{key}.{name}", below)
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        for number, below in enumerate(value, 1):
            yield from _flat(f"{key} {number}", below)
    else:
        yield key.removeprefix("configuration."), orjson.dumps(value).decode()


def _changed(what: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    for key in sorted({*before, *after}):
        old, new = before.get(key, "none"), after.get(key, "none")
        if old != new:
            values = f"{old} there, {new} now"
            yield f"{what} {key}: {values if len(values) <= SHORT else 'differs'}"


def _skipped(before: Manifest, after: Manifest) -> Iterator[str]:
    """Yield what is skipped on one side only."""
    old, new = ({f"{e.path}: {e.reason}" for e in each.skipped} for each in (before, after))
    yield from (f"skipped now: {line}" for line in sorted(new - old))
    yield from (f"skipped no more: {line}" for line in sorted(old - new))


def _documents(there: AtHand, written: Written) -> list[str]:
    """Return the documents that differ, by name; the sources that do where only a manifest is there."""
    if there.folder is None:
        old, new = (
            {s.name: f"{s.documents} documents ({s.digest[:8]})" for s in manifest.sources}
            for manifest in (there.manifest, written.manifest)
        )
        return list(_changed("source", old, new))
    before, after = _sums(there.folder), _sums(written.folder)
    words = {(True, False): "removed", (False, True): "added", (True, True): "changed"}
    return [
        f"{words[path in before, path in after]}: {path}"
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    ]


def _sums(folder: Path) -> dict[str, str]:
    with ArtifactReader(folder) as reader:
        return dict(reader.store.rows("SELECT path, sha256 FROM documents"))
