"""Show flows, guides, diagnostics and topics to a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.render import on_one_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from siglum.results import (
        Assumption,
        DiagnosticsResponse,
        FlowResponse,
        FlowStep,
        Group,
        GuideResponse,
        SupportingRef,
        TopicsResponse,
        Trust,
    )


def flow_lines(response: FlowResponse) -> Iterator[str]:
    """Yield the lines that show a flow."""
    for step in response.flow:
        yield from _step_lines(step)
    if not response.flow:
        yield "no steps"
    yield from _footing(response.confidence, response.assumptions, response.warnings)
    for skipped in response.skipped:
        yield f"skipped: {on_one_line(skipped.ref_id)}: {on_one_line(skipped.reason)}"


def guide_lines(response: GuideResponse) -> Iterator[str]:
    """Yield the lines that show a guide."""
    for step in response.guide:
        yield from _step_lines(step)
    if not response.guide:
        yield f"no guide for '{on_one_line(response.question)}'"
    yield from _ref_lines("documentation", response.docs)
    yield from _ref_lines("sample code", response.sample_code)
    yield from _footing(response.confidence, response.assumptions, response.warnings)


def _step_lines(step: FlowStep) -> Iterator[str]:
    yield f"{step.step}. {on_one_line(step.title)}"
    for line in visible(step.description).split("\n") if step.description else ():
        yield f"   | {line}"
    if step.left_out:
        noun = "line" if step.left_out == 1 else "lines"
        yield f"   … {step.left_out} more {noun}: siglum get {_quoted(step.refs[0])}"
    for ref in step.refs:
        yield f"   {on_one_line(ref)}"
    yield ""


def _quoted(ref: str) -> str:
    from shlex import quote

    return quote(on_one_line(ref))


def _ref_lines(title: str, refs: Iterable[SupportingRef]) -> Iterator[str]:
    for number, ref in enumerate(refs):
        if number == 0:
            yield f"{title}:"
        reasons = "; ".join(f"{reason.type}: {on_one_line(reason.detail)}" for reason in ref.reasons)
        lines = f"{ref.range.start_line}-{ref.range.end_line}"
        yield f"  {on_one_line(ref.ref_id)}  lines {lines}  ({reasons})"


def _footing(trust: Trust, assumptions: Iterable[Assumption], warnings: Iterable[str]) -> Iterator[str]:
    yield f"confidence: {trust.level} ({'; '.join(map(on_one_line, trust.reasons))})"
    for assumption in assumptions:
        yield f"note: {on_one_line(assumption.text)} [{assumption.code}]"
    for warning in warnings:
        yield f"note: {on_one_line(warning)}"


def diagnostics_lines(response: DiagnosticsResponse) -> Iterator[str]:
    """Yield the lines that show diagnostics."""
    counts = ", ".join(f"{name} {count}" for name, count in response.counts.items())
    yield f"server     {response.server}"
    yield f"artifact   {on_one_line(response.artifact.name)}@{response.artifact.version}"
    yield f"digest     {response.digest}"
    yield f"format     {response.format_version}, analyzer {response.analyzer_version}"
    yield f"embedder   {response.embedder}"
    yield f"check      {response.check}"
    yield f"counts     {counts}"
    yield f"languages  {', '.join(response.languages)}"
    for warning in response.warnings:
        yield f"note: {on_one_line(warning)}"


def topics_lines(response: TopicsResponse) -> Iterator[str]:
    """Yield the lines that show what a corpus is about."""
    yield from _group_lines("categories", response.categories)
    yield from _group_lines("topics", response.topics)
    yield from _group_lines("tags", response.tags)
    yield from _group_lines("sources", response.sources)


def _group_lines(title: str, groups: Sequence[Group]) -> Iterator[str]:
    if groups:
        yield f"{title}:"
    for group in groups:
        newest = f", newest {on_one_line(group.newest)}" if group.newest else ""
        yield f"  {on_one_line(group.name)}: {group.documents}{newest}"
