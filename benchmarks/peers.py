"""The search engines that siglum is measured against, each in its best reasonable configuration.

Every peer indexes the units of the artifact (heading, headings above, path, text) and is asked for the plain
words of the query, any of which may match. Where the language of the corpus has no spaces, it gets
n-grams instead of words, since no engine here cuts such text without a dictionary to download.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

import siglum
from benchmarks.words import UNSPACED, grams, words, words_and_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from benchmarks.units import Unit

HEADING_WEIGHT = 2.0
"""As the findings give it to SQLite FTS5; the body and the context count once."""
FTS5_FILE = "fts5.db"


@dataclass(frozen=True, slots=True)
class Corpus:
    """What a peer may index."""

    version: Path
    """siglum's own version folder."""
    units: tuple[Unit, ...]
    language: str
    """Commonest of the corpus, BCP 47."""
    work: Path
    """An empty folder for the peer's files."""


@dataclass(frozen=True, slots=True)
class Found:
    """One result: a path as the artifact spells it, and a score that is comparable within one corpus."""

    path: str
    score: float


class Search(Protocol):
    """An opened index."""

    def __call__(self, query: str, count: int) -> Sequence[Found]:
        """Return the best `count` units, best first; a path may come several times."""
        ...


@dataclass(frozen=True, slots=True)
class Peer:
    """A system that can be measured."""

    name: str
    module: str
    """What must be installed."""
    build: Callable[[Corpus], Search]


# Language, and what each engine calls its stemmer or stop words; English ones are the named configuration.
_SNOWBALL: dict[str, str] = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_STOPWORDS = ("da", "de", "en", "es", "fr", "it", "nl", "no", "pt", "ru", "sv", "tr")
"""Languages for which bm25s has a list, under the same code."""


def build_siglum(corpus: Corpus) -> Search:
    """Open the artifact as it is; the caller's process closes it by ending."""
    library = siglum.open(corpus.version)

    def search(query: str, count: int) -> list[Found]:
        return [Found(hit.path, hit.score) for hit in library.search(query, top_k=count).results]

    return search


def build_fts5(corpus: Corpus) -> Search:
    """Index with SQLite FTS5: porter over unicode61, trigrams where the language has no spaces."""
    unspaced = corpus.language in UNSPACED
    connection = sqlite3.connect(corpus.work / FTS5_FILE)
    tokenizer = "trigram" if unspaced else "porter unicode61"
    connection.execute(
        "CREATE VIRTUAL TABLE units USING fts5(heading, context, body, path UNINDEXED,"
        f" tokenize = '{tokenizer}')"
    )
    connection.executemany(
        "INSERT INTO units VALUES (?, ?, ?, ?)",
        ((unit.heading, " ".join(unit.context), unit.text, unit.path) for unit in corpus.units),
    )
    connection.execute("INSERT INTO units(units) VALUES ('optimize')")
    connection.commit()
    connection.close()
    return open_fts5(corpus)


def open_fts5(corpus: Corpus) -> Search:
    """Open what `build_fts5` left in the peer's folder."""
    connection = sqlite3.connect(f"file:{corpus.work / FTS5_FILE}?mode=ro", uri=True)
    unspaced = corpus.language in UNSPACED

    def search(query: str, count: int) -> list[Found]:
        terms = dict.fromkeys(grams(query, 3)) if unspaced else words(query)
        expression = " OR ".join(f'"{term}"' for term in terms)
        rows = connection.execute(_FTS5_BEST, (expression, count)) if expression else ()
        return [Found(str(path), -float(score)) for path, score, _ in rows]

    return search


_FTS5_BEST = (
    f"SELECT path, bm25(units, {HEADING_WEIGHT}, 1.0, 1.0), body FROM units"
    " WHERE units MATCH ? ORDER BY 2, rowid LIMIT ?"
)
"""With the text, since an answer of siglum has it too."""


def build_bm25s(corpus: Corpus) -> Search:
    """Index with bm25s: Snowball stems and stop words of the language; the heading is written twice."""
    module = import_module("bm25s")
    tokens = _bm25s_tokens(module, corpus.language)
    retriever = module.BM25()
    texts = [_heading_twice(unit) for unit in corpus.units]
    retriever.index(tokens(texts), show_progress=False)

    def search(query: str, count: int) -> list[Found]:
        terms = tokens([query])
        if not terms[0]:
            return []
        numbers, scores = retriever.retrieve(terms, k=min(count, len(texts)), show_progress=False)
        pairs = zip(numbers[0].tolist(), scores[0].tolist(), strict=True)
        return [Found(corpus.units[number].path, score) for number, score in pairs if score > 0]

    return search


def _heading_twice(unit: Unit) -> str:
    return " ".join((unit.heading, unit.heading, *unit.context, unit.text))


def _bm25s_tokens(module: Any, language: str) -> Callable[[list[str]], list[list[str]]]:
    """Return bm25s's analyzer for a language, the words being cut into pairs where it has no spaces."""
    if language in UNSPACED:
        return lambda texts: [words_and_pairs(text) for text in texts]
    stemmer = import_module("Stemmer").Stemmer(_SNOWBALL[language]) if language in _SNOWBALL else None

    def tokens(texts: list[str]) -> list[list[str]]:
        found: list[list[str]] = module.tokenize(
            texts,
            stopwords=language if language in _STOPWORDS else None,
            stemmer=stemmer,
            return_ids=False,
            show_progress=False,
        )
        return found

    return tokens


def build_tantivy(corpus: Corpus) -> Search:
    """Index with tantivy: `en_stem`, or its like for another language; the heading is written twice.

    One field for all, since a field of its own for headings, which are short, lost .08 nDCG.
    """
    module = import_module("tantivy")
    unspaced = corpus.language in UNSPACED
    schema = module.SchemaBuilder()
    schema.add_text_field("text", tokenizer_name="en_stem" if corpus.language == "en" else "of_language")
    schema.add_integer_field("number", stored=True)
    index = module.Index(schema.build(), path=str(corpus.work))
    index.register_tokenizer("of_language", _tantivy_analyzer(module, corpus.language))
    _tantivy_write(module, index, corpus.units)
    searcher = index.searcher()

    def search(query: str, count: int) -> list[Found]:
        terms = list(dict.fromkeys(grams(query, 2))) if unspaced else words(query)
        if not terms:
            return []
        hits = searcher.search(index.parse_query(" ".join(terms), ["text"]), count).hits
        return [Found(corpus.units[searcher.doc(at)["number"][0]].path, score) for score, at in hits]

    return search


def _tantivy_analyzer(module: Any, language: str) -> Any:
    if language in UNSPACED:
        pairs = module.TextAnalyzerBuilder(module.Tokenizer.ngram(2, 2, False))
        return pairs.filter(module.Filter.lowercase()).build()
    analyzer = module.TextAnalyzerBuilder(module.Tokenizer.simple())
    analyzer = analyzer.filter(module.Filter.remove_long(40)).filter(module.Filter.lowercase())
    if language in _SNOWBALL:
        analyzer = analyzer.filter(module.Filter.stemmer(_SNOWBALL[language]))
    return analyzer.build()


def _tantivy_write(module: Any, index: Any, units: Sequence[Unit]) -> None:
    writer = index.writer(num_threads=1)  # one segment, one order
    for number, unit in enumerate(units):
        writer.add_document(module.Document(text=_heading_twice(unit), number=number))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()


PEERS: tuple[Peer, ...] = (
    Peer("siglum", "siglum", build_siglum),
    Peer("sqlite-fts5", "sqlite3", build_fts5),
    Peer("bm25s", "bm25s", build_bm25s),
    Peer("tantivy", "tantivy", build_tantivy),
)


def installed(peer: Peer) -> bool:
    """Return whether a peer's module can be imported."""
    return find_spec(peer.module) is not None
