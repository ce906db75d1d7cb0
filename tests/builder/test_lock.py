"""The committed manifest of this repository's own documentation belongs to its sources."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from siglum.artifact.manifest import read_manifest
from siglum_builder.config import load_config
from siglum_builder.pipeline import compile_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]


class Silent:
    """Progress that nobody watches."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        yield lambda steps: None


def test_the_committed_manifest_is_renewed_with_its_sources(tmp_path: Path) -> None:
    config = load_config(ROOT / "siglum.toml")
    written = compile_version(config, tmp_path, jobs=1, progress=Silent()).written
    committed = read_manifest(ROOT / "artifacts/siglum.manifest.json")
    assert committed.digest == written.manifest.digest, "run `make manifest` and commit what it writes"
