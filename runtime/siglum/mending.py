"""What a word or name that the corpus lacks was meant to be, as the corpus writes it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from siglum.function_words import function_texts
from siglum.searchable import searchable
from siglum.spelling import TWICE_FROM, are_slips, cut, edits, slips, swapped
from siglum.text import analyze_query, fold, is_paired
from siglum.text.folding import strip_diacritics
from siglum.text.stemming import stem

if TYPE_CHECKING:
    from siglum.reader import Reader
    from siglum.rows import TermRow
    from siglum.text import QueryTerm

FUNCTION_WORD_FROM = 3
"""Letters of a word from which two swapped ones make it a function word: `teh`, but `si` is no `is`."""
SPELT_FROM = 4
"""Letters from which a word that the corpus does not have is taken for a misspelling of one it has."""
NAME_FROM = 6
"""Letters of a name from which it is taken for the nearest one."""
DOERS = ("er", "or")
"""What makes who does of what is done, which stems keep: `parser` is of a page that says `parse`."""
STEM_FROM = 7
"""Letters of a stem in which a slip is one though the corpus has the word with other endings alone."""
OTHER_IN = 2
"""Chunks that have a word for which one with another letter, or one too many, is taken."""
CHUNKS_READ = 64
"""Chunks, about, in which a word is looked for as it was meant."""
NEIGHBOURS = 8
"""Of them, those that follow one another."""
WORDS_TRIED = 8
"""Words, the likeliest first, that are looked for: in a million chunks each takes up to 20 ms."""

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?![^\W\d_A-Z])|[^\W\d_]+|[\W\d_]+")
_ENDING = re.compile(r"\.(\w+)\Z")
FILE_ENDINGS = (
    "bat cc cfg conf cpp cs css csv gif gz hpp htm html ini ipynb java jpg js json jsonl jsx kt lua md mdx"
    " mjs php pdf pl png proto ps1 py pyi rb rs rst scss sh sql svg tar toml ts tsv tsx txt vue xml yaml yml"
    " zip"
)
"""What ends the name of a file, beside the endings of the corpus's own."""


def mend(reader: Reader, term: QueryTerm, written: str) -> str | None:
    """Return what a query term, as it was `written`, was meant to be; None where nothing is likely."""
    meant = reader.mended.get(written)
    if meant is None:
        meant = _mended(reader, term, written) or ""
        reader.mended.put(written, meant, size=1)
    return meant or None


def _mended(reader: Reader, term: QueryTerm, written: str) -> str | None:
    if all(weight == 1.0 for _, weight in term.terms):
        word = term.text
        return _word(reader, word) if word.isalpha() and not is_paired(word[0]) else None
    if is_paired(term.terms[0][0][0]) or _is_file(reader, written):
        return None
    return _name(reader, term, written)


def _word(reader: Reader, word: str) -> str | None:
    """Return the word that an unknown one stands for: a function word, a kindred or a near one."""
    functional = function_texts(reader.manifest.languages)
    if word in functional:
        return None
    if len(word) >= FUNCTION_WORD_FROM:
        found = next((respelt for _, respelt in swapped(word) if respelt in functional), None)
        if found:
            return found
    if len(word) < SPELT_FROM:
        return None
    return _kindred(reader, word) or _near(reader, word) or _far(reader, word)


def _kindred(reader: Reader, word: str) -> str | None:
    stems = [name for name in _stems(reader, word) if word in (name, f"{name}s")]
    rows = reader.store.terms(name.removesuffix(end) for name in stems for end in DOERS if name.endswith(end))
    return _as_written(reader, *min(rows.items()), like=word) if rows else None


def _near(reader: Reader, word: str) -> str | None:
    """Return the word of which an unknown one is a single slip."""
    own = min(map(len, _stems(reader, word)))
    by_stem = [(slip, name) for slip in slips(word) for name in _stems(reader, slip.meant)]
    rows = reader.store.terms(name for _, name in by_stem)
    count = {name: row.document_frequency for name, row in rows.items()}
    found = [each for each in by_stem if count.get(each[1], 0) >= (OTHER_IN if each[0].kind == 2 else 1)]
    found.sort(key=lambda each: (each[0].kind, -count[each[1]]))
    for slip, name in found[:WORDS_TRIED]:
        letters = min(len(name), own)
        inside = slip.place < letters - 1 and (slip.kind == 0 or letters >= STEM_FROM)
        if inside or _is_written(reader, rows[name], slip.meant):
            return slip.meant
    return None


def _far(reader: Reader, word: str) -> str | None:
    """Return the word of which an unknown one is two slips."""
    for name in _stems(reader, word) if len(word) >= TWICE_FROM else ():
        rows = reader.store.terms(reader.store.nearest_terms(name, distance=2))
        nearest = sorted(rows.items(), key=lambda each: (-each[1].document_frequency, each[0]))
        for meant, row in nearest[:WORDS_TRIED]:
            respelt = _as_written(reader, meant, row, like=word)
            if respelt and edits(word, fold(respelt)) <= 2:
                return respelt
    return None


def _stems(reader: Reader, word: str) -> tuple[str, ...]:
    languages = reader.manifest.languages or ("und",)
    bare = strip_diacritics(word)
    spelt = (word,) if bare == word else (word, bare)
    return tuple(dict.fromkeys(stem(each, language) for language in languages for each in spelt))


def _chunks(reader: Reader, row: TermRow) -> list[int]:
    """Return some chunks that have a term: neighbours, which are read together, from all over the corpus."""
    found: list[int] = reader.store.postings([row])[0].chunks.tolist()
    step = max(NEIGHBOURS, len(found) * NEIGHBOURS // CHUNKS_READ)
    return [chunk for first in range(0, len(found), step) for chunk in found[first : first + NEIGHBOURS]]


def _is_written(reader: Reader, row: TermRow, word: str) -> bool:
    """Tell whether some chunk that has a term has it as this word, or as the hump of a name."""
    pattern = re.compile(f"(?<![^\\W\\d_])(?i:{word})[^\\W\\d_]{{0,2}}(?![^\\W\\d_])|{word.title()}(?![a-z])")
    texts = reader.store.texts(_chunks(reader, row)).values()
    return any(pattern.search(text if text.isascii() else strip_diacritics(text)) for text in texts)


def _as_written(reader: Reader, name: str, row: TermRow, *, like: str) -> str | None:
    """Return the word or name that has an index term, as it is written most like another."""
    chunks, words = _chunks(reader, row), dict[str, float]()
    documents = reader.store.documents(int(reader.store.chunks.document[chunk]) for chunk in chunks)
    for chunk, text in sorted(reader.store.texts(chunks).items()):
        language = documents[int(reader.store.chunks.document[chunk])].language
        for place in sorted(searchable(text, language).places(name)):
            words.setdefault(text[slice(*place)], 0.0)
    return max(words, key=lambda word: _likeness(word, like), default=None)


def _likeness(word: str, other: str) -> float:
    return SequenceMatcher(None, word.casefold(), other.casefold(), autojunk=False).ratio()


def _name(reader: Reader, term: QueryTerm, written: str) -> str | None:
    """Return the name that was meant: the one its mended parts make, the nearest one, or just these parts."""
    parts = [_part(reader, part) for part in _PARTS.findall(written)]
    respelt = "".join(part for part in parts if part is not None)
    mended = None not in parts and respelt != written
    name = _whole(reader, respelt) if mended else term.terms[0][0]
    if mended and reader.store.terms([name]):
        return respelt
    return _nearest_name(reader, name) or (respelt if mended else None)


def _whole(reader: Reader, name: str) -> str:
    """Return the index term of a name as a whole."""
    return analyze_query(name, reader.manifest.languages)[0].terms[0][0]


def _part(reader: Reader, part: str) -> str | None:
    """Return a part of a name as it was meant; None where it is unknown."""
    word = fold(part)
    if not part.isalpha() or reader.store.terms(_stems(reader, word)):
        return part
    meant = _word(reader, word)
    if meant is None or not part[0].isupper():
        return meant
    return meant.upper() if part.isupper() else meant[0].upper() + meant[1:]


def _nearest_name(reader: Reader, name: str) -> str | None:
    """Return the name of which an unknown one is misspelt, as a whole."""
    if len(name) < NAME_FROM:
        return None
    nearest = reader.store.nearest_terms(name, distance=1 if len(name) < TWICE_FROM else 2)
    rows = reader.store.terms(found for found in nearest if are_slips(name, found))
    if not rows:
        return None
    meant = min(rows, key=lambda found: (-rows[found].document_frequency, found))
    return _as_written(reader, meant, rows[meant], like=name)


def _is_file(reader: Reader, written: str) -> bool:
    """Tell whether a name is that of a file: it has an ending, be it a misspelt one, or is a path."""
    ending = _ENDING.search(fold(written))
    if "/" in written or not ending:
        return "/" in written
    endings = {*FILE_ENDINGS.split()} | {path.rpartition(".")[2].lower() for path in reader.store.paths}
    return ending[1] in endings or not endings.isdisjoint(cut(ending[1]))
