"""List what a corpus is about: its categories, topics, tags and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.results import Group, TopicsResponse

if TYPE_CHECKING:
    from siglum.reader import Reader


def list_topics(reader: Reader) -> TopicsResponse:
    """Return the groups of documents by name; see `Library.list_topics`."""
    groups = reader.store.groups
    return TopicsResponse(
        categories=tuple(Group(*group) for group in groups("category")),
        topics=tuple(Group(*group) for group in groups("topic")),
        tags=tuple(Group(*group) for group in groups("tag")),
        sources=tuple(Group(*group) for group in groups("source")),
        artifact=reader.info,
    )
