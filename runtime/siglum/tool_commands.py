"""The commands of the tools that bundle the others: flow, guide, diagnostics, list-topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from siglum.options import artifact_option, json_option, open_artifacts

if TYPE_CHECKING:
    from siglum.parameters import Preference, Style
    from siglum.service import Library


@click.command()
@click.argument("ref", nargs=-1, metavar="[REF]…")
@artifact_option
@click.option("--topic", help="Narrow to what speaks of it; without a REF it is searched for.")
@click.option(
    "--sources", multiple=True, metavar="NAME", help="Leave out refs of other sources or artifacts."
)
@click.option(
    "--style",
    type=click.Choice(["brief", "default", "detailed"]),
    help="How much text and how many operations a step keeps.",
)
@click.option("--max-steps", type=int, help="Steps at most, 1 to 50 (12).")
@json_option
def flow(
    ref: tuple[str, ...],
    artifacts: tuple[str, ...],
    topic: str | None,
    sources: tuple[str, ...],
    style: Style | None,
    max_steps: int | None,
    as_json: bool,
) -> None:
    """Show the steps of each REF in order: a section, code or file."""
    from siglum.render import to_json
    from siglum.render_tools import flow_lines

    if not ref and not topic:
        raise click.UsageError("name a REF such as file:<path>, or give --topic")
    with open_artifacts(artifacts) as library:
        response = library.summarize_flow(topic, ref, sources=sources, style=style, max_steps=max_steps)
        if not any(step.refs for step in response.flow):
            _check(library, ref)
    click.echo(to_json(response) if as_json else "\n".join(flow_lines(response)))


def _check(library: Library, refs: tuple[str, ...]) -> None:
    """Check that refs that gave no step are there.

    Raises:
        RefError: one is not; names the nearest.
    """
    for ref in refs:
        library.get_content(ref, snippet_lines=1)


@click.command()
@click.argument("topic", nargs=-1, required=True, metavar="TOPIC…")
@artifact_option
@click.option("--framework", help="Added to the query.")
@click.option("--language", help="Programming language of the samples.")
@click.option(
    "--preference", type=click.Choice(["balanced", "docs", "samples"]), help="Of what most refs are."
)
@click.option("--max-refs", type=int, help="Supporting refs at most, 2 to 12 (6).")
@json_option
def guide(
    topic: tuple[str, ...],
    artifacts: tuple[str, ...],
    framework: str | None,
    language: str | None,
    preference: Preference | None,
    max_refs: int | None,
    as_json: bool,
) -> None:
    """Show how to build TOPIC, in the words of the corpus alone."""
    from siglum.render import to_json
    from siglum.render_tools import guide_lines

    with open_artifacts(artifacts) as library:
        response = library.guide_implementation(
            " ".join(topic), framework, language=language, preference=preference, max_refs=max_refs
        )
    click.echo(to_json(response) if as_json else "\n".join(guide_lines(response)))


@click.command()
@artifact_option
@json_option
def diagnostics(artifacts: tuple[str, ...], as_json: bool) -> None:
    """Show which runtime serves which artifact, and what is amiss."""
    from siglum.render import to_json
    from siglum.render_tools import diagnostics_lines

    with open_artifacts(artifacts) as library:
        response = library.diagnostics()
    click.echo(to_json(response) if as_json else "\n".join(diagnostics_lines(response)))


@click.command()
@artifact_option
@json_option
def list_topics(artifacts: tuple[str, ...], as_json: bool) -> None:
    """Show what the corpus is about: categories, topics, tags and sources."""
    from siglum.render import to_json
    from siglum.render_tools import topics_lines

    with open_artifacts(artifacts) as library:
        response = library.list_topics()
    click.echo(to_json(response) if as_json else "\n".join(topics_lines(response)))
