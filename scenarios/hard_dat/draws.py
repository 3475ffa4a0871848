"""The items: a letter with the words that are given with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from helm_creativity.files import sha256_of
from helm_creativity.rooms import Prompt, render
from helm_creativity.scenarios.hard_dat.protocols import PROTOCOLS
from helm_creativity.vocabulary.cues import read_words_file

HERE = Path(__file__).parent
NOUNS = HERE / "items" / "common_nouns.txt"
# The report's letters.
LETTERS = tuple("abcdefghiklmnoprstuwy")
GIVEN = 20
LAST_DRAW = 999


@lru_cache(maxsize=1)
def common_nouns() -> tuple[str, ...]:
    """The nouns from which given words are drawn, most frequent first."""
    return read_words_file(NOUNS)


@lru_cache(maxsize=1)
def nouns_signature() -> str:
    """Name and checksum of the list."""
    return f"{NOUNS.stem}@sha256:{sha256_of(NOUNS)[:12]}"


@lru_cache(maxsize=256)
def given_words(letter: str, draw: int) -> tuple[str, ...]:
    """The words given with a letter: drawn without replacement from the common nouns with other initials.

    Nouns are drawn in the order of their SHA-256 with draw and letter, which is equal on every machine and under every
    version of numpy; numpy's own draws may change between versions.

    Args:
        letter: one of ``LETTERS``.
        draw: 0 for the usual words; other numbers give others.

    Returns:
        ``GIVEN`` different words, in the order of the draw.
    """

    def place(noun: str) -> bytes:
        return hashlib.sha256(f"{draw} {letter} {noun}".encode()).digest()

    return tuple(sorted((noun for noun in common_nouns() if not noun.startswith(letter)), key=place)[:GIVEN])


@dataclass(frozen=True)
class Items:
    """The items of a run: which letters, in the order of ``LETTERS``, and which draw of given words."""

    letters: tuple[str, ...] = LETTERS
    draw: int = 0

    @classmethod
    def of(cls, letters: str, draw: int) -> Items:
        """Items from the arguments of a run entry, which were checked: ``all``, or letters joined by ``+``."""
        chosen = LETTERS if letters == "all" else letters.split("+")
        return cls(tuple(letter for letter in LETTERS if letter in chosen), draw)

    @property
    def args(self) -> dict[str, str | int]:
        """The arguments from which ``of`` makes equal items."""
        return {"letters": "all" if self.letters == LETTERS else "+".join(self.letters), "draw": self.draw}

    @property
    def named(self) -> dict[str, str | int]:
        """Those of them that differ from the usual ones."""
        return {name: value for name, value in self.args.items() if value not in ("all", 0)}

    @property
    def given(self) -> Mapping[str, tuple[str, ...]]:
        """Given words by letter."""
        return {letter: given_words(letter, self.draw) for letter in self.letters}

    def prompts(self, protocol: str) -> Mapping[str, Prompt]:
        """What is asked, by letter."""
        one = PROTOCOLS[protocol]
        fixed = {"n_words": one.rule.asked, "n_given": GIVEN}
        return {
            letter: render(HERE, one.prompt, letter=letter, given=", ".join(words), **fixed)
            for letter, words in self.given.items()
        }
