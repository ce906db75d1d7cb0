"""List what a corpus is about: its categories, topics, tags and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.results import Group, TopicsResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.reader import Reader
    from siglum.rows import GroupRow


def list_topics(reader: Reader) -> TopicsResponse:
    """Return the groups of documents by name; see `Library.list_topics`."""
    groups = reader.store.groups
    return TopicsResponse(
        categories=_named(groups("category")),
        topics=_named(groups("topic")),
        tags=_named(groups("tag")),
        sources=_named(groups("source")),
        artifact=reader.info,
    )


def _named(groups: Sequence[GroupRow]) -> tuple[Group, ...]:
    return tuple(Group(group.name, group.documents, group.newest) for group in groups)
