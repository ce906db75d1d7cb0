"""Ask opened artifacts from many threads at once: each answer must be, byte for byte, the one given alone."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import click

import siglum
from siglum.errors import SiglumError
from siglum.render import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from siglum.results import Document

Question = tuple[str, dict[str, object]]
"""A method of `Library` and its arguments."""
FORMS: tuple[dict[str, object], ...] = (
    {},
    {"mode": "implementation", "top_k": 20},
    {"mmr": True, "explain": True},
    {"parent_retriever": True, "max_tokens": 500},
    {"path_globs": ["**/*.md"], "sort": "date"},
)


class Compared(NamedTuple):
    """What came of a run."""

    answers: int
    wrong: int
    seconds: float


def questions(documents: Sequence[Document], count: int) -> list[Question]:
    """Return mixed questions in the words of the corpus: all tools, errors among them, by a fixed seed."""
    random = Random(1)
    words = sorted({word for document in documents for word in document.title.split()}) or ["none"]
    return [_question(random, words, random.choice(documents).path) for _ in range(count)]


def _question(random: Random, words: Sequence[str], path: str) -> Question:
    rare: tuple[Question, ...] = (
        ("search", {"query": f'"{_some(random, words)}" -{random.choice(words)}'}),
        ("get_content", {"ref_id": f"file:{path}", "mode": "full"}),
        ("get_content", {"ref_id": f"md:{path}#none"}),
        ("expand_related", {"seeds": [f"file:{path}"]}),
        ("summarize_flow", {"topic": _some(random, words)}),
        ("list_topics", {}),
    )
    usual: Question = ("search", {"query": _some(random, words), **random.choice(FORMS)})
    return random.choice((*rare, *(usual,) * len(rare)))


def _some(random: Random, words: Sequence[str]) -> str:
    return " ".join(random.choices(words, k=random.randint(1, 4)))


def compare(paths: Sequence[Path], *, threads: int, count: int) -> Compared:
    """Answer `count` questions alone, then, newly opened, in each of `threads` in an order of its own."""
    with siglum.open(paths) as library:
        asked = questions(library.documents(), count)
        alone = [_answer(library, question) for question in asked]
    with siglum.open(paths) as library:

        def wrong(seed: int) -> int:
            order = Random(seed).sample(range(count), count)
            return sum(_answer(library, asked[number]) != alone[number] for number in order)

        start = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            found = sum(pool.map(wrong, range(threads)))
    return Compared(threads * count, found, time.perf_counter() - start)


def _answer(library: siglum.Library, question: Question) -> str:
    method, given = question
    try:
        return to_json(getattr(library, method)(**given))
    except SiglumError as error:
        return f"{type(error).__name__}: {error}"


@click.command()
@click.argument("artifacts", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--threads", default=32, show_default=True)
@click.option("--questions", "count", default=1000, show_default=True, help="Of each thread.")
@click.pass_context
def main(ctx: click.Context, artifacts: tuple[Path, ...], threads: int, count: int) -> None:
    """Compare the answers of ARTIFACTS, opened as one, with those that one thread gets."""
    found = compare(artifacts, threads=threads, count=count)
    rate = found.answers / found.seconds
    click.echo(f"answers  {found.answers}, {found.wrong} other than alone, {rate:.0f}/s")
    ctx.exit(1 if found.wrong else 0)


if __name__ == "__main__":
    main()
