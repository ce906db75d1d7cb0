"""The `siglum build` command."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from siglum.artifact.locate import FOLDER
from siglum.errors import SiglumError
from siglum.render import visible
from siglum_builder.config import config_of_paths, load_config, safe_name
from siglum_builder.pipeline import Built, compile_version
from siglum_builder.pipeline import build as build_artifact
from siglum_builder.sources import unread_advice, unread_line
from siglum_builder.workers import collect_seldom

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from siglum_builder.config import Config

CONFIG = "siglum.toml"


class _Bars:
    """Progress on stderr: a bar a stage on a terminal, else a line."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        """Show a stage of `total` steps."""
        if not sys.stderr.isatty():
            click.echo(f"{name} …" if total <= 1 else f"{name} {total} files …", err=True)
            yield _ignore
            return
        with click.progressbar(length=max(1, total), label=f"{name:8}", file=sys.stderr) as bar:
            yield bar.update
            bar.update(max(1, total) - bar.pos)


def _ignore(steps: int) -> None:
    """Leave a step unshown."""


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]…", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where versions go (artifacts/NAME).",
)
@click.option(
    "--config",
    "config_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="siglum.toml",
    help="Default: siglum.toml in PATH, without PATH in this folder.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Build aside and compare with what is there; exit 1 where the index is stale.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (number of CPUs).")
@click.option("--strict", is_flag=True, help="Exit 1 where a file was skipped.")
@click.pass_context
def build(
    ctx: click.Context,
    paths: tuple[Path, ...],
    output: Path | None,
    config_path: Path | None,
    check: bool,
    jobs: int | None,
    strict: bool,
) -> None:
    """Compile files into a sealed artifact.

    Without PATH: what siglum.toml in this folder names, else this folder. NAME is [artifact] name, else
    the last part of -o, else that of the folder.
    """
    collect_seldom()
    config = _configuration(paths, output, config_path)
    target = output or _shelf(paths, config) / config.artifact.name
    _check_target(target, config)
    with _terminable():
        if check:
            ctx.exit(_check(config, target, jobs))
        built = build_artifact(config, target, jobs=jobs, progress=_Bars())
    for line in _summary(built):
        click.echo(line)
    ctx.exit(1 if strict and built.manifest.skipped else 0)


@contextmanager
def _terminable() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C, so that nothing half-made is left, and say it in the exit code."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are no thread's but the main one's
        return
    received: list[int] = []

    def interrupt(number: int, _: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except (KeyboardInterrupt, SiglumError):
        if not received:
            raise
        click.echo("Terminated!", err=True)
        sys.exit(128 + received[0])
    finally:
        signal.signal(signal.SIGTERM, before)


def _configuration(paths: tuple[Path, ...], output: Path | None, config_path: Path | None) -> Config:
    """Return the configuration: siglum.toml of the only PATH or of this folder, else the paths alone."""
    name = safe_name(output.resolve().name) if output else None
    if paths and config_path:
        raise click.UsageError("PATH and --config exclude each other: name the sources in siglum.toml")
    if config_path is None and len(paths) <= 1:
        beside = (paths[0] if paths else Path()) / CONFIG
        config_path = beside if os.path.lexists(beside) else None
    if config_path:
        return load_config(config_path, name=name)
    if paths and Path(CONFIG).is_file():
        click.echo(f"siglum: {CONFIG} in this folder is not read, since paths are given", err=True)
    name = name or (safe_name(Path.cwd().name) if len(paths) > 1 else None)
    return config_of_paths(paths or (Path(),), name=name)


def _shelf(paths: tuple[Path, ...], config: Config) -> Path:
    """Return the artifacts folder: without PATH beside siglum.toml, else in this folder."""
    return (config.root if not paths else Path.cwd()) / FOLDER


def _check_target(target: Path, config: Config) -> None:
    """Refuse to build into a source, which the next build would read versions and reports from."""
    where = target.resolve()
    for source in config.sources:
        if where == source.location.resolve():
            raise click.UsageError(f"{target} is the source {source.name!r}: name another folder with -o")


def _check(config: Config, target: Path, jobs: int | None) -> int:
    from siglum_builder.check import at_hand, compare

    there = at_hand(target)
    with tempfile.TemporaryDirectory(prefix="siglum-") as folder:
        written = compile_version(config, Path(folder), jobs=jobs, progress=_Bars()).written
        differences = compare(written, there)
    for line in differences:
        click.echo(visible(line))
    if not differences:
        click.echo(f"{config.artifact.name} {written.manifest.version} belongs to its sources")
    return 1 if differences else 0


def _summary(built: Built) -> Iterator[str]:
    manifest, counts = built.manifest, built.manifest.counts
    size = sum(entry.size for entry in manifest.files.values())
    yield (
        f"{manifest.name}: {counts['documents']} documents, {counts['chunks']} chunks,"
        f" {counts['terms']} terms; {size / 1e6:.2f} MB; {len(manifest.skipped)} skipped"
    )
    stages = ", ".join(f"{name} {seconds:.2f}" for name, seconds in built.seconds.items())
    yield f"seconds: {stages}; in all {sum(built.seconds.values()):.2f}"
    for label, entries in (("skipped", manifest.skipped), ("notice", manifest.notices)):
        for entry in entries[:SHOWN]:
            where = f"{entry.path}:{entry.line}" if entry.line else entry.path
            yield visible(f"{label}: {where}: {entry.reason}")
        if len(entries) > SHOWN:
            yield f"{label}: {len(entries) - SHOWN} more; see `siglum inspect`"
    if built.unread:
        yield visible(f"not read: {unread_line(built.unread)} ({unread_advice(built.unread)})")
    yield f"{'published' if built.fresh else 'unchanged'}: {built.folder.as_posix()}"


SHOWN = 10
"""Skipped files and notices that the summary lists."""
