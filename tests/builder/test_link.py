"""Links lead to documents and sections of the corpus, or say why not."""

from __future__ import annotations

import json
import posixpath
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.line_ranges import written_ranges
from siglum_builder.link import ResolvedLink, resolve_links
from siglum_builder.model import Decoded, Document, Link, Metadata, SourceFile
from siglum_builder.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

TREE = {
    "README.md": "# Read me\n",
    "docs/a.md": "# Own\n",
    "docs/b.md": '# B\n\n<a id="html"></a>\n\n## Part\n\ntext\n',
    "docs/code.py": "x = 1\ny = 2\nz = 3\n",
    "docs/empty/note.md": "# Note\n",
    "docs/published.rst.txt": "# Published\n",
    "docs/sub/c.md": "# C\n",
    "docs/sub/index.md": "# Sub\n",
    "docs/with space.md": "# Space\n",
    "other/c.md": "# C\n",
    "other/d.md": "# Title of D\n",
}
METADATA = {"docs/b.md": Metadata(uid="the/uid", aliases=("Bee",))}


def _document(path: str, text: str, metadata: Metadata | None = None) -> Document:
    format = "python" if path.endswith(".py") else "markdown"
    parsed = parse(text, format=format)
    return Document(
        file=SourceFile("docs", path, path, Path(path)),
        kind="code" if format == "python" else "docs",
        format=format,
        language="en",
        title=parsed.title or path,
        metadata=metadata or Metadata(),
        decoded=Decoded(text, "", len(text), "utf-8", lossy=False),
        body_byte=0,
        parsed=parsed,
        chunks=(),
        notices=(),
    )


def _resolve(page: str, target: str) -> tuple[ResolvedLink, list[Document]]:
    wiki = target.startswith("[[")
    link = Link("wiki" if wiki else "markdown", target.strip("[]"), "", 1)
    documents = [_document(path, text, METADATA.get(path)) for path, text in TREE.items()]
    index = list(TREE).index(page)
    changed = replace(documents[index].parsed, links=(link,))
    documents[index] = replace(documents[index], parsed=changed)
    (resolved,) = resolve_links(documents)
    return resolved, documents


def _describe(page: str, target: str) -> str:
    resolved, documents = _resolve(page, target)
    if resolved.target_document is None:
        assert resolved.reason
        return resolved.status
    document = documents[resolved.target_document]
    section = resolved.target_section
    slug = "" if section is None else document.parsed.sections[section].slug
    lines = written_ranges(resolved.target_lines)
    return f"{resolved.status} {document.file.path} {'!' if resolved.reason else lines or slug}".rstrip()


@pytest.mark.cases("link_targets")
def test_links_lead_where_their_writers_mean(case: tuple[str, str]) -> None:
    links = [line.partition(" ") for line in case[0].splitlines()]
    assert [_describe(page, target) for page, _, target in links] == case[1].splitlines()


@given(st.text("ab./\\%20#?[]~@: ", max_size=12), st.sampled_from(sorted(TREE)))
def test_any_target_resolves_or_says_why_not(target: str, page: str) -> None:
    resolved, documents = _resolve(page, target)
    if resolved.target_document is None:
        assert resolved.status in {"broken", "outside"}
        assert resolved.reason
        return
    path = documents[resolved.target_document].file.path
    assert resolved.status == "resolved"
    assert ("#" in target and path == resolved.reason.partition(" has no anchor #")[0]) or not resolved.reason
    assert target.startswith("[[") or _may_name(target, path)


def _may_name(target: str, path: str) -> bool:
    """Tell whether the last part of a target is a part of the path that it led to, or no name."""
    written = target.strip("[]").partition("#")[0]
    names = {unquote(each).replace("\\", "/") for each in (written, written.partition("?")[0])}
    last = {name.rstrip("/").rpartition("/")[2] for name in names}
    stems = {Path(path).stem, Path(path).name.partition(".")[0]}
    return not last.isdisjoint({"", ".", "..", "~", "@", *path.split("/"), *stems})


@given(
    page=st.sampled_from(sorted(TREE)),
    to=st.sampled_from(sorted(TREE)),
    encoded=st.booleans(),
    from_root=st.booleans(),
)
def test_the_path_of_any_document_leads_to_it(page: str, to: str, *, encoded: bool, from_root: bool) -> None:
    target = f"/{to}" if from_root else posixpath.relpath(to, posixpath.dirname(page) or ".")
    resolved, documents = _resolve(page, quote(target) if encoded else target)
    assert resolved.target_document is not None
    assert documents[resolved.target_document].file.path == to
    assert (resolved.target_section, resolved.reason) == (None, "")


def _pages(root: Path, lines: Iterable[str]) -> list[Document]:
    pages = [json.loads(line) for line in lines]
    paths = {path for page in pages for path in (page["page"], *page["links"])}
    return [_document(path, (root / path).read_bytes().decode()) for path in sorted(paths)]


@pytest.mark.parametrize(("corpus", "relations"), [("fastapi", "fastapi-ja"), ("rust-book", "rust-book")])
def test_every_link_that_was_found_by_hand_is_resolved(shared: Path, corpus: str, relations: str) -> None:
    lines = (shared / "relations" / f"{relations}.jsonl").read_text("utf-8").splitlines()
    documents = _pages(shared / "corpora" / corpus, lines)
    paths = [document.file.path for document in documents]
    found = {
        (paths[link.document], paths[link.target_document])
        for link in resolve_links(documents)
        if link.target_document is not None
    }
    expected = {(page["page"], to) for page in map(json.loads, lines) for to in page["links"]}
    assert expected <= found


def test_a_link_leads_into_another_source_where_the_file_stands_there() -> None:
    page, code = _document("guide/a.md", "[x](../../src/main.py#L1)\n"), _document("main.py", "x = 1\n")
    documents = [
        replace(page, file=SourceFile("docs", "guide/a.md", "@docs/guide/a.md", Path("r/docs/guide/a.md"))),
        replace(code, file=SourceFile("code", "main.py", "@code/main.py", Path("r/src/main.py"))),
    ]
    (link,) = resolve_links(documents)
    assert (link.status, link.target_document, link.target_lines) == ("resolved", 1, ((1, 1),))
