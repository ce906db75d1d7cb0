"""Read golden questions: a JSON Lines file, or a folder of queries and judgements."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

import orjson

from siglum.lookup import MAX_QUERY_BYTES
from siglum_builder.errors import reason_of
from siglum_builder.model import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_SLIP, _SHOWN = 0.8, 60
"""Likeness, 0 to 1, from which a key is taken for a misspelt one; characters of it that are shown."""
EXPECT, ALSO = 2, 1
"""Gains of a golden file: a page that answers, and one that is acceptable."""
QUERIES, JUDGEMENTS = "queries.jsonl", "qrels.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenLine:
    """A line of a golden file as it is written; other keys are left to whoever wrote them."""

    id: str
    """Stands on one line only."""
    query: str
    """What is asked, at most 4,096 bytes."""
    expect: tuple[str, ...]
    """Pages that answer, of which any counts; none: the corpus does not answer."""
    also: tuple[str, ...] = ()
    """Pages that are acceptable."""
    kind: str = ""
    """exact, howto, paraphrase, …"""
    lang: str = ""
    """Of the query, BCP 47."""


@dataclass(frozen=True, slots=True)
class Question:
    """One query with the pages that answer it."""

    id: str
    text: str
    kind: str
    """exact, howto, paraphrase, …; empty where the file does not say."""
    language: str
    """Of the query, BCP 47; empty where the file does not say."""
    gains: dict[str, int] = field(hash=False)
    """Gain, above 0, of each relevant page; none: the corpus does not answer."""
    line: int | None = None
    """Where it stands in its file."""


@dataclass(frozen=True, slots=True)
class Golden:
    """The questions of a file or folder, and what was wrong with it."""

    name: str
    questions: tuple[Question, ...]
    notices: tuple[Notice, ...]

    @property
    def digest(self) -> str:
        """The sha256 of ids, queries and gains: two sets of one digest can be compared."""
        rows = [[q.id, q.text, sorted(q.gains.items())] for q in sorted(self.questions, key=lambda q: q.id)]
        return hashlib.sha256(orjson.dumps(rows)).hexdigest()


class Judgement(NamedTuple):
    """A line of a judgement file."""

    line: int
    query: str
    page: str
    grade: int


def load_golden(path: Path) -> Golden:
    """Load a golden file, or a folder of `queries.jsonl` and `qrels.tsv`; its notices say what is wrong."""
    notices: list[Notice] = []
    if not path.is_dir():
        return Golden(path.name, tuple(read_golden(path, notices)), tuple(notices))
    gains: dict[str, dict[str, int]] = {}
    for judgement in read_judgements(path / JUDGEMENTS, notices):
        if judgement.grade > 0:
            gains.setdefault(judgement.query, {})[judgement.page] = judgement.grade
    questions = tuple(read_queries(path / QUERIES, gains, notices))
    return Golden(path.resolve().name, questions, tuple(notices))


def read_golden(file: Path, notices: list[Notice]) -> Iterator[Question]:
    """Yield the questions of a golden file; a line that is none becomes a notice."""
    for number, row in read_rows(file, notices):
        reason = _fault(row)
        expected = row.get("expect")
        if not reason and not _is_pages(expected):
            reason = "`expect` is not a list of pages: [] says that the corpus does not answer"
        if not reason and not _is_pages(row.get("also", [])):
            reason = "`also` is not a list of pages"
        told = "; ".join(filter(None, (reason, _slip(row))))
        if told:
            notices.append(Notice(file.name, told, number))
        if reason:
            continue
        gains = dict.fromkeys(_texts(row, "also"), ALSO) | dict.fromkeys(_texts(row, "expect"), EXPECT)
        yield _question(number, row, gains if expected else {})


def read_queries(file: Path, gains: dict[str, dict[str, int]], notices: list[Notice]) -> Iterator[Question]:
    """Yield the queries that have a judgement in `gains`; a judged query that is not there is a notice."""
    missing = dict.fromkeys(gains)
    for number, row in read_rows(file, notices):
        if reason := _fault(row):
            notices.append(Notice(file.name, reason, number))
        elif (key := text_of(row, "id")) in gains:
            del missing[key]
            yield _question(number, row, gains[key])
    notices += [Notice(file.name, f"the judged query {key} is not in it") for key in missing]


def read_rows(file: Path, notices: list[Notice]) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield line number and object, with `id` as a string, of JSON Lines; a line that is none is a notice."""
    content = _content(file, notices)
    seen: set[str] = set()
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        row = _row(line)
        key = text_of(row, "id") if row else ""
        if row is not None and key and key not in seen:
            seen.add(key)
            yield number, row
        else:
            reason = f"the id {key} stands on an earlier line" if key else _NO_ROW
            notices.append(Notice(file.name, reason, number))


_NO_ROW = "it is not a JSON object with a string or whole number as `id`"


def read_judgements(file: Path, notices: list[Notice]) -> Iterator[Judgement]:
    """Yield query, page and grade of each line, also of TREC's four columns; other lines are notices."""
    text = _content(file, notices).decode(errors="replace")
    for number, line in enumerate(text.split("\n"), 1):
        columns = [column.strip() for column in (line.split("\t") if "\t" in line else line.split())]
        if len(columns) in (3, 4) and re.fullmatch(r"-?[0-9]{1,9}", columns[-1]):
            yield Judgement(number, columns[0], columns[-2], int(columns[-1]))
        elif any(columns) and number > 1:  # the first line may name the columns
            notices.append(Notice(file.name, "it is not a query, a page and a whole number", number))


def text_of(row: dict[str, object], key: str) -> str:
    """Return the text under `key`; empty where there is none."""
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _content(file: Path, notices: list[Notice]) -> bytes:
    """Return the bytes of a file without BOM; nothing, and a notice, where it cannot be read."""
    try:
        return file.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as fault:
        notices.append(Notice(file.name, f"it cannot be read: {reason_of(fault)}"))
        return b""


def _row(line: bytes) -> dict[str, object] | None:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(row, dict) or type(row.get("id")) not in (str, int):
        return None
    found: dict[str, object] = {**row, "id": str(row["id"])}
    return found


def _fault(row: dict[str, object]) -> str:
    """Say why a row cannot be asked; empty where it can."""
    query = _query(row)
    if not query.strip():
        return "it has no `query`"
    if (size := len(query.encode())) > MAX_QUERY_BYTES:
        return f"its query has {size} bytes; at most {MAX_QUERY_BYTES} are searched"
    wrong = [key for key in ("kind", "lang") if not isinstance(row.get(key) or "", str)]
    return f"`{wrong[0]}` is not a string" if wrong else ""


def _slip(row: dict[str, object]) -> str:
    """Say which key of a golden line is probably misspelt; empty where none is."""
    missing = [key.name for key in fields(GoldenLine) if key.name not in row]
    for key in row:
        if meant := get_close_matches(key.lower(), missing, n=1, cutoff=_SLIP):
            return f"`{key[:_SHOWN]}` is read by nothing; did you mean `{meant[0]}`?"
    return ""


def _query(row: dict[str, object]) -> str:
    return text_of(row, "query") or text_of(row, "text")


def _question(line: int, row: dict[str, object], gains: dict[str, int]) -> Question:
    return Question(text_of(row, "id"), _query(row), text_of(row, "kind"), text_of(row, "lang"), gains, line)


def _is_pages(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def _texts(row: dict[str, object], key: str) -> Sequence[str]:
    value = row.get(key)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
