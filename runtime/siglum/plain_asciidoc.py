"""AsciiDoc's inline marks taken off a text: what a reader sees, line by line as it was written."""

from __future__ import annotations

import re
from html import unescape

from siglum.plain import LONGEST, REACH

_LINK = re.compile(
    rf"""(?x) (?<![\w\\])(?:link:|xref:|(?=https?://)) (?P<target>[^\s\[\]]{{1,{REACH}}})
      \[(?P<text>[^\]]{{0,{REACH}}})\]
    | << (?P<id>[^<>,\n]{{1,{REACH}}}) (?:,\s* (?P<name>[^<>]{{1,{REACH}}}))? >>
    | (?<!\w)(?:kbd|btn|menu|footnote|pass|stem|mailto):[^\s\[\]]{{0,80}} \[(?P<shown>[^\]]{{0,{REACH}}})\]
    """
)
_ANCHOR = re.compile(r"\[\[[^\[\]\n]*\]\]|anchor:[^\s\[\]]{1,80}\[\]|(?<!\w)\[[.#][\w.#%-]{1,80}\](?=#)")
_FORMATTED = re.compile(
    rf"(?<!\w)([*_`#+]{{1,2}})(?=\S)([^\n]{{0,{REACH}}}?(?:\n[^\n]{{1,{REACH}}}?)?\S)\1(?!\w)"
)
_QUOTED = re.compile(r"``([^`'\n]+)''")
_ESCAPE = re.compile(r"\\(?=[*_`#+\[{<:\\])")
_BREAK = re.compile(r"(?m)[ \t]\+$")
_DEEPEST = 4
"""Marks inside marks that are taken off."""


def plain_asciidoc(text: str) -> str:
    """Return `text` without emphasis, anchors, and what is not shown of links and macros."""
    text, rest = _BREAK.sub("", text[:LONGEST]), text[LONGEST:]
    text = _QUOTED.sub(r'"\1"', _LINK.sub(_shown, _ANCHOR.sub("", text)))
    for _ in range(_DEEPEST):
        text = _FORMATTED.sub(r"\2", text)
    return unescape(_ESCAPE.sub("", text)) + rest


def _shown(match: re.Match[str]) -> str:
    names = ("text", "name", "shown", "target", "id")
    return next((match[name].partition("^")[0].strip() for name in names if match[name]), "")
