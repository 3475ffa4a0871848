"""What WordNet says of the words of a response. It is reported beside the scores and is in none of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.text.words import olson_candidates


class WordClass(NamedTuple):
    """What WordNet 3.0 says of an entry."""

    noun: bool
    plural: bool
    proper: bool


@lru_cache(maxsize=100_000)
def word_class(entry: str) -> WordClass | None:
    """Classes of an entry's word, None for an entry without letters."""
    candidates = olson_candidates(entry)
    if not candidates:
        return None
    lemma = builtin().lemma(candidates[0])
    return WordClass(lemma is not None, lemma not in (None, candidates[0]), builtin().is_proper_noun(candidates[0]))


@lru_cache(maxsize=100_000)
def _counts(entry: str) -> int:
    """The word, and whether it is a noun, a plural and a proper noun: counts of 20 bits each, which add up at once."""
    found = word_class(entry)
    return 0 if found is None else 1 + (found.noun << 20) + (found.plural << 40) + (found.proper << 60)


def word_classes(entries: Sequence[str]) -> dict[str, float | None]:
    """Shares of nouns, plurals and proper nouns among the entries that are words."""
    total = sum(map(_counts, entries))
    n, nouns, plurals, proper = (total >> shift & 0xFFFFF for shift in (0, 20, 40, 60))
    if not n:
        return {"noun_rate": None, "plural_rate": None, "proper_noun_rate": None}
    return {"noun_rate": nouns / n, "plural_rate": plurals / n, "proper_noun_rate": proper / n}


@lru_cache(maxsize=100_000)
def _is_lemmatised(word: str) -> bool:
    return builtin().stem(word) not in (None, word)


def lemmatised_rate(words: Sequence[str]) -> float | None:
    """Share of words whose vector in the built-in table is that of their stem, None for no words."""
    return sum(map(_is_lemmatised, words)) / len(words) if words else None
