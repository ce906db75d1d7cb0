"""The `cite` commands: whether what a model quoted stands in the corpus."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

import click

from siglum.errors import RequestError
from siglum.options import artifact_option, find, json_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum.results.citations import CheckedCitation, CitationCheck

SHOWN = 70
"""Characters of a quotation that a line repeats."""


@click.group()
def cite() -> None:
    """Check quotations."""


@cite.command()
@click.argument("file", type=click.File("rb"))
@artifact_option
@json_option
@click.pass_context
def check(ctx: click.Context, file: IO[bytes], artifacts: tuple[str, ...], as_json: bool) -> None:
    """Check every quotation in FILE, a saved conversation (- for stdin).

    FILE is JSON: the messages of a conversation with the Messages API, a request and its response, or one
    reply alone. A quotation must be the text of the blocks that it cites, and stand in the corpus; each
    that does not is named, and the exit code is 1. Other versions are found beside the artifact.
    """
    from siglum.citations.check import check_conversation
    from siglum.opening import open_reader
    from siglum.render import to_json

    document = _read(file)
    with open_reader(find(artifacts)) as reader:
        found = check_conversation(document, reader)
    click.echo(to_json(found) if as_json else "\n".join(_lines(found)))
    ctx.exit(0 if found.ok else 1)


def _read(file: IO[bytes]) -> object:
    import orjson

    data = file.read().removeprefix(b"\xef\xbb\xbf")
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise RequestError(
            f"{file.name} is not JSON ({error}); save the conversation as one JSON document"
        ) from error


def _lines(found: CitationCheck) -> Iterator[str]:
    wrong = [each for each in found.citations if not each.verified]
    for each in wrong:
        yield _line(each)
    count = len(found.citations)
    if not count:
        yield "no citation in the file"
    elif wrong:
        yield f"quotations that do not stand in {found.artifact.name}: {len(wrong)} of {count}"
    else:
        yield f"every quotation stands in {found.artifact.name}@{found.artifact.version}: {count} of {count}"


def _line(citation: CheckedCitation) -> str:
    from siglum.render import visible

    text = " ".join(citation.cited_text.split())
    text = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return visible(f'{citation.place}: "{text}": {citation.reason}').replace("\n", " ")
