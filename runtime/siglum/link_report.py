"""Say which links of an artifact lead nowhere, page by page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from siglum.render import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from siglum.store import Store


@dataclass(frozen=True, slots=True)
class UnresolvedLink:
    """A link that leads nowhere in the corpus."""

    path: str
    """Logical path of the document that it stands in."""
    line: int
    kind: str
    """markdown, wiki, reference, autolink or include."""
    target: str
    """As written."""
    reason: str


def count_links(store: Store) -> dict[str, dict[str, int]]:
    """Return the number of links by kind and status."""
    counts: dict[str, dict[str, int]] = {}
    for kind, status, count in store.link_counts():
        counts.setdefault(kind, {})[status] = count
    return counts


def count_by_status(store: Store) -> dict[str, int]:
    """Return the number of links by status."""
    counts: Counter[str] = Counter()
    for _, status, count in store.link_counts():
        counts[status] += count
    return dict(sorted(counts.items()))


def broken_links(store: Store) -> tuple[UnresolvedLink, ...]:
    """Return links to a file, an anchor or a part of a file that is missing, in document order."""
    return tuple(UnresolvedLink(*row) for row in store.unresolved_links(outside=False))


def outside_links(store: Store) -> tuple[UnresolvedLink, ...]:
    """Return links to what the corpus does not hold and may well exist, in document order."""
    return tuple(UnresolvedLink(*row) for row in store.unresolved_links(outside=True))


def link_lines(
    counts: Mapping[str, Mapping[str, int]],
    broken: Sequence[UnresolvedLink],
    outside: Sequence[UnresolvedLink],
) -> Iterator[str]:
    """Yield the lines that show the links of an artifact: counts, then what leads nowhere by page."""
    for kind, by_status in counts.items():
        yield f"{kind:10} {', '.join(f'{status} {count}' for status, count in by_status.items())}"
    if not counts:
        yield "no links"
    for name, links in (("broken", broken), ("outside the corpus", outside)):
        if links:
            yield f"\n{name}: {len(links)}"
        for path, group in groupby(links, key=lambda link: link.path):
            yield on_one_line(path)
            for link in group:
                yield f"  line {link.line}: {on_one_line(link.target)} ({on_one_line(link.reason)})"
