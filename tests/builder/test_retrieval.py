"""What a query finds, marks and says: the examples of the specification, one by one."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum
from siglum.errors import RequestError
from siglum.render import plain
from siglum.tools import ask, tool_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum import Library
    from siglum.results import SearchResponse

FILES = {
    "guide/proxy.md": (
        "# Proxy\n\nUploads hang behind a proxy with buffering.\n\n"
        "## Timeouts\n\nA proxy closes what is idle.\n"
    ),
    "guide/animals.md": (
        "# Animals\n\n## Lion\n\nA lion sleeps most of the day.\n\n## Zebra\n\nA zebra has stripes.\n\n"
        "## Giraffe\n\nA giraffe eats leaves.\n"
    ),
    "phrases.md": (
        "---\ncategory: reference\ntopic: phrasing\n---\n# Phrases\n\n"
        "## Verbatim\n\nHere is the Exact  phrase itself.\n\n"
        "## Apart\n\nA phrase of words that are exact, only apart.\n\n"
        '## Quoted\n\nThey say "hi" twice a day.\n'
    ),
    "names.md": (
        "# Identifiers\n\n## Get user\n\nCall `getUserById` for identifiers.\n\n"
        "## Set path\n\nCall `set_path` for identifiers.\n\n"
        "## Flags\n\nThe flags are -v for more words and --dry-run for none.\n"
    ),
    "sea/water/deep.md": (
        "---\ntags: [sea, deep]\ndate: 2024-05-31T12:00:00Z\n---\n# Deep\n\nDeep water is dark.\n"
    ),
    "ja.md": (
        "---\nlang: ja\n---\n# 検索\n\n## 順位\n\n再ランキングと評価の話。再ランキングの評価は難しい。\n\n"
        "## 生成\n\n生成AIの評価を行う。\n"
    ),
    "spans.md": (
        "# Spans\n\n## Foundry\n\nFoundry has Foundry Local.\n\n## Runtime\n\nRust has Tokio.\n\n"
        "## Wide\n\nThe ＡＰＩ is wide.\n\n## Machines\n\nML pipelines are no HTML.\n\n"
        "## Marks\n\nA 🍰 café 🍰 is open.\n"
    ),
    "todo.md": "# Unwritten\n\nTODO\n",
    "src/users.py": 'def get_user(number):\n    """Return a user."""\n    return number\n',
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    # general vectors propose what no word of a query stands in
    folder = compiled(tmp_path_factory.mktemp("retrieval"), "x", {"x": FILES}, "[search]\nprior_weight = 0\n")
    with siglum.open(folder) as opened:
        yield opened


def _named(text: str) -> list[str]:
    """Return refs in full: `guide/proxy#proxy` is a section of a Markdown file."""
    return [ref if ":" in ref else f"md:{ref.replace('#', '.md#')}" for ref in text.split()]


def _refs(response: SearchResponse) -> list[str]:
    return [hit.ref_id for hit in response.results]


def _in_order(response: SearchResponse, text: str) -> bool:
    one, other = (_refs(response).index(ref) for ref in _named(text))
    return one < other


def _marked(response: SearchResponse) -> list[str]:
    hit = response.results[0]
    content = hit.content.encode()
    return [content[span.start : span.end].decode() for span in hit.match_spans or ()]


def _expanded(response: SearchResponse) -> str:
    origin = response.results[0].expanded_from
    if origin is None:
        return ""
    return " ".join(str(value) for value in astuple(origin) if value is not None)


def _filters(response: SearchResponse) -> list[str]:
    applied = plain(response.filter_applied)
    assert isinstance(applied, dict)
    return sorted(applied)


def _shown_range(response: SearchResponse) -> str:
    found = response.results[0].range
    return f"{found.start_line}-{found.end_line}"


CHECKS: dict[str, Callable[[SearchResponse, str], bool]] = {
    "first": lambda r, text: _refs(r)[:1] == _named(text),
    "all": lambda r, text: _refs(r) == _named(text),
    "has": lambda r, text: set(_named(text)) <= set(_refs(r)),
    "lacks": lambda r, text: set(_named(text)).isdisjoint(_refs(r)),
    "also": lambda r, text: list(r.results[0].also_matched or ()) == _named(text),
    "before": _in_order,
    "spans": lambda r, text: _marked(r) == text.split("|"),
    "unmarked": lambda r, _: all(hit.match_spans is None for hit in r.results),
    "used": lambda r, text: " ".join(r.query_terms.used) == text,
    "excluded": lambda r, text: " ".join(r.query_terms.excluded) == text,
    "low_confidence": lambda r, text: r.low_confidence == (text == "true"),
    "confidence": lambda r, text: r.confidence.level == text,
    "expanded": lambda r, text: _expanded(r) == text,
    "range": lambda r, text: _shown_range(r) == text,
    "applied": lambda r, text: _filters(r) == text.split(),
    "warning": lambda r, text: text in " ".join(r.warnings),
}


@pytest.mark.cases("retrieval")
def test_a_request_finds_and_says_what_its_case_has(library: Library, case: tuple[str, str]) -> None:
    request, expected = json.loads(case[0]), [line.partition(" ") for line in case[1].splitlines()]
    search = tool_named("search")
    assert search is not None
    if expected[0][0] == "error":
        with pytest.raises(RequestError) as refused:
            ask(search, library, request)
        assert all(part in str(refused.value) for part in expected[0][2].split())
        return
    response: SearchResponse = library.search(**request)
    for name, _, text in expected:
        found = (_refs(response), response.query_terms, response.low_confidence, response.confidence.level)
        shown = (_expanded(response), _shown_range(response), _marked(response)) if response.results else ()
        assert CHECKS[name](response, text), (name, text, found, shown)


def test_a_query_over_4096_bytes_and_an_entry_over_1024_are_errors(library: Library) -> None:
    with pytest.raises(RequestError, match="4098 bytes"):
        library.search("あ" * 1366)
    with pytest.raises(RequestError, match="tags_any"):
        library.search("proxy", tags_any=["x" * 1025])


def test_further_terms_than_32_are_named(library: Library) -> None:
    response = library.search(" ".join(f"word{number}" for number in range(40)))
    assert (len(response.query_terms.used), len(response.query_terms.dropped)) == (32, 8)
