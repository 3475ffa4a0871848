"""The words of a use that carry meaning."""

from __future__ import annotations

import re

from helm_creativity.vocabulary.function_words import FUNCTION_WORDS, words_checksum

# Beside words of grammar the verb that every use would begin with.
STOP_WORDS = FUNCTION_WORDS | {"use", "used", "uses", "using"}

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_FIGURES = re.compile(r"[\d'’-]+")


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that are no ``STOP_WORDS``, in lower case, in order, repeated ones kept.

    A word is letters and figures, with hyphens and apostrophes inside; a possessive ending is dropped ("child's" is
    "child"), single letters and bare figures are no words.
    """
    words = (found[0].lower().replace("’", "'") for found in _WORD.finditer(text))
    whole = (word.removesuffix("'s") for word in words if word not in STOP_WORDS)
    return tuple(word for word in whole if _counts(word))


def parts_of(word: str) -> tuple[str, ...]:
    """What a word with hyphens is made of, without stop words; () for a word without."""
    return tuple(part for part in word.split("-") if _counts(part)) if "-" in word else ()


def stop_words_checksum() -> str:
    """``sha256:<12 hex digits>`` of the list."""
    return words_checksum(STOP_WORDS)


def _counts(word: str) -> bool:
    """Whether a word carries meaning."""
    return len(word) > 1 and word not in STOP_WORDS and not _FIGURES.fullmatch(word)
