"""What speaks for two parts of a corpus belonging together, one function a signal."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, fusion, lexical
from siglum.blocks import Block, chunk_block, chunks_of, file_block, line_block, symbol_block, target_block
from siglum.text import count_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from siglum.reader import Reader
    from siglum.rows import HintRow, LinkRow, TermRow, UseRow

NEAREST = 200
"""Chunks that a signal over the whole corpus proposes at most."""
SIGNIFICANT_TERMS = 24
"""Terms of a seed, those with the greatest tf · idf, that stand for it."""
READ = 64
"""Chunks of a seed that are read for its terms."""
COMMON = 4
"""A term of more than one chunk in so many says nothing of what belongs together."""
DEFINITIONS = 3
"""A name with more definitions than this does not say which is meant."""
INCOMING = 0.5
"""What a link to the seed counts beside a link from it: many pages link to a start page."""
USED_BY = 0.6
"""What a use of the seed counts beside a use by it."""
NAMED = 0.6
"""What a name in a text counts beside an import or call that is known to mean a definition."""


class Support(NamedTuple):
    """That a block belongs to a seed, says one signal."""

    block: Block
    value: float
    """0..1."""
    detail: str


class Seed(NamedTuple):
    """What related material is sought for."""

    block: Block
    ref: str


def links(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield what the seed links to or includes, and what links to or includes it."""
    block = seed.block
    for link in reader.store.links_from([block.document]):
        if block.start_line <= link.line <= block.end_line:
            target = target_block(
                reader, link.target_document_id, section=link.target_section_id, line=link.target_start_line
            )
            verb = "includes" if link.kind == "include" else "links to"
            yield Support(target, 1.0, f"line {link.line} {verb} it")
    for link in reader.store.links_to([block.document]):
        if link.document_id != block.document and _leads_into(reader, link, block):
            verb = "includes" if link.kind == "include" else "links to"
            source = line_block(reader, link.document_id, link.line)
            yield Support(source, INCOMING, f"its line {link.line} {verb} {seed.ref}")


def _leads_into(reader: Reader, link: LinkRow, block: Block) -> bool:
    target = target_block(
        reader, link.target_document_id, section=link.target_section_id, line=link.target_start_line
    )
    end = link.target_end_line or target.start_line
    start = link.target_start_line or target.start_line
    return block.kind == "file" or (start <= block.end_line and block.start_line <= end)


def imports(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield the definitions that the seed imports, calls or names, and the code that uses the seed."""
    block, known = seed.block, False
    for use in reader.store.uses_from([block.document]):
        if block.start_line <= use.line <= block.end_line and use.target_document_id is not None:
            known = True
            yield Support(_definition(reader, use), 1.0, f"line {use.line} {_VERBS[use.kind]} {use.name}")
    for use in reader.store.uses_of([block.document]):
        if use.document_id != block.document and block.holds(_definition(reader, use)):
            user = line_block(reader, use.document_id, use.line)
            yield Support(user, USED_BY, f"its line {use.line} {_VERBS[use.kind]} {use.name}")
    if not known:
        yield from _named(reader, seed)


_VERBS = {"import": "imports", "call": "calls", "reference": "refers to"}


def _definition(reader: Reader, use: UseRow) -> Block:
    if use.target_symbol_id is not None:
        return symbol_block(reader, use.target_symbol_id)
    return file_block(reader, use.target_document_id or 0)


_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::)\w+)*")


def _named(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield the few definitions whose name stands in the seed as an identifier, not as a plain word."""
    names = {name for name in _NAME.findall(_text(reader, seed.block)) if _is_identifier(name)}
    last = {name: re.split(r"\.|::", name)[-1] for name in names}
    defined: dict[str, list[int]] = {}
    for symbol, name in reader.store.symbols_named(sorted({*names, *last.values()})):
        defined.setdefault(name, []).append(symbol)
    for name in sorted(names):
        found = defined.get(name) or defined.get(last[name], [])
        if 0 < len(found) <= DEFINITIONS:
            for symbol in found:
                yield Support(symbol_block(reader, symbol), NAMED / len(found), f"{seed.ref} names {name}")


def _is_identifier(name: str) -> bool:
    """Tell whether a name is written as only programs write: `create_app`, `UserService`, `app.get`."""
    return bool(re.search(r"_|\.|::|[a-z][A-Z]|[A-Z][a-z]+[A-Z]", name))


def similarity(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield what is close to the seed in meaning: the cosine of its chunks' mean, above the background."""
    space = reader.space
    if space is None:
        return
    own = chunks_of(reader, seed.block)
    query = embedding.quantise(space.mean(own)) if own else None
    if query is None:
        return
    cosines = space.cosines_with(query)
    cosines[own] = -1.0
    scaled = fusion.above_background(cosines, reader.manifest.embedder.background_median)
    for chunk in fusion.best(scaled, NEAREST).tolist():
        detail = f"close in meaning (cosine {cosines[chunk]:.2f})"
        yield Support(chunk_block(reader, chunk), float(scaled[chunk]), detail)


def token_overlap(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield what shares the seed's significant terms: BM25F of those with the greatest tf · idf."""
    weighted = _significant(reader, seed.block)
    if not weighted:
        return
    total = len(reader.store.chunks.document)
    terms = [lexical.WeightedTerm(reader.store.postings(row), weight) for _, row, weight in weighted]
    settings = reader.manifest.search
    scores = lexical.score(terms, reader.normalisers, k1=settings.k1, total=total).score
    scores[chunks_of(reader, seed.block)] = 0.0
    top = float(scores.max(initial=0.0))
    held = [(name, term.postings.chunks) for (name, _, _), term in zip(weighted, terms, strict=True)]
    for chunk in fusion.best(scores, NEAREST).tolist():
        shared = [name for name, chunks in held if chunks[np.searchsorted(chunks, chunk) % len(chunks)] == chunk]
        detail = f"shares {', '.join(shared[:4])}"
        yield Support(chunk_block(reader, chunk), float(scores[chunk]) / top, detail)


def _significant(reader: Reader, block: Block) -> list[tuple[str, TermRow, float]]:
    """Return the seed's terms that say most, with weights of at most 1, the greatest first."""
    language = reader.store.documents([block.document])[block.document].language
    counts = count_terms(_text(reader, block), language)
    total = len(reader.store.chunks.document)
    rows = reader.store.terms(counts)
    weighted = [
        (term, row, embedding.term_weight(counts[term], document_frequency=row.document_frequency, total=total))
        for term, row in rows.items()
        if 2 <= row.document_frequency <= max(2, total // COMMON)
    ]
    weighted.sort(key=lambda each: (-each[2], each[0]))
    top = weighted[0][2] if weighted else 1.0
    return [(term, row, weight / top) for term, row, weight in weighted[:SIGNIFICANT_TERMS]]


def _text(reader: Reader, block: Block) -> str:
    return "".join(reader.store.texts(chunks_of(reader, block)[:READ]).values())


def same_file(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield the other parts of the seed's file, those that touch it before the others."""
    block = seed.block
    for chunk in reader.chunk_range(block.document):
        other = chunk_block(reader, chunk)
        if not (block.holds(other) or other.holds(block)):
            touches = other.end_line + 1 == block.start_line or block.end_line + 1 == other.start_line
            yield Support(other, 1.0 if touches else 0.5, "in the same file")


def path_proximity(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield the files in the folders around the seed's: the share of the folders that they have in common."""
    paths = list(reader.store.document_ids)
    own = paths[seed.block.document].split("/")[:-1]
    for document, path in enumerate(paths):
        value = _nearness(own, path.split("/")[:-1])
        if value > 0 and document != seed.block.document:
            yield Support(target_block(reader, document, section=None, line=None), value, "in a folder near it")


def _nearness(own: Sequence[str], other: Sequence[str]) -> float:
    common = 0
    while common < min(len(own), len(other)) and own[common] == other[common]:
        common += 1
    return common / max(len(own), len(other), 1)


def framework_links(reader: Reader, seed: Seed) -> Iterator[Support]:
    """Yield code that a framework ties to the seed: registrations, routes, start-up, configuration."""
    own = [h for h in reader.store.hints_in([seed.block.document]) if _within(h, seed.block)]
    if not own:
        return
    details = Counter(hint.detail for hint in own)
    kinds = {hint.kind for hint in own}
    for hint in reader.store.hints_of(sorted({hint.framework for hint in own})):
        if not _within(hint, seed.block):
            value = 1.0 if hint.detail in details else 0.3 if hint.kind in kinds else 0.6
            detail = f"{hint.framework} {hint.kind.replace('_', ' ')}: {hint.detail}"
            yield Support(line_block(reader, hint.document_id, hint.line), value, detail)


def _within(hint: HintRow, block: Block) -> bool:
    return hint.document_id == block.document and block.start_line <= hint.line <= block.end_line


SIGNALS: tuple[tuple[str, float, Callable[[Reader, Seed], Iterator[Support]]], ...] = (
    ("links", 1.0, links),
    ("imports", 0.6, imports),
    ("framework_links", 0.4, framework_links),
    ("token_overlap", 0.3, token_overlap),
    ("similarity", 0.3, similarity),
    ("same_file", 0.1, same_file),
    ("path_proximity", 0.1, path_proximity),
)
"""Name, what it adds to a score at most, and the function; the first decides more than all below the second."""
