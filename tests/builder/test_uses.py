"""What code imports and calls leads to the definitions of the corpus, or nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siglum_builder.languages import language_or_text
from siglum_builder.model import Decoded, Document, Metadata, SourceFile
from siglum_builder.parse import parse
from siglum_builder.uses import resolve_uses
from siglum_builder.uses.names import MANY

_FILE = re.compile(r"^=== (\S+)\n", re.MULTILINE)


def document(path: str, text: str) -> Document:
    """Return a parsed file of code."""
    format = language_or_text(path, b"").format
    return Document(
        file=SourceFile("code", path, path, Path(path)),
        kind="code",
        format=format,
        language=format,
        title=path,
        metadata=Metadata(),
        decoded=Decoded(text, "", len(text), "utf-8", lossy=False),
        body_byte=0,
        parsed=parse(text, format=format),
        chunks=(),
        notices=(),
    )


def leads(documents: list[Document]) -> list[str]:
    """Return a line a use: where it stands, what it names, and the file and definition it leads to."""
    lines = []
    for resolved in resolve_uses(documents):
        use, target, symbol = resolved.use, resolved.target_document, resolved.target_symbol
        to = "-" if target is None else documents[target].file.path
        if target is not None and symbol is not None:
            to += f" {documents[target].parsed.symbols[symbol].qualified_name}"
        lines.append(f"{documents[resolved.document].file.path}:{use.line} {use.kind} {use.name} > {to}")
    return lines


@pytest.mark.cases("uses")
def test_a_name_leads_where_it_is_plain_what_is_meant(case: tuple[str, str]) -> None:
    _, *parts = _FILE.split(case[0])
    files = zip(parts[::2], parts[1::2], strict=True)
    assert leads([document(path, text) for path, text in files]) == case[1].splitlines()


def test_a_name_of_very_many_definitions_leads_nowhere() -> None:
    copies = [document(f"m{n:03}.py", "def make_lamp():\n    pass\n") for n in range(MANY + 1)]
    caller = document("z.py", "def run():\n    make_lamp()\n")
    assert leads([*copies, caller]) == ["z.py:2 call make_lamp > -"]
