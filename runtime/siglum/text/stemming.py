"""The stemmer of each language, applied to words of its own script only."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, cast

import Stemmer

if TYPE_CHECKING:
    from collections.abc import Callable

_SCRIPTS: tuple[tuple[str, tuple[str, ...], str | None], ...] = (
    ("latin", ("az", "\u00df\u02af", "\u1e00\u1eff"), "english"),
    ("cyrillic", ("\u0400\u052f",), "russian"),
    ("greek", ("\u0370\u03ff", "\u1f00\u1fff"), "greek"),
    ("arabic", ("\u0620\u06d5",), "arabic"),
    ("devanagari", ("\u0904\u0939", "\u0958\u097f"), "hindi"),
    ("hebrew", ("\u05d0\u05f2",), None),
    ("armenian", ("\u0531\u0587",), "armenian"),
    ("tamil", ("\u0b80\u0bff",), "tamil"),
)
"""Script, first and last letter of its ranges, and the stemmer of languages that name none for it."""

_LATIN: dict[str, str] = {
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "tr": "turkish",
}
_LATIN_UNSTEMMED = frozenset(
    {"af", "az", "bs", "cy", "gl", "hr", "is", "lv", "mt", "ms", "sk", "sl", "sq", "sw", "tl"}
    | {"uz", "vi", "zu"}
)
"""Languages without a stemmer, whose words are not to be stemmed as English."""

_OTHER: dict[tuple[str, str], str] = {
    ("ar", "arabic"): "arabic",
    ("fa", "arabic"): "persian",
    ("ne", "devanagari"): "nepali",
    ("sr", "cyrillic"): "serbian",
    ("yi", "hebrew"): "yiddish",
}
_OTHER_UNSTEMMED = frozenset(
    {("bg", "cyrillic"), ("mk", "cyrillic"), ("uk", "cyrillic"), ("be", "cyrillic")}
    | {("ur", "arabic"), ("mr", "devanagari"), ("ps", "arabic"), ("kk", "cyrillic")}
)

UNSTEMMED = "zxx"
"""BCP 47 for no linguistic content: every word is its own stem."""

_lock = Lock()
"""A stemmer object keeps state while it stems; callers remember words, so waiting is rare."""


def stem(word: str, language: str) -> str:
    """Return the stem of a case-folded `word` of letters in a document or query of `language`.

    A word of another script than the language's gets the commonest stemmer of its own script, so
    that English words in a Japanese text are stemmed as English. Words of a script or language
    without a stemmer are returned as they are.
    """
    script = "latin" if word.isascii() else _script(word)
    name = None if script is None else _algorithm(language, script)
    return word if name is None else _apply(name, word) or word


def _script(word: str) -> str | None:
    first = word[:1]
    for script, ranges, _ in _SCRIPTS:
        if any(letters[0] <= first <= letters[1] for letters in ranges):
            return script
    return None


@lru_cache(maxsize=256)
def _algorithm(language: str, script: str) -> str | None:
    language = language.partition("-")[0].lower()
    if language == UNSTEMMED:
        return None
    default = next(default for name, _, default in _SCRIPTS if name == script)
    if script == "latin":
        return None if language in _LATIN_UNSTEMMED else _LATIN.get(language, default)
    if (language, script) in _OTHER_UNSTEMMED:
        return None
    return _OTHER.get((language, script), default)


def _apply(name: str, word: str) -> str:
    with _lock:
        return _stemmer(name)(word)


@lru_cache(maxsize=64)
def _stemmer(name: str) -> Callable[[str], str]:
    return cast("Callable[[str], str]", Stemmer.Stemmer(name, 0).stemWord)
