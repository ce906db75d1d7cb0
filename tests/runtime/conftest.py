"""The golden artifact: what this format's builder made of `tests/corpus`, opened without a builder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def artifact() -> Path:
    """The artifact that `make golden` wrote; read-only by agreement, copy it to damage it."""
    return Path(__file__).parents[1] / "golden/lantern"
