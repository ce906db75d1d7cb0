"""Find a quotation in the corpus, at the place that its source names."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from siglum.addresses import page_address
from siglum.artifact.locate import is_version
from siglum.citations.search_results import places_of
from siglum.content import resolve as resolve_ref
from siglum.errors import ArtifactError, RefError
from siglum.reader import ArtifactReader, Reader
from siglum.references import parse_ref
from siglum.typed import shown

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from siglum.results.citations import BlockPlace
    from siglum.rows import DocumentRow

_ADDRESS = re.compile(r"siglum://(?P<name>[^/]+)@(?P<version>[^/@]+)/(?P<rest>.+)", re.DOTALL)
_LINES = re.compile(r"L(\d{1,9})(?:-L(\d{1,9}))?")


class Missing(Exception):  # raised and caught within this package only
    """A quotation that cannot be shown to stand in the corpus; the message is the reason."""


class _Page(NamedTuple):
    """A document of an artifact, and an anchor in it; empty where all of it is meant."""

    reader: Reader
    path: str
    anchor: str


class _Spot(NamedTuple):
    """Lines of a document, by the names that they have in all that is open."""

    reader: Reader
    document: DocumentRow
    path: str
    first: int
    last: int
    ref: str


class Corpus:
    """What is open and, where a source names one, the versions beside it. A context manager."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._others: dict[tuple[str, str], Reader] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for other in self._others.values():
            other.close()

    def find(self, source: str, text: str, *, whole_document: bool = False) -> BlockPlace:
        """Return where `text` stands at the place that `source` names, or anywhere in its document.

        Raises:
            Missing: it does not, or the place is none of this corpus.
        """
        faults = []
        for page in self._pages(source):
            try:
                return self._found(source, page, text, whole_document=whole_document)
            except Missing as fault:
                faults.append(fault)
        raise faults[0]

    def _found(self, source: str, page: _Page, text: str, *, whole_document: bool) -> BlockPlace:
        spot = self._spot(page)
        if whole_document:
            spot = spot._replace(first=1, last=spot.document.lines)
        held = "".join(spot.reader.lines(spot.document.document_id, spot.first, spot.last))
        start = held.find(text) if text.strip() else -1
        if start < 0:
            where = spot.path if whole_document else source
            raise Missing(f"{where} does not say this")
        origin = spot.first, spot.reader.start_byte(spot.document.document_id, spot.first)
        piece = (start, start + len(text))
        return next(places_of(held, [piece], ref_id=spot.ref, path=spot.path, origin=origin))

    def _spot(self, page: _Page) -> _Spot:
        reader, path, anchor = page
        try:
            _, document = resolve_ref(reader, parse_ref(f"file:{path}"))
        except RefError as error:
            raise Missing(str(error)) from error
        several = len(self.reader.parts) > 1
        logical = f"@{reader.manifest.name}/{document.path}" if several else document.path
        if not anchor:
            return _Spot(reader, document, logical, 1, document.lines, f"file:{logical}")
        lines = _LINES.fullmatch(anchor) if document.kind != "docs" else None
        if lines:
            first, last = int(lines[1]), int(lines[2] or lines[1])
            return _Spot(reader, document, logical, first, last, f"code:{logical}@L{first}")
        for section in reader.store.sections_of(document.document_id):
            if section.slug == anchor:
                ref = f"md:{logical}#{anchor}"
                return _Spot(reader, document, logical, section.start_line, section.end_line, ref)
        raise Missing(f"{logical} has no section {shown(anchor)}")

    def _pages(self, source: str) -> list[_Page]:
        """Return the pages that an address names; those of several files may have the same.

        Raises:
            Missing: none has it.
        """
        match = _ADDRESS.fullmatch(source)
        if match:
            path, anchor = _parted(match["rest"])
            return [_Page(self._version(match["name"], match["version"]), path, anchor)]
        for address, anchor in ((_decoded(source), ""), _parted(source)):  # that of a page may have a `#` too
            if address in self._published:
                return [page._replace(anchor=anchor) for page in self._published[address]]
        raise Missing(f"{shown(source)} is no address of {self.reader.manifest.name}")

    @cached_property
    def _published(self) -> dict[str, list[_Page]]:
        """The pages of sources with a `base_url`, by their decoded addresses."""
        found: dict[str, list[_Page]] = {}
        for part in self.reader.parts:
            for entry, before in zip(part.manifest.sources, part.prefixes, strict=True):
                for path in part.store.document_ids if entry.base_url else ():
                    if entry.base_url and path.startswith(before):
                        address = page_address(entry.base_url, path.removeprefix(before))
                        found.setdefault(_decoded(address), []).append(_Page(part, path, ""))
        return found

    def _version(self, name: str, version: str) -> Reader:
        here = next((part for part in self.reader.parts if part.manifest.name == name), None)
        if here is None:
            opened = self.reader.manifest.name
            raise Missing(f"it is in the artifact {shown(name)}, but {opened} is open: name that with -a")
        if version == here.manifest.version:
            return here
        if (name, version) not in self._others:
            if not is_version(version):
                raise Missing(f"{shown(version)} is no version")
            try:
                self._others[name, version] = ArtifactReader(here.folder.parent / version)
            except ArtifactError as error:
                raise Missing(
                    f"version {version} of {name} is not at hand: put it beside {here.manifest.version}"
                ) from error
        return self._others[name, version]


def _parted(address: str) -> tuple[str, str]:
    """Return an address and the anchor behind it, both decoded."""
    page, _, anchor = address.rpartition("#") if "#" in address else (address, "", "")
    return _decoded(page), _decoded(anchor)


def _decoded(part: str) -> str:
    from urllib.parse import unquote

    return unquote(part)
