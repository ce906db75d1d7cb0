"""The prose of HTML documentation, block by block."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(
    (
        *HEADINGS,
        "p",
        "li",
        "dd",
        "dt",
        "td",
        "pre",
        "div",
        "section",
        "tr",
        "table",
        "ul",
        "ol",
        "dl",
        "blockquote",
        "br",
        "title",
    )
)
_LEFT_OUT = frozenset(("script", "style", "nav", "head", "footer", "header"))
_SIDE = frozenset(
    ("sphinxsidebar", "related", "navigation", "footer", "navheader", "navfooter", "toctree-wrapper")
)
"""Classes of what stands beside the text."""


class Block(NamedTuple):
    """A block of text; `kind` is h1 to h6, pre or p."""

    kind: str
    text: str


def read_blocks(html: str) -> list[Block]:
    """Return the blocks of a page in order, navigation left out."""
    parser = _Blocks()
    parser.feed(html)
    parser.close()
    parser.flush()
    return parser.blocks


class _Blocks(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._text: list[str] = []
        self._kind = "p"
        self._left_out: list[str] = []

    def flush(self) -> None:
        text = " ".join("".join(self._text).replace("¶", "").split())
        self._text.clear()
        if text:
            self.blocks.append(Block(self._kind, text))

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        classes = set((dict(attrs).get("class") or "").split())
        nested = bool(self._left_out) and tag == self._left_out[-1]
        if nested or tag in _LEFT_OUT or (tag == "div" and classes & _SIDE):
            self._left_out.append(tag)
        elif tag in _BLOCKS and not self._left_out:
            self.flush()
            self._kind = tag if tag in HEADINGS or tag == "pre" else "p"

    def handle_endtag(self, tag: str) -> None:
        if self._left_out:
            if self._left_out[-1] == tag:
                self._left_out.pop()
        elif tag in _BLOCKS:
            self.flush()
            self._kind = "p"

    def handle_data(self, data: str) -> None:
        if not self._left_out:
            self._text.append(data)
