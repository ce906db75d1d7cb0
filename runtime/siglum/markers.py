"""How a step begins: its number, its label or its bullet."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from siglum.plain import plain_text

Rung = Literal["numbered", "labelled", "bullet", "heading", "paragraph"]

_COUNT = r"(?:\d{1,3}|[一二三四五六七八九十]{1,3})"
_LABELS = (
    r"step\s*[a-h](?=\s*[:.)\]|–—])",
    r"(?:step|phase|stage)\s*(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)",
    rf"(?:手順|ステップ|工程)\s*(?:その)?\s*{_COUNT}",
    rf"第\s*{_COUNT}\s*(?:歩|段階|ステップ|手順|工程|步)",
    rf"(?:步骤|步驟)\s*{_COUNT}",
    r"(?:단계\s*\d{1,3}|\d{1,3}\s*단계)",
    r"(?:schritt|étape|paso|passo|etapa|krok|шаг|stap|adım)\s*\d{1,3}",
)
"""How languages name a step; folded by NFKC and case."""
_LABEL = re.compile(rf"\s*(?:{'|'.join(_LABELS)})(?!\w)\s*(?P<end>[:.)、。,\]|]|[-–—]\s|$)?")
NUMBER = re.compile(
    r"\s*(?:(?P<plain>\d{1,2})(?:[.):](?=\s)|[．）：、])|[(（](?P<round>\d{1,2})[)）]|(?P<circled>[①-⑳❶-❿]))"
)
BULLET = re.compile(r"\s*(?:[・•●○◆◇■□▶‣]|[-*+](?=\s))")
_HEADING_NUMBER = re.compile(r"\s*(?:(?:\d{1,2}\.)*\d{1,2}[.):．）：、](?!\d)|[(（]\d{1,2}[)）]|[①-⑳❶-❿])")
_CJK = re.compile(r"[一-鿿ぁ-ヿ가-힣]")
FIRST_CELL = re.compile(r"\s*\|?\s*(?P<cell>(?P<number>\d{1,2})[.)]?|[^|\n]*?)[ \t]*(?:\||[ \t]{2}|$)")
_OPENING_BOLD = re.compile(r"^\s*(\*\*|__)(.{1,40}?):?\1:?")


def sign(line: str) -> tuple[Rung, int]:
    """Return what a line of a paragraph begins as, and its number."""
    if is_labelled(line):
        return "labelled", 0
    number = NUMBER.match(line)
    if number:
        digits = number["plain"] or number["round"]
        return "numbered", int(digits) if digits else int(unicodedata.numeric(number["circled"]))
    return ("bullet", 0) if BULLET.match(line) else ("paragraph", 0)


def is_labelled(text: str) -> bool:
    """Tell whether a text begins with the label of a step, set off from what follows."""
    first = text.lstrip().partition("\n")[0][:200]
    for written in (_OPENING_BOLD.sub(r"\2: ", first), plain_text(first)):
        folded = _folded(written)
        match = _LABEL.match(folded)
        if match and (match["end"] is not None or _set_off(folded, match)):
            return True
    return False


def _set_off(text: str, label: re.Match[str]) -> bool:
    """Tell whether white space alone ends a label, as it may where words have none between them."""
    return bool(_CJK.search(label[0])) and text[label.end() - 1].isspace()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def is_counted(heading: str) -> bool:
    """Tell whether a heading carries a number or a label."""
    return bool(_HEADING_NUMBER.match(heading) or _LABEL.match(_folded(heading)))
