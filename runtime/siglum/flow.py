"""Turn refs into an ordered list of steps, in the words of the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.content import check_part, resolve
from siglum.drafts import Draft, drafts_of
from siglum.errors import RefError, RequestError
from siglum.filters import warn_of_sources
from siglum.found_steps import gathered
from siglum.page import read_page
from siglum.parameters import Filters
from siglum.plain import on_one_line
from siglum.references import Ref, parse_ref
from siglum.relevance import SCORE_OF_BEST, relevance, speaking
from siglum.results import Assumption, FlowResponse, FlowStep, Skipped, Trust

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal

    from siglum.parameters import FlowParameters, Style
    from siglum.reader import Reader
    from siglum.rows import DocumentRow

MOST_SEEDS = 64
SCORE_BESIDE = 0.8
"""`SCORE_OF_BEST` for what a search finds in other documents than the best: a flow is one procedure."""

FALLBACKS = {
    "bullet": ("bullets_as_steps", "the steps are bullets: none carries a number or a label"),
    "heading": ("headings_as_steps", "the steps are headings: none carries a number or a label"),
    "paragraph": ("paragraphs_as_steps", "the steps are paragraphs: none is listed, numbered or labelled"),
}
"""What is said where no step is numbered or labelled, by the rung that is taken."""
PARTLY = "{count} of {steps} steps are {rung}s: nothing is numbered or labelled where they stand"
"""What is said where others are."""
LOWER: dict[Literal["high", "medium", "low", "none"], Literal["medium", "low", "none"]] = {
    "high": "medium",
    "medium": "low",
    "low": "low",
    "none": "none",
}


class ResolvedRef(NamedTuple):
    """A ref that resolves, with its document."""

    ref: Ref
    document: DocumentRow


class Merged(NamedTuple):
    """A step and every ref that has it."""

    draft: Draft
    refs: tuple[str, ...]


def summarize_flow(
    reader: Reader, parameters: FlowParameters, *, warnings: tuple[str, ...] = ()
) -> FlowResponse:
    """Return the steps of refs or a topic; see `Library.summarize_flow`."""
    if len(parameters.seeds) > MOST_SEEDS:
        raise RequestError(f"seeds has {len(parameters.seeds)} entries; at most {MOST_SEEDS} are taken")
    warnings += warn_of_sources(reader, Filters(sources=parameters.sources))
    topic, assumptions = (parameters.topic or "").strip(), list[Assumption]()
    places, skipped = resolved(reader, parameters.seeds, parameters.sources)
    if topic and not parameters.seeds:
        places = _searched(reader, topic, parameters.sources)
        assumptions += [
            _assumed("refs_searched", "no refs were given: the best hits of the topic were taken")
        ]
    drafts, empty = _drafts(reader, places, parameters.style)
    if topic and parameters.seeds:
        drafts = _narrowed(reader, drafts, topic, assumptions)
    flow, trust = assembled(reader, drafts, assumptions, max_steps=parameters.max_steps)
    if not flow:
        flow, said = _fallback(topic)
        assumptions = [said]
    return FlowResponse(
        flow=flow,
        assumptions=tuple(assumptions),
        skipped=(*skipped, *empty),
        confidence=trust,
        parameters=parameters,
        artifact=reader.info,
        warnings=warnings,
    )


def _fallback(topic: str) -> tuple[tuple[FlowStep, ...], Assumption]:
    if topic:
        said = _assumed("topic_not_found", "nothing usable was found: the only step is the topic itself")
        return (FlowStep(1, on_one_line(topic), "", ()),), said
    return (), _assumed("no_refs", "neither a topic nor a usable ref was given")


def _assumed(code: str, text: str) -> Assumption:
    return Assumption(code, text)


def resolved(
    reader: Reader, refs: Iterable[str], sources: Sequence[str] = ()
) -> tuple[list[ResolvedRef], list[Skipped]]:
    """Return the refs that resolve, each once, and those that do not with the reason."""
    places: dict[str, ResolvedRef] = {}
    skipped = []
    allowed = reader.store.documents_where({"sources": list(sources)}) if sources else ()
    for given in refs:
        try:
            place = ResolvedRef(*resolve(reader, parse_ref(given)))
            check_part(reader, *place)
        except RefError as error:
            skipped.append(Skipped(given, str(error)))
            continue
        if sources and place.document.document_id not in allowed:
            skipped.append(Skipped(given, f"it is of source {place.document.source}"))
        else:
            places.setdefault(str(place.ref), place)
    return list(places.values()), skipped


def _drafts(reader: Reader, places: Sequence[ResolvedRef], style: Style) -> tuple[list[Draft], list[Skipped]]:
    drafts: list[Draft] = []
    empty = []
    for place in places:
        found = drafts_of(reader, place.ref, place.document, style=style)
        drafts += found
        if not found:
            empty.append(Skipped(str(place.ref), "nothing in it reads as a step"))
    return drafts, empty


def _narrowed(reader: Reader, drafts: list[Draft], topic: str, assumptions: list[Assumption]) -> list[Draft]:
    """Return the drafts that speak of a topic, or all where none does."""
    kept = speaking(reader, drafts, relevance(reader, topic))
    if not kept:
        if drafts:
            said = "nothing in the refs speaks of the topic: all is kept"
            assumptions.append(_assumed("topic_not_in_refs", said))
        return drafts
    if len(kept) < len(drafts):
        left = len(drafts) - len(kept)
        assumptions.append(
            _assumed("narrowed_to_topic", f"{left} steps that say little of the topic are left out")
        )
    return kept


def _searched(reader: Reader, topic: str, sources: Sequence[str]) -> list[ResolvedRef]:
    """Return where the best hits of a topic stand; several of one document are the section around them."""
    from siglum.grounding import covered, find

    response = find(reader, topic, sources=sources)
    if not covered(reader, response):
        return []
    best = max(response.results, key=lambda hit: hit.score)
    refs = [
        hit.ref_id
        for hit in response.results
        if hit.score >= best.score * (SCORE_OF_BEST if hit.path == best.path else SCORE_BESIDE)
    ]
    return _gathered(reader, resolved(reader, refs)[0])


def _gathered(reader: Reader, places: Sequence[ResolvedRef]) -> list[ResolvedRef]:
    """Return places with those in one document replaced by the sections that stand for them."""
    by_document: dict[int, list[ResolvedRef]] = {}
    for place in places:
        by_document.setdefault(place.document.document_id, []).append(place)
    return [
        each
        for found in by_document.values()
        for each in (found[:1] if len(found) == 1 or found[0].ref.kind != "md" else _around(reader, found))
    ]


def _around(reader: Reader, places: Sequence[ResolvedRef]) -> list[ResolvedRef]:
    document, slugs = places[0].document, {place.ref.slug for place in places}
    page = read_page(reader, document)
    found = gathered(page, {n for n, section in enumerate(page.sections) if section.slug in slugs})
    refs = [Ref("md", document.path, slug=page.sections[n].slug) for n in found]
    return [ResolvedRef(ref, document) for ref in refs or [Ref("file", document.path)]]


def assembled(
    reader: Reader, drafts: Sequence[Draft], assumptions: list[Assumption], *, max_steps: int
) -> tuple[tuple[FlowStep, ...], Trust]:
    """Return drafts as numbered steps, equal ones merged, and how far they may be relied upon.

    What was assumed on the way is added to `assumptions`.
    """
    merged = _merged(drafts)
    assumptions += _fallbacks([step.draft for step in merged[:max_steps]])
    joined = sum(len(step.refs) > 1 for step in merged)
    if joined:
        assumptions.append(
            _assumed("steps_merged", f"{joined} steps stand in several places with the same text")
        )
    if len(merged) > max_steps:
        left = len(merged) - max_steps
        assumptions.append(_assumed("steps_left_out", f"{left} more steps: ask with a larger max_steps"))
    kept = merged[:max_steps]
    flow = tuple(
        FlowStep(number, step.draft.title, step.draft.description, step.refs, step.draft.left_out or None)
        for number, step in enumerate(kept, 1)
    )
    return flow, _trust([step.draft for step in kept], has_code=reader.store.has_code, joined=bool(joined))


def _fallbacks(drafts: Sequence[Draft]) -> Iterator[Assumption]:
    """Yield of which steps something else had to be taken for numbered or labelled ones."""
    explicit = any(draft.explicit for draft in drafts)
    for rung, (code, said) in FALLBACKS.items():
        count = sum(draft.rung == rung and not draft.explicit for draft in drafts)
        if count:
            partly = PARTLY.format(count=count, steps=len(drafts), rung=rung)
            yield Assumption(code, partly if explicit else said)


def _merged(drafts: Sequence[Draft]) -> list[Merged]:
    found: dict[tuple[str, str], tuple[Draft, dict[str, None]]] = {}
    for draft in drafts:
        key = (on_one_line(draft.title), on_one_line(draft.description))
        _, refs = found.setdefault(key, (draft, {}))
        refs[draft.ref] = None
    return [Merged(first, tuple(refs)) for first, refs in found.values()]


def _trust(drafts: Sequence[Draft], *, has_code: bool, joined: bool) -> Trust:
    explicit = sum(draft.explicit for draft in drafts)
    code = sum(draft.rung == "code" for draft in drafts)
    reasons = [f"{len(drafts)} steps", f"{explicit} numbered or labelled"]
    if has_code:
        reasons.append(f"{code} from code")
    level: Literal["high", "medium", "low", "none"] = "low"
    if len(drafts) >= 3 and explicit >= 2 and (code or not has_code):
        level = "high"
    elif len(drafts) >= 2 and (explicit or code < len(drafts)):
        level = "medium"
    if joined:
        level = LOWER[level]
        reasons.append("lowered: equal steps from different places were merged")
    return Trust(level, tuple(reasons))
