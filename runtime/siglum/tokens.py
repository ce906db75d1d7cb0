"""The one estimate of how many tokens a text costs a language model."""

from __future__ import annotations


def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens: ASCII characters / 4 + 0.8 a character of any other kind.

    A fixed rule, the same at build and run time, since no tokenizer is at hand offline. Counted in
    twentieths, so that no float decides the rounding (up).
    """
    if text.isascii():
        return -(-len(text) // 4)
    ascii_count = sum(1 for character in text if character < "\x80")
    return -(-(5 * ascii_count + 16 * (len(text) - ascii_count)) // 20)
