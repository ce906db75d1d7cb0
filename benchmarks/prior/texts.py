"""Cut HTML documentation into the texts that a prior is trained on: passages, sentences and headings."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
import orjson

from benchmarks.prior.html import HEADINGS, read_blocks
from siglum_builder.language import detect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.prior.html import Block

WORDS = 95
"""From which a passage is complete."""
LEAST_WORDS = 25
SENTENCE = range(5, 41)
"""Words of a sentence that stands for a question: questions are short, so short texts must be learnt too."""
CODE_WORDS = 50
"""Of a code block that are kept."""
PAGES = 500
"""Of a documentation that are read."""
LARGEST = 1_500_000
"""Bytes of a page; longer ones are one page of everything."""
JUDGED = "fastapi|starlette|entity framework|tokio"
"""What the prior is judged by must not be learnt."""
_NO_PAGE = re.compile(
    r"genindex|modindex|search\.html|/_modules/|/_static|changelog|whatsnew|release|history"
)
_PROSE = re.compile(r"[a-z] [a-z]")


def cut(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the texts of a page: each passage with its heading before it, a sentence of it, the headings."""
    title = heading = ""
    passage: list[str] = []
    for kind, text in blocks:
        if kind in HEADINGS:
            yield from _texts(title, heading, passage)
            passage, heading = [], text[:120]
            title = heading if kind == "h1" else title
            continue
        words = text.split()[:CODE_WORDS] if kind == "pre" else text.split()
        for start in range(0, len(words), WORDS):
            passage.append(" ".join(words[start : start + WORDS]))
            if sum(part.count(" ") + 1 for part in passage) >= WORDS:
                yield from _texts(title, heading, passage)
                passage = []
    yield from _texts(title, heading, passage)


def _texts(title: str, heading: str, passage: list[str]) -> Iterator[str]:
    text = " ".join(passage)
    if text.count(" ") + 1 < LEAST_WORDS:
        return
    yield ". ".join(filter(None, (heading or title, text)))
    if heading and " " in heading:
        yield f"{title} {heading}" if title != heading else heading
    sentences = (part.split(". ")[0] for part in passage)
    yield from [s for s in sentences if len(s.split()) in SENTENCE and _PROSE.search(s)][:1]


def texts_of(folder: Path, left_out: re.Pattern[str]) -> Iterator[str]:
    """Yield the texts of a folder's English pages, but for those that `left_out` is found in."""
    pages = [path for path in folder.rglob("*.html") if path.is_file() and not path.is_symlink()]
    pages.sort(key=lambda path: hashlib.sha256(path.relative_to(folder).as_posix().encode()).digest())
    for path in pages[:PAGES]:
        if _NO_PAGE.search(path.as_posix()) or path.stat().st_size > LARGEST:
            continue
        texts = list(cut(read_blocks(path.read_text("utf-8", "replace"))))
        if texts and detect("\n".join(texts), None) == "en":
            yield from (text for text in texts if not left_out.search(text))


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("-o", "output", required=True, type=click.Path(path_type=Path))
@click.option("--each", default=300, show_default=True, help="Passages of a folder, and as many short texts.")
@click.option("--without", default=JUDGED, show_default=True, help="No text that this is found in.")
def main(folders: tuple[Path, ...], output: Path, each: int, without: str) -> None:
    """Write the texts of FOLDERS, one documentation each, as JSON lines in an order that mixes them.

    Which are taken is by their sha256, so the same pages give the same texts, and the first n are a
    fair sample of all.
    """
    left_out, taken = re.compile(without, re.IGNORECASE), dict[bytes, str]()
    for folder in folders:
        found = {hashlib.sha256(text.encode()).digest(): text for text in texts_of(folder, left_out)}
        for long in (True, False):
            keys = sorted(key for key, text in found.items() if (text.count(" ") >= LEAST_WORDS) == long)
            taken |= {key: found[key] for key in keys[:each]}
        click.echo(f"{folder.name}: {len(found)} texts")
    lines = (orjson.dumps(["en", taken[key], taken[key]]) + b"\n" for key in sorted(taken))
    output.write_bytes(b"".join(lines))
    click.echo(f"{len(taken)} taken")


if __name__ == "__main__":
    main()
