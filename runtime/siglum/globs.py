r"""Path patterns, compiled once and matched in linear time.

`*` and `?` stop at `/`, `**` does not, and `**/` also matches nothing. A pattern without `/`
matches the file name at any depth; every other one is anchored at both ends of the path inside the
source, and a `/` in front says the same. A trailing `/` means all below. `{a,b}`, `[a-z]`, `[!a-z]`
and `\` are as usual; a class never matches `/`. `@` in front makes it a pattern over the full
logical path, `!` makes it exclude. A match is a walk through sets of positions in the pattern,
never a backtracking search, so that no pattern is slow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_NESTING = 16
_CACHED_STEPS = 4096


@dataclass(frozen=True, slots=True)
class _Character:
    """One character of a path, or with `many` any number of such."""

    ranges: tuple[tuple[str, str], ...] = ()
    negated: bool = False
    slash: bool = False
    many: bool = False

    def accepts(self, character: str) -> bool:
        if character == "/" and not self.slash:
            return False
        return any(low <= character <= high for low, high in self.ranges) != self.negated


@dataclass(frozen=True, slots=True)
class _Alternatives:
    """`{a,b}`."""

    branches: tuple[_Sequence, ...]


class _Follow(NamedTuple):
    """The positions that follow a place in a pattern, where that opens a part of the path or not."""

    opening: int
    inside: int


_Sequence = tuple["_Character | _Alternatives", ...]

_ANY_ONE = _Character(negated=True)
_ANY_NAME = _Character(negated=True, many=True)
_ANY_PATH = _Character(negated=True, slash=True, many=True)
_SLASH = _Character((("/", "/"),), slash=True)
_ACCEPTED = 1


@dataclass(frozen=True, slots=True)
class Glob:
    """A compiled pattern. Positions are bits of an integer; bit 0 is the end of the pattern."""

    pattern: str
    excludes: bool
    logical: bool
    """Whether it is over the full logical path."""
    start: int
    moves: tuple[tuple[_Character, int], ...]
    """By position: what it accepts, and the positions that follow."""
    steps: dict[tuple[int, str], int] = field(default_factory=dict, compare=False, repr=False)
    """Steps taken before; a cache."""


@dataclass(frozen=True, slots=True)
class Globs:
    """A compiled list of patterns; their order does not matter."""

    includes: tuple[Glob, ...]
    excludes: tuple[Glob, ...]


def compile_globs(patterns: Sequence[str]) -> Globs:
    """Compile `patterns`; raise `ValueError` for an empty list, or naming the malformed one."""
    if not patterns:
        raise ValueError("a list of path patterns must hold at least one")
    globs = [compile_glob(pattern) for pattern in patterns]
    return Globs(
        tuple(glob for glob in globs if not glob.excludes),
        tuple(glob for glob in globs if glob.excludes),
    )


def matches_any(globs: Sequence[Glob], path: str, *, logical_path: str) -> bool:
    """Return whether at least one of `globs` matches, `!` left aside.

    `path` is the path inside the source; `logical_path` the same with `@<source>/` in front where
    there are several sources.
    """
    return any(matches(glob, logical_path if glob.logical else path) for glob in globs)


def matches(glob: Glob, path: str) -> bool:
    """Return whether `glob`, its `!` left aside, matches the whole of `path`."""
    return bool(_walk(glob, glob.start, path) & _ACCEPTED)


def select(glob: Glob, paths: Iterable[str]) -> Iterator[bool]:
    """Yield of each path whether `glob` matches it; the folder of several paths is walked once."""
    folders: dict[str, int] = {}
    for path in paths:
        cut = path.rfind("/") + 1
        folder = path[:cut]
        positions = folders.get(folder)
        if positions is None:
            positions = folders[folder] = _walk(glob, glob.start, folder)
        yield bool(positions and _walk(glob, positions, path[cut:]) & _ACCEPTED)


def _walk(glob: Glob, positions: int, text: str) -> int:
    for character in text:
        key = (positions, character)
        known = glob.steps.get(key)
        positions = _step(glob, key) if known is None else known
        if not positions:
            return 0
    return positions


def _step(glob: Glob, key: tuple[int, str]) -> int:
    positions, character = key
    following = 0
    for index, (accepted, targets) in enumerate(glob.moves):
        if positions >> index & 1 and accepted.accepts(character):
            following |= targets
    if len(glob.steps) >= _CACHED_STEPS:
        glob.steps.clear()
    glob.steps[key] = following
    return following


def compile_glob(pattern: str) -> Glob:
    """Compile one pattern; raise `ValueError` that names it and its fault."""
    body = pattern.removeprefix("!")
    try:
        items, _ = _sequence(_anchored(body), 0, nesting=0)
    except ValueError as fault:
        raise ValueError(f"path pattern {pattern!r} is malformed: {fault}") from None
    moves = [(_Character(), 0)]
    start = _emit(items, _Follow(_ACCEPTED, _ACCEPTED), moves).opening
    return Glob(
        pattern,
        excludes=pattern.startswith("!"),
        logical=body.startswith("@"),
        start=start,
        moves=tuple(moves),
    )


def _anchored(body: str) -> str:
    """Return `body` as a pattern over the whole path."""
    if not body.strip("/"):
        raise ValueError("it is empty")
    if "/" not in body and not body.startswith("@"):
        return f"**/{body}"
    whole = body.removeprefix("/")
    if any(segment in {"", ".", ".."} for segment in whole.removesuffix("/").split("/")):
        raise ValueError("no path has an empty, `.` or `..` part")
    return f"{whole}**" if whole.endswith("/") else whole


def _emit(items: _Sequence, follow: _Follow, moves: list[tuple[_Character, int]]) -> _Follow:
    """Append the positions of `items` to `moves`; return those where they start."""
    for item in reversed(items):
        if isinstance(item, _Alternatives):
            starts = [_emit(branch, follow, moves) for branch in item.branches]
            follow = _Follow(_union(s.opening for s in starts), _union(s.inside for s in starts))
            continue
        position = 1 << len(moves)
        if not item.many:
            moves.append((item, follow.opening if item == _SLASH else follow.inside))
            follow = _Follow(position, position)
            continue
        skipped = _behind_slashes(follow.inside, moves) if item == _ANY_PATH else 0
        moves.append((item, follow.inside | position))
        follow = _Follow(follow.opening | position | skipped, follow.inside | position)
    return follow


def _behind_slashes(positions: int, moves: Sequence[tuple[_Character, int]]) -> int:
    """Return what follows the slashes among `positions`: where `**` opens a part, they go with it."""
    return _union(
        targets
        for index, (accepted, targets) in enumerate(moves)
        if positions >> index & 1 and accepted == _SLASH
    )


def _union(positions: Iterable[int]) -> int:
    union = 0
    for each in positions:
        union |= each
    return union


def _sequence(text: str, at: int, *, nesting: int) -> tuple[_Sequence, int]:
    """Parse from `at` to the end of the text, or of the brace's branch; return where that is."""
    items: list[_Character | _Alternatives] = []
    while at < len(text) and not (nesting and text[at] in ",}"):
        item, at = _item(text, at, nesting=nesting)
        items.append(item)
    return tuple(items), at


def _item(text: str, at: int, *, nesting: int) -> tuple[_Character | _Alternatives, int]:
    match text[at]:
        case "*":
            return _stars(text, at)
        case "?":
            return _ANY_ONE, at + 1
        case "[":
            return _class(text, at + 1)
        case "{":
            return _braces(text, at + 1, nesting=nesting + 1)
        case "}":
            raise ValueError("a `}` closes nothing; write `\\}` for the character")
        case _:
            character, after = _literal(text, at)
            return _Character(((character, character),), slash=character == "/"), after


def _literal(text: str, at: int) -> tuple[str, int]:
    if text[at] != "\\":
        return text[at], at + 1
    if at + 1 == len(text):
        raise ValueError("it ends with a lone `\\`")
    return text[at + 1], at + 2


def _stars(text: str, at: int) -> tuple[_Character, int]:
    end = at
    while end < len(text) and text[end] == "*":
        end += 1
    return (_ANY_NAME if end - at == 1 else _ANY_PATH), end


def _braces(text: str, at: int, *, nesting: int) -> tuple[_Alternatives, int]:
    if nesting > MAX_NESTING:
        raise ValueError(f"braces nest deeper than {MAX_NESTING}")
    branches: list[_Sequence] = []
    while True:
        branch, at = _sequence(text, at, nesting=nesting)
        branches.append(branch)
        if at == len(text):
            raise ValueError("a `{` is never closed")
        at += 1
        if text[at - 1] == "}":
            return _Alternatives(tuple(branches)), at


def _class(text: str, at: int) -> tuple[_Character, int]:
    negated = text[at : at + 1] in {"!", "^"}
    at += negated
    first, ranges = at, list[tuple[str, str]]()
    while at < len(text) and (text[at] != "]" or at == first):
        if text.startswith("[:", at):
            raise ValueError("named classes such as `[:alpha:]` are not known; write `a-z`")
        low, at = _literal(text, at)
        high, at = _range_end(text, at, low)
        ranges.append((low, high))
    if at == len(text):
        raise ValueError("a `[` is never closed")
    return _Character(tuple(ranges), negated=negated), at + 1


def _range_end(text: str, at: int, low: str) -> tuple[str, int]:
    if text[at : at + 1] != "-" or text[at + 1 : at + 2] in {"", "]"}:
        return low, at
    high, after = _literal(text, at + 1)
    if high < low:
        raise ValueError(f"the range `{low}-{high}` is empty; write `{high}-{low}`")
    return high, after
