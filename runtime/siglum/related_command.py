"""The `siglum related` command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from siglum.options import artifact_option, filter_options, given, json_option, open_artifacts
from siglum.signals import SIGNALS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.results import RelatedResponse


@click.command()
@click.argument("seeds", nargs=-1, required=True, metavar="REF…")
@artifact_option
@click.option("--budget", type=int, help="Results, 1 to 200 (30).")
@click.option("--depth", type=int, help="1 to 3 (1): how many times the best finds are seeds again.")
@click.option(
    "--signals",
    multiple=True,
    type=click.Choice([name for name, _, _ in SIGNALS]),
    help="What may speak for a result. Repeatable; default all.",
)
@click.option("--snippet-lines", type=int, help="Lines of text a result, 0 to 200 (0).")
@click.option(
    "--mode",
    type=click.Choice(["default", "implementation"]),
    help="implementation also follows what frameworks tie together.",
)
@filter_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["default", "dot"]),
    default="default",
    help="dot: a graph for Graphviz.",
)
@json_option
def related(
    seeds: tuple[str, ...], artifacts: tuple[str, ...], form: str, as_json: bool, **options: Any
) -> None:
    """Show what belongs together with each REF, and why."""
    from siglum.render import to_json

    with open_artifacts(artifacts) as library:
        response = library.expand_related(seeds, **given(options))
    lines = dot_lines(response) if form == "dot" else related_lines(response)
    click.echo(to_json(response) if as_json else "\n".join(lines))


def related_lines(response: RelatedResponse) -> Iterator[str]:
    """Yield the lines that show related refs, best first."""
    from siglum.render import on_one_line, visible

    for rank, found in enumerate(response.related, start=1):
        lines = f"{found.range.start_line}-{found.range.end_line}"
        yield f"{rank}. {on_one_line(found.ref_id)}  lines {lines}  [{found.score:.3f}]"
        for reason in found.reasons:
            yield f"   {reason.type} {reason.weight:.3f}: {on_one_line(reason.detail)}"
        for line in visible(found.content).strip("\n").split("\n") if found.content else ():
            yield f"   | {line}"
    for skipped in response.skipped:
        yield f"note: {on_one_line(skipped.ref_id)} was skipped: {on_one_line(skipped.reason)}"
    for warning in response.warnings:
        yield f"note: {on_one_line(warning)}"
    if not response.related:
        yield "nothing related"


def dot_lines(response: RelatedResponse) -> Iterator[str]:
    """Yield the lines of a graph in the DOT language: an edge a find, from what led to it."""
    yield "digraph related {"
    yield "  rankdir=LR; node [shape=box];"
    for found in response.related:
        label = "\\n".join(reason.type for reason in found.reasons)
        edge = f"{_quoted(found.via)} -> {_quoted(found.ref_id)}"
        yield f'  {edge} [label="{label}", weight={found.score:.3f}];'
    yield "}"


def _quoted(text: str) -> str:
    from siglum.render import on_one_line

    escaped = on_one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
