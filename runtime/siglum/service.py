"""The public functions: open an artifact, and ask it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from siglum import content, search
from siglum.parameters import ContentParameters, SearchParameters
from siglum.reader import Check, Reader
from siglum.requests import read_request

if TYPE_CHECKING:
    import os

    from siglum.artifact.manifest import Manifest
    from siglum.parameters import Mode
    from siglum.results import ContentResponse, Document, SearchResponse

T = TypeVar("T")


class Library:
    """An opened artifact. A context manager; every method may be called from any thread."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the files."""
        self._reader.close()

    @property
    def manifest(self) -> Manifest:
        """What is inside, and how it was made."""
        return self._reader.manifest

    def search(
        self,
        query: str,
        *,
        top_k: int | None = None,
        snippet_lines: int | None = None,
        offset: int | None = None,
    ) -> SearchResponse:
        """Return the sections and definitions that answer `query`, best first.

        Args:
            query: words, identifiers or symbols in any language; at most 4,096 bytes. Any term may
                match; rarer and more matching terms rank higher. Empty: no results.
            top_k: how many hits, 1..200; default from the artifact (10).
            snippet_lines: lines shown a hit, 1..200; default from the artifact (40).
            offset: hits to skip, 0..10,000, for further pages of the same ranking.

        Numbers outside their range are clamped and named in `warnings`.

        Raises:
            RequestError: a wrong type, or a query that is too long.
            ArtifactDamaged: a file is not what the manifest says.
        """
        request, warnings = self._request(SearchParameters, locals())
        return search.search(self._reader, request, warnings=warnings)

    def get_content(
        self,
        ref_id: str,
        mode: Mode | None = None,
        *,
        snippet_lines: int | None = None,
        max_lines: int | None = None,
    ) -> ContentResponse:
        """Return the section, code or file that `ref_id` names, as it was at build time.

        Args:
            ref_id: `md:<path>#<slug>`, `code:<path>@L<line>` or `file:<path>`.
            mode: `snippet` gives the first lines of a section, or the definition or window around a
                line of code; `full` the whole section or file. A file is given whole in both.
            snippet_lines: lines of a snippet, 1..200; default from the artifact (40).
            max_lines: lines of a whole section or file, 1..5000; a window around a code ref's line.

        What was left out is said in `truncated` and `reason`.

        Raises:
            RefError: malformed, or nothing of that name; the message names the nearest refs.
            ArtifactDamaged: a file is not what the manifest says.
        """
        request, warnings = self._request(ContentParameters, locals())
        return content.get_content(self._reader, request, warnings=warnings)

    def documents(self) -> tuple[Document, ...]:
        """Return every document, in path order."""
        return content.documents(self._reader)

    def _request(self, parameters: type[T], given: dict[str, object]) -> tuple[T, tuple[str, ...]]:
        """Return the effective parameters; `given` holds the arguments of a public method."""
        del given["self"]
        return read_request(parameters, given, defaults=self._reader.manifest.search)


def open_library(
    path: str | os.PathLike[str], *, expect: str | None = None, check: Check = "full"
) -> Library:
    """Open an artifact read-only; public as `siglum.open`.

    Args:
        path: an artifact's folder, or one version in it.
        expect: the content digest that it must have, or the first 16 or more digits of it.
        check: `full` hashes the vectors before their first use; `size` trusts the medium.

    Raises:
        ArtifactMissing: nothing there.
        ArtifactDamaged: not what its manifest says, or not what was expected.
        ArtifactForeign: of another format or analyzer.
    """
    return Library(Reader(Path(path), expect=expect, check=check))
