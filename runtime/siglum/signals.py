"""What speaks for two parts of a corpus belonging together, one function a signal."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum import embedding, fusion, lexical
from siglum.blocks import Block, chunk_block, chunks_of, file_block, line_block, symbol_block, target_block
from siglum.symbols import name_keys
from siglum.telling import is_telling
from siglum.text import count_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from siglum.parameters import Signal
    from siglum.reader import Reader
    from siglum.rows import HintRow, Ints, LinkRow, Postings, UseRow

NEAREST = 200
"""Chunks that a signal over the whole corpus proposes at most."""
SIGNIFICANT_TERMS = 24
"""Terms of a seed, those with the greatest tf · idf, that stand for it."""
READ = 64
"""Chunks of a seed that are read for its terms."""
NAMED_SHARE = 0.75
"""Of `token_overlap`, what the heading of a place counts that the seed names, against shared terms.

Pages found among ten that a page links to, links masked: .54 without it and .73 with it on the Rust
book, .67 and .76 on FastAPI's English documentation."""
MAX_POSTINGS = 2_000_000
"""Read for one seed at most, the rarest terms first."""
SHOWN_TERMS = 4
COMMON = 4
"""A term of more than one chunk in so many says nothing of what belongs together."""
GENERIC = 4
"""A word that is the whole heading in more documents than this is called so everywhere."""
DEFINITIONS = 3
"""A name with more definitions than this does not say which is meant."""
INCOMING = 0.5
"""What a link to the seed counts beside a link from it: many pages link to a start page."""
USED_BY = 0.6
"""What a use of the seed counts beside a use by it."""
NAMED = 0.6
"""What a name in a text counts beside an import or call that is known to mean a definition."""


class Tie(NamedTuple):
    """That a block belongs to a seed, says one signal."""

    block: Block
    value: float
    """0..1."""
    detail: str


class Seed(NamedTuple):
    """What related material is sought for."""

    block: Block
    ref: str


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
    names = {name for name in _NAME.findall(_text(reader, seed.block)) if _is_identifier(name)}
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
    scaled = fusion.above_background(space.excess(cosines))
    for chunk in fusion.best(scaled, NEAREST).tolist():
        detail = f"close in meaning (cosine {cosines[chunk]:.2f})"
        yield Tie(chunk_block(reader, chunk), float(scaled[chunk]), detail)


def token_overlap(reader: Reader, seed: Seed) -> Iterator[Tie]:
    """Yield what the seed calls by its heading, and what shares the seed's significant terms."""
    terms = _terms(reader, seed.block)
    if not terms:
        return
    named, shared = _named_headings(terms, reader), _shared_terms(terms, reader)
    scores = NAMED_SHARE * named + (1.0 - NAMED_SHARE) * shared
    scores[chunks_of(reader, seed.block)] = 0.0
    significant = _significant(terms, len(scores))
    written = _as_written(reader, seed.block, [term.name for term in significant])
    chosen = fusion.best(scores, NEAREST)
    has = [_has(term.postings.chunks, chosen) for term in significant]
    for place, chunk in enumerate(chosen.tolist()):
        detail = "is called by its heading" if named[chunk] > 0 else ""
        if shared[chunk] > 0:
            names = [written[term.name] for term, held in zip(significant, has, strict=True) if held[place]]
            shares = ", ".join(dict.fromkeys(names[:SHOWN_TERMS]))
            detail = f"{detail}{'; ' if detail else ''}shares {shares}"
        yield Tie(chunk_block(reader, chunk), float(scores[chunk]), detail)


class _Term(NamedTuple):
    """A term of a seed."""

    name: str
    postings: Postings
    weight: float
    """tf · idf."""


def _terms(reader: Reader, block: Block) -> list[_Term]:
    """Return the terms of a seed, the rarest first, as many as have `MAX_POSTINGS` together."""
    language = reader.store.documents([block.document])[block.document].language
    counts = count_terms(_text(reader, block), language)
    total = len(reader.store.chunks.document)
    known = sorted(reader.store.terms(counts).items(), key=lambda e: (e[1].document_frequency, e[0]))
    sizes = accumulate(row.document_frequency for _, row in known)
    rarest = [entry for entry, size in zip(known, sizes, strict=True) if size <= MAX_POSTINGS]
    weights = [
        embedding.term_weight(counts[name], document_frequency=row.document_frequency, total=total)
        for name, row in rarest
    ]
    found = reader.store.postings(row for _, row in rarest)
    return [_Term(name, p, weight) for (name, _), p, weight in zip(rarest, found, weights, strict=True)]


def _named_headings(terms: Sequence[_Term], reader: Reader) -> lexical.Floats:
    """Return of each chunk, 0..1, the idf mass of its heading where the seed has every term of it.

    A lone word that is the heading in many documents, as `NAME` in manual pages, names none of them.
    """
    lengths, document = reader.store.chunks.lengths[0], reader.store.chunks.document
    held, mass = np.zeros(len(lengths)), np.zeros(len(lengths))
    for term in terms:
        in_heading = term.postings.fields[0]
        if not in_heading.any():
            continue
        alone = (in_heading > 0) & (lengths[term.postings.chunks] == in_heading)
        if len(np.unique(document[term.postings.chunks[alone]])) > GENERIC:
            in_heading = np.where(alone, 0, in_heading)
        held[term.postings.chunks] += in_heading
        idf = lexical.inverse_document_frequency(len(term.postings.chunks), len(lengths))
        mass[term.postings.chunks] += idf * (in_heading > 0)
    return _scaled(np.where((lengths > 0) & (held >= lengths), mass, 0.0))


def _shared_terms(terms: Sequence[_Term], reader: Reader) -> lexical.Floats:
    """Return of each chunk, 0..1, BM25F of the terms with the greatest tf · idf that are not common."""
    total = len(reader.store.chunks.document)
    weighted = [
        lexical.WeightedTerm(lexical.impact(term.postings, reader.normalisers), term.weight)
        for term in _significant(terms, total)
    ]
    k1 = reader.manifest.search.k1
    return _scaled(lexical.score(weighted, k1=k1, total=total).score)


def _significant(terms: Sequence[_Term], total: int) -> list[_Term]:
    """Return the terms with the greatest tf · idf that are words, neither common nor the seed's alone."""
    few = [
        term
        for term in terms
        if 2 <= len(term.postings.chunks) <= max(2, total // COMMON) and is_telling(term.name)
    ]
    return sorted(few, key=lambda term: (-term.weight, term.name))[:SIGNIFICANT_TERMS]


def _as_written(reader: Reader, block: Block, names: Sequence[str]) -> dict[str, str]:
    """Return index terms as the seed writes them, where that begins as they do."""
    language = reader.store.documents([block.document])[block.document].language
    words = {word: word.casefold() for word in _WORD.findall(_text(reader, block))}
    return {name: _written(name, words, language) for name in names}


def _written(name: str, words: dict[str, str], language: str) -> str:
    like = [word for word, folded in words.items() if folded.startswith(name[: max(2, len(name) - 1)])]
    return next((word for word in sorted(like, key=len) if name in count_terms(word, language)), name)


_WORD = re.compile(r"\w+")


def _scaled(scores: lexical.Floats) -> lexical.Floats:
    top = float(scores.max(initial=0.0))
    return scores / top if top > 0 else scores


def _has(chunks: NDArray[np.uint32], wanted: Ints) -> list[bool]:
    """Tell of each wanted chunk whether it is among `chunks`, which ascend and are some."""
    at = np.minimum(np.searchsorted(chunks, wanted.astype(np.uint32)), len(chunks) - 1)
    found: list[bool] = (chunks[at] == wanted).tolist()
    return found


def _text(reader: Reader, block: Block) -> str:
    return "".join(reader.store.texts(chunks_of(reader, block)[:READ]).values())


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
