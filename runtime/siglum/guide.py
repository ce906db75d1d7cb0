"""Bundle search, related refs and flow into one guide that says nothing of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.content import get_content
from siglum.drafts import Draft, found_code, found_drafts
from siglum.flow import LOWER, assembled
from siglum.found_steps import reading_order
from siglum.grounding import covered, find, related, unknown_words
from siglum.parameters import ContentParameters
from siglum.references import parse_ref
from siglum.relevance import SHARE_OF_BEST, relevance, speaking
from siglum.results import Assumption, GuideResponse, Range, Reason, SupportingRef, Trust
from siglum.test_code import asks_for_tests, is_test

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
STEPS = 12
"""As many as a flow has by default."""
TELLS_FROM = 12
"""Terms of headings and text below which a document (`hello.txt`) is what code works on, not what tells of
it: a line or two."""
FEWEST = 2
"""Refs below which a guide rests on too little."""
LANGUAGES = {
    "c#": "csharp",
    "c++": "cpp",
    "cs": "csharp",
    "golang": "go",
    "js": "javascript",
    "jsx": "javascript",
    "node": "javascript",
    "py": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "shell",
    "bash": "shell",
    "ts": "typescript",
    "yml": "yaml",
}
"""Other names of languages, by the one that a document's `lang` has."""


class SupportingRefs(NamedTuple):
    """What a guide may rest on, best first."""

    docs: list[SupportingRef]
    code: list[SupportingRef]


def guide_implementation(
    reader: Reader, parameters: GuideParameters, *, warnings: tuple[str, ...] = ()
) -> GuideResponse:
    """Return a guide; see `Library.guide_implementation`."""
    wanted = (parameters.topic, parameters.framework, parameters.language)
    query = " ".join(word for part in wanted if part and (word := part.strip()))
    assumptions: list[Assumption] = []
    chosen, drafts = SupportingRefs([], []), list[Draft]()
    if _covers(reader, parameters, query, assumptions):
        topic = relevance(reader, query)
        chosen = _shared(_support(reader, parameters, topic, query=query), parameters)
        assumptions += _gaps(reader, parameters, chosen)
        drafts = _drafts(reader, chosen, topic, parameters.preference, assumptions)
    guide, trust = assembled(reader, drafts, assumptions, max_steps=STEPS)
    return GuideResponse(
        question=parameters.topic,
        query=query,
        guide=guide,
        docs=tuple(chosen.docs),
        sample_code=tuple(chosen.code),
        assumptions=tuple(assumptions),
        confidence=_trust(trust, assumptions, any_step=bool(guide)),
        parameters=parameters,
        artifact=reader.info,
        warnings=warnings,
    )


def _covers(reader: Reader, parameters: GuideParameters, query: str, assumptions: list[Assumption]) -> bool:
    """Tell whether the corpus speaks of the topic, and say what of the request it does not."""
    if not covered(reader, find(reader, parameters.topic)):
        text = f"{reader.manifest.name} does not cover the topic: no step is given"
        assumptions.append(Assumption("topic_not_covered", text))
        return False
    unknown = unknown_words(reader, parameters.topic)
    if unknown:
        text = f"unknown to the corpus: {', '.join(unknown)}; the guide is not about it"
        assumptions.append(Assumption("words_not_found", text))
    if parameters.framework and not covered(reader, find(reader, parameters.framework)):
        text = f"nothing speaks of {parameters.framework}: the guide is not about it"
        assumptions.append(Assumption("framework_not_covered", text))
    return True


def _support(reader: Reader, parameters: GuideParameters, topic: Relevance, *, query: str) -> SupportingRefs:
    """Return what search finds, and behind it what is related to the best of it."""
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
    return SupportingRefs(docs, code if asks_for_tests(reader, topic.query) else _without_tests(reader, code))


def _without_tests(reader: Reader, code: list[SupportingRef]) -> list[SupportingRef]:
    """Return code without tests, unless there is nothing else."""
    return [ref for ref in code if not is_test(reader, reader.store.document_ids[ref.path])] or code


def _in_one_language(reader: Reader, refs: Sequence[SupportingRef]) -> list[SupportingRef]:
    """Return refs without documentation in another language than the best: a translation says it again."""
    languages = [_document(reader, ref).language for ref in refs if ref.kind != "code_range"]
    spoken = {*languages[:1], UNDETERMINED}
    return [ref for ref in refs if ref.kind == "code_range" or _document(reader, ref).language in spoken]


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


def _document(reader: Reader, ref: SupportingRef) -> DocumentRow:
    number = reader.store.document_ids[ref.path]
    return reader.store.documents([number])[number]


def _language(given: str | None) -> str | None:
    name = (given or "").strip().casefold()
    return LANGUAGES.get(name, name) or None


def _shared(support: SupportingRefs, parameters: GuideParameters) -> SupportingRefs:
    """Return as many refs of each kind as its share; what one kind leaves unused the other takes."""
    most = parameters.max_refs
    docs = max(1, min(most - 1, -(-most * SHARES[parameters.preference] // 6)))
    docs = min(len(support.docs), max(docs, most - len(support.code)))
    code = min(len(support.code), most - docs)
    return SupportingRefs(support.docs[:docs], support.code[:code])


def _gaps(reader: Reader, parameters: GuideParameters, chosen: SupportingRefs) -> Iterable[Assumption]:
    """Yield what the guide lacks."""
    count = len(chosen.docs) + len(chosen.code)
    if count < FEWEST:
        yield Assumption("too_few_refs", f"{count} supporting refs: there may be more to it")
    if not chosen.docs:
        yield Assumption("no_documentation", "no documentation speaks of it: the guide rests on code alone")
    if not reader.store.has_code:
        yield Assumption("no_sample_code", f"{reader.manifest.name} holds documents only")
    elif not chosen.code and parameters.language:
        yield Assumption("no_sample_in_language", f"no sample in {parameters.language} was found")
    elif not chosen.code:
        yield Assumption("no_sample_code", "no sample code was found")


def _drafts(
    reader: Reader,
    chosen: SupportingRefs,
    topic: Relevance,
    preference: Preference,
    assumptions: list[Assumption],
) -> list[Draft]:
    """Return the steps of the refs that speak of the topic; no ref takes the room of the others.

    Sections of one document are taken together, so that its order is kept.
    """
    docs: dict[int, list[Draft]] = {}
    for draft in speaking(reader, _docs_drafts(reader, chosen.docs), topic):
        docs.setdefault(draft.document, []).append(draft)
    code = _code_drafts(reader, chosen.code)
    found = [*code, *docs.values()] if preference == "samples" else [*docs.values(), *code]
    rooms = _rooms([len(drafts) for drafts in found], STEPS)
    left = sum(map(len, found)) - sum(rooms)
    if left:
        text = f"{left} more steps: ask for the flow of the refs, with a larger max_steps"
        assumptions.append(Assumption("steps_left_out", text))
    kept = [drafts[:room] for drafts, room in zip(found, rooms, strict=True)]
    order = reading_order([parse_ref(drafts[0].ref).path for drafts in kept])
    return [draft for place in order for draft in kept[place]]


def _docs_drafts(reader: Reader, refs: Sequence[SupportingRef]) -> list[Draft]:
    """Return the steps of sections, those of one document together."""
    slugs: dict[int, list[str]] = {}
    documents = {}
    for ref in refs:
        document = _document(reader, ref)
        documents[document.document_id] = document
        slugs.setdefault(document.document_id, []).append(parse_ref(ref.ref_id).slug)
    return [draft for number in slugs for draft in found_drafts(reader, documents[number], slugs[number])]


def _code_drafts(reader: Reader, refs: Sequence[SupportingRef]) -> list[list[Draft]]:
    """Return a step a ref; what stands in another, or is called the same, is not told again."""
    kept: list[Draft] = []
    for ref in refs:
        for draft in found_code(reader, parse_ref(ref.ref_id), _document(reader, ref)):
            if not any(_repeats(other, draft) for other in kept):
                kept.append(draft)
    return [[draft] for draft in kept]


def _repeats(told: Draft, draft: Draft) -> bool:
    inside = told.document == draft.document and (
        told.start_line <= draft.start_line and draft.end_line <= told.end_line
    )
    return inside or told.title == draft.title


def _rooms(wanted: Sequence[int], total: int) -> list[int]:
    """Deal `total` places: one to each, then to the first all that it wants, then one at a time in order."""
    rooms = [min(want, 1) for want in wanted]
    total -= sum(rooms)
    if rooms:
        rooms[0] += min(wanted[0] - rooms[0], total)
        total -= rooms[0] - min(wanted[0], 1)
    while total > 0 and rooms != list(wanted):
        for n, want in enumerate(wanted):
            if total > 0 and rooms[n] < want:
                rooms[n] += 1
                total -= 1
    return rooms


def _trust(trust: Trust, assumptions: Sequence[Assumption], *, any_step: bool) -> Trust:
    """Lower a guide's level where something was missing; without a step it is `none`."""
    gaps = [a.text for a in assumptions if a.code in GAPS]
    if not any_step:
        return Trust("none", tuple(gaps) or ("no step was found",))
    level: Literal["high", "medium", "low", "none"] = LOWER[trust.level] if gaps else trust.level
    return Trust(level, (*trust.reasons, *gaps))


GAPS = frozenset(
    {
        "topic_not_covered",
        "framework_not_covered",
        "words_not_found",
        "too_few_refs",
        "no_documentation",
        "no_sample_in_language",
    }
)
"""Assumptions that lower a guide's level; a corpus of documents only owes no code."""
