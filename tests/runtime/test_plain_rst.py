"""What a reader sees of reStructuredText."""

import pytest

from siglum.plain_rst import plain_rst


@pytest.mark.parametrize(
    ("block", "seen"),
    [
        (".. module:: lantern.vault\n   :synopsis: Vaults\n   :platform: Unix\n", ""),
        (".. module:: lantern.vault\n   :synopsis: Vaults\n\n   It opens vaults.", "\n   It opens vaults."),
        (".. versionadded:: 2.1\n   Of :class:`~lantern.Vault` too.", "   Of Vault too."),
        (".. note::\n   :class: wide\n", "\n   :class: wide\n"),
    ],
)
def test_options_of_a_directive_that_says_nothing_are_not_shown(block: str, seen: str) -> None:
    assert plain_rst(block) == seen
