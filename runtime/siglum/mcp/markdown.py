"""Write an answer as compact Markdown that says what its JSON says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from siglum.render import on_one_line, trail, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.tools import Tool

Answer = dict[str, object]

_ELSEWHERE = frozenset(("parameters", "warnings", "artifact", "results", "match_spans"))
"""Fields of an answer that have a place of their own, or only point into its text."""
_IN_HEADING = frozenset(
    {
        *("ref_id", "kind", "path", "source", "range", "section_range", "score", "step"),
        *("breadcrumb", "title", "heading", "symbol", "content", "description"),
    }
)
"""Fields of an entry that its heading, its ref or its text shows."""
_TICKS = re.compile(r"`+")


def markdown(tool: Tool, answer: Answer) -> str:
    """Return an answer as Markdown; text of the corpus stands in fences, control characters spelt out."""
    lines = list(_head(tool, answer))
    if "ref_id" in answer:
        lines += _entry(answer, number=None)
    else:
        lines += _facts_of_answer(answer)
    for name, value in answer.items():
        if name != "ranges" and _is_entries(value):
            lines += _entries(name, cast("list[Answer]", value))
    lines += [f"> {on_one_line(warning)}" for warning in cast("list[str]", answer.get("warnings", []))]
    return "\n".join(lines).rstrip("\n") + "\n"


def code_span(text: str) -> str:
    """Return text as inline code, whatever backticks it holds."""
    shown = on_one_line(text)
    if "`" not in shown:
        return f"`{shown}`"
    ticks = "`" * (_longest_run(shown) + 1)
    return f"{ticks} {shown} {ticks}"


def fenced(text: str, info: str = "") -> str:
    """Return text in a fence longer than any inside it."""
    shown = visible(text).strip("\n")
    ticks = "`" * max(3, _longest_run(shown) + 1)
    return f"{ticks}{info}\n{shown}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)


def _head(tool: Tool, answer: Answer) -> Iterator[str]:
    found = answer.get("results")
    artifact = cast("dict[str, str]", answer.get("artifact", {}))
    origin = f"{on_one_line(artifact['name'])} {artifact['version']}" if artifact else ""
    if isinstance(found, list):
        query = cast("dict[str, object]", answer["parameters"]).get("query", "")
        count = (
            f"{len(found)} of {answer.get('total_candidates', len(found))} candidates" if found else "nothing"
        )
        yield f"{tool.title}: {count} for {code_span(str(query))} in {origin}"
    else:
        yield f"{tool.title}: {origin}"


def _facts_of_answer(answer: Answer) -> Iterator[str]:
    """Yield what an answer says beside its entries, a line each."""
    for name, value in answer.items():
        if name in _ELSEWHERE or name == "total_candidates" or _is_entries(value) or _is_empty(value):
            continue
        yield f"{name}: {_inline(value)}"


def _entries(name: str, entries: list[Answer]) -> Iterator[str]:
    if name != "results":
        yield f"\n## {name}"
    for number, entry in enumerate(entries, start=1):
        if _is_large(entry):
            yield from _entry(entry, number=number)
        else:
            yield f"- {_inline(entry)}"


def _is_large(entry: Answer) -> bool:
    return any(name in entry for name in ("content", "ref_id", "step"))


def _entry(entry: Answer, *, number: int | None) -> Iterator[str]:
    """Yield a hit, a step or a text: what it is called, where it is, what else is known, and its text."""
    trail = _trail(entry)
    if number is not None:
        yield f"\n### {number}. {' > '.join(trail)}" if trail else f"\n### {number}."
    facts = [fact for fact in (_place(entry), _score(entry), *_facts(entry)) if fact]
    if facts:
        yield " · ".join(facts)
    for name in ("description", "content"):
        text = entry.get(name)
        if isinstance(text, str) and text:
            yield fenced(text, _info(entry))


def _trail(entry: Answer) -> list[str]:
    above = cast("list[str]", entry.get("breadcrumb", []))
    own = entry.get("symbol") or entry.get("heading") or (None if above else entry.get("title"))
    return trail(on_one_line(part) for part in (*above, own) if isinstance(part, str))


def _place(entry: Answer) -> str:
    ref = entry.get("ref_id")
    shown, whole = _lines(entry.get("range")), _lines(entry.get("section_range"))
    lines = f"lines {shown}" if shown else ""
    within = f" of {whole}" if whole and whole != shown else ""
    return " ".join(part for part in (code_span(str(ref)) if ref else "", lines + within) if part)


def _lines(value: object) -> str:
    return f"{value['start_line']}-{value['end_line']}" if isinstance(value, dict) else ""


def _score(entry: Answer) -> str:
    score = entry.get("score")
    return f"score {score:.3f}" if isinstance(score, float) else ""


def _facts(entry: Answer) -> Iterator[str]:
    for name, value in entry.items():
        own_address = name == "uri" and str(value).startswith("siglum:")  # artifact, version and ref say it
        if name not in _IN_HEADING | _ELSEWHERE and not _is_empty(value) and not own_address:
            yield name if value is True else f"{name} {_inline(value)}"


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", [], {})


def _is_entries(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _inline(value: object) -> str:
    """Return a value on one line; refs and other text cannot be taken for Markdown of ours."""
    if isinstance(value, dict):
        if value.keys() == {"start_line", "end_line"}:
            return _lines(value)
        return ", ".join(f"{name} {_inline(each)}" for name, each in value.items() if not _is_empty(each))
    if isinstance(value, list):
        return ", ".join(_inline(each) for each in value)
    if isinstance(value, str):
        return code_span(value) if re.match(r"(md|code|file):", value) else on_one_line(value)
    return str(value)


def _info(entry: Answer) -> str:
    """Return the word after a fence that names the language: the ending of the file."""
    ending = str(entry.get("path", "")).rpartition(".")[2]
    return ending if ending.isascii() and ending.isalnum() and len(ending) <= 8 else ""
