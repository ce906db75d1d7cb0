"""The plain words of a query, and the CJK pairs that stand in for words where a peer has none."""

from __future__ import annotations

import re

UNSPACED = ("ja", "ko", "th", "yue", "zh")
"""Languages that a peer indexes by n-grams, since its analyzer cuts words at white space only."""

_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u1100-\u11ff\u3005-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff66-\uff9f]+")


def words(text: str) -> list[str]:
    """Return the runs of letters and digits, lower-cased, each once, in order."""
    return list(dict.fromkeys(word.lower() for word in _WORD.findall(text)))


def grams(text: str, size: int) -> list[str]:
    """Return every run of `size` characters inside the words of `text`, in order, with repetitions.

    A shorter word stands for itself.
    """
    found = (word.lower() for word in _WORD.findall(text))
    return [gram for word in found for gram in _cut(word, size)]


def words_and_pairs(text: str) -> list[str]:
    """Return the words of `text` with each CJK run cut into pairs, in order, with repetitions."""
    spaced = _CJK.sub(lambda run: f" {' '.join(_cut(run[0], 2))} ", text)
    return [word.lower() for word in _WORD.findall(spaced)]


def _cut(word: str, size: int) -> list[str]:
    return [word[i : i + size] for i in range(max(1, len(word) - size + 1))]
