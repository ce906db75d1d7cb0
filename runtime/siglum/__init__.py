"""Open a sealed artifact read-only and answer from it.

import siglum

with siglum.open("artifacts/docs") as library:
    for hit in library.search("how do I add middleware", top_k=5).results:
        print(hit.ref_id, hit.score)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siglum.citations.requests import check_request
    from siglum.citations.resolve import resolve_citation
    from siglum.citations.search_results import to_documents, to_search_results
    from siglum.errors import SiglumError
    from siglum.opening import open_library as open
    from siglum.service import Library

__all__ = [
    "Library",
    "SiglumError",
    "check_request",
    "open",
    "resolve_citation",
    "to_documents",
    "to_search_results",
]
__version__ = "0.1.0"

_LAZY = {
    "Library": ("siglum.service", "Library"),
    "SiglumError": ("siglum.errors", "SiglumError"),
    "check_request": ("siglum.citations.requests", "check_request"),
    "open": ("siglum.opening", "open_library"),
    "resolve_citation": ("siglum.citations.resolve", "resolve_citation"),
    "to_documents": ("siglum.citations.search_results", "to_documents"),
    "to_search_results": ("siglum.citations.search_results", "to_search_results"),
}


def __dir__() -> list[str]:
    """Return the public names."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> object:
    """Import the public names when they are first used, so that `import siglum.text` stays light."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LAZY[name]
    return getattr(import_module(module), attribute)
