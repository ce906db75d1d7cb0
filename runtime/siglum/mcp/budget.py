"""Keep an answer within its tokens by asking for less, so that ranges stay true to the text shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import orjson

from siglum.errors import RequestError
from siglum.mcp.markdown import markdown
from siglum.render import plain
from siglum.tokens import estimate_tokens
from siglum.tools import ask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.service import Library
    from siglum.tools import Tool

DEFAULT_TOKENS = 4000
LEAST_TOKENS = 500
"""What the parameters, the artifact and one short hit take."""
MAX_TOKENS = "max_tokens"
ROUNDS = 5
"""Times a smaller answer is asked for before texts are cut."""
BLOCKS = "search_results"
"""Field whose texts are never cut: a quotation of a block stands for the whole of it."""
TEXTS = ("content", "description", "text")
"""Fields that hold text of the corpus."""

Answer = dict[str, object]


class Reply(NamedTuple):
    """One answer in both forms, which say the same."""

    text: str
    answer: Answer


def fitted(tool: Tool, library: Library, arguments: dict[str, object]) -> Reply:
    """Return a tool's answer, in Markdown and in JSON each within `max_tokens`.

    Lines of each text are given up first, then entries, then the ends of texts; each is said in
    `warnings`, with how to get the rest.
    """
    given = dict(arguments)
    budget, notes = _budget(given.pop(MAX_TOKENS, None))
    less: dict[str, int] = {}
    rounds = 0
    while True:
        answer = cast("Answer", plain(ask(tool, library, given | less)))
        reply = _reply(tool, answer, [*notes, *_said(less, budget)])
        size, rounds = _size(reply), rounds + 1
        if size <= budget:
            return reply
        fewer = _less(tool, answer, size, budget)
        if not fewer or rounds == ROUNDS:
            return _cut(tool, reply, budget)
        less |= fewer


def _budget(given: object) -> tuple[int, list[str]]:
    if given is None:
        return DEFAULT_TOKENS, []
    if type(given) is not int:
        raise RequestError(f"`{MAX_TOKENS}` takes a whole number of at least {LEAST_TOKENS}")
    if given < LEAST_TOKENS:
        return LEAST_TOKENS, [f"{MAX_TOKENS}={given} is below {LEAST_TOKENS}, which was used"]
    return given, []


def _reply(tool: Tool, answer: Answer, notes: list[str]) -> Reply:
    warnings = [*cast("list[str]", answer.get("warnings", [])), *notes]
    answer = answer | {"warnings": warnings}
    if BLOCKS not in answer:
        return Reply(markdown(tool, answer), answer)
    blocks = cast("Answer", answer[BLOCKS]) | {"warnings": warnings}
    return Reply(orjson.dumps(blocks).decode(), answer | {BLOCKS: blocks})


def _size(reply: Reply) -> int:
    return max(estimate_tokens(reply.text), estimate_tokens(orjson.dumps(reply.answer).decode()))


def _said(less: dict[str, int], budget: int) -> list[str]:
    if not less:
        return []
    values = " and ".join(f"{name}={value}" for name, value in less.items())
    used = "was" if len(less) == 1 else "were"
    return [f"{values} {used} used to stay within {MAX_TOKENS}={budget}: ask with more of it"]


def _less(tool: Tool, answer: Answer, size: int, budget: int) -> dict[str, int]:
    """Return the parameters with which the answer may fit; none where they are at their least."""
    parameters = cast("dict[str, object]", answer.get("parameters", {}))
    costs = [(text.count("\n") + 1, estimate_tokens(text) * 5 // 4) for text in _shown(answer)]
    left = budget - (size - sum(cost for _, cost in costs))
    longest = max((lines for lines, _ in costs), default=1)
    lines = next((n for n in range(longest - 1, 0, -1) if _cost(costs, n) <= left), 1)
    fewer = {name: lines for name in tool.lines if _value(parameters, name) > lines}
    if fewer and longest > 1:
        return fewer
    share = budget / size
    counts = {name: max(1, int(_value(parameters, name) * share)) for name in tool.entries}
    return {name: count for name, count in counts.items() if count < _value(parameters, name)}


def _cost(costs: list[tuple[int, int]], most: int) -> int:
    """Return the tokens of texts of so many (lines, tokens) where each keeps `most` lines."""
    return sum(tokens * min(lines, most) // lines for lines, tokens in costs)


def _value(parameters: dict[str, object], name: str) -> int:
    value = parameters.get(name)
    return value if isinstance(value, int) else 0


def _entries(value: object) -> Iterator[Answer]:
    """Yield every object inside an answer, itself included, in order."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from _entries(each)
    elif isinstance(value, list):
        for each in value:
            yield from _entries(each)


def _shown(answer: Answer) -> Iterator[str]:
    """Yield the texts of the corpus in an answer; the blocks of a search result are one."""
    blocks = cast("Answer", answer.get(BLOCKS, {}))
    for result in cast("list[Answer]", blocks.get("results", [])):
        yield "".join(str(block["text"]) for block in _entries(result) if "text" in block)
    for entry in _entries({name: value for name, value in answer.items() if name != BLOCKS}):
        yield from _texts(entry)


def _texts(entry: Answer) -> Iterator[str]:
    for name in TEXTS:
        text = entry.get(name)
        if isinstance(text, str):
            yield text


def _cut(tool: Tool, reply: Reply, budget: int) -> Reply:
    """Cut the ends of texts, then of lists, until the reply fits: a line may be a megabyte."""
    if BLOCKS in reply.answer:
        return _reply(tool, reply.answer, [f"the blocks take more than {MAX_TOKENS}={budget}"])
    most = max((len(text) for entry in _entries(reply.answer) for text in _texts(entry)), default=0)
    while _size(reply) > budget and most > 64:
        most //= 2
        answer = cast("Answer", _shortened(reply.answer, most))
        note = f"texts were cut after {most} characters to stay within {MAX_TOKENS}={budget}"
        reply = _reply(tool, answer | {"warnings": _without_cut(answer)}, [note])
    while _size(reply) > budget and _longest_list(reply.answer) is not None:
        reply = _with_shorter_list(tool, reply, budget)
    if _size(reply) <= budget:
        return reply
    return _reply(tool, reply.answer, [f"what was asked alone takes more than {MAX_TOKENS}={budget}"])


def _without_cut(answer: Answer) -> list[str]:
    return [w for w in cast("list[str]", answer["warnings"]) if not w.startswith("texts were cut")]


def _shortened(value: object, most: int) -> object:
    if isinstance(value, list):
        return [_shortened(each, most) for each in value]
    if not isinstance(value, dict):
        return value
    cut = {
        name: text[:most] for name in TEXTS if isinstance(text := value.get(name), str) and len(text) > most
    }
    marks: Answer = {"truncated": True} if cut and "truncated" in value else {}
    rest = {
        name: _shortened(each, most) for name, each in value.items() if not (cut and name == "match_spans")
    }
    return rest | cut | marks


def _longest_list(answer: Answer) -> str | None:
    lists = [(len(each), name) for name, each in answer.items() if isinstance(each, list) and len(each) > 1]
    return max(lists)[1] if lists else None


def _with_shorter_list(tool: Tool, reply: Reply, budget: int) -> Reply:
    name = _longest_list(reply.answer) or ""
    entries = cast("list[object]", reply.answer[name])
    kept = len(entries) // 2
    note = f"{name}: {len(entries) - kept} more were left out to stay within {MAX_TOKENS}={budget}"
    if name == "warnings":
        return _reply(tool, reply.answer | {"warnings": entries[:kept]}, [])
    return _reply(tool, reply.answer | {name: entries[:kept]}, [note])
