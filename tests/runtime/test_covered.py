"""Guides, flows and symbols judge by the same rule as confidence whether the corpus speaks of a topic."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import siglum
from siglum.grounding import unknown_words
from siglum.lookup import look_up
from siglum.reader import ArtifactReader
from siglum.rows import TermRow
from siglum.symbols import definitions
from siglum.text import QueryTerm
from siglum.weighing import Part, Weighed, held, weigh_terms

CASES = Path(__file__).parents[1] / "cases/covered.md"
ROW = re.compile(r"^\| `(.+?)` \| (\w+) \| (yes|no) \| (.*?) ?\| (.*?) ?\|$", re.MULTILINE)
QUOTED = re.compile("`(.+?)`")


class Case(NamedTuple):
    """A row of the table."""

    topic: str
    level: str
    guided: bool
    unknown: list[str]
    names: list[str]


def read_cases() -> list[Case]:
    return [
        Case(topic, level, guided == "yes", QUOTED.findall(unknown), QUOTED.findall(names))
        for topic, level, guided, unknown, names in ROW.findall(CASES.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case.topic)
def test_a_topic_is_covered_as_far_as_confidence_says(artifact: Path, case: Case) -> None:
    with siglum.open(artifact) as library:
        assert library.search(case.topic).confidence.level == case.level
        guide = library.guide_implementation(case.topic)
        assert (bool(guide.guide), guide.confidence.level != "none") == (case.guided, case.guided)
        flow = library.summarize_flow(case.topic)
        assert ("topic_not_found" not in [said.code for said in flow.assumptions]) is case.guided


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case.topic)
def test_what_is_unknown_is_the_same_everywhere(artifact: Path, case: Case) -> None:
    with ArtifactReader(artifact) as reader:
        query = look_up(reader, case.topic)
        assert [each.term.text for each in weigh_terms(reader, query) if not each.known] == case.unknown
        assert unknown_words(reader, case.topic) == case.unknown
        named = [each.symbol for each in definitions(reader, query)]
        assert [reader.store.symbols([n])[n].qualified_name for n in named] == case.names


@pytest.mark.parametrize("idfs", [(0.1, 0.2, 0.3), (0.7, 0.1, 0.3, 0.2), (1e16, 1.0, 1.0)])
def test_a_chunk_with_every_part_of_a_run_has_exactly_all_of_it(idfs: tuple[float, ...]) -> None:
    rows = [TermRow(number, 1, -1, -1) for number in range(len(idfs))]
    parts = tuple(Part(row, idf) for row, idf in zip(rows, idfs, strict=True))
    term = QueryTerm("設定値", 0, 3, tuple((str(number), 0.5) for number in range(len(idfs))))
    run = Weighed(term, (), parts, None, idfs)
    assert held(run, range(1), lambda _: np.array([0])) == 1.0
