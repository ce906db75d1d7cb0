"""How likely a decoded text is: wrong encodings decode without a fault but not into real words.

Shift_JIS makes a rare ideograph of an accented letter and the one behind it, and half-width
katakana of EUC-JP; Latin encodings make long runs of accented letters and signs of anything else.
"""

from __future__ import annotations

import re
from itertools import islice

_RUN = re.compile(r"[^\x00-\x7f]+")
_SAMPLE = 10_000
"""Runs that are judged, from the start."""

_TYPOGRAPHIC = frozenset("\xa0‘’‚“”„‹›«»–—…•€£©®™°§·×÷±½¼¾²³¡¿†‰′″")
_LATIN = re.compile("[A-Za-zªµºÀ-ÖØ-öø-ɏḀ-ỿ]")
_JAPANESE_SIGNS = re.compile(
    "[\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6※→←↑↓○●◎△▲▽▼□■◇◆☆★①-⑳…‥“”‘’―—－−×÷±°℃§¶]"
)
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff]")

_JAPANESE = ("shift_jis", "euc_ji", "euc_jp", "cp932", "iso2022_jp")
_COMMON_LEADS = range(0xB0, 0xD0)
"""First bytes in EUC-JP of the 2,965 common ideographs, level 1 of JIS X 0208."""


def likelihood(text: str, encoding: str) -> float:
    """Return the share of the characters beyond ASCII that stand as in real text, 0 to 1."""
    japanese = encoding.startswith(_JAPANESE)
    likely, total = 0.0, 0
    for run in islice(_RUN.finditer(text), _SAMPLE):
        before = text[run.start() - 1 : run.start()]
        after = text[run.end() : run.end() + 1]
        total += len(run[0])
        likely += _likely(run[0], before, after, japanese=japanese)
    return likely / total if total else 1.0


def _likely(run: str, before: str, after: str, *, japanese: bool) -> float:
    """Return how many characters of a run between two of ASCII are likely, half-width ones half."""
    letters = [character for character in run if character not in _TYPOGRAPHIC]
    latin = sum(1 for letter in letters if _LATIN.match(letter))
    if not japanese and (latin or not letters):
        is_cut = before.islower() and letters[:1] == list(run[:1]) and run[0].isupper()
        return len(run) if latin == len(letters) <= 2 and len(run) <= 3 and not is_cut else 0
    if _is_torn(run, before, after):
        return 0
    half_width = len(_HALF_WIDTH.findall(run))
    return sum(_is_common(character, japanese=japanese) for character in run) + half_width / 2


def _is_torn(run: str, before: str, after: str) -> bool:
    """Return whether letters of another script stand inside a Latin word, as real ones do not."""
    if len(run) == 1 and _IDEOGRAPH.match(run):
        return after.isalpha()
    if _HALF_WIDTH.match(run):
        return len(run) == 1 or before.isalpha() or after.isalpha()
    alphabetic = run.isalpha() and not _IDEOGRAPH.search(run) and not _JAPANESE_SIGNS.search(run)
    return alphabetic and (before.isalpha() or after.isalpha())


def _is_common(character: str, *, japanese: bool) -> bool:
    if not japanese:
        return character.isalpha() or character in _TYPOGRAPHIC
    if _JAPANESE_SIGNS.match(character):
        return True
    if not _IDEOGRAPH.match(character):
        return False
    encoded = character.encode("euc_jp", "replace")
    return len(encoded) == 2 and encoded[0] in _COMMON_LEADS
