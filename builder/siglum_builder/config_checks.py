"""What the values of `siglum.toml` must be beyond their types; what is not raises `ConfigError`."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from siglum.addresses import PATH, STEM
from siglum.globs import compile_globs
from siglum.settings import TOOL_PREFIX
from siglum_builder.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from siglum.settings import McpSettings
    from siglum_builder.tables import ConfigPlace

_SAFE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")
"""What a source or an artifact may be called: both become parts of paths and refs."""

_NO_FILES = frozenset(("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"))
"""Codecs that write any text in ASCII, for names and literals: they would change files that are ASCII."""


def check_name(name: str, place: ConfigPlace) -> None:
    """Check that a source or an artifact may be called so."""
    if not _SAFE_NAME.fullmatch(name):
        raise place.error(name, "letters, digits, `.`, `_` and `-`, the first a letter, digit or `_`")


def check_unique(names: Iterable[str], place: ConfigPlace) -> None:
    """Check that no two sources have one name."""
    taken: set[str] = set()
    for name in names:
        if name.casefold() in taken:
            raise ConfigError(f"{place}: two sources are named {name!r}; give one another `name`")
        taken.add(name.casefold())


def check_patterns(patterns: tuple[str, ...], place: ConfigPlace, *, negatable: bool) -> None:
    """Check that patterns compile, and that only those that may be negated are."""
    for index, pattern in enumerate(patterns):
        if pattern.startswith("!") and not negatable:
            raise place.at(index).error(pattern, "patterns without `!`; a path to keep belongs in `include`")
        try:
            compile_globs([pattern])
        except ValueError as fault:
            raise ConfigError(f"{place.at(index)}: {fault}") from None


def check_labels(labels: tuple[str, ...], place: ConfigPlace) -> None:
    """Check that labels are text of one line, each another."""
    for index, label in enumerate(labels):
        if not label.strip() or not label.isprintable():
            raise place.at(index).error(label, "text that is not empty and fits one line")
        if label.strip().casefold() in {before.strip().casefold() for before in labels[:index]}:
            raise place.at(index).error(label, "a label that the source does not have already")


def check_mcp(settings: McpSettings, place: ConfigPlace) -> None:
    """Check how a server presents itself."""
    if not TOOL_PREFIX.fullmatch(settings.tool_prefix):
        accepted = "up to 32 letters, digits, `_` and `-`"
        raise place.at("tool_prefix").error(settings.tool_prefix, accepted)
    for name in ("name", "description"):
        text = getattr(settings, name)
        if text is not None and not (text.strip() and text.isprintable()):
            raise place.at(name).error(text, "text that is not empty and fits one line")


def check_url(url: str | None, place: ConfigPlace) -> None:
    """Check that there is no URL, or one of the web."""
    if url is None:
        return
    if not re.fullmatch(r"https?://[^\s/]+\S*", url):
        raise place.error(url, "a URL that starts with `https://` or `http://`")
    if re.search(r"[{}]", url.replace(PATH, "").replace(STEM, "")):
        raise place.error(url, f"a URL in which only `{PATH}` and `{STEM}` stand in braces")


def check_encodings(encodings: tuple[str, ...], place: ConfigPlace) -> None:
    """Check that Python knows the encodings, and that text in ASCII stays as it is in them."""
    for index, encoding in enumerate(encodings):
        if not reads_ascii(encoding):
            raise place.at(index).error(
                encoding, "Python's name of an encoding that holds ASCII, such as `shift_jis`"
            )


def reads_ascii(encoding: str) -> bool:
    """Return whether Python knows an encoding of that name, and it holds ASCII as it is."""
    probe = b"Az09 .-\n"
    try:
        return codecs.lookup(encoding).name not in _NO_FILES and probe.decode(encoding) == probe.decode()
    except (LookupError, ValueError, TypeError):
        return False
