"""The one estimate of how many tokens a text costs a language model."""

from __future__ import annotations

PARTS = 20
"""Parts of a token in which texts are counted, so that counts add up and no float decides the rounding."""

ASCII_PARTS = 5
"""Of an ASCII character: four make a token."""

OTHER_PARTS = 16
"""Of any other character: 0.8 of a token."""


def estimate_tokens(text: str) -> int:
    """Return the estimated tokens, rounded up: ASCII characters / 4 + 0.8 a character of any other kind.

    A fixed rule, the same at build and run time, since no tokenizer is at hand offline.
    """
    return -(-token_parts(text) // PARTS)


def token_parts(text: str) -> int:
    """Return the estimate in `PARTS` of a token; that of two texts joined is the sum of theirs."""
    if text.isascii():
        return ASCII_PARTS * len(text)
    ascii_count = len(text.encode("ascii", errors="ignore"))
    return ASCII_PARTS * ascii_count + OTHER_PARTS * (len(text) - ascii_count)
