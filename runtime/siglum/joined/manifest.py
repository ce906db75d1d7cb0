"""One manifest for several artifacts, and whether they can be searched as one."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from siglum.artifact.manifest import (
    VERSION_LENGTH,
    CalibrationEntry,
    EmbedderEntry,
    Manifest,
    PriorEntry,
    SourceEntry,
)
from siglum.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from siglum.artifact.manifest import NoticeEntry
    from siglum.reader import ArtifactReader
    from siglum.settings import SearchSettings


def join_manifests(readers: Sequence[ArtifactReader]) -> Manifest:
    """Return a manifest that stands for all, its digest made of theirs.

    Raises:
        RequestError: two have the same name, or they rank by different settings.
    """
    _check_names(readers)
    _check_settings(readers)
    manifests = [reader.manifest for reader in readers]
    listed = "".join(f"{manifest.digest}  {manifest.name}\n" for manifest in manifests)
    digest = hashlib.sha256(listed.encode()).hexdigest()
    largest = max(manifests, key=lambda manifest: manifest.counts.get("chunks", 0))
    return Manifest(
        format_version=manifests[0].format_version,
        name="+".join(manifest.name for manifest in manifests),
        version=digest[:VERSION_LENGTH],
        digest=digest,
        files={},
        counts=_sums(manifest.counts for manifest in manifests),
        counts_by_format=_sums(manifest.counts_by_format for manifest in manifests),
        counts_by_language=_sums(manifest.counts_by_language for manifest in manifests),
        sources=tuple(map(_source, manifests)),
        analyzer_version=manifests[0].analyzer_version,
        chunker_version=min(manifest.chunker_version for manifest in manifests),
        languages=_languages(manifests),
        embedder=_embedder(manifests),
        prior=_prior(manifests),
        calibration=_calibration(manifests),
        search=largest.search,
        configuration={"mcp": _presentation(manifests)},
        packages={},
        skipped=tuple(_inside(m, entry) for m in manifests for entry in m.skipped),
        notices=tuple(_inside(m, entry) for m in manifests for entry in m.notices),
    )


def _check_names(readers: Sequence[ArtifactReader]) -> None:
    folders: dict[str, Path] = {}
    for reader in readers:
        name, folder = reader.manifest.name, reader.folder
        other = folders.setdefault(name, folder)
        if other is folder:
            continue
        if other.resolve() == folder.resolve():
            raise RequestError(f"{folder.as_posix()} is given twice: name it once")
        raise RequestError(
            f"two artifacts are named {name}, {other.as_posix()} and {folder.as_posix()}, so no ref could"
            " tell them apart: open one of them, or build one under another name: [artifact] name, or the"
            " last part of -o"
        )


def _check_settings(readers: Sequence[ArtifactReader]) -> None:
    """Check that all rank by the same rules; how sure an answer is may be calibrated by each."""
    first = readers[0].manifest
    expected = dict(_flat(_ranking(first.search)))
    for manifest in (reader.manifest for reader in readers[1:]):
        for key, value in _flat(_ranking(manifest.search)):
            if value != expected[key]:
                raise RequestError(
                    f"[search] {key} is {expected[key]} in {first.name} and {value} in {manifest.name}, so"
                    " one search cannot follow both: build them with the same [search], or open one"
                )


def _ranking(settings: SearchSettings) -> dict[str, Any]:
    return {key: value for key, value in asdict(settings).items() if key != "confidence"}


def _flat(settings: Mapping[str, Any], above: str = "") -> Iterable[tuple[str, object]]:
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield above + key, value


def _sums(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(sorted(total.items()))


def _source(manifest: Manifest) -> SourceEntry:
    """Return an artifact as a source, which can also be asked for by the names of its own."""
    names = dict.fromkeys(name for source in manifest.sources for name in (source.name, *source.labels))
    return SourceEntry(
        name=manifest.name,
        root=".",
        labels=tuple(name for name in names if name != manifest.name),
        base_url=None,
        documents=manifest.counts.get("documents", 0),
        digest=manifest.digest,
    )


def _languages(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """Return every language, commonest first; code counts as of none, as when an artifact is built."""
    counts: Counter[str] = Counter()
    for manifest in manifests:
        docs = manifest.counts_by_language
        counts.update(docs)
        counts["und"] += manifest.counts.get("documents", 0) - sum(docs.values())
    known = {language for manifest in manifests for language in manifest.languages}
    return tuple(sorted(known, key=lambda language: (-counts[language], language)))


def _embedder(manifests: Sequence[Manifest]) -> EmbedderEntry:
    """Return what the spaces are together."""
    known = [manifest for manifest in manifests if manifest.embedder.dimension]
    if not known:
        return manifests[0].embedder
    return replace(
        known[0].embedder,
        dimension=sum(manifest.embedder.dimension for manifest in known),
        background_median=_mean(known, [manifest.embedder.background_median for manifest in known]),
    )


def _prior(manifests: Sequence[Manifest]) -> PriorEntry:
    """Return what the prior's vectors are together: as reliable as in the artifact where they are most.

    They are one space, whereas the artifacts' own vectors compare less the more artifacts there are. An
    artifact without a heading had nothing to judge them by, and none for a background.
    """
    known = [manifest for manifest in manifests if manifest.prior.dimension]
    if not known:
        return PriorEntry()
    judged = [manifest.prior for manifest in known if manifest.prior.background_median]
    return replace(
        known[0].prior,
        dimension=sum({manifest.prior.table: manifest.prior.dimension for manifest in known}.values()),
        background_median=_mean(known, [manifest.prior.background_median for manifest in known]),
        reliability=max(entry.reliability for entry in judged or [manifest.prior for manifest in known]),
    )


def _calibration(manifests: Sequence[Manifest]) -> CalibrationEntry:
    """Return what the calibrations are on average over the chunks."""
    entries = [manifest.calibration for manifest in manifests]
    return CalibrationEntry(
        sum(entry.questions for entry in entries),
        round(_mean(manifests, [entry.background for entry in entries]), 3),
        round(_mean(manifests, [entry.shift for entry in entries]), 3),
    )


def _mean(manifests: Sequence[Manifest], values: Sequence[float]) -> float:
    """Return the mean of a value of each artifact over the chunks."""
    chunks = [manifest.counts["chunks"] for manifest in manifests]
    weighted = math.fsum(value * count for value, count in zip(values, chunks, strict=True))
    return round(weighted / (sum(chunks) or 1), 6)


def _presentation(manifests: Sequence[Manifest]) -> dict[str, object]:
    """Return `[mcp]` of all: their descriptions and examples, a prefix only where all have the same."""
    given = [manifest.configuration.get("mcp", {}) for manifest in manifests]
    prefixes = {each.get("tool_prefix", "") for each in given}
    described = [
        each.get("description") or f"the corpus {manifest.name}"
        for each, manifest in zip(given, manifests, strict=True)
    ]
    return {
        "tool_prefix": prefixes.pop() if len(prefixes) == 1 else "",
        "description": " and ".join(described),
        "examples": [example for each in given for example in each.get("examples", ())],
    }


def _inside(manifest: Manifest, entry: NoticeEntry) -> NoticeEntry:
    return replace(entry, path=f"@{manifest.name}/{entry.path}")
