"""The command line: data on stdout, everything else on stderr.

Exit codes: 0 fine, 1 the answer is bad news, 2 wrong use, 3 artifact unusable.
"""

from __future__ import annotations

import errno
from importlib import import_module
from typing import Any

import click

import siglum
from siglum.errors import SiglumError
from siglum.process import run_alone

COMMANDS = "siglum.commands"
"""Entry-point group by which siglum-builder adds its commands: the only seam."""

_FROM_BUILDER = ("build", "eval", "init")
_MODULES = {
    "cite": "siglum.cite_command",
    "diagnostics": "siglum.tool_commands",
    "flow": "siglum.tool_commands",
    "get": "siglum.get_command",
    "guide": "siglum.tool_commands",
    "inspect": "siglum.artifact_commands",
    "list-topics": "siglum.tool_commands",
    "related": "siglum.related_command",
    "search": "siglum.search_command",
    "serve": "siglum.serve",
    "verify": "siglum.artifact_commands",
}
"""By command the module that has it, imported only when it is asked for."""
_OF_TOOL = {
    "expand_related": "related",
    "get_content": "get",
    "guide_implementation": "guide",
    "summarize_flow": "flow",
}
"""Commands that are shorter than what Python, MCP and HTTP call the same."""
_SHORTER = "Python, MCP and HTTP spell four of them out: " + ", ".join(sorted(_OF_TOOL)) + "."


class Commands(click.Group):
    """The commands of this package, and those that other distributions add."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        from importlib.metadata import entry_points

        added = [point.name for point in entry_points(group=COMMANDS)]
        return sorted({*_MODULES, *added})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported when it is asked for."""
        if cmd_name in _MODULES:
            found = getattr(import_module(_MODULES[cmd_name]), cmd_name.replace("-", "_"))
            return found if isinstance(found, click.Command) else None
        from importlib.metadata import entry_points

        for point in entry_points(group=COMMANDS, name=cmd_name):
            command = point.load()
            if isinstance(command, click.Command):
                return command
        short = _OF_TOOL.get(cmd_name.replace("-", "_"))
        if short:
            ctx.fail(f"no command is called `{cmd_name}`: it is `siglum {short}` here")
        if cmd_name in _FROM_BUILDER:
            ctx.fail(f"`siglum {cmd_name}` comes with siglum-builder: pip install siglum-builder")
        from difflib import get_close_matches  # only a command that does not exist needs it

        near = get_close_matches(cmd_name, self.list_commands(ctx), n=1)
        if near and not ctx.resilient_parsing:
            ctx.fail(f"No such command '{cmd_name}'. Did you mean '{near[0]}'?")
        return None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error is one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except (SiglumError, OSError, MemoryError) as error:
            _told(ctx, error)
            raise
        except click.NoSuchOption as error:
            from siglum.options import with_meant

            raise with_meant(error) from None

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
    sentence = _sentence(error)
    if isinstance(error, SiglumError) and ctx.invoked_subcommand and isinstance(ctx.command, click.Group):
        from siglum.options import in_options

        command = ctx.command.get_command(ctx, ctx.invoked_subcommand)
        sentence = in_options(sentence, command) if command else sentence
    click.echo(f"siglum: {sentence}", err=True)
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


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_SHORTER)
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


def run() -> None:
    """Run the command line in a process of its own."""
    run_alone(main)


if __name__ == "__main__":
    run()
