"""What WordNet says of the words of a response. It is reported beside the scores and is in none of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.parsing.words import olson_candidates

SHARES = ("noun_rate", "plural_rate", "proper_noun_rate")


@lru_cache(maxsize=100_000)
def _classes(entry: str) -> tuple[bool, bool, bool] | None:
    """Whether an entry is of each class; None without letters."""
    word = next(iter(olson_candidates(entry)), None)
    if word is None:
        return None
    lemma = builtin().lemma(word)
    return lemma is not None, lemma not in (None, word), builtin().is_proper_noun(word)


def word_classes(entries: Sequence[str]) -> dict[str, float | None]:
    """Shares of nouns, plurals and proper nouns among the entries that are words."""
    found = [classes for entry in entries if (classes := _classes(entry)) is not None]
    counts = map(sum, zip(*found, strict=True))
    return {name: n / len(found) for name, n in zip(SHARES, counts, strict=True)} if found else dict.fromkeys(SHARES)


def lemmatised_rate(words: Sequence[str]) -> float | None:
    """Share of words whose vector in the built-in table is that of their stem, None for no words."""
    return sum(builtin().stem(word) not in (None, word) for word in words) / len(words) if words else None
