"""The `siglum get` command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from siglum.options import artifact_option, in_options, json_option, open_artifacts

if TYPE_CHECKING:
    from siglum.parameters import Mode


@click.command()
@click.argument("ref")
@artifact_option
@click.option(
    "--mode",
    type=click.Choice(["snippet", "full", "multi_range"]),
    help="The first lines of a section or the definition around a line of code (of a file all); all of it;"
    " or what matters for a flow.",
)
@click.option("--snippet-lines", type=int, help="Of a snippet, 1 to 200 (40).")
@click.option("--max-lines", type=int, default=1000, show_default=True, help="Of a full text, 1 to 5000.")
@json_option
def get(
    ref: str,
    artifacts: tuple[str, ...],
    mode: Mode | None,
    snippet_lines: int | None,
    max_lines: int,
    as_json: bool,
) -> None:
    """Show the section, code or file of a REF.

    The text is what it was at build time. Without --mode, a section or file is shown in full, of code
    the definition around the line.
    """
    from siglum.render import content_text, to_json

    with open_artifacts(artifacts) as library:
        response = library.get_content(
            ref,
            mode or ("snippet" if ref.startswith("code:") else "full"),
            snippet_lines=snippet_lines,
            max_lines=max_lines,
        )
    click.echo(to_json(response) if as_json else content_text(response), nl=as_json)
    if response.reason and not as_json:
        click.echo(f"siglum: {in_options(response.reason, get)}", err=True)
