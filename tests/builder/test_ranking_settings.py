"""What `[search]` of the configuration and the labels of sources do to a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import siglum
from siglum.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = (
    '[artifact]\nname = "shelf"\n\n[[source]]\nname = "first"\npath = "first"\n\n'
    '[[source]]\nname = "second"\npath = "second"\nlabels = ["otter-lake", "v2.1"]\n'
)


def built(root: Path, search: str = "") -> Path:
    """Return the artifact of two sources that say nearly the same."""
    for name, text in (("first", "Boats need a permit."), ("second", "Boats need a licence.")):
        (root / name).mkdir(parents=True)
        (root / name / "boats.md").write_text(f"# Boats\n\n{text}\n", encoding="utf-8")
        (root / name / "birds.md").write_text("# Birds\n\nHerons nest in spring.\n", encoding="utf-8")
    (root / "siglum.toml").write_text(SOURCES + search, encoding="utf-8")
    output = root / "artifacts" / "shelf"
    result = CliRunner().invoke(main, ["build", "--config", str(root / "siglum.toml"), "-o", str(output)])
    assert result.exit_code == 0, result.output
    return output


def test_a_source_that_the_query_names_by_a_label_stands_higher(tmp_path: Path) -> None:
    with siglum.open(built(tmp_path)) as library:
        assert [hit.source for hit in library.search("boats").results] == ["first", "second"]
        assert library.search("otter lake boats").results[0].source == "second"
        assert library.search("boats second").results[0].source == "second"


def test_a_label_alone_finds_nothing_and_at_weight_zero_changes_nothing(tmp_path: Path) -> None:
    with siglum.open(built(tmp_path, "\n[search]\nlabel_boost = 0.0\n")) as library:
        assert not library.search("otter").results
        hits = library.search("otter lake boats").results
        assert [hit.source for hit in hits] == ["first", "second"]


def test_ranks_can_be_fused_in_place_of_scores(tmp_path: Path) -> None:
    with siglum.open(built(tmp_path / "ranks", '\n[search]\nfusion = "rrf"\n')) as library:
        ranked = library.search("boats permit").results
    with siglum.open(built(tmp_path / "scores")) as library:
        scored = library.search("boats permit").results
    assert ranked[0].ref_id == scored[0].ref_id
    assert [hit.score for hit in ranked] != [hit.score for hit in scored]
    assert all(0 < hit.score <= 1 for hit in ranked)


def test_an_explanation_names_each_stage_that_raised_a_hit(tmp_path: Path) -> None:
    with siglum.open(built(tmp_path)) as library:
        hit, *_ = library.search('"need a licence" otter lake', explain=True).results
        assert hit.source == "second"
        assert hit.explanation is not None
        boosts = {boost.name: boost.value for boost in hit.explanation.boosts}
        assert boosts.keys() == {"label", "phrase"}
        assert all(value > 0 for value in boosts.values())


PAGES = ("harbour-notes.md", "notes/of/harbour.md")


def paged(root: Path, search: str = "") -> Path:
    """Return the artifact of two pages that say the same and have the same words in their paths."""
    for path, word in zip(PAGES, ("tides", "winds"), strict=True):
        (root / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "docs" / path).write_text(f"# Log\n\nThe {word} are logged.\n", encoding="utf-8")
    source = f'[artifact]\nname = "x"\n\n[[source]]\nname = "docs"\npath = "docs"\n{search}'
    (root / "siglum.toml").write_text(source, encoding="utf-8")
    result = CliRunner().invoke(main, ["build", "--config", str(root / "siglum.toml"), "-o", str(root / "x")])
    assert result.exit_code == 0, result.output
    return root / "x"


@pytest.mark.parametrize("query", ["harbour notes logged", '"harbour notes" logged', "harbour note log"])
def test_a_phrase_in_the_path_raises_more_than_its_words_and_is_named(tmp_path: Path, query: str) -> None:
    with siglum.open(paged(tmp_path)) as library:
        first, second = library.search(query, explain=True).results
    boosts = [{b.name: b.value for b in hit.explanation.boosts} for hit in (first, second) if hit.explanation]
    assert first.path == "harbour-notes.md"
    assert 0 < boosts[0]["path_phrase"] <= 0.05
    assert "path_phrase" not in boosts[1]
    assert boosts[0]["path"] == boosts[1]["path"] > 0


def test_a_phrase_in_the_path_changes_nothing_where_it_is_not_or_at_weight_zero(tmp_path: Path) -> None:
    queries = ("notes harbour logged", "tides logged", "harbour", "-harbour notes", "-- ! harbour")
    with siglum.open(paged(tmp_path / "on")) as library:
        raised = library.search("harbour notes logged")
        others = [library.search(query, explain=True) for query in queries]
    with siglum.open(paged(tmp_path / "off", "\n[search]\npath_phrase_boost = 0.0\n")) as library:
        plain = library.search("harbour notes logged")
        assert [[h.score for h in o.results] for o in others] == [
            [h.score for h in library.search(query).results] for query in queries
        ]
    assert [h.score for h in raised.results] != [h.score for h in plain.results]


def test_a_page_of_questions_does_not_answer_every_question(tmp_path: Path) -> None:
    asked = ("purge the queue", "import the decorator", "find the result", "see the logs")
    faq = "".join(f"## How do I {each}?\n\nUse the command of that name.\n\n" for each in asked)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/faq.md").write_text(f"# Questions\n\n{faq}", encoding="utf-8")
    (tmp_path / "docs/chains.md").write_text("# Chains\n\nTasks are chained by a pipe.\n", encoding="utf-8")
    (tmp_path / "docs/other.md").write_text("# Workers\n\nA worker runs what is queued.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["build", str(tmp_path / "docs"), "-o", str(tmp_path / "x")])
    assert result.exit_code == 0, result.output
    with siglum.open(tmp_path / "x") as library:
        assert library.search("how do I chain tasks").results[0].path == "chains.md"
        assert library.search("how do I").results[0].path == "faq.md"
