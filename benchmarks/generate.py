"""Write a corpus of any size from real sections, recombined and drifting in their words, by a seed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_Item = TypeVar("_Item")

DOCUMENTS_A_FOLDER = 500
MEAN_SECTIONS = 8
"""Of a document; the number falls geometrically. In five real sets the mean is 5 to 17, the median 4 to 9."""
NOVELTY = 0.3
"""Chance that a drawn word is a new one, else an earlier draw again (Simon, Biometrika 1955): the words then
have a Zipf-like frequency, and the vocabulary keeps growing with the corpus."""
OWN_WORDS = 6
"""Drawn words of a document: they come back throughout it, as the subjects of real pages do."""
DRIFT = 0.06
"""Share of the plain words of a section that become words of its document."""

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\{[^}]*\})?[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_PLAIN = re.compile(r"(?<![\w`/.:#@$<{\[(-])[a-z]{5,}(?![\w`/.:#@>}\](-])")
_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "h",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "s",
    "st",
    "t",
    "v",
    "z",
)
_NUCLEI = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
_CODAS = ("", "", "", "l", "m", "n", "r", "s", "t", "x")


@dataclass(frozen=True, slots=True)
class Piece:
    """A section of a real document."""

    heading: str
    body: str


def read_pieces(folder: Path) -> tuple[Piece, ...]:
    """Return the sections with text of the Markdown files below `folder`, by path."""
    pieces = []
    for file in sorted(folder.rglob("*.md")):
        pieces += cut(file.read_text(encoding="utf-8", errors="replace"))
    return tuple(pieces)


def cut(text: str) -> list[Piece]:
    """Cut a Markdown text at its headings outside of fences; what stands before the first is left out."""
    found: list[tuple[str, list[str]]] = []
    fence = ""
    for line in text.splitlines():
        opened = _FENCE.match(line)
        heading = None if fence else _HEADING.fullmatch(line)
        if opened:
            fence = _fence_after(fence, opened[1], line)
        if heading and heading[1]:
            found.append((heading[1], []))
        elif found and (fence or not _UNDERLINE.fullmatch(line)):  # an underline would be a heading
            found[-1][1].append(line)
    return [Piece(heading, body) for heading, lines in found if (body := "\n".join(lines).strip())]


def _fence_after(fence: str, mark: str, line: str) -> str:
    """Return the fence that is open after a line with a fence mark in it; empty for none."""
    if not fence:
        return mark
    closes = mark[0] == fence[0] and len(mark) >= len(fence) and line.strip() == mark
    return "" if closes else fence


class Words:
    """The invented words of a corpus: each draw is new, or an earlier draw again."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._drawn: list[str] = []

    def draw(self) -> str:
        """Return a word."""
        new = not self._drawn or self._random.random() < NOVELTY
        word = self._invent() if new else _pick(self._random, self._drawn)
        self._drawn.append(word)
        return word

    def _invent(self) -> str:
        syllables = 2 + int(self._random.random() * 3)
        return "".join(
            _pick(self._random, part) for _ in range(syllables) for part in (_ONSETS, _NUCLEI, _CODAS)
        )


def generate(pieces: Sequence[Piece], out: Path, *, sections: int | None, size: int | None, seed: int) -> int:
    """Write documents below `out` until there are `sections` headings or `size` bytes; return the bytes.

    The number of sections is exact; the bytes are exceeded by less than a section. The same pieces,
    number and seed give the same files, and a larger corpus starts with the documents of a smaller one.
    """
    written = made = 0
    for number, document in enumerate(_documents(pieces, Random(seed))):
        kept = []
        for section in document:
            if (sections is not None and made >= sections) or (size is not None and written >= size):
                break
            kept.append(section)
            made, written = made + 1, written + len(section.encode())
        if kept:
            _write(out, number, "".join(kept))
        if len(kept) < len(document):
            break
    return written


def _write(out: Path, number: int, text: str) -> None:
    folder = out / f"part-{number // DOCUMENTS_A_FOLDER:04}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"page-{number:06}.md").write_text(text, encoding="utf-8", newline="")


def _documents(pieces: Sequence[Piece], random: Random) -> Iterator[list[str]]:
    """Yield documents without end, each as its sections; the first section's heading is the title."""
    words = Words(random)
    while True:
        own = [words.draw() for _ in range(OWN_WORDS)]
        sections = [_section(_pick(random, pieces), own, random, level=1)]
        while random.random() < 1 - 1 / MEAN_SECTIONS:
            level = 2 + int(random.random() * 1.5)
            sections.append(_section(_pick(random, pieces), own, random, level=level))
        yield sections


def _section(piece: Piece, own: Sequence[str], random: Random, *, level: int) -> str:
    """Return a piece as a section of a document whose own words drift into it, one into the heading."""
    heading = f"{'#' * level} {piece.heading} {_pick(random, own)}"
    return f"{heading}\n\n{_drift(piece.body, own, random)}\n\n"


def _drift(body: str, own: Sequence[str], random: Random) -> str:
    lines, fence = [], ""
    for line in body.split("\n"):
        opened = _FENCE.match(line)
        if opened:
            fence = _fence_after(fence, opened[1], line)
        prose = not fence and not opened
        lines.append(_PLAIN.sub(lambda word: _replaced(word[0], own, random), line) if prose else line)
    return "\n".join(lines) if not fence else "\n".join([*lines, fence])


def _replaced(word: str, own: Sequence[str], random: Random) -> str:
    return _pick(random, own) if random.random() < DRIFT else word


def _pick(random: Random, items: Sequence[_Item]) -> _Item:
    return items[int(random.random() * len(items))]


@click.command()
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--sections", type=click.IntRange(min=1), help="How many sections.")
@click.option("--megabytes", type=click.FloatRange(min=0, min_open=True), help="How many million bytes.")
@click.option("--seed", type=int, default=0, show_default=True)
def main(source: Path, out: Path, sections: int | None, megabytes: float | None, seed: int) -> None:
    """Write a corpus below OUT, which must be empty, from the sections of the Markdown files below SOURCE."""
    if (sections is None) == (megabytes is None):
        raise click.UsageError("give --sections or --megabytes, one of them")
    if out.is_dir() and any(out.iterdir()):
        raise click.UsageError(f"{out} is not empty; name a folder that is new")
    pieces = read_pieces(source)
    if not pieces:
        raise click.UsageError(f"no Markdown section with text below {source}")
    size = None if megabytes is None else round(megabytes * 1e6)
    written = generate(pieces, out, sections=sections, size=size, seed=seed)
    click.echo(f"{out}: {written / 1e6:.2f} MB from {len(pieces)} sections, seed {seed}")


if __name__ == "__main__":
    main()
