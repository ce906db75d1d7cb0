"""The command line: data on stdout, everything else on stderr.

Exit codes: 0 fine, 1 the answer is bad news, 2 wrong use, 3 artifact unusable.
"""

from __future__ import annotations

import errno
import gc
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import siglum
from siglum.errors import SiglumError

if TYPE_CHECKING:
    from collections.abc import Callable

    from siglum.parameters import Mode
    from siglum.service import Library

COMMANDS = "siglum.commands"
"""Entry-point group by which siglum-builder adds its commands: the only seam."""

_FROM_BUILDER = ("build", "eval", "init")
_OWN = {"serve": "siglum.serve"}
"""Commands in modules of their own, imported only when they are asked for."""


class Commands(click.Group):
    """The commands of this package, and those that other distributions add."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        from importlib.metadata import entry_points

        added = [point.name for point in entry_points(group=COMMANDS)]
        return sorted({*super().list_commands(ctx), *_OWN, *added})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; added ones are imported only when they are asked for."""
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in _OWN:
            found = getattr(import_module(_OWN[cmd_name]), cmd_name)
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
            if ctx.params.get("debug") or getattr(error, "errno", None) == errno.EPIPE:
                raise
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


def _artifact_option(function: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "-a",
        "--artifact",
        envvar="SIGLUM_ARTIFACT",
        help="Name under artifacts/, or path of an artifact or version. Default: $SIGLUM_ARTIFACT,"
        " else the only one in the nearest artifacts/ upward.",
    )(function)


_json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


def _find(artifact: str | None) -> Path:
    from siglum.artifact.locate import find_artifact

    return find_artifact(artifact, start=Path.cwd())


def _open(artifact: str | None) -> Library:
    return siglum.open(_find(artifact))


@main.command()
@click.argument("query", nargs=-1, required=True, metavar="QUERY…")
@_artifact_option
@click.option("--top-k", type=int, help="Hits, 1 to 200 (10).")
@click.option("--snippet-lines", type=int, help="Lines shown a hit, 1 to 200 (40).")
@click.option("--offset", type=int, default=0, help="Hits to skip.")
@_json_option
def search(
    query: tuple[str, ...],
    artifact: str | None,
    top_k: int | None,
    snippet_lines: int | None,
    offset: int,
    as_json: bool,
) -> None:
    """Show what answers QUERY, best first.

    Options go before a query that starts with a dash: siglum search --top-k 3 -- --dry-run
    """
    from siglum.render import search_lines, to_json

    with _open(artifact) as library:
        response = library.search(" ".join(query), top_k=top_k, snippet_lines=snippet_lines, offset=offset)
    click.echo(to_json(response) if as_json else "\n".join(search_lines(response)))


@main.command()
@click.argument("ref")
@_artifact_option
@click.option(
    "--mode",
    type=click.Choice(["snippet", "full"]),
    help="The first lines of a section or the definition around a line of code; or all of it.",
)
@click.option("--snippet-lines", type=int, help="Of a snippet, 1 to 200 (40).")
@click.option("--max-lines", type=int, default=1000, show_default=True, help="Of a full text, 1 to 5000.")
@_json_option
def get(
    ref: str,
    artifact: str | None,
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

    with _open(artifact) as library:
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
@_artifact_option
@click.option("--links", is_flag=True, help="List broken links.")
@_json_option
def inspect(artifact: str | None, links: bool, as_json: bool) -> None:
    """Show what is inside, and what was skipped."""
    from siglum.inspection import inspect as describe
    from siglum.inspection import inspection_lines
    from siglum.reader import Reader
    from siglum.render import to_json, visible

    with Reader(_find(artifact)) as reader:
        found = describe(reader, links=links)
    click.echo(to_json(found) if as_json else visible("\n".join(inspection_lines(found))))


@main.command()
@_artifact_option
@click.option("--expect", metavar="DIGEST", help="The content digest that it must have.")
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Compare each document with its file under this folder.",
)
@_json_option
@click.pass_context
def verify(
    ctx: click.Context,
    artifact: str | None,
    expect: str | None,
    against: Path | None,
    as_json: bool,
) -> None:
    """Check every byte of an artifact.

    Seal, sums, counts and content digest; each failure is named, and the exit code is 1.
    """
    from siglum.artifact.locate import version_folder
    from siglum.render import to_json, visible
    from siglum.stale import stale_documents
    from siglum.verify import Verification
    from siglum.verify import verify as check

    folder = version_folder(_find(artifact))
    failures = check(folder, expect=expect)
    if not failures and against is not None:
        failures = stale_documents(folder, against)
    found = Verification(folder.as_posix(), ok=not failures, failures=tuple(failures))
    lines = [visible(failure) for failure in failures] or [f"{found.folder} is whole"]
    click.echo(to_json(found) if as_json else "\n".join(lines))
    ctx.exit(1 if failures else 0)


def run() -> None:
    """Run the command line in a process of its own.

    Cycles are not collected: a question is answered and the process ends, and looking for them while
    modules load takes a twentieth of its time. Commands that work longer enable it again.
    """
    gc.disable()
    main()


if __name__ == "__main__":
    run()
