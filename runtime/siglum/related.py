"""What belongs together with given parts of the corpus, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.blocks import Block, block_ref, chunks_of, named_block
from siglum.errors import RefError, RequestError
from siglum.filters import allowed, in_force
from siglum.results import Range, Reason, Related, RelatedResponse, Skipped
from siglum.signals import NEAR, SIGNALS, SUPPORTING, Seed, Support, nearness

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
    supports: dict[Block, dict[Seed, dict[str, Support]]] = {}
    for seed in seeds:
        for name, support in _supports(reader, seed, signals):
            by_signal = supports.setdefault(support.block, {}).setdefault(seed, {})
            kept = by_signal.get(name)
            if kept is None or support.value > kept.value:
                by_signal[name] = support
    if SUPPORTING in signals:
        for block, by_seed in supports.items():
            for seed, by_signal in by_seed.items():
                near = nearness(reader, seed, block.document)
                if near > 0 and seed.block.document != block.document:
                    by_signal.setdefault(SUPPORTING, Support(block, near, NEAR))
    return [
        _find(block, by_seed, depth=depth, signals=signals)
        for block, by_seed in supports.items()
        if _passes(reader, block, mask)
    ]


def _supports(reader: Reader, seed: Seed, signals: Sequence[Signal]) -> Iterator[tuple[str, Support]]:
    proposing = signals if tuple(signals) == (SUPPORTING,) else [s for s in signals if s != SUPPORTING]
    for name, _, signal in SIGNALS:
        if name in proposing:
            yield from ((name, support) for support in signal(reader, seed))


def _passes(reader: Reader, block: Block, mask: Mask | None) -> bool:
    return mask is None or any(mask[chunk] for chunk in chunks_of(reader, block))


def _find(
    block: Block, by_seed: dict[Seed, dict[str, Support]], *, depth: int, signals: Sequence[Signal]
) -> Find:
    """Return a block with the support of the seed that supports it most, the first on ties."""
    total = sum(cap for name, cap, _ in SIGNALS if name in signals)
    best: Find | None = None
    for seed, supports in by_seed.items():
        reasons = tuple(
            Reason(name, supports[name].detail, round(cap * supports[name].value, DECIMALS))
            for name, cap, _ in SIGNALS
            if name in supports
        )
        score = sum(reason.weight for reason in reasons) / total * FADE ** (depth - 1)
        if best is None or score > best.score:
            best = Find(block, round(score, DECIMALS), depth, seed.ref, reasons)
    if best is None:
        raise AssertionError("a block without a seed that supports it")
    return best


def _ranked(finds: Sequence[Find]) -> list[Find]:
    """Return the finds, best first: of blocks that hold each other the better one, and files mixed."""
    kept: dict[int, list[Find]] = {}
    for find in sorted(finds, key=_order):
        others = kept.setdefault(find.block.document, [])
        if not any(each.block.holds(find.block) or find.block.holds(each.block) for each in others):
            faded = round(find.score * REPEATED ** len(others), DECIMALS)
            others.append(find._replace(score=faded))
    return sorted((find for others in kept.values() for find in others), key=_order)


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
