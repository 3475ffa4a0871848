"""What can be measured in a text without understanding it. The lexical judge rates by nothing else."""

from __future__ import annotations

import math
import re

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?]+(?:\s|$)")


def split_words(text: str) -> list[str]:
    """The words of a text, lower case, in order."""
    return _WORD.findall(text.lower())


def variety(text: str) -> float:
    """How many different words there are for the length: Guiraud's distinct/√all, as a share of 10, at most 1."""
    words = split_words(text)
    return min(len(set(words)) / math.sqrt(len(words)) / 10, 1.0) if words else 0.0


def plainness(text: str) -> float:
    """How short the words are: 1 for four letters or fewer on average, 0 for nine or more, and for no words."""
    words = split_words(text)
    return _share_of_way(sum(map(len, words)) / len(words), 9, 4) if words else 0.0


def oddity(text: str) -> float:
    """How varied and how long the words are: the mean of ``variety`` and of what ``plainness`` lacks to 1."""
    return (variety(text) + 1 - plainness(text)) / 2 if split_words(text) else 0.0


def brevity(text: str) -> float:
    """How short the sentences are: 1 for ten words or fewer on average, 0 for forty or more, and for no words."""
    words = split_words(text)
    return _share_of_way(len(words) / max(len(_SENTENCE.findall(text)), 1), 40, 10) if words else 0.0


def difference(first: str, second: str) -> float:
    """Share of the words of two texts that only one of them has: 0 for the same words, 1 for none in common."""
    words, other_words = set(split_words(first)), set(split_words(second))
    return 1 - len(words & other_words) / len(words | other_words) if words | other_words else 0.0


def placed(share: float, low: int, high: int) -> int:
    """A share from 0 to 1 as a whole number from ``low`` to ``high``."""
    return low + round(share * (high - low))


def _share_of_way(value: float, worst: float, best: float) -> float:
    return min(max((value - worst) / (best - worst), 0.0), 1.0)
