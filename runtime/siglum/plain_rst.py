"""reStructuredText's inline marks taken off a text: what a reader sees, line by line as it was written."""

from __future__ import annotations

import re

from siglum.plain import LONGEST

_MARKED = re.compile(
    r"``(?P<literal>[^`\n]+(?:\n[^`\n]+)?)``"
    r"|(?::(?P<role>[\w:+.-]{1,80}):|_)?`(?P<text>(?:[^`<\\]|\\.)*+)(?:<(?P<target>[^<>`]+)>)?`_{0,2}"
)
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=\S)([^*\n]*(?:\n[^*\n]+)?[^*\s])\1(?![\w*])")
_REFERENCE = re.compile(r"(?<![\w_])([A-Za-z0-9](?:[\w.+-]{0,80}[A-Za-z0-9])?)__?(?!\w)")
_OF_CODE = re.compile(r"(?:\w+:)?(?:attr|class|const|data|deco|exc|func|meth|mod|obj|type)\Z")
"""Roles whose text is a name in code; a dot that starts it, for any module, is not shown."""
_ESCAPE = re.compile(r"\\(\s?)")
_DIRECTIVE = re.compile(r"\A\s*\.\.\s+(?:\|[^|\n]+\|\s+)?(?P<name>\w[\w:+.-]*?)\s?::[ \t]*")
_OPTIONS = re.compile(r"\A(?:[ \t]+:[\w-]+:[^\n]*(?:\n|\Z))+")
_ASIDE = frozenset(
    "versionadded versionchanged versionremoved deprecated setting currentmodule module index highlight"  # noqa: SIM905
    " sectionauthor codeauthor default-role role program".split()
)
"""Directives of which the text, with their options, says nothing by itself."""


def plain_rst(text: str) -> str:
    """Return a block's text without inline marks, the name of its directive, and `::` at its end."""
    directive = _DIRECTIVE.match(text)
    if directive:
        argument, _, below = text[directive.end() :].partition("\n")
        if directive["name"] in _ASIDE:
            text = _OPTIONS.sub("", below)
        else:
            text = f"{argument}\n{below}" if below else argument
    plain = unmarked_rst(text[:LONGEST]) + text[LONGEST:]
    return plain.rstrip()[:-1] if plain.rstrip().endswith("::") else plain


def unmarked_rst(text: str) -> str:
    """Return `text` without roles, quotes, stars, and the underscores of references."""
    parts: list[str] = []
    place = 0
    for match in _MARKED.finditer(text):
        parts += _unmarked(text[place : match.start()]), _shown(match)
        place = match.end()
    parts.append(_unmarked(text[place:]))
    return _EMPHASIS.sub(r"\2", "".join(parts))


def _unmarked(text: str) -> str:
    return _ESCAPE.sub("", _REFERENCE.sub(r"\1", text))


def _shown(match: re.Match[str]) -> str:
    if match["literal"] is not None:
        return match["literal"]
    text = str(match["text"].strip() or match["target"] or "")
    if text.startswith("~"):
        return text.rpartition(".")[2]
    if _OF_CODE.match(match["role"] or ""):
        return text.removeprefix("!").removeprefix(".")
    return text.removeprefix("!")
