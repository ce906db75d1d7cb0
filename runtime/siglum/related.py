"""What belongs together with given parts of the corpus, and why."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from siglum.blocks import Block, block_ref, chunks_of, named_block
from siglum.errors import RefError, RequestError
from siglum.filters import allowed, in_force
from siglum.results import Range, Reason, Related, RelatedResponse, Skipped
from siglum.signals import NEAR, SIGNALS, SUPPORTING, nearness
from siglum.ties import Seed, Tie

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum.parameters import RelatedParameters, Signal
    from siglum.reader import Reader
    from siglum.rows import Mask

MOST_SEEDS = 32
DECIMALS = 6
BRANCHES = 8
"""Best finds of one depth that the next starts from."""
FADE = 0.5
"""By which a score is multiplied with each further depth."""
REPEATED = 0.6
"""By which it is multiplied for each better find in the same file: budgets are small, files are many."""


class Find(NamedTuple):
    """A block and what speaks for it."""

    block: Block
    score: float
    depth: int
    via: str
    """Ref of the seed, or of the find, that led to it."""
    reasons: tuple[Reason, ...]


def expand_related(
    reader: Reader, parameters: RelatedParameters, *, warnings: tuple[str, ...] = ()
) -> RelatedResponse:
    """Return what belongs together with the seeds; see `Library.expand_related`."""
    if not 1 <= len(parameters.seeds) <= MOST_SEEDS:
        raise RequestError(f"seeds has {len(parameters.seeds)} refs; give 1 to {MOST_SEEDS}")
    seeds, skipped = _resolve(reader, parameters.seeds)
    filters = in_force(parameters)
    mask = allowed(reader, filters)
    found: dict[Block, Find] = {}
    front = seeds
    for depth in range(1, parameters.depth + 1):
        fresh = _finds(reader, front, depth=depth, signals=_asked(parameters), mask=mask)
        fresh = [f for f in fresh if f.block not in found and not _inside(f.block, seeds)]
        found |= {find.block: find for find in fresh}
        front = [Seed(f.block, str(block_ref(reader, f.block)[0])) for f in _ranked(fresh)[:BRANCHES]]
    chosen = _ranked(list(found.values()))[: parameters.budget]
    return RelatedResponse(
        related=tuple(_related(reader, find, parameters.snippet_lines) for find in chosen),
        skipped=tuple(skipped),
        total_candidates=len(found),
        filter_applied=filters,
        parameters=parameters,
        artifact=reader.info,
        warnings=warnings,
    )


def _resolve(reader: Reader, refs: Sequence[str]) -> tuple[list[Seed], list[Skipped]]:
    """Return the seeds that resolve, each once, and the others with the reason.

    Raises:
        RefError: none resolves.
    """
    seeds: dict[str, Seed] = {}
    skipped: list[Skipped] = []
    for text in refs:
        try:
            ref, block = named_block(reader, text)
        except RefError as error:
            skipped.append(Skipped(text, str(error)))
        else:
            seeds.setdefault(str(ref), Seed(block, str(ref)))
    if not seeds:
        raise RefError("no seed resolves: " + "; ".join(skip.reason for skip in skipped))
    return list(seeds.values()), skipped


def _asked(parameters: RelatedParameters) -> tuple[Signal, ...]:
    if parameters.signals:
        return parameters.signals
    left_out = () if parameters.mode == "implementation" else ("framework_links",)
    return tuple(name for name, _, _ in SIGNALS if name not in left_out)


def _inside(block: Block, seeds: Iterable[Seed]) -> bool:
    return any(seed.block.holds(block) for seed in seeds)


def _finds(
    reader: Reader, seeds: Sequence[Seed], *, depth: int, signals: Sequence[Signal], mask: Mask | None
) -> list[Find]:
    """Return every block that a signal supports for one of the seeds, unranked."""
    supports: dict[Block, dict[Seed, dict[str, Tie]]] = {}
    _fetch(reader, seeds, signals)
    for seed in seeds:
        for name, support in _supports(reader, seed, signals):
            by_signal = supports.setdefault(support.block, {}).setdefault(seed, {})
            kept = by_signal.get(name)
            if kept is None or support.value > kept.value:
                by_signal[name] = support
    if SUPPORTING in signals:
        _add_nearness(reader, supports)
    total = math.fsum(cap for name, cap, _ in SIGNALS if name in signals)
    return [
        _find(block, by_seed, depth=depth, total=total)
        for block, by_seed in supports.items()
        if _passes(reader, block, mask)
    ]


def _fetch(reader: Reader, seeds: Sequence[Seed], signals: Sequence[Signal]) -> None:
    """Have what leads from and to all seeds read at once, before each asks for its own."""
    store, documents = reader.store, {seed.block.document for seed in seeds}
    if "links" in signals:
        store.links_from(documents)
        store.links_to(documents)
    if "imports" in signals:
        store.uses_from(documents)
        store.uses_of(documents)


def _add_nearness(reader: Reader, supports: dict[Block, dict[Seed, dict[str, Tie]]]) -> None:
    """Let the folders of each seed and block speak for what other signals propose."""
    known: dict[tuple[int, int], float] = {}
    for block, by_seed in supports.items():
        for seed, by_signal in by_seed.items():
            pair = seed.block.document, block.document
            near = known.get(pair)
            if near is None:
                near = known[pair] = nearness(reader, seed, block.document)
            if near > 0 and pair[0] != pair[1]:
                by_signal.setdefault(SUPPORTING, Tie(block, near, NEAR))


def _supports(reader: Reader, seed: Seed, signals: Sequence[Signal]) -> Iterator[tuple[str, Tie]]:
    proposing = signals if tuple(signals) == (SUPPORTING,) else [s for s in signals if s != SUPPORTING]
    for name, _, signal in SIGNALS:
        if name in proposing:
            yield from ((name, support) for support in signal(reader, seed))


def _passes(reader: Reader, block: Block, mask: Mask | None) -> bool:
    if mask is None:
        return True
    own = chunks_of(reader, block)
    return bool(mask[own.start : own.stop].any())


def _find(block: Block, by_seed: dict[Seed, dict[str, Tie]], *, depth: int, total: float) -> Find:
    """Return a block with the support of the seed that supports it most, the first on ties.

    `total` is what all signals that were asked for add at most.
    """
    best: Find | None = None
    for seed, supports in by_seed.items():
        reasons = tuple(
            Reason(name, support.detail, round(cap * support.value, DECIMALS))
            for name, cap, _ in SIGNALS
            if (support := supports.get(name)) is not None
        )
        score = math.fsum(reason.weight for reason in reasons) / total * FADE ** (depth - 1)
        if best is None or score > best.score:
            best = Find(block, round(score, DECIMALS), depth, seed.ref, reasons)
    if best is None:
        raise AssertionError("a block without a seed that supports it")
    return best


def _ranked(finds: Sequence[Find]) -> list[Find]:
    """Return the finds, best first: of blocks that hold each other the better one, and files mixed."""
    kept: dict[int, list[tuple[int, int]]] = {}
    ranked = []
    for find in sorted(finds, key=_order):
        others = kept.setdefault(find.block.document, [])
        if stands_apart(others, (find.block.start_line, find.block.end_line)):
            ranked.append(find._replace(score=round(find.score * REPEATED ** (len(others) - 1), DECIMALS)))
    return sorted(ranked, key=_order)


def stands_apart(others: list[tuple[int, int]], lines: tuple[int, int]) -> bool:
    """Add lines to others of a file, unless one of these holds them or is held by them.

    None of the others holds another: they ascend by their first lines and by their last.
    """
    first, last = lines
    after = bisect_left(others, (first, 0))
    if after < len(others) and (others[after][1] <= last or others[after][0] == first):
        return False
    if after > 0 and last <= others[after - 1][1]:
        return False
    others.insert(after, lines)
    return True


def _order(find: Find) -> tuple[float, int, int, int, str]:
    block = find.block
    return -find.score, block.document, block.start_line, block.end_line, block.kind


def _related(reader: Reader, find: Find, snippet_lines: int) -> Related:
    block = find.block
    ref, kind = block_ref(reader, block)
    last = min(block.end_line, block.start_line + snippet_lines - 1) if snippet_lines else block.end_line
    lines = reader.lines(block.document, block.start_line, last) if snippet_lines else []
    return Related(
        ref_id=str(ref),
        kind=kind,
        path=ref.path,
        range=Range(block.start_line, last),
        score=find.score,
        depth=find.depth,
        via=find.via,
        reasons=find.reasons,
        content="".join(lines) if snippet_lines else None,
    )
