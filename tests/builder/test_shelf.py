"""What a build keeps on the disk comes back as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from siglum_builder.blocks import Blocks
from siglum_builder.config import DocumentsConfig
from siglum_builder.document import Compiled, compile_file
from siglum_builder.model import Block, SourceFile
from siglum_builder.scratch import FROM, scratch_array
from siglum_builder.shelf import Shelf, pack

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ("# Lamp\n\nTrim the *wick*.\n\n- oil\n- 油\n", "", "# ü\n\n| a |\n|---|\n| b |\n")


def _compiled(folder: Path) -> list[Compiled]:
    found = []
    for number, text in enumerate(TEXTS):
        path = folder / f"page{number}.md"
        path.write_text(text, encoding="utf-8", newline="")
        one = compile_file(SourceFile("docs", path.name, path.name, path), DocumentsConfig())
        assert isinstance(one, Compiled)
        found.append(one)
    return found


def test_documents_and_their_postings_come_back_as_they_were_in_any_order(tmp_path: Path) -> None:
    compiled = _compiled(tmp_path)
    with Shelf(tmp_path) as shelf:
        kept = [shelf.put(pack(each)) for each in reversed(compiled)][::-1]
        documents, counts = shelf.documents(kept), shelf.counts(kept)
        for number in (2, 0, 1, 0):
            was = compiled[number].document
            blocks = tuple(documents[number].parsed.blocks)
            assert blocks == was.parsed.blocks
            found = replace(documents[number], parsed=replace(documents[number].parsed, blocks=blocks))
            assert (found, counts[number]) == (was, compiled[number].counts)
        assert [each.file.path for each in documents] == [each.document.file.path for each in compiled]
        assert len(counts[1:]) == 2


def test_a_shelf_leaves_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    with Shelf(folder) as shelf:
        shelf.put(pack(_compiled(tmp_path)[0]))
    assert list(folder.iterdir()) == []


def test_blocks_are_the_same_as_columns() -> None:
    blocks = (Block("list", 0, 0, 70_000), Block("item", 20_000, 3, 70_000), Block("text", 2, 5, 6))
    columns = Blocks.of(blocks)
    assert tuple(columns) == blocks
    assert columns[-1] == blocks[-1]
    assert columns[1:] == list(blocks[1:])
    with pytest.raises(IndexError):
        columns[3]


def test_a_large_array_is_a_file_that_is_gone_with_it(tmp_path: Path) -> None:
    array = scratch_array(tmp_path, (FROM, 2), np.uint16)
    array[-1] = 7
    assert (array.shape, int(array.sum(dtype=np.int64))) == ((FROM, 2), 14)
    assert list(tmp_path.iterdir()) == []
