"""The commands that look at an artifact as files: inspect, verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from siglum.options import artifact_option, find, json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.verify import Verification


@click.command()
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


@click.command()
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
