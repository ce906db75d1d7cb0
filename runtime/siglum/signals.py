"""What speaks for two parts of a corpus belonging together, one function a signal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from siglum import fusion
from siglum.blocks import (
    Block,
    chunk_block,
    chunks_of,
    file_block,
    line_block,
    symbol_block,
    target_block,
    text_of,
)
from siglum.names import name_keys
from siglum.overlap import token_overlap
from siglum.ties import NEAREST, Seed, Tie

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum.parameters import Signal
    from siglum.reader import Reader
    from siglum.rows import HintRow, LinkRow, UseRow

DEFINITIONS = 3
"""A name with more definitions than this does not say which is meant."""
INCOMING = 0.5
"""What a link to the seed counts beside a link from it: many pages link to a start page."""
USED_BY = 0.6
"""What a use of the seed counts beside a use by it."""
NAMED = 0.6
"""What a name in a text counts beside an import or call that is known to mean a definition."""


def links(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield what the seed links to or includes, and what links to or includes it."""
    block = seed.block
    for link in reader.store.links_from([block.document]):
        if block.start_line <= link.line <= block.end_line:
            target = target_block(
                reader, link.target_document_id, section=link.target_section_id, line=link.target_start_line
            )
            verb = "includes" if link.kind == "include" else "links to"
            yield Tie(target, 1.0, f"line {link.line} {verb} it")
    for link in reader.store.links_to([block.document]):
        if link.document_id != block.document and _leads_into(reader, link, block):
            verb = "includes" if link.kind == "include" else "links to"
            source = line_block(reader, link.document_id, link.line)
            yield Tie(source, INCOMING, f"its line {link.line} {verb} {seed.ref}")


def _leads_into(reader: Reader, link: LinkRow, block: Block) -> bool:
    target = target_block(
        reader, link.target_document_id, section=link.target_section_id, line=link.target_start_line
    )
    end = link.target_end_line or target.start_line
    start = link.target_start_line or target.start_line
    return block.kind == "file" or (start <= block.end_line and block.start_line <= end)


def imports(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield the definitions that the seed imports, calls or names, and the code that uses the seed."""
    block, known = seed.block, False
    for use in reader.store.uses_from([block.document]):
        if block.start_line <= use.line <= block.end_line and use.target_document_id is not None:
            known = True
            yield Tie(_definition(reader, use), 1.0, f"line {use.line} {_VERBS[use.kind]} {use.name}")
    for use in reader.store.uses_of([block.document]):
        if use.document_id != block.document and block.holds(_definition(reader, use)):
            user = line_block(reader, use.document_id, use.line)
            yield Tie(user, USED_BY, f"its line {use.line} {_VERBS[use.kind]} {use.name}")
    if not known:
        yield from _named(reader, seed)


_VERBS = {"import": "imports", "call": "calls", "reference": "refers to"}


def _definition(reader: Reader, use: UseRow) -> Block:
    if use.target_symbol_id is not None:
        return symbol_block(reader, use.target_symbol_id)
    return file_block(reader, use.target_document_id or 0)


_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::)\w+)*")


def _named(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield the few definitions whose name stands in the seed as an identifier, not as a plain word."""
    names = {name for name in _NAME.findall(text_of(reader, seed.block)) if _is_identifier(name)}
    keys = {name: name_keys(name) for name in sorted(names)}
    defined = reader.store.symbols_named(sorted({key for tails in keys.values() for key in tails}))
    for name, tails in keys.items():
        named = next((defined[key] for key in (tails[0], tails[-1]) if key in defined), [])
        found = [symbol for symbol in named if _may_mean(reader, seed.block.document, symbol)]
        if len(named) <= DEFINITIONS:
            for symbol in found:
                yield Tie(symbol_block(reader, symbol), NAMED / len(found), f"{seed.ref} names {name}")


FAMILIES = (frozenset({"javascript", "typescript", "tsx"}), frozenset({"c", "cpp"}))
"""Languages whose files import each other's."""


def _may_mean(reader: Reader, document: int, symbol: int) -> bool:
    """Tell whether a document may name a symbol: a page any, code what it may import.

    Code imports nothing of another language, and whether of another artifact is not known.
    """
    if not reader.store.is_code[document]:
        return True
    defining = int(reader.store.symbol_spans.document[symbol])
    rows = reader.store.documents([document, defining])
    languages = {rows[document].language, rows[defining].language}
    same = len(languages) == 1 or any(languages <= family for family in FAMILIES)
    return same and reader.part_of(document)[0] is reader.part_of(defining)[0]


def _is_identifier(name: str) -> bool:
    """Tell whether a name is written as only programs write: `create_app`, `UserService`, `app.get`."""
    return bool(re.search(r"_|\.|::|[a-z][A-Z]|[A-Z][a-z]+[A-Z]", name))


def similarity(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield what is close to the seed in meaning: the cosine of its chunks' mean, above the background."""
    space = reader.space
    if space is None:
        return
    own = chunks_of(reader, seed.block)
    query = space.mean(own) if own else None
    if query is None:
        return
    cosines = space.cosines(query)
    cosines[own] = -1.0
    scaled = fusion.above_background(cosines - space.background)
    for chunk in fusion.best(scaled, NEAREST).tolist():
        detail = f"close in meaning (cosine {cosines[chunk]:.2f})"
        yield Tie(chunk_block(reader, chunk), float(scaled[chunk]), detail)


def same_file(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield the other parts of the seed's file, those that touch it before the others."""
    block = seed.block
    for chunk in reader.chunk_range(block.document):
        other = chunk_block(reader, chunk)
        if not (block.holds(other) or other.holds(block)):
            touches = other.end_line + 1 == block.start_line or block.end_line + 1 == other.start_line
            yield Tie(other, 1.0 if touches else 0.5, "in the same file")


def path_proximity(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield the files in the folders around the seed's."""
    for document in reader.store.document_ids.values():
        value = nearness(reader, seed, document)
        if value > 0 and document != seed.block.document:
            yield Tie(target_block(reader, document, section=None, line=None), value, NEAR)


NEAR = "in a folder near it"


def nearness(reader: Reader, seed: Seed, document: int) -> float:
    """Return the share of its and the seed's folders that a document has in common with the seed, 0..1."""
    paths = reader.store.paths
    own, other = (paths[d].split("/")[:-1] for d in (seed.block.document, document))
    common = 0
    while common < min(len(own), len(other)) and own[common] == other[common]:
        common += 1
    return common / max(len(own), len(other), 1)


LONGEST_ROOT = len("OPTIONS /")
"""Characters of a route that is any program's first."""


def framework_links(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield code that a framework ties to the seed: registrations, routes, start-up, configuration.

    What plays another part of the same program says more than what plays the same; the same route says most.
    """
    own = [h for h in reader.store.hints_in(seed.block.document) if _within(h, seed.block)]
    if not own:
        return
    details = {hint.detail for hint in own if hint.kind == "route" and len(hint.detail) > LONGEST_ROOT}
    kinds = {hint.kind for hint in own}
    frameworks = sorted({hint.framework for hint in own})
    for hint in reader.store.framework_hints(frameworks, details=sorted(details), kinds=sorted(kinds)):
        if not _within(hint, seed.block):
            same = hint.kind == "route" and hint.detail in details
            value = 1.0 if same else 0.3 if hint.kind in kinds else 0.6
            detail = f"{hint.framework} {hint.kind.replace('_', ' ')}: {hint.detail}"
            yield Tie(line_block(reader, hint.document_id, hint.line), value, detail)


def _within(hint: HintRow, block: Block) -> bool:
    return hint.document_id == block.document and block.start_line <= hint.line <= block.end_line


SIGNALS: tuple[tuple[Signal, float, Callable[[Reader, Seed], Iterator[Tie]]], ...] = (
    ("links", 1.0, links),
    ("imports", 0.6, imports),
    ("framework_links", 0.4, framework_links),
    ("token_overlap", 0.5, token_overlap),
    ("similarity", 0.4, similarity),
    ("same_file", 0.1, same_file),
    ("path_proximity", 0.1, path_proximity),
)
"""Name, what it adds to a score at most, and the function.

A link decides more than all that is only likely; the others were tried on the corpora's own links, masked.
"""
SUPPORTING: Signal = "path_proximity"
"""The signal that proposes nothing unless it is asked for alone, and adds to what others propose."""
