"""Find golden queries that stand verbatim in the corpus, where finding them proves little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.text import fold, is_paired
from siglum_builder.evaluation import Quotation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum.store import Store
    from siglum_builder.golden import Question

LEAST_WORDS = 4
"""Fewer words stand in a corpus by chance, and are often all that a user types."""
_BLOCK = 512
"""Chunks that are searched as one text: about half a megabyte."""
_MARKS = " \t\n.,;:!?\"'()[]{}<>`*_。、？！「」…"


def find_quotations(questions: Sequence[Question], store: Store) -> tuple[Quotation, ...]:
    """Return the queries of at least four words that stand in a chunk: case folded, white space as one space.

    Two characters of a script without spaces count as a word. Marks around a query do not count.
    """
    wanted = {
        q.id: needle for q in questions if _words(needle := _plain(q.text).strip(_MARKS)) >= LEAST_WORDS
    }
    found: dict[str, int] = {}
    for first in range(0, len(store.chunks.document) if wanted else 0, _BLOCK):
        texts = {chunk: _plain(text) for chunk, text in store.texts(range(first, first + _BLOCK)).items()}
        whole = "\n".join(texts.values())
        for key, needle in wanted.items():
            if key not in found and needle in whole:
                found.update((key, chunk) for chunk in _quoting(texts.items(), needle))
    documents = store.documents(int(store.chunks.document[chunk]) for chunk in found.values())
    return tuple(
        Quotation(q.id, q.text, documents[int(store.chunks.document[found[q.id]])].path)
        for q in questions
        if q.id in found
    )


def _quoting(texts: Iterable[tuple[int, str]], needle: str) -> Iterator[int]:
    """Yield the first chunk that has `needle` as whole words."""
    for chunk, text in texts:
        if any(_is_apart(text, at, at + len(needle)) for at in _positions(text, needle)):
            yield chunk
            return


def _positions(text: str, needle: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _is_apart(text: str, start: int, end: int) -> bool:
    """Tell whether no word runs across either end."""
    return not any(
        _is_joined(text[at - 1]) and _is_joined(text[at]) for at in (start, end) if 0 < at < len(text)
    )


def _is_joined(character: str) -> bool:
    return character.isalnum() and not is_paired(character)


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


def _words(plain: str) -> int:
    paired = sum(map(is_paired, plain))
    spaced = "".join(" " if is_paired(character) else character for character in plain)
    return paired // 2 + sum(any(map(str.isalnum, word)) for word in spaced.split())
