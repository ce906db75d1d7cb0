"""What a guide may rest on: what search finds of its topic, and what is related to that."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.asides import asks_for_tests, is_test
from siglum.content import get_content
from siglum.grounding import find, related
from siglum.language_names import OTHER_NAMES
from siglum.parameters import ContentParameters
from siglum.relevance import SHARE_OF_BEST
from siglum.results import Range, Reason, SupportingRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.parameters import GuideParameters, Preference
    from siglum.reader import Reader
    from siglum.relevance import Relevance
    from siglum.results import Hit, RefKind, Related
    from siglum.rows import DocumentRow

SHARES: dict[Preference, int] = {"balanced": 3, "docs": 4, "samples": 2}
"""Sixths of the refs that are documentation; the rest is code."""
UNDETERMINED = "und"
"""The language of a document that has too little text to tell."""
MOST_RELATED = 200
"""What is looked at, for both kinds: asking costs the same for any number."""
TELLS_FROM = 12
"""Terms of headings and text below which a document (`hello.txt`) is what code works on, not what tells of
it: a line or two."""


class SupportingRefs(NamedTuple):
    """What a guide may rest on, best first."""

    docs: list[SupportingRef]
    code: list[SupportingRef]


def supporting_refs(
    reader: Reader, parameters: GuideParameters, topic: Relevance, *, query: str
) -> SupportingRefs:
    """Return as many refs as were asked for: what search finds, and behind it what is related to the best."""
    language, count = _language(parameters.language), parameters.max_refs
    hits = (
        *_hits(reader, query, "md_heading_block", count=count),
        *_hits(reader, query, "code_range", count=count, language=language),
    )
    found = [_found(hit, rank) for rank, hit in hits]
    least = SHARE_OF_BEST * max((_share(reader, topic, ref) for ref in found), default=0.0)
    found = [ref for ref in found if _share(reader, topic, ref) >= least and _tells(reader, ref)]
    docs, code = _by_kind(found)
    seeds, known = [ref.ref_id for ref in (*docs[:2], *code[:2])], {ref.ref_id for ref in found}
    entries = [entry for entry in related(reader, seeds, budget=MOST_RELATED) if entry.ref_id not in known]
    beside = [entry for entry in entries if entry.kind != "code_range"]
    samples = [entry for entry in entries if entry.kind == "code_range" and _is_in(reader, entry, language)]
    telling = (ref for entry in beside[:count] if _tells(reader, ref := _related(reader, entry)))
    found += [ref for ref in telling if _share(reader, topic, ref) >= least]
    found += [_related(reader, entry) for entry in samples[:count]]
    docs, code = _by_kind(_in_one_language(reader, found))
    if not asks_for_tests(reader, topic.query):
        code = _without_tests(reader, code)
    return _shared(SupportingRefs(docs, code), parameters)


def _without_tests(reader: Reader, code: list[SupportingRef]) -> list[SupportingRef]:
    """Return code without tests, unless there is nothing else."""
    return [ref for ref in code if not is_test(reader, reader.store.document_ids[ref.path])] or code


def _in_one_language(reader: Reader, refs: Sequence[SupportingRef]) -> list[SupportingRef]:
    """Return refs without documentation in another language than the best: a translation says it again."""
    languages = [document_of(reader, ref).language for ref in refs if ref.kind != "code_range"]
    spoken = {*languages[:1], UNDETERMINED}
    return [ref for ref in refs if ref.kind == "code_range" or document_of(reader, ref).language in spoken]


def _by_kind(refs: Iterable[SupportingRef]) -> SupportingRefs:
    support = SupportingRefs([], [])
    for ref in refs:
        (support.code if ref.kind == "code_range" else support.docs).append(ref)
    return support


def _share(reader: Reader, topic: Relevance, ref: SupportingRef) -> float:
    """Return how much of the topic the lines of a ref have; for code its path may speak."""
    number = reader.store.document_ids[ref.path]
    spoken = topic.of_lines(reader, number, ref.range.start_line, ref.range.end_line)
    return spoken.share if ref.kind == "code_range" else spoken.told


def _tells(reader: Reader, ref: SupportingRef) -> bool:
    """Tell whether a ref is code, or of a document with enough text to be documentation."""
    if ref.kind == "code_range":
        return True
    within, lengths = reader.chunk_range(reader.store.document_ids[ref.path]), reader.store.chunks.lengths
    return sum(int(field[within.start : within.stop].sum()) for field in lengths[::3]) >= TELLS_FROM


def _hits(
    reader: Reader, query: str, kind: RefKind, *, count: int, language: str | None = None
) -> Iterable[tuple[int, Hit]]:
    """Yield the best hits of one kind with their rank among all; deeper where others crowd them out."""
    if kind == "code_range" and not reader.store.has_code:
        return []
    found: list[tuple[int, Hit]] = []
    tags = [_tag(language)] if kind == "code_range" else []
    for depth in (10, 50, 200):
        response = find(reader, query, top_k=depth, mode="implementation", tags_any=tags)
        found = [
            (rank, hit)
            for rank, hit in enumerate(response.results, 1)
            if hit.kind == kind and (language is None or hit.lang == language)
        ]
        if len(found) >= count or len(response.results) < depth:
            break
    return found[:count]


def _tag(language: str | None) -> str:
    """Return the tag that code has, of a language if one is given."""
    return f"lang:{language}" if language else "code"


def _found(hit: Hit, rank: int) -> SupportingRef:
    reason = Reason("search", f"hit {rank}", hit.score)
    return SupportingRef(hit.ref_id, hit.kind, hit.path, hit.range, hit.content, "search", (reason,))


def _related(reader: Reader, entry: Related) -> SupportingRef:
    request = ContentParameters(ref_id=entry.ref_id, snippet_lines=reader.manifest.search.snippet_lines)
    content = get_content(reader, request)
    lines = content.ranges[0] if content.ranges else Range(1, 1)
    return SupportingRef(
        content.ref_id, content.kind, content.path, lines, content.content, "related", entry.reasons
    )


def _is_in(reader: Reader, entry: Related, language: str | None) -> bool:
    number = reader.store.document_ids[entry.path]
    return language is None or reader.store.documents([number])[number].language == language


def document_of(reader: Reader, ref: SupportingRef) -> DocumentRow:
    """Return the document that a ref is of."""
    number = reader.store.document_ids[ref.path]
    return reader.store.documents([number])[number]


def _language(given: str | None) -> str | None:
    name = (given or "").strip().casefold()
    return OTHER_NAMES.get(name, name) or None


def _shared(support: SupportingRefs, parameters: GuideParameters) -> SupportingRefs:
    """Return as many refs of each kind as its share; what one kind leaves unused the other takes."""
    most = parameters.max_refs
    docs = max(1, min(most - 1, -(-most * SHARES[parameters.preference] // 6)))
    docs = min(len(support.docs), max(docs, most - len(support.code)))
    code = min(len(support.code), most - docs)
    return SupportingRefs(support.docs[:docs], support.code[:code])
