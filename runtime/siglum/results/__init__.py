"""Every noun of an answer, by tool. Lines count from 1, ranges are inclusive, absent values are None.

A module is imported when one of its nouns is first asked for: a search makes only its own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siglum.results.citations import BlockPlace as BlockPlace
    from siglum.results.citations import CheckedCitation as CheckedCitation
    from siglum.results.citations import CitationCheck as CitationCheck
    from siglum.results.citations import Documents as Documents
    from siglum.results.citations import RequestFault as RequestFault
    from siglum.results.citations import ResolvedCitation as ResolvedCitation
    from siglum.results.citations import SearchResults as SearchResults
    from siglum.results.content import ContentResponse as ContentResponse
    from siglum.results.corpus import DiagnosticsResponse as DiagnosticsResponse
    from siglum.results.corpus import Document as Document
    from siglum.results.corpus import Group as Group
    from siglum.results.corpus import TopicsResponse as TopicsResponse
    from siglum.results.explanation import Boost as Boost
    from siglum.results.explanation import ExpandedFrom as ExpandedFrom
    from siglum.results.explanation import Explanation as Explanation
    from siglum.results.explanation import LegScore as LegScore
    from siglum.results.flow import Assumption as Assumption
    from siglum.results.flow import FlowResponse as FlowResponse
    from siglum.results.flow import FlowStep as FlowStep
    from siglum.results.flow import Trust as Trust
    from siglum.results.guide import GuideResponse as GuideResponse
    from siglum.results.guide import SupportingRef as SupportingRef
    from siglum.results.places import ArtifactInfo as ArtifactInfo
    from siglum.results.places import ByteRange as ByteRange
    from siglum.results.places import OpenedArtifact as OpenedArtifact
    from siglum.results.places import Range as Range
    from siglum.results.places import RefKind as RefKind
    from siglum.results.related import Reason as Reason
    from siglum.results.related import Related as Related
    from siglum.results.related import RelatedResponse as RelatedResponse
    from siglum.results.related import Skipped as Skipped
    from siglum.results.search import Confidence as Confidence
    from siglum.results.search import Correction as Correction
    from siglum.results.search import Hit as Hit
    from siglum.results.search import MatchSpan as MatchSpan
    from siglum.results.search import QueryTerms as QueryTerms
    from siglum.results.search import SearchResponse as SearchResponse

_NOUNS = {
    "places": ("ArtifactInfo", "ByteRange", "OpenedArtifact", "Range", "RefKind"),
    "search": ("Confidence", "Correction", "Hit", "MatchSpan", "QueryTerms", "SearchResponse"),
    "explanation": ("Boost", "ExpandedFrom", "Explanation", "LegScore"),
    "citations": (
        "BlockPlace",
        "CheckedCitation",
        "CitationCheck",
        "Documents",
        "RequestFault",
        "ResolvedCitation",
        "SearchResults",
    ),
    "content": ("ContentResponse",),
    "related": ("Reason", "Related", "RelatedResponse", "Skipped"),
    "flow": ("Assumption", "FlowResponse", "FlowStep", "Trust"),
    "guide": ("GuideResponse", "SupportingRef"),
    "corpus": ("DiagnosticsResponse", "Document", "Group", "TopicsResponse"),
}
"""The nouns of each module."""
_HOMES = {noun: module for module, nouns in _NOUNS.items() for noun in nouns}


def __dir__() -> list[str]:
    """Return the nouns."""
    return sorted(_HOMES)


def __getattr__(name: str) -> object:
    """Import the module of a noun that is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
