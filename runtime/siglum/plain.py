"""Markdown's inline marks taken off a text: what a reader sees, line by line as it was written."""

from __future__ import annotations

import re

REACH = 400
"""Characters over which a mark may find its end; a longer one is text."""
LONGEST = 16_384
"""Characters that are read: each unmatched mark costs its reach, and prose has no longer paragraphs."""

_SPAN = rf"(?:`[^`]*`|\\.|[^`\\]){{1,{REACH}}}?"
_LABEL = rf"(?:`[^`]*`|\\.|!?\[[^\[\]]*\](?:\([^()]*\))?|[^`\\\[\]]){{1,{REACH}}}?"
_INLINE = re.compile(
    rf"""(?xs)
    (?P<ticks>(?<!`)`+(?!`)) (?P<code>.{{1,{REACH}}}?) (?<!`)(?P=ticks)(?!`)
    | \\ (?P<escaped>[!-/:-@\[-`{{-~])
    | !?\[\[ (?P<target>[^\[\]|\n]+) (?: \| (?P<alias>[^\[\]\n]+) )? \]\] (?!\()
    | !?\[ (?P<label>{_LABEL}) \]
      (?: \( [^()\s]*(?:\([^()]*\)[^()\s]*)* (?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))? \s* \) | \[[^\[\]]*\] )
      (?: \{{[.\#:][^{{}}\n]*\}} )?
    | <(?P<address>[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*)>
    | <!-- .{{0,{REACH}}}? --> | </?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>
    | \s*\{{ \s* :? \s* [\#.][\w.:\# -]* \s* \}} (?=\s*$)
    | (?P<stars>\*{{1,3}}) (?=[^\s*]) (?P<starred>{_SPAN}) (?<=[^\s*]) (?P=stars) (?!\*)
    | (?<!\w) (?P<bars>_{{1,3}}) (?=[^\s_]) (?P<barred>{_SPAN}) (?<=[^\s_]) (?P=bars) (?!\w)
    | (?P<waves>~~) (?=\S) (?P<struck>{_SPAN}) (?<=\S) ~~
    """
)
_NESTED = ("label", "starred", "barred", "struck")
_LITERAL = ("code", "escaped", "alias", "target", "address")


def plain_text(text: str) -> str:
    """Return `text` without emphasis, code marks, link targets and HTML tags; line ends stay.

    Nothing is read inside code; a mark without its partner is text. What marks blocks (`#`, `>`, list
    markers) is left to who knows the block.
    """
    return _INLINE.sub(_seen, text[:LONGEST]) + text[LONGEST:]


def on_one_line(text: str) -> str:
    """Return `text` with every run of white space as one space."""
    return " ".join(text.split())


def shortened(text: str, most: int) -> str:
    """Return `text` cut to `most` characters, between words where it has any."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    space = head.rfind(" ")
    return (head[:space] if 2 * space > most else head).rstrip() + "…"


def _seen(match: re.Match[str]) -> str:
    for name in _LITERAL:
        if match[name] is not None:
            return match[name].strip(" ") if name == "code" else match[name]
    return next((plain_text(match[name]) for name in _NESTED if match[name] is not None), "")
