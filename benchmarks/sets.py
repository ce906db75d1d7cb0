"""Load golden and qrels files as sets of questions over folders of files."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from siglum_builder.golden import (
    JUDGEMENTS,
    QUERIES,
    Question,
    load_golden,
    read_judgements,
    read_queries,
    read_rows,
    text_of,
)
from siglum_builder.model import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CODE_SHARE = 0.6
"""Of a collection's texts, from which it is written as files of a programming language."""
_PROBED = 200

SCOPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("cross-ja2en", ("docs/en/docs",)),
    ("cross-lingual", ("docs/en/docs", "docs/ja/docs")),
    ("efcore-en", ("entity-framework/core",)),
    ("fastapi-en", ("docs/en/docs",)),
    ("fastapi-ja", ("docs/ja/docs",)),
    ("rust-book-en", ("src",)),
    ("tokio-en", ("content",)),
)
"""What each golden set searches, from the README beside it; a file's name starts with the set's."""

# A language is told by how a definition starts; the endings are those the builder knows.
_CODE: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        ".py",
        re.compile(r"(?:@[\w.]+[^\n]*\n\s*)*(?:async\s+)?def \w+\s*\(|class \w+[^\n]*:|from \w|import \w"),
    ),
    (".go", re.compile(r"(?://[^\n]*\n\s*)*(?:func[ (]|package \w)")),
    (
        ".php",
        re.compile(
            r"<\?php|(?:(?:public|private|protected|static|final|abstract)\s+)*function &?\w+\s*\(\s*[^)]*\$"
        ),
    ),
    (
        ".java",
        re.compile(r"(?:@\w+[^\n]*\n\s*)*(?:public|private|protected)\s+[\w<>\[\], ?.]+\(|package [\w.]+;"),
    ),
    (".js", re.compile(r"(?:async\s+)?function\*?\s*\w*\s*\(|(?:const|let|var) \w+\s*=|module\.exports")),
    (".rb", re.compile(r"def [\w.]+[?!=]?(?:\s*\(|\s*\n)|module [A-Z]|class [A-Z]\w*\s*(?:<|\n)")),
    (".rs", re.compile(r"(?:#\[[^\n]*\n\s*)*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:fn|struct|impl|enum) ")),
)


@dataclass(frozen=True, slots=True)
class Scope:
    """A folder to index, and what stands before its paths in the names of pages."""

    folder: Path
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions over one corpus."""

    name: str
    pool: str
    """Sets of one pool are averaged together: golden, cross (questions in another language) or ir."""
    scopes: tuple[Scope, ...]
    questions: tuple[Question, ...]
    notices: tuple[Notice, ...] = ()


def golden_set(file: Path, folders: Sequence[Path]) -> QuestionSet:
    """Load a golden file over `folders`: the corpus's own, or those in it that are to be indexed.

    What stands before a folder's paths is found by looking where the expected pages are.
    """
    golden = load_golden(file)
    pages = [page for question in golden.questions for page in question.gains]
    scopes = tuple(Scope(folder, _prefix(folder, pages)) for folder in folders)
    missing = [page for page in dict.fromkeys(pages) if not _exists(page, scopes)]
    notices = [Notice(file.name, f"the expected page {page} is not in what is indexed") for page in missing]
    pool = "cross" if file.stem.startswith("cross") else "golden"
    return QuestionSet(file.stem, pool, scopes, golden.questions, (*golden.notices, *notices))


def ir_set(folder: Path, work: Path) -> QuestionSet:
    """Load `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`; each document becomes a file under `work`.

    Prose becomes Markdown with the title as its H1. Code becomes files of its language, not fenced
    Markdown: that is how a corpus of code is searched, and the definitions in it are found.
    Files are numbered, since ids of documents would be searched as words of the path.
    """
    notices: list[Notice] = []
    rows = [row for _, row in read_rows(folder / "corpus.jsonl", notices)]
    ending = code_ending([text_of(row, "text") for row in rows]) or ".md"
    files = {text_of(row, "id"): f"d{number:07}{ending}" for number, row in enumerate(rows)}
    work.mkdir(parents=True, exist_ok=True)
    for row in rows:
        (work / files[text_of(row, "id")]).write_text(_document(row, ending), encoding="utf-8", newline="")
    gains = _gains(folder / JUDGEMENTS, files, notices)
    questions = tuple(read_queries(folder / QUERIES, gains, notices))
    return QuestionSet(folder.name, "ir", (Scope(work),), questions, tuple(notices))


def shared_sets(shared: Path, work: Path, *, only: Sequence[str] = ()) -> Iterator[QuestionSet]:
    """Load every set below a folder that holds `golden/`, `corpora/` and `ir/`; `only` names some."""
    for file in sorted((shared / "golden").glob("*.jsonl")):
        folders = scope_folders(file, shared / "corpora")
        if folders and _wanted(file.stem, only):
            yield golden_set(file, folders)
    for folder in sorted((shared / "ir").glob("*/")):
        if (folder / "qrels.tsv").is_file() and _wanted(folder.name, only):
            yield ir_set(folder, work / folder.name)


def scope_folders(file: Path, corpora: Path) -> tuple[Path, ...]:
    """Return the folders that a golden file's questions search; none where that is not known."""
    parts = next((parts for name, parts in SCOPES if file.stem.startswith(name)), ())
    corpus = next((text_of(row, "corpus") for _, row in read_rows(file, [])), "")
    return tuple(folder for part in parts if (folder := corpora / corpus / part).is_dir())


def code_ending(texts: Sequence[str]) -> str | None:
    """Return the file ending of the language that most of `texts` are written in; None for prose."""
    probed = texts[:_PROBED]
    found = Counter(ending for text in probed if (ending := _ending(text)))
    ending, count = min(found.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    return ending if count and count >= CODE_SHARE * len(probed) else None


def _ending(text: str) -> str | None:
    start = text.lstrip()
    return next((ending for ending, pattern in _CODE if pattern.match(start)), None)


def _wanted(name: str, only: Sequence[str]) -> bool:
    return not only or name in only


def _document(row: dict[str, object], ending: str) -> str:
    title, text = " ".join(text_of(row, "title").split()), text_of(row, "text")
    return f"# {title}\n\n{text}\n" if title and ending == ".md" else f"{text}\n"


def _gains(file: Path, files: dict[str, str], notices: list[Notice]) -> dict[str, dict[str, int]]:
    """Return the gain of each file that is judged relevant, by query."""
    gains: dict[str, dict[str, int]] = {}
    for judgement in read_judgements(file, notices):
        if judgement.page not in files:
            reason = f"the document {judgement.page} is not in corpus.jsonl"
            notices.append(Notice(file.name, reason, judgement.line))
        elif judgement.grade > 0:
            gains.setdefault(judgement.query, {})[files[judgement.page]] = judgement.grade
    return gains


def _prefix(folder: Path, pages: Iterable[str]) -> str:
    """Return what pages' names have before the path in `folder`: the folder's own last parts, or nothing."""
    parts = PurePosixPath(folder.resolve().as_posix()).parts
    for page in pages:
        for length in range(len(PurePosixPath(page).parts)):
            tail = parts[len(parts) - length :]
            if (
                PurePosixPath(page).parts[:length] == tail
                and (folder / Path(*PurePosixPath(page).parts[length:])).is_file()
            ):
                return "".join(f"{part}/" for part in tail)
    return ""


def _exists(page: str, scopes: Sequence[Scope]) -> bool:
    return any(
        page.startswith(scope.prefix) and (scope.folder / page.removeprefix(scope.prefix)).is_file()
        for scope in scopes
    )
