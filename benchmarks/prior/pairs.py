"""Cut translated documentation and message catalogues into texts with the English that they translate.

What a teacher says of the English is what a table is to say of the translation, so that one teacher serves
all languages, and all of them share one space (Reimers and Gurevych, "Making Monolingual Sentence Embeddings
Multilingual using Knowledge Distillation", EMNLP 2020).
"""

from __future__ import annotations

import gettext
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import orjson

from benchmarks.prior.html import HEADINGS, read_blocks
from benchmarks.prior.texts import JUDGED, LARGEST, LEAST_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.prior.html import Block

PASSAGE = range(50, 76)
"""English words of a passage: complete from the least, and no more than a teacher reads."""
SHORT = range(2, LEAST_WORDS)
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|(?<=[。！？：])\s*")
_CODE = re.compile(r"(?<![A-Za-z])[A-Za-z]{2}([-_][A-Za-z]{2})?(?![A-Za-z])")
"""A language's code in the name of a page."""
_FORMAT = re.compile(r"<[^<>]*>|[&_](?=\w)|\((?:_|&)\w\)")
"""Tags, and what marks the key of a menu's entry."""


class Pair(NamedTuple):
    """A text in two languages."""

    english: str
    other: str

    @property
    def words(self) -> int:
        """Of the English."""
        return self.english.count(" ") + 1


def cut(english: Sequence[Block], other: Sequence[Block]) -> Iterator[Pair]:
    """Yield passages with their heading before them, headings and sentences of two pages of like blocks."""
    heading, passage = Pair("", ""), list[Pair]()
    for one, translated in zip(english, other, strict=True):
        if one.kind in HEADINGS:
            yield from _passage(heading, passage)
            heading, passage = Pair(one.text, translated.text), []
            yield heading
        elif one.kind != "pre":
            for sentence in sentences(Pair(one.text, translated.text)):
                yield sentence
                if sum(part.words for part in passage) + sentence.words >= PASSAGE.stop:
                    yield from _passage(heading, passage)
                    passage = []
                passage.append(sentence)
    yield from _passage(heading, passage)


def sentences(pair: Pair) -> list[Pair]:
    """Return the sentences of a text, or the text where the two languages have not as many."""
    english, other = (list(filter(None, _SENTENCE_END.split(text))) for text in pair)
    return (
        [Pair(*each) for each in zip(english, other, strict=True)] if len(english) == len(other) else [pair]
    )


def _passage(heading: Pair, parts: Sequence[Pair]) -> Iterator[Pair]:
    whole = Pair(*(" ".join(texts) for texts in zip(*parts, strict=True))) if parts else heading
    if LEAST_WORDS <= whole.words < PASSAGE.stop:
        yield Pair(f"{heading.english}. {whole.english}", f"{heading.other} {whole.other}")


def read_pages(english: Path, other: Path) -> Iterator[Pair]:
    """Yield the pairs of pages of like blocks, whose names differ by the language alone."""
    pages = {_CODE.sub("", path.relative_to(english).as_posix()): path for path in english.rglob("*.html*")}
    for path in sorted(path for path in other.rglob("*.html*") if path.is_file()):
        partner = pages.get(_CODE.sub("", path.relative_to(other).as_posix()))
        if (
            partner is None
            or not partner.is_file()
            or max(path.stat().st_size, partner.stat().st_size) > LARGEST
        ):
            continue
        blocks = [read_blocks(page.read_text("utf-8", "replace")) for page in (partner, path)]
        if [block.kind for block in blocks[0]] == [block.kind for block in blocks[1]]:
            yield from cut(*blocks)


def read_catalogues(folder: Path, language: str) -> Iterator[Pair]:
    """Yield the messages of the compiled gettext catalogues of a language below a folder."""
    for path in sorted(path for path in folder.rglob("*.mo") if language in path.parts):
        with path.open("rb") as file:
            messages: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for key, text in messages.items():
            if isinstance(key, str) and key:
                yield Pair(*(" ".join(_FORMAT.sub("", part).split()) for part in (key, text)))


def is_kept(pair: Pair, left_out: re.Pattern[str]) -> bool:
    """Tell whether a pair is translated, of a usual length and not of what the prior is judged by."""
    return (
        not pair.other.isascii()
        and pair.words in range(SHORT.start, PASSAGE.stop + 20)
        and 0.5 < len(pair.other.encode()) / len(pair.english) < 4
        and not left_out.search(pair.english)
    )


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="ENGLISH=TRANSLATED|CATALOGUES…")
@click.option("-o", "output", required=True, type=click.Path(path_type=Path))
@click.option("--language", required=True, help="Of the translation, BCP 47.")
@click.option("--each", default=500, show_default=True, help="Passages of a source, and as many short texts.")
@click.option("--without", default=JUDGED, show_default=True, help="No text whose English this is found in.")
def main(folders: tuple[str, ...], output: Path, language: str, each: int, without: str) -> None:
    """Write the translated texts of FOLDERS as JSON lines in an order that mixes them, as `texts` does.

    A source is two folders of HTML with pages of the same names, or one of gettext's catalogues.
    """
    left_out, taken = re.compile(without, re.IGNORECASE), dict[bytes, Pair]()
    for source in folders:
        english, _, other = source.partition("=")
        pairs = read_pages(Path(english), Path(other)) if other else read_catalogues(Path(english), language)
        found = {
            hashlib.sha256(pair.other.encode()).digest(): pair for pair in pairs if is_kept(pair, left_out)
        }
        for long in (True, False):
            keys = sorted(key for key, pair in found.items() if (pair.words >= LEAST_WORDS) == long)
            taken |= {key: found[key] for key in keys[:each]}
        click.echo(f"{source}: {len(found)} texts")
    lines = (orjson.dumps([language, taken[key].other, taken[key].english]) + b"\n" for key in sorted(taken))
    output.write_bytes(b"".join(lines))
    click.echo(f"{len(taken)} taken")


if __name__ == "__main__":
    main()
