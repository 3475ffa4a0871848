"""The words of a use that carry meaning."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_FIGURES = re.compile(r"[\d'’-]+")


@cache
def stop_words() -> frozenset[str]:
    """The list of this package: words of grammar, and the verb that every use would begin with."""
    lines = (Path(__file__).parent / "items" / "stop_words.txt").read_text("utf-8").splitlines()
    return frozenset(lines)


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that are no stop words, in lower case, in order, repeated ones kept.

    A word is letters and figures, with hyphens and apostrophes inside; a possessive ending is dropped ("child's" is
    "child"), single letters and bare figures are no words.
    """
    words = (found[0].lower().replace("’", "'").removesuffix("'s") for found in _WORD.finditer(text))
    return tuple(word for word in words if _counts(word))


def parts_of(word: str) -> tuple[str, ...]:
    """What a word with hyphens is made of, without stop words; () for a word without."""
    return tuple(part for part in word.split("-") if _counts(part)) if "-" in word else ()


def _counts(word: str) -> bool:
    """Whether a word carries meaning."""
    return len(word) > 1 and word not in stop_words() and not _FIGURES.fullmatch(word)


@cache
def stop_words_checksum() -> str:
    """``sha256:<12 hex digits>`` of the list."""
    return f"sha256:{hashlib.sha256(' '.join(sorted(stop_words())).encode()).hexdigest()[:12]}"
