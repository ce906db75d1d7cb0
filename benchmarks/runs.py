"""What the systems ranked for each question of a set: measured once, saved and read back."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from benchmarks.peers import Corpus
from siglum_builder.evaluate import DEPTH

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.compiled import Artifact
    from benchmarks.peers import Peer
    from benchmarks.sets import QuestionSet

UNITS = 50
"""Ranked units that are asked of every system; ten pages are rarely spread over more."""
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What one system said to one question."""

    pages: tuple[str, ...]
    """The first ten distinct ones, best first."""
    score: float
    """Of the first result, 0 without any."""
    milliseconds: float = 0.0


Answers = dict[str, dict[str, Answer]]
"""By system, then by the question's id."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A set with what every system answered."""

    questions: QuestionSet
    answers: Answers
    digest: str


def ask(questions: QuestionSet, artifact: Artifact, peers: Sequence[Peer], *, work: Path) -> Answers:
    """Ask every system every question, one after the other, each question to all before the next."""
    searches = []
    for peer in peers:
        folder = work / peer.name
        folder.mkdir(parents=True)
        corpus = Corpus(artifact.version, artifact.units, artifact.language, folder)
        searches.append((peer.name, peer.build(corpus)))
    answers: Answers = {name: {} for name, _ in searches}
    for question in questions.questions:
        for name, search in searches:
            start = time.perf_counter()
            found = search(question.text, UNITS)
            elapsed = 1000 * (time.perf_counter() - start)
            pages = tuple(dict.fromkeys(artifact.page(each.path) for each in found))[:DEPTH]
            answers[name][question.id] = Answer(pages, found[0].score if found else 0.0, elapsed)
    return answers


def save(file: Path, measured: Sequence[Measured]) -> None:
    """Write the answers as JSON: each set's artifact digest, and each system's pages by question."""
    content = {
        "format": FORMAT,
        "digests": {each.questions.name: each.digest for each in measured},
        "sets": {
            each.questions.name: {
                system: {key: {"pages": answer.pages, "score": answer.score} for key, answer in given.items()}
                for system, given in each.answers.items()
            }
            for each in measured
        },
    }
    file.write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")


def read(file: Path) -> dict[str, Answers]:
    """Read what `save` wrote; raise `ValueError` where it is something else."""
    try:
        content = orjson.loads(file.read_bytes())
        if content["format"] != FORMAT:
            raise ValueError(f"{file.name} has format {content['format']!r}; {FORMAT} is read")
        return {
            name: {
                system: {
                    key: Answer(tuple(each["pages"]), float(each["score"])) for key, each in given.items()
                }
                for system, given in answers.items()
            }
            for name, answers in content["sets"].items()
        }
    except (KeyError, TypeError, AttributeError, orjson.JSONDecodeError) as fault:
        raise ValueError(f"{file.name} is not a run saved by --json ({fault!r})") from None
