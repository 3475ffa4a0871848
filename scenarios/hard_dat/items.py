"""The letters, and the draw of the words that are given with each."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from helm_creativity.lexicon.cues import read_words_file

LETTERS = tuple("abcdefghiklmnoprstuwy")
"""The report's."""
GIVEN = 20
LAST_DRAW = 999


@lru_cache(maxsize=1)
def common_nouns() -> tuple[str, ...]:
    """The nouns from which given words are drawn, most frequent first."""
    return read_words_file(Path(__file__).parent / "items" / "common_nouns.txt")


@lru_cache(maxsize=256)
def given_words(letter: str, draw: int) -> tuple[str, ...]:
    """The words given with a letter: drawn without replacement from the common nouns with other initials.

    Nouns are drawn in the order of their SHA-256 with draw and letter; numpy's own draws may change between versions.
    """
    others = (noun for noun in common_nouns() if not noun.startswith(letter))
    return tuple(sorted(others, key=lambda noun: hashlib.sha256(f"{draw} {letter} {noun}".encode()).digest())[:GIVEN])
