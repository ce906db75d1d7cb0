"""Many threads get, byte for byte, the answers of one."""

from __future__ import annotations

from pathlib import Path

from benchmarks.threads import compare


def test_every_thread_gets_the_bytes_that_one_thread_gets() -> None:
    golden = Path(__file__).parents[1] / "golden/lantern"
    found = compare([golden], threads=8, count=25)
    assert (found.answers, found.wrong) == (200, 0)
