"""Chinese and Korean told from Japanese: in EUC each decodes as the other, but into rare characters."""

from __future__ import annotations

import re
from typing import NamedTuple

_KANA = re.compile("[\u3041-\u30ff]")
_LETTER = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")

# What every text of a language is full of: from the heads of the usual lists by frequency.
_SIMPLIFIED = (
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天"
    "而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长请件置运安装"
)
_TRADITIONAL = (
    "的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小麼心多天"
    "而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長請件置運安裝"
)
_KOREAN = (
    "이다는을의에가고하를은로도지한기사시어자리들나서대인해일수과으있그만라정전것게스부니면아여원제장보구상적주와"
    "없않할합된요"
)

_FEWEST = 3
"""So many of the commonest must stand there: one or two are chance in a title."""
_SHARE = 0.1
"""Chance makes 3 to 4 % of a text's letters of a hundred of some thousand; their own text has 25 to 40 %."""


class Foreign(NamedTuple):
    """A language whose texts pass for Japanese."""

    encoding: str
    language: str
    names: frozenset[str]
    """Of its encodings, as `codecs` spells them."""
    common: frozenset[str]


FOREIGN = (
    Foreign("gb18030", "Chinese", frozenset(("gb18030", "gbk", "gb2312")), frozenset(_SIMPLIFIED)),
    Foreign("big5", "Chinese", frozenset(("big5", "cp950", "big5hkscs")), frozenset(_TRADITIONAL)),
    Foreign("cp949", "Korean", frozenset(("cp949", "euc_kr", "johab")), frozenset(_KOREAN)),
)


def foreign_to(data: bytes, reading: str | None) -> tuple[Foreign, str] | None:
    """Return the language and the text of `data` where they are likelier than a Japanese `reading`."""
    best, found = max(_kana(reading or ""), _SHARE), None
    for foreign in FOREIGN:
        text = _decoded(data, foreign.encoding)
        letters = _LETTER.findall(text)
        common = sum(letter in foreign.common for letter in letters)
        if common >= _FEWEST and common > best * len(letters):
            best, found = common / len(letters), (foreign, text)
    return found


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return ""


def _kana(text: str) -> float:
    """Return the share of kana among the letters: in Japanese sentences about half."""
    letters = _LETTER.findall(text)
    return len(_KANA.findall(text)) / len(letters) if letters else 0.0
