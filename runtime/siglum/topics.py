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
    categories, topics, tags, sources = map(reader.store.groups, ("category", "topic", "tag", "source"))
    return TopicsResponse(
        categories=_named(categories),
        topics=_named(topics),
        tags=_named(tags),
        sources=_named(sources),
        artifact=reader.info,
    )


def _named(groups: Sequence[GroupRow]) -> tuple[Group, ...]:
    return tuple(Group(group.name, group.documents, group.newest) for group in groups)
