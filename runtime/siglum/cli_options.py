"""What the commands share: their common options, and the artifact that these name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import siglum

if TYPE_CHECKING:
    from collections.abc import Callable

    from siglum.service import Library

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


def artifact_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--artifact` to a command."""
    return click.option(
        "-a",
        "--artifact",
        envvar="SIGLUM_ARTIFACT",
        help="Name under artifacts/, or path of an artifact or version. Default: $SIGLUM_ARTIFACT,"
        " else the only one in the nearest artifacts/ upward.",
    )(function)


def find_named(artifact: str | None) -> Path:
    """Return the folder that `--artifact` names, or the one that is meant without it."""
    from siglum.artifact.locate import find_artifact

    return find_artifact(artifact, start=Path.cwd())


def open_artifact(artifact: str | None) -> Library:
    """Open what `--artifact` names, or the one that is meant without it."""
    return siglum.open(find_named(artifact))
