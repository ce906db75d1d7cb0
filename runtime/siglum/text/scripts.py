"""Which characters belong to which group of scripts, as ranges for a regular-expression class.

Written out because `re` knows no script properties, and so that they do not change with the
Unicode tables of a Python version. Ranges may hold unassigned characters; a test checks that no
combining mark is outside all of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

CJK = (
    "\u3005-\u3007\u3021-\u302d\u3031-\u3035\u303b\u303c"  # iteration marks, numerals, tone marks
    "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u3105-\u312f\u31a0-\u31bf"  # bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
"""Han, Hiragana and Katakana, one group: a word of Japanese freely mixes them."""

HANGUL = "\u1100-\u11ff\u302e\u302f\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb"

UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
    "\u0e81-\u0ece\u0edc-\u0edf"  # Lao
    "\u1000-\u103f\u1050-\u108f\u109a-\u109d\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f"  # Myanmar
    "\u1780-\u17d3\u17dc\u17dd"  # Khmer
)
"""Scripts that put no space between words."""

SEMITIC = (
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u05d0-\u05f2"  # Hebrew
    "\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06fc\u06ff"  # Arabic
    "\u0710-\u07f5\u07fd\u0800-\u082d\u0840-\u085b\u0860-\u0887\u0889-\u088e\u0897-\u08e1"
    "\u08e3-\u08ff"
)
"""Scripts from right to left, with their points and vowel signs."""

ABUGIDA = (
    "\u0900-\u0963\u0966-\u096f\u0971-\u09f1\u09f4-\u09f9\u09fc\u09fe-\u0a75\u0a77-\u0aef"
    "\u0af9-\u0b6f\u0b71-\u0bf2\u0c00-\u0c76\u0c78-\u0c7e\u0c80-\u0c83\u0c85-\u0df3"  # India
    "\u0f18\u0f19\u0f20-\u0f33\u0f35\u0f37\u0f39\u0f3e-\u0f84\u0f86-\u0fbc\u0fc6"  # Tibetan
    "\u1700-\u1734\u1740-\u1773\u1810-\u18aa\u1900-\u193b\u1946-\u19da\u1a00-\u1a1b"
    "\u1a20-\u1a99\u1b00-\u1b59\u1b6b-\u1b73\u1b80-\u1bf3\u1c00-\u1c37\u1c40-\u1c7d"
    "\u1cd0-\u1cfa\ua802-\ua827\ua82c\ua880-\ua8c5\ua8d0-\ua8f7\ua8fd-\ua92d\ua930-\ua953"
    "\ua980-\ua9c0\ua9d0-\ua9d9\uaa00-\uaa59\uaa80-\uaadd\uaae0-\uaaef\uaaf2-\uaaf6"
    "\uabc0-\uabed\U00010a00-\U00010a3f\U00011000-\U00011fff"
)
"""Scripts of South and South-East Asia whose words are set apart: letters and vowel signs."""

MARKS = (
    "\u0300-\u036f\u0483-\u0489\u135d-\u135f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    "\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1"
    "\ufb1e\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010ae5\U00010ae6"
    "\U00010d24-\U00010d6d\U00010eab-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85"
    "\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f-\U00016f92"
    "\U00016fe4-\U00016ff1\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169"
    "\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad"
    "\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84"
    "\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae"
    "\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3-\U0001e6f5"
    "\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a"
)
"""Combining marks of the scripts above none: Latin, Greek, Cyrillic, Ethiopic, symbols."""

BIGRAM = CJK + HANGUL + UNSPACED
"""Scripts that are indexed by character pairs."""
_PAIRED_FIRST, _PAIRED_LAST = zip(
    *sorted((first, last or first) for first, last in re.findall("(.)(?:-(.))?", BIGRAM)), strict=True
)
"""Their ranges to be sought in: as a pattern they take 6 ms to compile."""

_GRAPHEME_MARKS = (
    "\u302a-\u302f\u3099\u309a\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
    "\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d"
    "\u108f\u109a-\u109d\ua9e5\uaa7b-\uaa7d\u17b4-\u17d3\u17dd"
)
GRAPHEME = re.compile(f"(?s:.[{_GRAPHEME_MARKS}]*)")
"""A character of a bigram script and the marks on it."""


@lru_cache(maxsize=4096)
def is_paired(character: str) -> bool:
    """Tell whether `character` belongs to a script that is indexed by character pairs."""
    place = bisect_right(_PAIRED_FIRST, character) - 1
    return place >= 0 and character <= _PAIRED_LAST[place]


@lru_cache(maxsize=4096)
def is_ideograph(character: str) -> bool:
    """Tell whether `character` is a Han ideograph."""
    return re.match("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]", character) is not None


def is_unigram(term: str) -> bool:
    """Tell whether `term` is a single character (with its marks) of a script indexed by pairs."""
    return bool(term and not term.isascii() and is_paired(term[0]) and GRAPHEME.fullmatch(term) is not None)
