"""The report beside a version: what belongs to one build and not to what it built."""

from __future__ import annotations

import datetime
import platform
import shutil
import subprocess
from dataclasses import asdict
from typing import TYPE_CHECKING

from siglum.artifact.manifest import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from siglum.artifact.manifest import Manifest


def report_bytes(
    manifest: Manifest, *, root: Path, seconds: dict[str, float], unread: Iterable[tuple[str, int]]
) -> bytes:
    """Return the report of a build as JSON: time, host, git commit, timings, what was skipped and why.

    `unread` counts by ending the files that nothing reads by default.
    """
    return canonical(
        {
            "version": manifest.version,
            "built_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "host": platform.node(),
            "platform": platform.platform(),
            "python": platform.python_version(),
            "git_commit": _git_commit(root),
            "seconds": seconds,
            "skipped": [asdict(entry) for entry in manifest.skipped],
            "notices": [asdict(entry) for entry in manifest.notices],
            "unread": dict(unread),
        }
    )


def _git_commit(root: Path) -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    found = subprocess.run(  # noqa: S603
        [git, "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() if found.returncode == 0 else None
