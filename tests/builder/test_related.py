"""Related refs: what a corpus says itself comes before what is only alike, and every find has its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import siglum
from siglum.cli import main
from siglum.errors import RefError, RequestError
from siglum.related import stands_apart

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from siglum.service import Library

FILES = {
    "guide/upload.md": "# Uploads\n\nFiles go to the [vault](vault.md#locking) in parts.\n\n## Retry\n\n"
    "A part that failed is sent again.\n",
    "guide/vault.md": "# Vault\n\nWhere files rest.\n\n## Locking\n\nOne writer holds the lock file.\n",
    "guide/harbour.md": "# Harbour\n\nTide tables and pilots.\n",
    "other/notes.md": "# Notes\n\nAbout uploads: parts that failed, and the retry of uploads.\n",
    "harbour/pilots.rst": "Pilots\n======\n\nSee :doc:`moorings`.\n",
    "harbour/moorings.rst": ".. _moorings:\n\nMoorings\n========\n\nBuoys lie in rows.\n",
    "src/vault.py": "def open_vault(path):\n    return path\n",
    "src/cli.py": "from vault import open_vault\n\n\ndef run():\n    return open_vault('x')\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("related")
    for name, text in FILES.items():
        path = root / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["build", str(root / "corpus"), "-o", str(root / "out"), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    return root / "out"


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[Library]:
    with siglum.open(folder) as opened:
        yield opened


def test_what_a_page_links_to_comes_first_with_its_line(library: Library) -> None:
    best = library.expand_related(["file:guide/upload.md"]).related[0]
    assert best.ref_id == "md:guide/vault.md#locking"
    assert ("links", "line 3 links to it") in [(reason.type, reason.detail) for reason in best.reasons]


def test_a_link_is_found_from_both_ends(library: Library) -> None:
    found = library.expand_related(["md:guide/vault.md#locking"], signals=["links"]).related
    assert [each.ref_id for each in found] == ["md:guide/upload.md#uploads"]


def test_a_link_to_a_page_leads_to_its_title_rather_than_to_the_labels_before(library: Library) -> None:
    found = library.expand_related(["file:harbour/pilots.rst"], signals=["links"]).related
    assert [each.ref_id for each in found] == ["md:harbour/moorings.rst#moorings"]


def test_code_leads_to_what_it_imports_and_back(library: Library) -> None:
    found = library.expand_related(["file:src/cli.py"], signals=["imports"]).related
    assert "src/vault.py" in {each.path for each in found}
    back = library.expand_related(["code:src/vault.py@L1"], signals=["imports"]).related
    assert "src/cli.py" in {each.path for each in back}


def test_what_is_only_near_is_left_out_unless_it_is_asked_for_alone(library: Library) -> None:
    found = library.expand_related(["file:guide/upload.md"]).related
    assert all({reason.type for reason in each.reasons} != {"path_proximity"} for each in found)
    near = library.expand_related(["file:guide/upload.md"], signals=["path_proximity"]).related
    assert {each.path for each in near} == {"guide/vault.md", "guide/harbour.md"}


def test_nothing_of_a_seed_is_related_to_it_and_no_place_stands_twice(library: Library) -> None:
    found = library.expand_related(["file:guide/upload.md"], depth=3).related
    assert "guide/upload.md" not in {each.path for each in found}
    assert len({each.ref_id for each in found}) == len(found)


def test_every_ref_resolves_and_content_is_its_lines(library: Library) -> None:
    for each in library.expand_related(["file:guide/upload.md"], depth=2, snippet_lines=2).related:
        shown = library.get_content(each.ref_id, "full").content
        assert each.content
        assert each.content in shown or each.kind == "code_range"
        assert each.range.end_line - each.range.start_line < 2


def test_filters_and_budget_hold(library: Library) -> None:
    only = library.expand_related(["file:guide/upload.md"], path_globs=["other/**"]).related
    assert {each.path for each in only} <= {"other/notes.md"}
    assert len(library.expand_related(["file:guide/upload.md"], budget=1).related) == 1


def test_a_seed_that_names_nothing_is_skipped_and_named_and_none_is_an_error(library: Library) -> None:
    response = library.expand_related(["file:guide/upload.md", "file:nowhere.md"])
    assert [skipped.ref_id for skipped in response.skipped] == ["file:nowhere.md"]
    with pytest.raises(RefError, match="no seed resolves"):
        library.expand_related(["file:nowhere.md"])
    with pytest.raises(RequestError, match="give 1 to 32"):
        library.expand_related([])


def test_the_command_draws_the_graph(folder: Path) -> None:
    result = CliRunner().invoke(
        main, ["related", "-a", str(folder), "--format", "dot", "file:guide/upload.md"]
    )
    assert result.exit_code == 0, result.output
    assert result.output.startswith("digraph related {")
    assert '"file:guide/upload.md" -> "md:guide/vault.md#locking"' in result.output


def test_a_short_hit_returns_its_document_and_later_hits_in_it_are_folded(library: Library) -> None:
    hits = library.search("lock file writer", parent_retriever=True, path_globs=["guide/vault.md"]).results
    assert [hit.expanded_from.kind for hit in hits if hit.expanded_from] == ["whole_document"]
    assert hits[0].content == FILES["guide/vault.md"]
    assert (hits[0].range.start_line, hits[0].range.end_line) == (1, 7)


def test_an_excluded_text_does_not_come_back_by_expansion(library: Library) -> None:
    hits = library.search("lock holds -rest", parent_retriever=True, path_globs=["guide/vault.md"]).results
    assert hits
    assert all("files rest" not in hit.content for hit in hits)


def test_what_a_budget_cuts_is_said(library: Library) -> None:
    whole = library.search("uploads retry parts")
    cut = library.search("uploads retry parts", max_tokens=40)
    assert len(cut.results) < len(whole.results)
    assert "left out" in cut.warnings[-1]


def test_variety_keeps_the_hits_and_an_explanation_names_the_terms(library: Library) -> None:
    plain = library.search("uploads retry parts")
    varied = library.search("uploads retry parts", mmr=True, mmr_lambda=0.2, explain=True)
    assert {hit.ref_id for hit in varied.results} == {hit.ref_id for hit in plain.results}
    explanation = next(h.explanation for h in varied.results if h.ref_id == "md:other/notes.md#notes")
    assert explanation is not None
    assert set(explanation.matched_terms) == {"uploads", "retry", "parts"}
    assert explanation.legs[0].leg == "lexical"


spans = st.lists(st.tuples(st.integers(1, 30), st.integers(0, 12)).map(lambda s: (s[0], s[0] + s[1])))


@given(spans)
def test_lines_are_kept_where_none_before_them_hold_them_or_are_held(found: list[tuple[int, int]]) -> None:
    kept: list[tuple[int, int]] = []
    slowly: list[tuple[int, int]] = []
    for first, last in found:
        held = any((a <= first and last <= b) or (first <= a and b <= last) for a, b in slowly)
        if not held:
            slowly.append((first, last))
        assert stands_apart(kept, (first, last)) is not held
    assert kept == sorted(slowly)


MANUAL = {
    f"man/{name}.md": f"# {name}\n\n## Name\n\n{name}: handles {thing}\n\n## Notes on {thing}\n\n"
    f"The {thing} of it `=== || ~` and its directories.\n"
    for name, thing in (
        ("stash", "lanterns"),
        ("rebase", "bridges"),
        ("worktree", "orchards"),
        ("bisect", "harbours"),
        ("revert", "glaciers"),
        ("reset", "windmills"),
    )
} | {
    "guide.md": "# Guide\n\nThe name of what handles it, with notes on lanterns:"
    " put `=== || ~` in directories of the stash."
    " Notes are kept by whoever writes them down in the evening, when all the old bridges are closed.\n"
    + "".join(f"\n## Part {n}\n\nWords about number{n} things.\n" for n in range(30))
}


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("manual")
    for name, text in MANUAL.items():
        path = root / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["build", str(root / "corpus"), "-o", str(root / "out"), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    with siglum.open(root / "out") as opened:
        yield opened


def _overlap(library: Library, seed: str) -> dict[str, str]:
    found = library.expand_related([seed], signals=["token_overlap"]).related
    return {each.ref_id: each.reasons[0].detail for each in found}


def test_a_word_that_is_the_heading_everywhere_names_nothing(manual: Library) -> None:
    details = _overlap(manual, "md:guide.md#guide")
    assert all("heading" not in said for ref, said in details.items() if ref.endswith("#name"))
    assert details["md:man/stash.md#notes-on-lanterns"].startswith("the words of its heading stand together")


def test_words_that_stand_apart_name_no_heading(manual: Library) -> None:
    found = manual.expand_related(["md:guide.md#guide"], signals=["token_overlap"], budget=50).related
    (bridges,) = [each for each in found if each.ref_id == "md:man/rebase.md#notes-on-bridges"]
    assert bridges.reasons[0].detail.startswith("shares ")


def test_what_is_shared_are_words_as_the_seed_writes_them(manual: Library) -> None:
    details = _overlap(manual, "md:guide.md#guide")
    shared = {word for said in details.values() for word in said.partition("shares ")[2].split(", ") if word}
    assert {"lanterns", "directories"} <= shared
    assert not shared & {"===", "||", "~", "the", "of", "in", "directori"}
    assert all(said.strip() and not said.rstrip().endswith("shares") for said in details.values())


def test_a_ref_that_search_returns_is_accepted_however_long_its_heading(tmp_path: Path) -> None:
    heading = "ランタン" * 400  # three bytes a character
    (tmp_path / "long.md").write_text(
        f"# Lantern\n\n## {heading}\n\nThe lantern burns oil.\n\n## Oil\n\nOil.\n", "utf-8"
    )
    result = CliRunner().invoke(main, ["build", str(tmp_path), "-o", str(tmp_path / "out"), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    with siglum.open(tmp_path / "out") as library:
        ref = library.search("lantern burns oil").results[0].ref_id
        assert len(ref.encode()) > 3000
        assert library.expand_related([ref]).parameters.seeds == (ref,)
        assert not library.summarize_flow(seeds=[ref]).skipped
        assert library.guide_implementation("lantern burns oil").docs
        with pytest.raises(RequestError, match=r"seeds\[0\].*at most 65536"):
            library.expand_related(["file:" + "x" * 65_536])
