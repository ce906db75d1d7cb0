"""The `siglum serve` command."""

from __future__ import annotations

import gc
import logging
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from siglum.errors import ArtifactDamaged, RequestError
from siglum.options import artifact_option, find
from siglum.render import visible
from siglum.settings import McpSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.current import Current

NEEDS = "`siglum serve` needs the MCP SDK: pip install 'siglum[mcp]'"
CHECK_WAIT = 10.0
"""Seconds that the check of a large artifact is waited for after its client has gone."""
RELOAD_EVERY = 1.0
"""Seconds between two looks at `current`."""


@click.command()
@artifact_option
@click.option("--http", metavar="[HOST:]PORT", help="Serve HTTP: MCP at /mcp, the search page at /.")
@click.option("--allow-remote", is_flag=True, help="Let --http bind an address that others can reach.")
@click.option(
    "--allowed-host",
    "allowed_hosts",
    multiple=True,
    metavar="HOST",
    help="A further name under which --http may be asked, such as a proxy's.",
)
@click.option("--reload", is_flag=True, help="Take a newly published version without a restart.")
@click.option("--name", help="Of the server ([mcp] name).")
@click.option("--tool-prefix", default="", help="Stands before each tool's name ([mcp] tool_prefix).")
@click.option("--description", help="What the corpus is, in a few words ([mcp] description).")
@click.option("--example", "examples", multiple=True, help="A question that it answers ([mcp] examples).")
@click.option(
    "--max-tokens", type=click.IntRange(min=500), default=4000, show_default=True, help="Of an answer."
)
@click.option(
    "--output-schemas/--no-output-schemas", default=True, help="Whether tools describe their answers."
)
@click.option(
    "--resource-links", is_flag=True, help="Link the documents in answers; not every client reads that."
)
def serve(
    artifacts: tuple[str, ...],
    http: str | None,
    allow_remote: bool,
    allowed_hosts: tuple[str, ...],
    reload: bool,
    name: str | None,
    tool_prefix: str,
    description: str | None,
    examples: tuple[str, ...],
    max_tokens: int,
    output_schemas: bool,
    resource_links: bool,
) -> None:
    """Answer programs over MCP, on stdio or HTTP.

    Without --http a client starts this command and speaks with it on standard input and output.
    """
    gc.enable()
    given = McpSettings(name, tool_prefix, description, examples)
    paths = find(artifacts)
    try:
        from siglum.mcp.stdio import serve_stdio, take_wire

        ends = None if http else take_wire()  # before anything could print
        from siglum.mcp.server import Options, mcp_server
    except ImportError as error:
        raise RequestError(f"{NEEDS} ({error})") from error
    from siglum.current import Current
    from siglum.mcp.identity import identity

    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="siglum: %(message)s")
    with Current(*paths) as current, _reloading(current, wanted=reload), _checked(current):
        with current.library() as library:
            presented = identity(library.manifest, given=given)
        server = mcp_server(current, presented, Options(max_tokens, output_schemas, resource_links))
        if ends:
            serve_stdio(server, ends)
        else:
            from siglum.http.serving import Address, serve_http

            address = Address.parse(http or "", remote=allow_remote)
            serve_http(server, current, presented, address=address, hosts=allowed_hosts)


@contextmanager
def _checked(current: Current) -> Iterator[None]:
    """Compare the sums of all files in a thread of its own; what is damaged is said, and the exit code 3."""
    failures: list[str] = []

    def check() -> None:
        failures.extend(current.damage())
        for failure in failures:
            click.echo(f"siglum: {visible(failure)}", err=True)

    thread = threading.Thread(target=check, name="siglum-check", daemon=True)
    thread.start()
    yield
    thread.join(CHECK_WAIT)
    if failures:
        click.get_current_context().exit(ArtifactDamaged.exit_code)


@contextmanager
def _reloading(current: Current, *, wanted: bool) -> Iterator[None]:
    """Look for new versions in a thread of its own while the block runs."""
    done = threading.Event()
    thread = threading.Thread(target=_look, args=(current, done), name="siglum-reload", daemon=True)
    if wanted:
        thread.start()
    try:
        yield
    finally:
        done.set()


def _look(current: Current, done: threading.Event) -> None:
    while not done.wait(RELOAD_EVERY):
        found = current.reload()
        if found and found.refused:
            click.echo(f"siglum: refused, {found.version} goes on: {visible(found.refused)}", err=True)
        elif found:
            click.echo(f"siglum: now answering from {found.version}", err=True)
