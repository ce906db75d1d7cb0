"""Turn a file into a document with its counted terms: the work that one file needs, alone."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from siglum_builder.chunk import chunk_document
from siglum_builder.count import Counts, count_document
from siglum_builder.decode import read
from siglum_builder.frontmatter import FrontMatter, split_front_matter
from siglum_builder.generated import BY_PROGRAM, generated_reason
from siglum_builder.language import detect
from siglum_builder.languages import HTML, NOTEBOOK, RST, TEXT, ending_of, language_or_text
from siglum_builder.model import Document, Notice
from siglum_builder.notebook_text import read_notebook
from siglum_builder.parse import parse
from siglum_builder.quality import rate

if TYPE_CHECKING:
    from siglum_builder.config import DocumentsConfig
    from siglum_builder.languages import Language
    from siglum_builder.model import Decoded, SourceFile

CHUNKER_VERSION = 4
"""Raised when the same file gives other sections, chunks or symbols."""
HEAD = 256
"""Characters in which a shebang is sought."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A document, and the postings of its chunks."""

    document: Document
    counts: Counts


def compile_file(file: SourceFile, config: DocumentsConfig) -> Compiled | Notice:
    """Read, parse, cut and count one file; a `Notice` says why it was skipped.

    The order is decode, split off front matter, parse, cut, count. Redaction belongs right after
    decoding: it replaces bytes one for one, and everything later sees the result only.
    """
    decoded = read(file, config)
    if isinstance(decoded, Notice):
        return decoded
    document = _document(file, decoded, config)
    return Compiled(document, count_document(document))


def _document(file: SourceFile, decoded: Decoded, config: DocumentsConfig) -> Document:
    name = posixpath.basename(file.path)
    language, decoded, code = _as_page(file, language_or_text(name, decoded.text[:HEAD].encode()), decoded)
    text = decoded.text
    front = split_front_matter(text) if language.kind == "docs" else FrontMatter()
    parsed = parse(text, format=language.format, body_byte=front.body_byte, code=code)
    chunks = chunk_document(
        text,
        body_byte=front.body_byte,
        parsed=parsed,
        kind=language.kind,
        exclude_headings=config.exclude_headings,
    )
    generated = generated_reason(file.path, text)
    about = ((f"counts as {generated}", None),) if generated else ()
    notices = (*front.notices, *parsed.notices, *about, *_markup_notice(language, name))
    return Document(
        file=file,
        kind=language.kind,
        format=language.format,
        language=language.format if language.kind == "code" else detect(text, front.metadata.lang),
        title=front.metadata.title or parsed.title or name,
        metadata=front.metadata,
        decoded=decoded,
        body_byte=front.body_byte,
        parsed=parsed,
        chunks=rate(
            chunks,
            text,
            parsed=parsed,
            kind=language.kind,
            written_by_program=generated is not None and generated.startswith(BY_PROGRAM),
        ),
        notices=(*decoded.notices, *(Notice(file.logical_path, *notice) for notice in notices)),
        generated=generated,
    )


def _markup_notice(language: Language, name: str) -> tuple[tuple[str, None], ...]:
    if language is not TEXT or ending_of(name.casefold()) not in HTML:
        return ()
    return (("is HTML, which is indexed as plain text, tags included; convert it to Markdown", None),)


def _as_page(file: SourceFile, language: Language, decoded: Decoded) -> tuple[Language, Decoded, str]:
    """Return what a file is read as, the text that is stored, and the format of a notebook's code."""
    if language is TEXT and _is_rst(decoded.text):
        return RST, decoded, ""
    if language is not NOTEBOOK:
        return language, decoded, ""
    notebook = read_notebook(decoded.text)
    if isinstance(notebook, str):
        notices = (*decoded.notices, Notice(file.logical_path, notebook))
        return TEXT, replace(decoded, notices=notices), ""
    odd = tuple(Notice(file.logical_path, reason) for reason in notebook.odd)
    return NOTEBOOK, replace(decoded, text=notebook.text, notices=(*decoded.notices, *odd)), notebook.format


def _is_rst(text: str) -> bool:
    from siglum_builder.parse.rst import looks_like_rst  # few corpora have text files

    return looks_like_rst(text)
