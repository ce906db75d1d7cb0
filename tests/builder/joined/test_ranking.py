"""Artifacts that are opened together rank as the one of all their sources would."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.builder.compiled import compiled

import siglum
from siglum.opening import open_reader
from siglum.render import plain, to_json

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from siglum import Library
    from siglum.results import Hit


WORDS = (
    *("vault", "lock", "entry", "sync", "proxy", "upload", "Vault", "locks", "entries", "buffer"),
    *("保管庫", "同期", "open_vault", "getEntry"),
)
TEXTS = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), max_size=3), st.lists(st.sampled_from(WORDS), max_size=12)),
    min_size=1,
    max_size=3,
)
FOLDERS = st.dictionaries(
    st.sampled_from(["a.md", "b.md", "lock/c.md", "sync/entry.md", "vault.txt"]),
    TEXTS,
    min_size=1,
    max_size=4,
)
QUERIES = (
    "vault",
    "lock entry",
    '"lock entry"',
    "vault -proxy",
    "entires",
    "保管庫 sync",
    "open_vault",
    "bufer",
)
FILTERS: tuple[dict[str, Any], ...] = ({}, {"path_globs": ["lock/**", "b.md"]}, {"sources": ["a-b"]})
LEXICAL = "[search]\nvector_weight = 0\nprior_weight = 0\n"


def files(folders: dict[str, list[tuple[list[str], list[str]]]]) -> dict[str, str]:
    return {
        path: "".join(f"## {' '.join(heading)}\n\n{' '.join(body)}\n\n" for heading, body in sections)
        for path, sections in folders.items()
    }


def answer(hit: Hit) -> tuple[object, ...]:
    return hit.ref_id, hit.score, hit.content, hit.also_in, hit.title, hit.breadcrumb, hit.match_spans


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(a=FOLDERS, b=FOLDERS)
def test_words_rank_exactly_as_in_one_artifact_of_all_sources(
    tmp_path_factory: pytest.TempPathFactory,
    a: dict[str, list[tuple[list[str], list[str]]]],
    b: dict[str, list[tuple[list[str], list[str]]]],
) -> None:
    root = tmp_path_factory.mktemp("equal")
    one, other = files(a), files(b)
    apart = [compiled(root, name, {name: text}, LEXICAL) for name, text in (("a", one), ("a-b", other))]
    whole = compiled(root, "whole", {"a": one, "a-b": other}, LEXICAL)
    with siglum.open(apart) as joined, siglum.open(whole) as built:
        assert joined.manifest.languages == built.manifest.languages
        for query in QUERIES:
            for filters in FILTERS:
                found, expected = (
                    joined.search(query, top_k=50, **filters),
                    built.search(query, top_k=50, **filters),
                )
                assert [*map(answer, found.results)] == [*map(answer, expected.results)]
                assert found.query_terms == expected.query_terms
                assert found.total_candidates == expected.total_candidates
                assert found.low_confidence == expected.low_confidence


def test_the_order_in_which_artifacts_are_named_changes_no_byte(shelf: Path) -> None:
    with (
        siglum.open([shelf / "lib", shelf / "notes"]) as one,
        siglum.open([shelf / "notes", shelf / "lib"]) as two,
    ):
        assert to_json(one.search("vault lock")) == to_json(two.search("vault lock"))


def test_a_list_of_one_is_that_artifact(shelf: Path) -> None:
    with siglum.open([shelf / "lib"]) as listed, siglum.open(shelf / "lib") as alone:
        assert to_json(listed.search("vault lock")) == to_json(alone.search("vault lock"))
        assert alone.search("vault").artifact.artifacts is None


def test_one_ranking_holds_hits_of_both_and_names_text_that_both_have(library: Library) -> None:
    response = library.search("vault lock file", top_k=20)
    assert {hit.path.split("/")[0] for hit in response.results} == {"@lib", "@notes"}
    (hit,) = (hit for hit in response.results if hit.heading == "Locking")
    assert {hit.ref_id, *(hit.also_in or ())} == {
        "md:@lib/@manual/guide/vault.md#locking",
        "md:@notes/vault.md#locking",
    }
    assert response.artifact.name == "lib+notes"
    assert response.artifact.artifacts is not None
    assert [each.name for each in response.artifact.artifacts] == ["lib", "notes"]


def test_a_page_of_diverse_hits_compares_vectors_within_each_artifact(library: Library) -> None:
    found = library.search("vault lock proxy entry", mmr=True, parent_retriever=True, explain=True)
    assert {hit.path.split("/")[0] for hit in found.results} == {"@lib", "@notes"}
    assert plain(found) == plain(
        library.search("vault lock proxy entry", mmr=True, parent_retriever=True, explain=True)
    )


def test_the_calibration_of_the_larger_artifact_judges_both(shelf: Path) -> None:
    with open_reader([shelf / "lib", shelf / "notes"]) as reader:
        parts = [part.manifest for part in reader.parts]
        largest = max(parts, key=lambda manifest: manifest.counts["chunks"])
        assert reader.manifest.search == replace(parts[0].search, confidence=largest.search.confidence)
