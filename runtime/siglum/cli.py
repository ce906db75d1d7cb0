"""The command line: data on stdout, everything else on stderr.

Exit codes: 0 fine, 1 the answer is bad news, 2 wrong use, 3 artifact unusable.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

import siglum
from siglum.errors import SiglumError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from siglum.citations.cutting import Granularity
    from siglum.parameters import Mode
    from siglum.service import Library
    from siglum.verify import Verification

COMMANDS = "siglum.commands"
"""Entry-point group by which siglum-builder adds its commands: the only seam."""

_FROM_BUILDER = ("build", "eval", "init")
_LAZY = {
    "cite": "siglum.cite_command",
    "diagnostics": "siglum.cli_tools",
    "flow": "siglum.cli_tools",
    "guide": "siglum.cli_tools",
    "list-topics": "siglum.cli_tools",
    "related": "siglum.related_command",
    "serve": "siglum.serve",
}
"""Commands in modules of their own, imported only when they are asked for."""


class Commands(click.Group):
    """The commands of this package, and those that other distributions add."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        from importlib.metadata import entry_points

        added = [point.name for point in entry_points(group=COMMANDS)]
        return sorted({*super().list_commands(ctx), *_LAZY, *added})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; those that a search does not need are imported only when they are asked for."""
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in _LAZY:
            found = getattr(import_module(_LAZY[cmd_name]), cmd_name.replace("-", "_"))
        if found is not None:
            return found
        from importlib.metadata import entry_points

        for point in entry_points(group=COMMANDS, name=cmd_name):
            command = point.load()
            if isinstance(command, click.Command):
                return command
        if cmd_name in _FROM_BUILDER:
            ctx.fail(f"`siglum {cmd_name}` comes with siglum-builder: pip install siglum-builder")
        return None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error is one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except (SiglumError, OSError, MemoryError) as error:
            _told(ctx, error)
            raise

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; --version and --help write at once."""
        try:
            return super().parse_args(ctx, args)
        except OSError as error:
            _told(ctx, error)
            raise


def _told(ctx: click.Context, error: SiglumError | OSError | MemoryError) -> None:
    """Say an error and exit, unless its traceback is wanted or nobody reads any more."""
    if ctx.params.get("debug") or getattr(error, "errno", None) == errno.EPIPE:
        return
    click.echo(f"siglum: {_sentence(error)}", err=True)
    ctx.exit(error.exit_code if isinstance(error, SiglumError) else SiglumError.exit_code)


def _sentence(error: SiglumError | OSError | MemoryError) -> str:
    """Return the error on one line without control characters; of the system's own, what and where."""
    from siglum.render import visible

    if isinstance(error, SiglumError):
        return visible(str(error))
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    where = f"{error.filename}: " if error.filename else ""
    return visible(f"{where}{error.strerror or error}")


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    from siglum.artifact import FORMAT_VERSION
    from siglum.text import ANALYZER_VERSION

    click.echo(f"siglum {siglum.__version__} (format {FORMAT_VERSION}, analyzer {ANALYZER_VERSION})")
    for package in ("siglum-builder", "duckdb", "usearch", "numpy"):
        try:
            click.echo(f"{package} {version(package)}")
        except PackageNotFoundError:
            click.echo(f"{package} not installed")
    ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the versions that matter.",
)
def main(debug: bool) -> None:
    """Compile documentation and code into a sealed index, and ask it."""


class _Named(click.ParamType[str]):
    """The name or path of an artifact; the environment names one, white space and all."""

    name = "text"

    def split_envvar_value(self, rv: str) -> tuple[str, ...]:
        return (rv,) if rv else ()


artifact_option = click.option(
    "-a",
    "--artifact",
    "artifacts",
    type=_Named(),
    multiple=True,
    envvar="SIGLUM_ARTIFACT",
    help="Name under artifacts/, or path of an artifact or version; several are opened as one corpus."
    " Default: $SIGLUM_ARTIFACT, else the only one in the nearest artifacts/ upward.",
)
"""Names the artifact, or several."""


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


def find(artifacts: tuple[str, ...]) -> list[Path]:
    """Return the artifacts that the option names, or the only one at hand."""
    from siglum.artifact.locate import find_artifacts

    return find_artifacts(artifacts, start=Path.cwd())


def open_artifacts(artifacts: tuple[str, ...]) -> Library:
    """Open the artifacts that the option names, or the only one at hand."""
    return siglum.open(find(artifacts))


_FILTERS = (
    click.option("--category", help="Of this category."),
    click.option("--topic", help="Of this topic."),
    click.option(
        "--path-globs",
        multiple=True,
        metavar="PATTERN",
        help="Under a path such as 'docs/**', '*.md' or '!drafts/'. Repeatable.",
    ),
    click.option("--tags-any", multiple=True, metavar="TAG", help="With one of these tags. Repeatable."),
    click.option("--tags-all", multiple=True, metavar="TAG", help="With all of these tags. Repeatable."),
    click.option("--date-from", metavar="DATE", help="Not older: 2024, 2024-05, 2024-05-31 or RFC 3339."),
    click.option("--date-to", metavar="DATE", help="Not newer; 2024 means its last moment."),
    click.option("--extensions", multiple=True, metavar="EXT", help="Of these file endings. Repeatable."),
    click.option(
        "--sources", multiple=True, metavar="NAME", help="Of these sources, labels or artifacts. Repeatable."
    ),
    click.option("--min-quality", type=float, help="Least quality of a chunk, 0 to 1 (0.3)."),
    click.option("--include-low-quality", is_flag=True, default=None, help="The same as --min-quality 0."),
)
"""The filters of every command that has them, as `siglum.parameters.Filters` names them."""


def filter_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add an option for every filter."""
    for option in reversed(_FILTERS):
        function = option(function)
    return function


def given(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given; one that is repeatable and was not is an empty tuple."""
    return {name: value for name, value in options.items() if value not in (None, ())}


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
            raise click.UsageError(f"{error.format_message()} {hint}", ctx) from error


def _is_word(arg: str, names: set[str]) -> bool:
    """Tell whether an argument that starts with a dash is an exclusion, or text that was quoted."""
    if not arg.startswith("-") or arg in names or arg == "-":
        return False
    head, *rest = arg.split(maxsplit=1)
    return not arg.startswith("--") or (bool(rest) and "=" not in head)


@main.command(cls=QueryCommand)
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
    from siglum.render import search_lines, to_json

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
        click.echo(to_json(response) if as_json else "\n".join(search_lines(response)))


@main.command()
@click.argument("ref")
@artifact_option
@click.option(
    "--mode",
    type=click.Choice(["snippet", "full", "multi_range"]),
    help="The first lines of a section or the definition around a line of code; all of it; or what"
    " matters for a flow.",
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
        click.echo(f"siglum: {response.reason}", err=True)


@main.command()
@artifact_option
@click.option("--links", is_flag=True, help="List the links that are broken or lead out of the corpus.")
@json_option
def inspect(artifacts: tuple[str, ...], links: bool, as_json: bool) -> None:
    """Show what is inside, and what was skipped; of several artifacts, one after the other."""
    from siglum.inspection import inspect as describe
    from siglum.inspection import inspection_lines
    from siglum.reader import ArtifactReader
    from siglum.render import to_json, visible

    found = []
    for path in find(artifacts):
        with ArtifactReader(path) as reader:
            found.append(describe(reader, links=links))
    text = "\n\n".join("\n".join(inspection_lines(each)) for each in found)
    click.echo(to_json(_one_or_all(found)) if as_json else visible(text))


def _one_or_all(found: Sequence[object]) -> object:
    """Return what JSON shows of artifacts that are looked at one by one."""
    return found[0] if len(found) == 1 else {"artifacts": found}


@main.command()
@artifact_option
@click.option("--expect", metavar="DIGEST", help="The content digest that it must have.")
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Compare each document with its file under this folder.",
)
@json_option
@click.pass_context
def verify(
    ctx: click.Context,
    artifacts: tuple[str, ...],
    expect: str | None,
    against: Path | None,
    as_json: bool,
) -> None:
    """Check every byte of an artifact, or of each of several.

    Seal, sums, counts and content digest; each failure is named, and the exit code is 1.
    """
    from siglum.render import to_json, visible

    if expect is not None and len(artifacts) > 1:
        raise click.UsageError("--expect is the digest of one artifact: verify each with its own")
    found = [_verified(path, expect, against) for path in find(artifacts)]
    lines = [line for each in found for line in each.failures or (f"{each.folder} is whole",)]
    click.echo(to_json(_one_or_all(found)) if as_json else visible("\n".join(lines)))
    ctx.exit(0 if all(each.ok for each in found) else 1)


def _verified(path: Path, expect: str | None, against: Path | None) -> Verification:
    from siglum.artifact.locate import version_folder
    from siglum.stale import stale_documents
    from siglum.verify import Verification
    from siglum.verify import verify as check

    folder = version_folder(path)
    failures = check(folder, expect=expect)
    if not failures and against is not None:
        failures = stale_documents(folder, against)
    return Verification(folder.as_posix(), ok=not failures, failures=tuple(failures))


def run() -> None:
    """Run the command line in a process of its own.

    A question is answered and the process ends: cycles are not collected (commands that work longer
    enable it again), and modules are not taken apart at the end; each would take a tenth of its time.
    """
    gc.disable()
    _open_closed_ends()
    try:
        main()
    except SystemExit as end:
        atexit._run_exitfuncs()
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:  # what could not be written is still held; that was said
            code = code or SiglumError.exit_code
        os._exit(code)


def _open_closed_ends() -> None:
    """Give this process the ends it was started without, before a file that it opens takes their numbers.

    Writing to stdout is then an error as of any other that cannot be written to; of stderr nothing is seen.
    """
    for end, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(end)
        except OSError:
            os.open(os.devnull, flags)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")


if __name__ == "__main__":
    run()
