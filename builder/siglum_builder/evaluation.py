"""The nouns of an evaluation: scores of all questions, of each kind and language, and beside a baseline."""

from __future__ import annotations

from dataclasses import dataclass, fields

from siglum_builder.evaluate import Interval, Scores

SCORES = tuple(field.name for field in fields(Scores))


@dataclass(frozen=True, slots=True)
class Group:
    """The mean scores of questions of one kind or language."""

    name: str
    n: int
    """Questions with an answer."""
    scores: Scores


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one question was answered."""

    id: str
    query: str
    kind: str
    lang: str
    answerable: bool
    ranks: dict[str, int]
    """Rank, from 1, of each relevant page that was found."""
    confidence: float
    """confidence.score: how likely it is that there is an answer."""
    low_confidence: bool
    """Whether that flag is set where nothing but the query is given."""


@dataclass(frozen=True, slots=True)
class Flagged:
    """How often `low_confidence` is set; it should be where there is no answer, and only there."""

    answered: int
    """Of the questions with an answer."""
    unanswerable: int


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of a search, the first one left out; the only figures that a second run may change."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Quotation:
    """A golden query that the corpus quotes."""

    id: str
    query: str
    path: str
    """The first document that has it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A question that is answered better or worse than it was."""

    id: str
    query: str
    ndcg: float
    """nDCG@k now minus then."""
    before: int | None = None
    """Rank of the first relevant page; absent where none was found."""
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """An evaluation beside a saved one of the same questions."""

    name: str
    version: str
    """Of the artifact that answered then."""
    differences: dict[str, Interval]
    """Of each score, now minus then, question by question."""
    better: tuple[Change, ...]
    worse: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How well an artifact answers golden questions: what `siglum eval` shows."""

    name: str
    version: str
    digest: str
    """Of the artifact's content."""
    golden: str
    """Name of the file or folder."""
    golden_digest: str
    """sha256 of ids, queries and gains; only evaluations that share it can be compared."""
    k: int
    """Pages that recall, nDCG and MRR judge."""
    top_k: int
    """Hits asked for."""
    unanswerable: int
    """Questions that the corpus does not answer; they count for `auroc` only."""
    total: Group
    intervals: dict[str, Interval]
    """Of each score of the total: the middle 95 % of the bootstrap over questions, by a fixed seed."""
    kinds: tuple[Group, ...]
    languages: tuple[Group, ...]
    latency: Latency
    outcomes: tuple[Outcome, ...]
    quoted: tuple[Quotation, ...]
    """Queries that stand verbatim in the corpus."""
    low_confidence: Flagged
    auroc: float | None = None
    """How often confidence.score is higher where there is an answer; .5 is chance."""
    comparison: Comparison | None = None
    """With the baseline, where one was given."""
