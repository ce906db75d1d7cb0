"""Bundle search, related refs and flow into one guide that says nothing of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from siglum.content import get_content
from siglum.drafts import Draft, drafts_of
from siglum.flow import LOWER, assembled, gathered, narrowed, resolved
from siglum.grounding import covered, find, related
from siglum.lookup import look_up
from siglum.parameters import ContentParameters
from siglum.results import Assumption, GuideResponse, Range, Reason, SupportingRef, Trust
from siglum.testing import asks_for_tests, is_test

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.parameters import GuideParameters, Preference
    from siglum.reader import Reader
    from siglum.results import Hit, RefKind, Related

SHARES: dict[Preference, int] = {"balanced": 3, "docs": 4, "samples": 2}
"""Sixths of the refs that are documentation; the rest is code."""
STEPS = 12
"""As many as a flow has by default."""
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


class Support(NamedTuple):
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
    topic_found = _covers(reader, parameters, query, assumptions)
    support = _support(reader, parameters, query) if topic_found else Support([], [])
    chosen = _shared(support, parameters)
    if topic_found:
        assumptions += _gaps(reader, parameters, chosen)
    drafts = _drafts(reader, chosen, query, preference=parameters.preference)
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
    if parameters.framework and not covered(reader, find(reader, parameters.framework)):
        text = f"nothing speaks of {parameters.framework}: the guide is not about it"
        assumptions.append(Assumption("framework_not_covered", text))
    return True


def _support(reader: Reader, parameters: GuideParameters, query: str) -> Support:
    """Return what search finds, and behind it what is related to the best of it."""
    language = _language(parameters.language)
    count = parameters.max_refs
    docs = [_found(hit, rank) for rank, hit in _hits(reader, query, "md_heading_block", count=count)]
    code = [
        _found(hit, rank) for rank, hit in _hits(reader, query, "code_range", count=count, language=language)
    ]
    seeds = [ref.ref_id for ref in (*docs[:2], *code[:2])]
    known = {ref.ref_id for ref in (*docs, *code)}
    for entry in related(reader, seeds, budget=4 * count):
        if entry.ref_id in known:
            continue
        ref = _related(reader, entry)
        if ref.kind == "code_range" and language and _lang(reader, ref) != language:
            continue
        known.add(ref.ref_id)
        (code if ref.kind == "code_range" else docs).append(ref)
    return Support(docs, _without_tests(reader, code, query))


def _without_tests(reader: Reader, code: list[SupportingRef], query: str) -> list[SupportingRef]:
    """Return code without tests, unless there is nothing else or they are asked for."""
    if asks_for_tests(reader, look_up(reader, query)):
        return code
    return [ref for ref in code if not is_test(reader, reader.store.document_ids[ref.path])] or code


def _hits(
    reader: Reader, query: str, kind: RefKind, *, count: int, language: str | None = None
) -> Iterable[tuple[int, Hit]]:
    """Yield the best hits of one kind with their rank among all; deeper where others crowd them out."""
    if kind == "code_range" and not reader.store.has_code:
        return []
    found: list[tuple[int, Hit]] = []
    tags = {"tags_any": [f"lang:{language}" if language else "code"]} if kind == "code_range" else {}
    for depth in (10, 50, 200):
        response = find(reader, query, top_k=depth, mode="implementation", **tags)
        found = [
            (rank, hit)
            for rank, hit in enumerate(response.results, 1)
            if hit.kind == kind and (language is None or hit.lang == language)
        ]
        if len(found) >= count or len(response.results) < depth:
            break
    return found[:count]


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


def _lang(reader: Reader, ref: SupportingRef) -> str:
    number = reader.store.document_ids[ref.path]
    return reader.store.documents([number])[number].language


def _language(given: str | None) -> str | None:
    name = (given or "").strip().casefold()
    return LANGUAGES.get(name, name) or None


def _shared(support: Support, parameters: GuideParameters) -> Support:
    """Return as many refs of each kind as its share; what one kind leaves unused the other takes."""
    most = parameters.max_refs
    docs = max(1, min(most - 1, -(-most * SHARES[parameters.preference] // 6)))
    docs = min(len(support.docs), max(docs, most - len(support.code)))
    code = min(len(support.code), most - docs)
    return Support(support.docs[:docs], support.code[:code])


def _gaps(reader: Reader, parameters: GuideParameters, chosen: Support) -> Iterable[Assumption]:
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


def _drafts(reader: Reader, chosen: Support, query: str, *, preference: Preference) -> list[Draft]:
    """Return the steps of the refs that speak of the query; no ref takes the room of the others.

    Sections of one document are taken as the section around them, so that its order is kept.
    """
    docs, code = (resolved(reader, (ref.ref_id for ref in refs))[0] for refs in chosen)
    around = gathered(reader, docs)
    found = []
    for place in (*code, *around) if preference == "samples" else (*around, *code):
        drafts = drafts_of(reader, place.ref, place.document, style="default", whole=True)
        found.append(narrowed(reader, drafts, query, []))
    rooms = _rooms([len(drafts) for drafts in found], STEPS)
    return [draft for drafts, room in zip(found, rooms, strict=True) for draft in drafts[:room]]


def _rooms(wanted: Sequence[int], total: int) -> list[int]:
    """Deal `total` places one at a time in order, to each no more than it wants."""
    rooms = [0] * len(wanted)
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
        "too_few_refs",
        "no_documentation",
        "no_sample_in_language",
    }
)
"""Assumptions that lower a guide's level; a corpus of documents only owes no code."""
