"""A correction is shown as the corpus writes the word that was most likely meant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import siglum
from siglum.results import Correction
from siglum.surfaces import with_surfaces

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("written", "term", "surface"),
    [
        ("athentication", "authent", "authentication"),
        ("authenticatd_userid", "authenticatedusrid", None),
        ("athenticated", "authent", "authenticated"),
    ],
)
def test_of_the_words_of_a_stem_the_one_most_like_the_query_is_shown(
    artifact: Path, written: str, term: str, surface: str | None
) -> None:
    with siglum.open(artifact) as library:
        (hit,) = library.search("vault", top_k=1).results
    content = "The `authenticated_userid` is there after authentication of the authenticated."
    shown = replace(hit, content=content, lang="en")
    (found,) = with_surfaces((Correction(written, term),), (shown,))
    assert found.surface == surface
