"""The `siglum search` command, whose words are a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

import siglum
from siglum.errors import SiglumError
from siglum.options import (
    artifact_option,
    filter_options,
    given,
    in_options,
    json_option,
    open_artifacts,
    with_meant,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.citations.cutting import Granularity
    from siglum.results import SearchResponse

_DASH = "\0"
"""Stands for the dash in front of a word of the query, until the options are read: no shell hands it over."""


class _Words(click.ParamType[str]):
    """A word of the query."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Give the dash back."""
        del param, ctx
        return value.replace(_DASH, "-", 1) if value.startswith(_DASH) else value


class QueryCommand(click.Command):
    """A command whose words are a query: `-word` and what has white space in it are no options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; one that does not exist may be meant as a word."""
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        valued = {name for option in options if not option.is_flag for name in option.opts}
        names = {name for option in options for name in option.opts}
        marked, after = [], ""
        for arg in args:
            is_word = after != "--" and after not in valued and _is_word(arg, names)
            marked.append(_DASH + arg[1:] if is_word else arg)
            after = arg if after != "--" else after
        try:
            return super().parse_args(ctx, marked)
        except click.NoSuchOption as error:
            hint = "A word of the query that starts with two dashes goes after `--`."
            raise click.UsageError(f"{with_meant(error).format_message()} {hint}", ctx) from error


def _is_word(arg: str, names: set[str]) -> bool:
    """Tell whether an argument that starts with a dash is an exclusion, or text that was quoted."""
    if not arg.startswith("-") or arg in names or arg == "-":
        return False
    head, *rest = arg.split(maxsplit=1)
    return not arg.startswith("--") or (bool(rest) and "=" not in head)


@click.command(cls=QueryCommand)
@click.argument("query", nargs=-1, required=True, metavar="QUERY…", type=_Words())
@artifact_option
@click.option("--top-k", type=int, help="Hits, 1 to 200 (10).")
@click.option("--snippet-lines", type=int, help="Lines shown a hit, 1 to 200 (40).")
@click.option(
    "--mode",
    type=click.Choice(["default", "implementation"]),
    help="How something is built: code beside docs, start-up, registration, routes.",
)
@filter_options
@click.option("--sort", type=click.Choice(["relevance", "date"]), help="By date: newest of the hits first.")
@click.option("--offset", type=int, help="Hits to skip.")
@click.option("--min-confidence-ratio", type=float, help="Of `low_confidence` (1.5); 0 turns it off.")
@click.option("--mmr", is_flag=True, default=None, help="Trade relevance for variety.")
@click.option("--mmr-lambda", type=float, help="What relevance weighs against variety, 0 to 1 (0.7).")
@click.option("--mmr-same-doc-penalty", type=float, help="For a further hit of one document, 0 to 1 (0).")
@click.option("--parent-retriever", is_flag=True, default=None, help="Short hits with the text around them.")
@click.option("--max-tokens", type=int, help="Budget for the text of all hits, in estimated tokens.")
@click.option("--explain", is_flag=True, default=None, help="Why each hit stands where it does.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["default", "search_result"]),
    default="default",
    help="search_result: JSON with blocks for Claude's Messages API, and the place of each.",
)
@click.option(
    "--granularity",
    type=click.Choice(["auto", "paragraph", "item", "sentence"]),
    help="Of the blocks of --format search_result (auto).",
)
@json_option
def search(
    query: tuple[str, ...],
    artifacts: tuple[str, ...],
    form: Literal["default", "search_result"],
    granularity: Granularity | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Show what answers QUERY, best first.

    "a phrase" is sought verbatim and what has it comes first; -word and -"a phrase" leave out.

    A query with dashes in front goes after `--`: siglum search --top-k 3 -- --dry-run
    """
    from siglum.render import to_json

    if granularity and form != "search_result":
        raise click.UsageError("--granularity needs --format search_result")
    try:
        with open_artifacts(artifacts) as library:
            response = library.search(" ".join(query), **given(options))
    except SiglumError as error:
        if form == "search_result":
            click.echo(to_json(siglum.to_search_results(error)))
        raise
    if form == "search_result":
        click.echo(to_json(siglum.to_search_results(response, granularity or "auto")))
    else:
        click.echo(to_json(response) if as_json else "\n".join(_lines(response)))


def _lines(response: SearchResponse) -> Iterator[str]:
    """Yield the lines of a search, what is noted of it in the words of the options."""
    from siglum.render import search_lines

    for line in search_lines(response):
        yield in_options(line, search) if line.startswith("note: ") else line
