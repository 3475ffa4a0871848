"""The complexity of a text by Lempel & Ziv 1976, as computed by Kaspar & Schuster 1987.

A text is read from left to right and divided into phrases. Each phrase is the shortest piece that did not occur before,
where an earlier occurrence may reach into the phrase itself up to its last character::

    1001111011000010  =  1 · 0 · 01 · 1110 · 1100 · 0010,  c = 6

What is left at the end counts as a phrase even if it occurred before. With n characters, b of them different::

    complexity = c · log_b(n) / n

Range: above 0. Independent, equally likely characters come to about 1, from below as the text grows (27 of them: 0.82
at 200 characters, 0.92 at a million); a repetitive text comes to about 0. Undefined for fewer than two characters, and
for one character repeated, since no logarithm has the base 1.
"""

from __future__ import annotations

import math


def lempel_ziv(text: str) -> float | None:
    """Normalised complexity of the characters of a text in small letters, with white space as single spaces."""
    characters = " ".join(text.casefold().split())
    n, b = len(characters), len(set(characters))
    return count_phrases(characters) * math.log(n, b) / n if b > 1 else None


def count_phrases(text: str) -> int:
    """Number c of phrases.

    How much of what follows occurred before is found by steps that double as long as they succeed and are halved where
    they fail. What is longer occurs no earlier than what it begins with, so that a search goes on where the last one
    ended.
    """
    phrases = start = 0
    while start < len(text):
        known, place, step = 0, 0, 1
        while step:
            end = start + known + step
            found = text.find(text[start:end], place, end - 1) if end <= len(text) else -1
            if found < 0:
                step //= 2
            else:
                known, place, step = known + step, found, 2 * step
        start += known + 1
        phrases += 1
    return phrases
