"""The `siglum init` command."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from siglum.options import artifact_option, find
from siglum_builder.cli import CONFIG
from siglum_builder.clients import CLIENTS, advice, configuration
from siglum_builder.config import load_config, safe_name
from siglum_builder.errors import ConfigError

FOLDERS = ("docs", "doc", "documentation", "content")
"""Where documentation is, the first that exists; else the whole repository."""
PREFIX_LENGTH = 31
"""Characters of the name in front of the names of tools, where 32 are accepted, `_` among them."""


@click.command()
@click.option("--client", type=click.Choice(sorted(CLIENTS)), help="Print the MCP configuration of a client.")
@click.option("--ci", is_flag=True, help="Print a workflow that checks the index and publishes it.")
@artifact_option
def init(client: str | None, ci: bool, artifacts: tuple[str, ...]) -> None:
    """Write a commented siglum.toml for this folder.

    With --client or --ci nothing is written: what belongs into another program's configuration is printed;
    with --client that of a server of the artifact, or of several as one corpus.
    """
    if client:
        folders = find(artifacts)
        name = "-".join(map(_name, folders))
        click.echo(configuration(CLIENTS[client], folders, name=name))
        click.echo(f"siglum: {advice(CLIENTS[client], folders)}", err=True)
    if ci:
        click.echo(_template("siglum.yml").replace("NAME", _configured_name()), nl=False)
    if not client and not ci:
        _write(Path(CONFIG))


def _write(path: Path) -> None:
    root = next((name for name in FOLDERS if Path(name).is_dir()), ".")
    name = _folder_name()
    text = _template(CONFIG).replace("PREFIX_", _prefix(name)).replace("NAME", name)
    text = text.replace('"PATH"', f'"{root}"')
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ConfigError(f"{path} is there already: edit it, or remove it first") from None
    click.echo(f"wrote {path}; `siglum build` compiles {root}")


def _name(folder: Path) -> str:
    from siglum.artifact.locate import version_folder
    from siglum.artifact.manifest import MANIFEST, read_manifest

    return read_manifest(version_folder(folder) / MANIFEST).name


def _configured_name() -> str:
    return load_config(Path(CONFIG)).artifact.name if Path(CONFIG).is_file() else _folder_name()


def _folder_name() -> str:
    return safe_name(Path.cwd().name)


def _prefix(name: str) -> str:
    """Return what may stand before the names of tools, which have no dots."""
    return f"{name.replace('.', '-')[:PREFIX_LENGTH]}_"


def _template(name: str) -> str:
    return (files("siglum_builder") / "templates" / name).read_text(encoding="utf-8")
