"""The Markdown grammar: markdown-it's rules with ours, block and inline apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote.index import footnote_def

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import EnvType

MAX_DEPTH = 100
"""Levels of nesting that are parsed (a list takes two): far over what people write, far under
Python's recursion limit. Past it the rest of the container is one block of plain text."""

COSTLY_LINES = 20_000
"""A text of more lines is parsed to `MAX_DEPTH * COSTLY_LINES / lines` levels (20 at least), since
every level of quotes reads every line again."""

DIRECTIVE_LINES = 400
"""How far a JavaScript statement may run over blank lines before its brackets balance."""

_ESM = re.compile(
    r"""(?x)
    import \s* (?: [\w$*{][\w$*{},\s]* \s from \s* )? (['"])[^'"\n]+\1 \s* ;? \s* $
    | import \s+ (?: type \s+ )? (?: [\w$]+ \s* , \s* )? \{ [\w$,\s]* $
    | export \s+ (?: const | let | var ) \s+ [\w$]+ \s* [=:;]
    | export \s+ (?: const | let | var ) \s+ [{\[]
    | export \s+ (?: default \s+ )? (?: async \s+ )? function \b \s* \*? \s* [\w$]* \s* \(
    | export \s+ (?: default \s+ )? class \s+ [\w$]+ [\w$.\s]* \{
    | export \s+ (?: type | interface | enum ) \s+ [\w$]+ \s* [={<]
    | export \s+ default \s+ (?: [({\[] | [\w$.]+ \s* ;? \s* $ | [\w$.]+ \( )
    | export \s* (?: \* | \{ )
    """
)
"""First lines of JavaScript modules' import and export statements, but no prose that starts so."""

_WIKI = re.compile(r"!?\[\[([^\s\[\]|][^\[\]\n|]*)(?:\|([^\[\]\n]*))?\]\]")


class _SourceSpelling(MarkdownIt):
    """A parser that leaves link targets as they stand in the source."""

    def validateLink(self, url: str) -> bool:  # noqa: N802  (the library's name)
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802  (the library's name)
        return url


def _rest_as_text(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take what is nested too deep as one block of text, to the end of its container."""
    if silent or state.level < state.env.get("max_depth", MAX_DEPTH):
        return False
    line = start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    token = state.push("text_block", "", 0)
    token.map = [start, line]
    state.line = line
    return True


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take an import or export statement at the top level, up to a blank line outside brackets."""
    if silent or state.level or state.tShift[start]:
        return False
    source = state.src
    if not _ESM.match(source[state.bMarks[start] : min(state.eMarks[start], state.bMarks[start] + 2000)]):
        return False
    token = state.push("directive", "", 0)
    state.line = _statement_end(state, start, end)
    token.map = [start, state.line]
    return True


def _statement_end(state: StateBlock, start: int, end: int) -> int:
    first_blank, depth = 0, 0
    for line in range(start, min(end, start + DIRECTIVE_LINES)):
        if state.isEmpty(line):
            if depth <= 0:
                return line
            first_blank = first_blank or line
        text = state.src[state.bMarks[line] : state.eMarks[line]]
        depth += sum(map(text.count, "{[(")) - sum(map(text.count, "}])"))
        if depth <= 0 and line + 1 < end and not _continues(state, line + 1):
            return line + 1
    return first_blank or min(end, start + DIRECTIVE_LINES)


def _continues(state: StateBlock, line: int) -> bool:
    """Tell whether a line goes on with the statement before it: indented, closing, or one more."""
    text = state.src[state.bMarks[line] : min(state.eMarks[line], state.bMarks[line] + 2000)]
    return not state.isEmpty(line) and (text[0] in " \t})];,|&" or _ESM.match(text) is not None)


def _wiki_link(state: StateInline, silent: bool) -> bool:
    """Read `[[target|label]]`; `![[target]]` is an embed and, as an image, no link."""
    if state.src[state.pos] not in "![":
        return False
    match = _WIKI.match(state.src, state.pos, state.posMax)
    if not match or _is_markdown_link(state, match):
        return False
    if not silent:
        token = state.push("embed" if match[0].startswith("!") else "wiki_link", "", 0)
        token.content = match[2] if match[2] is not None else match[1]
        token.meta = {"target": match[1]}
    state.pos = match.end()
    return True


def _is_markdown_link(state: StateInline, match: re.Match[str]) -> bool:
    """Tell `[[text]](target)`, `[[text]][label]` and a defined `[[label]]` from a wiki link."""
    if state.src[match.end() : match.end() + 1] in {"(", "["}:
        return True
    return normalizeReference(match[1]) in state.env.get("references", {})


def _grammar() -> MarkdownIt:
    markdown = _SourceSpelling("commonmark", {"maxNesting": MAX_DEPTH + 10, "store_labels": True})
    markdown.enable(["table", "strikethrough"])
    markdown.use(deflist_plugin)
    block, inline = markdown.block.ruler, markdown.inline.ruler
    block.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})
    block.before("table", "directive", _directive)
    block.before("directive", "rest_as_text", _rest_as_text)
    inline.before("link", "wiki_link", _wiki_link)
    return markdown


_MARKDOWN = _grammar()


def read_blocks(source: str, env: EnvType) -> list[Token]:
    r"""Return the block tokens of `source` (lines ended by `\n` alone); `env` gathers references."""
    tokens: list[Token] = []
    lines = source.count("\n") + 1
    env["max_depth"] = min(MAX_DEPTH, max(20, MAX_DEPTH * COSTLY_LINES // lines))
    _MARKDOWN.block.parse(source, _MARKDOWN, env, tokens)
    return tokens


def read_inline(content: str, env: EnvType) -> list[Token]:
    """Return the inline tokens of one block's content."""
    return _MARKDOWN.inline.parse(content, _MARKDOWN, env, [])
