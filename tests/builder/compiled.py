"""Compile a few files for a test."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from siglum_builder.config import load_config
from siglum_builder.pipeline import build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path


class Silent:
    """Progress that nobody watches."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        yield lambda steps: None


def compiled(root: Path, name: str, sources: Mapping[str, Mapping[str, str]], more: str = "") -> Path:
    """Return the folder of an artifact of sources, each the text of its files by path."""
    config = [f'[artifact]\nname = "{name}"']
    for source, files in sources.items():
        config.append(f'[[source]]\nname = "{source}"\npath = "{name}/{source}"')
        (root / name / source).mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            file = root / name / source / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    (root / f"{name}.toml").write_text("\n".join([*config, more]), encoding="utf-8")
    build(load_config(root / f"{name}.toml"), root / "artifacts" / name, jobs=1, progress=Silent())
    return root / "artifacts" / name
