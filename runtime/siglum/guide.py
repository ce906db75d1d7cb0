"""Bundle search, related refs and flow into one guide that says nothing of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from siglum.drafts import Draft, found_code, found_drafts
from siglum.flow import LOWER, assembled
from siglum.found_steps import reading_order
from siglum.grounding import covered, find, unknown_words
from siglum.references import parse_ref
from siglum.relevance import relevance, speaking
from siglum.results import Assumption, GuideResponse, Trust
from siglum.supporting import SupportingRefs, document_of, supporting_refs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from siglum.parameters import GuideParameters, Preference
    from siglum.reader import Reader
    from siglum.relevance import Relevance
    from siglum.results import SupportingRef

STEPS = 12
"""As many as a flow has by default."""
FEWEST = 2
"""Refs below which a guide rests on too little."""


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
        chosen = supporting_refs(reader, parameters, topic, query=query)
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
        document = document_of(reader, ref)
        documents[document.document_id] = document
        slugs.setdefault(document.document_id, []).append(parse_ref(ref.ref_id).slug)
    return [draft for number in slugs for draft in found_drafts(reader, documents[number], slugs[number])]


def _code_drafts(reader: Reader, refs: Sequence[SupportingRef]) -> list[list[Draft]]:
    """Return a step a ref; what stands in another, or is called the same, is not told again."""
    kept: list[Draft] = []
    for ref in refs:
        for draft in found_code(reader, parse_ref(ref.ref_id), document_of(reader, ref)):
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
