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

import numpy as np
from numpy.typing import NDArray


def lempel_ziv(text: str) -> float | None:
    """Normalised complexity of the characters of a text in small letters, with white space as single spaces."""
    characters = " ".join(text.casefold().split())
    n, b = len(characters), len(set(characters))
    if n < 2 or b < 2:
        return None
    return count_phrases(characters) * math.log(n, b) / n


SEARCHED = 2_000
"""Most characters of a text in which phrases are searched for: beyond them sorting what follows each is faster."""


def count_phrases(text: str, searched: int = SEARCHED) -> int:
    """Number c of phrases.

    A text of up to ``searched`` characters is searched for each phrase, one character longer each time: what is longer
    occurs no earlier than what it begins with, so that a search goes on where the last one ended.

    In longer ones the longest earlier occurrence of what follows position i is one of two: among all positions before
    i, those whose suffixes stand next to i's in alphabetical order. They are found in time O(n log² n) at worst,
    whatever the text, and compared only where a phrase begins.
    """
    if len(text) <= searched:
        return _count_by_search(text)
    before, after = _neighbours(_suffix_array(text))
    phrases, start = 0, 0
    while start < len(text):
        known = max(_common(text, start, before[start]), _common(text, start, after[start]))
        start += known + 1
        phrases += 1
    return phrases


def _count_by_search(text: str) -> int:
    find, n = text.find, len(text)
    phrases = end = 0
    while end < n:
        start, place = end, 0
        while place >= 0 and end < n:
            end += 1
            place = find(text[start:end], place, end - 1)
        phrases += 1
    return phrases


def _suffix_array(text: str) -> NDArray[np.intp]:
    """Shape (n,): the positions in the alphabetical order of what follows them.

    Ranks by the first k characters give those by 2k, until all differ.
    """
    n = len(text)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    rank = np.unique(codes, return_inverse=True)[1].astype(np.int64)
    order, k = np.argsort(rank, kind="stable"), 1
    while n and k < n and rank.max() < n - 1:
        key = rank * (n + 1)
        key[:-k] += rank[k:] + 1
        order = np.argsort(key, kind="stable")
        ordered = key[order]
        rank[order] = np.concatenate([[0], np.cumsum(ordered[1:] != ordered[:-1])])
        k *= 2
    return order


def _neighbours(order: NDArray[np.intp]) -> tuple[list[int], list[int]]:
    """For each position the nearest earlier positions before and after it in the order; -1 where there is none."""
    before, after = [-1] * len(order), [-1] * len(order)
    stack: list[int] = []
    for position in order.tolist():
        while stack and stack[-1] > position:
            after[stack.pop()] = position
        if stack:
            before[position] = stack[-1]
        stack.append(position)
    return before, after


def _common(text: str, start: int, other: int) -> int:
    """How many characters agree from two positions on, ``other`` before ``start``; 0 for a position of -1."""
    if other < 0:
        return 0
    low, size, rest = 0, 8, len(text) - start
    while low < rest and _agree(text, start + low, other + low, min(size, rest - low)):
        low, size = low + min(size, rest - low), 2 * size
    high = min(low + size, rest)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _agree(text, start + low, other + low, middle - low) else (low, middle - 1)
    return low


def _agree(text: str, start: int, other: int, size: int) -> bool:
    return text[start : start + size] == text[other : other + size]
