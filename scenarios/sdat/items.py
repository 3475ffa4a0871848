"""The twelve languages, a table of everyday nouns aligned over them, and which of them an embedding knows."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.cues import read_words_file

LANGUAGES = {
    "en": "English",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "ja": "Japanese",
    "pt": "Portuguese",
    "ar": "Arabic",
    "cs": "Czech",
    "it": "Italian",
    "ko": "Korean",
    "nl": "Dutch",
    "zh": "Chinese",
}
CONSTRAINTS = ("none", "edible", "tool", "under_ten_dollars", "sound")
DECIDED = ("edible", "tool")
"""Constraints of which WordNet says whether a noun obeys them. It has no class of what makes a sound, nor prices."""
FOLDER = Path(__file__).parent / "items"


@lru_cache(maxsize=1)
def nouns() -> tuple[Mapping[str, str], ...]:
    """Everyday concepts: the word by language, and by constraint 1 where it fulfils it."""
    with (FOLDER / "nouns.csv").open(encoding="utf-8", newline="") as file:
        return tuple({"none": "1", **row} for row in csv.DictReader(file))


@lru_cache(maxsize=len(DECIDED))
def obeying_nouns(constraint: str) -> frozenset[str]:
    """English nouns that obey one of ``DECIDED``, after WordNet; see ``tools/noun_kinds.py``."""
    return frozenset(read_words_file(FOLDER / f"{constraint}.txt"))


def require_languages(embedding: str, languages: Sequence[str]) -> bool:
    """Makes sure that word vectors have words of every language: of each, at least half of the table's nouns.

    A sentence encoder gives a vector to any text, and passes whatever languages it was made for.
    """
    total = len(nouns())
    for vectors in load_embeddings(embedding):
        known = {name: int(vectors.knows([noun[name].lower() for noun in nouns()]).sum()) for name in languages}
        if lacking := [f"{name} ({n} of {total} common nouns)" for name, n in known.items() if 2 * n < total]:
            raise BadArguments(
                f"{vectors.name} does not know the languages {', '.join(lacking)}; choose others by items="
            )
    return True
