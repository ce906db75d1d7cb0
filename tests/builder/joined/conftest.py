"""The artifacts that are opened together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from siglum import Library


LOCKING = "## Locking\n\nThe lock is a file beside the vault, written before any entry.\n"
MANUAL = {
    "guide/vault.md": (
        f"---\ndate: 2024-05-01\ntags: [storage]\n---\n# Vault\n\n{LOCKING}\n"
        "## See also\n\n[Sync](sync.md) sends what the vault holds.\n"
    ),
    "guide/sync.md": "# Sync\n\n1. Open the vault.\n2. Send each entry.\n3. Close the vault.\n",
    "index.md": "# Manual\n\nHow vaults are kept, synchronised and restored.\n",
}
CODE = {
    "vault.py": 'def open_vault(path):\n    """Open the vault and take its lock."""\n    return Lock(path)\n',
    "lock.py": "class Lock:\n    def __init__(self, path):\n        self.path = path\n",
}
NOTES = {
    "vault.md": f"---\ndate: 2025-01-01\ntags: [storage, note]\n---\n# Notes on vaults\n\n{LOCKING}",
    "guide/proxy.md": "# Proxy\n\nUploads hang behind a proxy that buffers; `open_vault` retries them.\n",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of artifacts: `lib` of two sources, `notes` of one."""
    root = tmp_path_factory.mktemp("shelf")
    url = 'base_url = "https://example.org/notes/"'
    compiled(root, "lib", {"manual": MANUAL, "code": CODE})
    compiled(root, "notes", {"notes": NOTES}, url)
    return root / "artifacts"


@pytest.fixture(scope="module")
def library(shelf: Path) -> Iterator[Library]:
    with siglum.open([shelf / "notes", shelf / "lib"]) as opened:
        yield opened
